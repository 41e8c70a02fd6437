// SPDX-License-Identifier: MIT
// Webs: a variable that is given a new value whatever it had before is another variable from there
// on, with another name (renaming, as on the way to static single assignment):
//
//     int west = tx - 1;                          int west = tx - 1;
//     west = west < 0 ? 0 : west;                 int west_2 = west < 0 ? 0 : west;
//     int i;
//     for (i = 0; i < n; i++) ...                 for (int i_3 = 0; i_3 < n; i_3++) ...
//     for (i = t; i < m; i += 32) ...             for (int i_4 = t; i_4 < m; i_4 += 32) ...
//
// Then west_2 never changes, and can be worked out wherever it is asked for; i_3 is the same for
// all threads although i_4 is not. Only plain numbers are told apart whose address is not known;
// and only by
// - an assignment that stands in the very block that declares the variable, so that all that comes
//   after it in that block, and nothing else, sees it;
// - the heads of loops, if no such loop leaves its value to anything outside of it.
#include <string.h>

#include "fission.h"

bool can_repeat_type(const struct variable *v) {
    for (size_t i = v->type_first; i < v->type_end; i++)
        if (is_listed(i, "register") || is_any(i, qualifiers))
            return false;
    return v->declarator == v->name && v->type_end > v->type_first && !v->deduced && !v->odd &&
           !v->reference;
}

// A number that statements of the kernel alone change.
static bool can_separate(const struct variable *v) {
    return v->role == LOCAL && v->type.shape == NUMBER_TYPE && !v->open && !v->passed &&
           !v->constant && can_repeat_type(v);
}

static bool is_named(const struct node *n, const struct variable *v) {
    return n->kind == LOCAL_NAME && n->variable == v;
}

unsigned times_named(const struct node *n, const struct variable *v) {
    unsigned times = is_named(n, v);
    for (const struct node *c = n->child; c; c = c->next)
        times += times_named(c, v);
    return times;
}

bool mentions(const struct node *n, const struct variable *v) {
    if (is_named(n, v))
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (mentions(c, v))
            return true;
    return false;
}

const struct node *array_of(const struct node *element) {
    while (element->kind == INDEX)
        element = element->child;
    return element;
}

// The variable that expression n gives a new value, whatever it had; NULL: it is no such thing.
static struct variable *assigned_by(const struct node *n) {
    struct variable *v = n->kind == ASSIGN && n->sign_length == 1 && n->child->kind == LOCAL_NAME
                             ? n->child->variable
                             : NULL;
    return v && n->type->shape == NUMBER_TYPE && can_separate(v) ? v : NULL;
}

// What names v in the tree after token `from`, names w.
static void rename_nodes(struct node *n, const struct variable *v, struct variable *w,
                         size_t from) {
    if (is_named(n, v) && n->first >= from)
        n->variable = w;
    for (struct node *c = n->child; c; c = c->next)
        rename_nodes(c, v, w, from);
}

// The assignment that node n holds, from its first token to token `last`, becomes a declaration of
// a variable of its own, which all of `scope` from `from` on names, up to token `end`.
static void separate(struct fission *f, struct node *n, struct node *assignment, size_t last,
                     struct node *scope, size_t from, size_t end) {
    struct variable *v = assignment->child->variable, *w;
    struct node *value = child(assignment, 1);
    w = allocate(1, sizeof *w);
    *w = *v;
    w->name = w->declarator = assignment->child->first;
    w->declarator_end = w->name + 1;
    w->initial = value;
    w->parenthesised = false;
    w->last = value->last;
    w->end = end;
    w->web = ++f->webs + 1;
    keep_variable(w);
    rename_nodes(scope, v, w, from);
    for (size_t i = from; i < end; i++)
        if (meaning(i) == v)
            set_meaning(i, w);
    set_meaning(w->name, w);
    n->kind = DECLARATION;
    n->last = last;
    n->child = value;
    n->declared = allocate(1, sizeof *n->declared);
    n->declared[0] = w;
    n->declared_count = 1;
}

// Statement n of the block that declares a variable, if it assigns to that.
static bool separate_statement(struct fission *f, struct node *block, struct node *n) {
    struct variable *v = n->kind == EXPRESSION ? assigned_by(n->child) : NULL;
    bool declared = false;
    for (const struct node *c = block->child; v && c != n; c = c->next)
        for (size_t k = 0; k < c->declared_count && c->kind == DECLARATION; k++)
            declared = declared || c->declared[k] == v;
    if (!declared)
        return false;
    separate(f, n, n->child, n->last, block, n->last + 1, block->last);
    return true;
}

static bool separate_statements(struct fission *f, struct node *n) {
    bool any = false;
    for (struct node *c = n->child; c; c = c->next) {
        any = (n->kind == BLOCK && separate_statement(f, n, c)) || any;
        any = separate_statements(f, c) || any;
    }
    return any;
}

// ---- heads of loops -----------------------------------------------------------------------------

// Does loop n give v its first value?
static bool begins_with(const struct node *n, const struct variable *v) {
    return n->kind == FOR && assigned_by(n->child) == v && !mentions(child(n->child, 1), v);
}

// Is v named nowhere but in such loops?
static bool stays_in_loops(const struct node *n, const struct variable *v) {
    if (is_named(n, v))
        return false;
    if (begins_with(n, v))
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (!stays_in_loops(c, v))
            return false;
    return true;
}

static bool separate_loops(struct fission *f, struct node *n, const struct variable *v) {
    bool any = false;
    if (begins_with(n, v)) {
        struct node *const head = n->child;
        struct node assignment = *head;
        separate(f, head, &assignment, head->last + 1, n, head->last + 1, n->last + 1);
        n->declared = head->declared;
        n->declared_count = 1;
        return true;
    }
    for (struct node *c = n->child; c; c = c->next)
        any = separate_loops(f, c, v) || any;
    return any;
}

// A jump into a block passes what is declared there; and who is not understood may do anything.
static bool jumps(const struct node *n) {
    return has_kind(n, KIND(SWITCH) | KIND(LABEL) | KIND(JUMP) | KIND(LAMBDA) | KIND(OPAQUE)) ||
           n->why || any_child(n, jumps);
}

bool separate_webs(struct fission *f, struct node *body) {
    if (jumps(body))
        return false;
    bool any = separate_statements(f, body);
    const size_t count = variable_count;
    for (size_t k = 0; k < count; k++)
        if (variables[k]->assigned && can_separate(variables[k]) &&
            stays_in_loops(body, variables[k]))
            any = separate_loops(f, body, variables[k]) || any;
    for (size_t k = 0; any && k < variable_count; k++) { // uses are noted anew
        variables[k]->assigned = variables[k]->passed = variables[k]->open = false;
        variables[k]->assignments = 0;
    }
    if (any)
        note_uses(body, VALUE);
    return any;
}

// ---- names --------------------------------------------------------------------------------------

const char *called(const struct variable *v) {
    return v->web ? text("%s_cuda_cpu_web_%u", name_of(v->name), v->web) : name_of(v->name);
}

// Is the web declared within tokens that are written as they stand?
static bool is_declared_in_text(const struct fission *f, const struct variable *v) {
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++)
        if ((s->what == PLAIN || s->what == STRIDED || s->what == HEAD) && s->first <= v->name &&
            v->name <= s->last)
            return true;
    return false;
}

const char *web_at(const struct fission *f, size_t i) {
    const struct variable *v = tokens[i].kind == WORD ? meaning(i) : NULL;
    if (!v || !v->web)
        return NULL;
    const char *all = called(v);
    if (i == v->name && is_declared_in_text(f, v))
        for (size_t t = v->type_end; t-- > v->type_first;)
            all = text("%s %s", tokens[t].instead ? tokens[t].instead : name_of(t), all);
    return all;
}
