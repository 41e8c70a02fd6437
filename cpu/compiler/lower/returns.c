// SPDX-License-Identifier: MIT
// `return;` in a function that returns something: nvcc takes it in device code, C++ does not.
#include "rewrite.h"

// Does the function say that it returns something? Constructors and destructors do not, nor does
// auto.
static bool returns_value(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    return d->special != CONSTRUCTOR && d->special != DESTRUCTOR && !s->is_void &&
           !(s->result.name && is(s->result.name, "auto"));
}

// What is done with each `return;` that is not a lambda's.
static void find_returns(const struct node *n, void (*found)(const struct node *n)) {
    if (n->kind == RETURN && !n->child)
        found(n);
    for (const struct node *c = n->child; c && n->kind != LAMBDA; c = c->next)
        find_returns(c, found);
}

// The body of the user's function, which returns something; NULL: it is none.
static const struct node *body_with_value(const struct declaration *d) {
    return d->body && owner_of(d->name) == USER && returns_value(d) ? read_function(d)->body : NULL;
}

static void return_something(const struct node *n) {
    insert_after(n->first, text(" {}"));
}

// nvcc's front end keeps from the C++ compiler what the device alone does, leaves out the last
// statement of a body, and lets main() return something.
void rewrite_returns(const struct declaration *d) {
    const struct node *const body = body_with_value(d), *last = body ? body->child : NULL;
    if (!body)
        return;
    while (last && last->next)
        last = last->next;
    if (!(spaces_of(d) & HOST) || (is(d->name, "main") && d->scope == NO_SCOPE))
        find_returns(body, return_something);
    else if (last && asks_for_device(body->child))
        find_returns(child(body->child, 1), return_something);
    else if (last && last->kind == RETURN && !last->child)
        return_something(last);
}
