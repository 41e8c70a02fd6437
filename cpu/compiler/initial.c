// SPDX-License-Identifier: MIT
// Whose code gives members the values that stand where they are declared: constructors that do not
// list them, those that nobody wrote, and {} with fewer values than there are members.
#include "cuda2cpp.h"
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// What is known of such code: its spaces, and whether some of it is the device's alone. Each piece
// calls by itself what a value calls.
struct code {
    unsigned spaces;
    bool device_alone;
};

static void add(struct code *code, unsigned spaces) {
    code->spaces |= spaces;
    code->device_alone = code->device_alone || (spaces & (DEVICE | GLOBAL) && !(spaces & HOST));
}

// So many of the class's members are in front of m, and bases; -1: it is none.
static long place_in(const struct declaration *class, const struct declaration *m) {
    long place = 0;
    for (size_t at = 0; next_base(class, &at);)
        place++;
    for (const struct declaration *d = class + 1;
         d < declarations + declaration_count && d->first < class->end; d++) {
        if (d == m)
            return place;
        place += d->what == VARIABLE && !d->is_static && &declarations[d->scope] == class;
    }
    return -1;
}

// Does the list surely leave member m of the class, of which it makes an object, to its value?
static bool leaves_out(const struct node *first, const struct declaration *class,
                       const struct declaration *m) {
    long count = 0;
    for (const struct node *c = first; c; c = c->next, count++)
        if ((c->kind != LIST && !is_plain(value_type(c))) || is(c->first - 1, "=") ||
            is(c->last + 1, "."))
            return false;
    return count <= place_in(class, m);
}

// ... or what a variable is made of, {...}, or T{...}?
static bool braces(const struct node *n, const struct declaration *class,
                   const struct declaration *m) {
    if (n->kind == LIST)
        return leaves_out(n->child, class, m);
    const struct node *const list = n->child && n->child->kind == LIST ? n->child : NULL;
    return is(n->last, "}") &&
           leaves_out(list && !list->next && list->last == n->last ? list->child : n->child, class,
                      m);
}

// The code in the tree that makes objects of the class by {}, and if m is NULL, from numbers: of
// members' values, and of inherited constructors, the compiler does not say whose.
static void add_code_in(struct code *found, const struct node *n, const struct declaration *class,
                        const struct declaration *m, unsigned code) {
    if ((n->kind == CONSTRUCT || n->kind == NEW) && is_of(n->type, class) &&
        (!m || (n->kind == CONSTRUCT && braces(n, class, m))))
        add(found, code);
    for (size_t k = 0; n->kind == DECLARATION && !n->is_static && k < n->declared_count; k++) {
        const struct variable *const v = n->declared[k];
        const struct node *const from = v->initial;
        if (from && !v->reference && is_of(&v->type, class) &&
            (m ? from->kind == LIST && v->type.shape != ARRAY && braces(from, class, m)
               : from->kind == LIST || is_plain(from->type)))
            add(found, code);
    }
    for (const struct node *c = n->child; c; c = c->next)
        add_code_in(found, c, class, m, code_below(n, c, code));
}

bool is_constructor_of(const struct declaration *f, const struct declaration *class) {
    return f->what == FUNCTION && f->special == CONSTRUCTOR && f->given != DEFAULTED &&
           (in_class(f) ? &declarations[f->scope] == class
                        : f->qualifier && type_meant(f->qualifier) == class);
}

// Does the constructor's list say of the member what it is, or call another constructor?
static bool gives_value(const struct declaration *f, const struct declaration *member) {
    bool gives = false;
    const struct node *const list = read_function(f)->initialisers;
    for (const struct node *c = list ? list->child : NULL; c; c = c->next)
        gives = gives || same_word(c->name, member->name) || same_word(c->name, f->name);
    return gives;
}

// Is it a constructor that somebody wrote and nvcc compiles?
static bool runs(const struct declaration *f) {
    return f->body && (is_known_to_run(f) || (!is_skipped(f) && !waits_for_calls(f)));
}

bool takes_default(const struct declaration *f, const struct declaration *m) {
    return runs(f) && !gives_value(f, m);
}

// Does it say m{} in its list?
static bool braces_member(const struct declaration *f, const struct declaration *m) {
    const struct node *const list = f->body ? read_function(f)->initialisers : NULL;
    bool found = false;
    for (const struct node *c = list ? list->child : NULL; c; c = c->next)
        found =
            found || (same_word(c->name, m->name) && is(c->name + 1, "{") && is(c->name + 2, "}"));
    return found;
}

// The code that makes objects of the class, members of others, by {}.
static void add_members(struct code *found, const struct declaration *class, int depth) {
    for (const struct declaration *m = declarations; m < declarations + declaration_count; m++) {
        const bool member = m->what == VARIABLE && in_class(m) && !m->is_static &&
                            owner_of(m->name) == USER && depth < 16;
        const struct variable *const v = member ? declared_as(m) : NULL;
        if (!v || v->reference || !is_of(&v->type, class))
            continue;
        const struct declaration *const own = &declarations[m->scope];
        if (v->initial && v->initial->kind == LIST && !v->initial->child)
            add(found, code_of_value(own, m, false, depth + 1));
        for (const struct declaration *f = declarations; f < declarations + declaration_count; f++)
            if (is_constructor_of(f, own) && runs(f) && braces_member(f, m))
                add(found, spaces_of(f));
    }
}

unsigned code_of_value(const struct declaration *class, const struct declaration *m, bool inherits,
                       int depth) {
    bool live = false, written = false;
    const unsigned unwritten = code_that(MADE, class, &live, depth);
    struct code found = {0};
    for (const struct declaration *f = declarations; f < declarations + declaration_count; f++) {
        written = written || is_constructor_of(f, class);
        if (is_constructor_of(f, class) && takes_default(f, m))
            add(&found, spaces_of(f));
    }
    if (!written)
        add_members(&found, class, depth);
    for (const struct declaration *f = declarations;
         (inherits || !written) && f < declarations + declaration_count; f++)
        if (f->what == FUNCTION && f->body && owner_of(f->name) == USER && !is_skipped(f))
            add_code_in(&found, read_function(f)->body, class, inherits ? NULL : m, spaces_of(f));
    const bool host_too = found.spaces & HOST && found.spaces & DEVICE && !found.device_alone;
    const unsigned spaces = (live ? unwritten : 0) | (host_too ? HOST : 0) | (found.spaces & ~HOST);
    return found.device_alone && !inherits ? spaces & ~(unsigned)(HOST | OF_BOTH) : spaces;
}
