// SPDX-License-Identifier: MIT
// `return;` in a function of the device that returns something: nvcc warns of it, and C++ refuses
// it.
#include "names.h"
#include "refuse.h"
#include "rewrite.h"

// Does the function say that it returns something? Constructors and their kin do not, nor does
// auto.
static bool returns_value(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    return !d->special && !s->is_void && !(s->result.name && is(s->result.name, "auto"));
}

// What is done with each `return;` that is not a lambda's.
static void find_returns(const struct node *n, void (*found)(const struct node *n)) {
    if (n->kind == RETURN && !n->child)
        found(n);
    for (const struct node *c = n->child; c && n->kind != LAMBDA; c = c->next)
        find_returns(c, found);
}

// What the device alone does of the function, which returns something: all of it, or of a function
// of both sides what has been made of its body in the device's pass. NULL: nothing.
static const struct node *done_on_device(const struct declaration *d) {
    if (!d->body || owner_of(d->name) != USER || !(spaces_of(d) & DEVICE) || !returns_value(d))
        return NULL;
    const struct node *const body = read_function(d)->body;
    if (!(spaces_of(d) & HOST))
        return body;
    return body->child && asks_for_device(body->child) ? child(body->child, 1) : NULL;
}

static void return_something(const struct node *n) {
    insert_after(n->first, text(" {}"));
}

void rewrite_returns(const struct declaration *d) {
    const struct node *const done = done_on_device(d);
    if (done)
        find_returns(done, return_something);
}

static const struct declaration *now;

static void warn(const struct node *n) {
    complain(n->first, "warning", "non-void function \"%s\" should return a value",
             name_of_function(now));
}

void check_returns(const struct declaration *d) {
    const struct node *const done = done_on_device(d);
    now = d;
    if (done)
        find_returns(done, warn);
}
