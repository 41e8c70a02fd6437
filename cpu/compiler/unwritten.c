// SPDX-License-Identifier: MIT
// Calls that nobody wrote: constructors and assignments that are = default or not there at all call
// the host's for a member or a base, and objects end.
#include "cuda2cpp.h"
#include "names.h"
#include "refuse.h"

size_t end_of_kernels(size_t i) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what == FUNCTION && d->body && d->spaces & GLOBAL && !d->is_template &&
            owner_of(d->name) == USER)
            i = closing(d->body);
    }
    return i;
}

// Does the name at token t mean the class, or may it?
static bool may_mean(size_t t, const struct declaration *own) {
    const struct declaration *const d =
        in_function(own) || !(flags(t) & TYPE_NAME) ? NULL : class_meant(t);
    if (!d)
        return same_word(t, own->name) && !is(t - 1, ".") && !is(t - 1, "->");
    return same_word(d->name, own->name) && is_one_scope(d->scope, own->scope);
}

static bool is_object(const struct type *type, bool reference) {
    while (type->shape == ARRAY)
        type = type->of;
    return !reference && type->shape != POINTER;
}

// May the type that is named at token t, in function f, be one of which there is an object then?
// Not if what is declared there refers or points to it.
static bool may_make(size_t t, const struct declaration *f) {
    const struct reading *const r = f && f->body ? read_function(f) : NULL;
    const struct signature *const s = f ? signature_of(f) : NULL;
    bool declared = false;
    for (size_t k = 0; r && k < r->variable_count; k++) {
        const struct variable *const v = r->variables[k];
        if (v->type_first > t || t >= v->type_end)
            continue;
        if (v->odd || is_object(&v->type, v->reference))
            return true;
        declared = true;
    }
    for (size_t k = 0; s && k < s->count; k++)
        if (s->formals[k].first <= t && t < s->formals[k].end)
            return s->formals[k].odd || is_object(&s->formals[k].type, s->formals[k].reference);
    if (s && f->start <= t && t < f->name)
        return !s->is_known || is_object(&s->result, s->refers);
    return !declared && !is(t + 1, "*") && !is(t + 1, "&");
}

void judge_unwritten(size_t i, const struct declaration *d, bool given) {
    const struct declaration *own = NULL;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == CLASS && declarations[k].first <= i && i <= declarations[k].end)
            own = &declarations[k]; // the innermost
    if (!own)
        return;
    const bool assigns = d->special == OPERATOR;
    unsigned from = 0;
    for (size_t t = own->end; t < token_count; t++)
        if (tokens[t].kind == WORD && owner_of(t) == USER && may_mean(t, own) &&
            (assigns || may_make(t, function_around(t))) && !is_asked(t)) {
            const struct declaration *const f = function_around(t);
            const unsigned code = code_at(t);
            if (!assigns && f && t < f->body && code & GLOBAL)
                from |= HOST; // who launches it makes one
            else if (given && f && t < f->body)
                from |= code & HOST; // whoever calls it makes one
            else
                from |= code;
        }
    if (given && from & HOST)
        return;
    if (given || same_word(i, own->name) || is(declaration_at(i)->start, "using"))
        i = end_of_kernels(i);
    if (from & (DEVICE | GLOBAL))
        call_across(i, from & HOST ? "warning" : "error", "__host__", name_of_function(d),
                    from & HOST ? HOST | DEVICE : DEVICE,
                    text("%s::%s", name_of(own->name), assigns ? "operator=" : name_of(own->name)));
}

// ---- the end of objects -------------------------------------------------------------------------

// The innermost statement of the tree that token i stands in, and the block that it belongs to.
static const struct node *statement_at(const struct node *n, size_t i, const struct node **block) {
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind >= EXPRESSION && c->first <= i && i <= c->last) {
            *block = n->kind == BLOCK ? n : *block;
            return statement_at(c, i, block);
        }
    return n;
}

// The place of what is done last in a statement: where nvcc names what is done behind it.
static size_t done_last(const struct node *s) {
    const struct node *last = s->child;
    while (last && last->next)
        last = last->next;
    switch (s->kind) {
    case BLOCK:
        return last ? done_last(last) : s->last;
    case IF:
    case WHILE:
    case SWITCH:
        return done_last(last);
    case FOR: // first, condition, step, body
        return child(s, 2)->kind == EMPTY ? done_last(last) : s->first;
    case DO:
        return s->last;
    default:
        return s->first;
    }
}

// What leaves the block behind that token: each return, break and continue, but for those of loops
// and switches in it.
static void find_leavings(const struct node *n, size_t behind, bool breaks, bool continues,
                          size_t ends[MOST_ENDS], size_t *count) {
    const bool loop = n->kind == FOR || n->kind == FOR_RANGE || n->kind == WHILE || n->kind == DO;
    if ((n->kind == RETURN ||
         (n->kind == LEAVE_LOOP && (is(n->first, "continue") ? continues : breaks))) &&
        n->first > behind && *count < MOST_ENDS - 1)
        ends[(*count)++] = n->first;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind >= EXPRESSION)
            find_leavings(c, behind, breaks && !loop && n->kind != SWITCH, continues && !loop, ends,
                          count);
}

size_t ends_of_life(size_t i, size_t ends[MOST_ENDS]) {
    const struct declaration *const d = function_around(i);
    const struct node *const body = d && d->body ? read_function(d)->body : NULL, *block = NULL;
    const struct node *const s = body && !body->why ? statement_at(body, i, &block) : NULL;
    size_t count = 0;
    if (!s || s->kind != DECLARATION || !block) {
        ends[count++] = i; // an object without a name, or nothing is known
        return count;
    }
    find_leavings(block, i, true, true, ends, &count);
    const struct node *last = s;
    while (last->next)
        last = last->next;
    if (last->kind != RETURN && last->kind != LEAVE_LOOP)
        ends[count++] = block == body ? done_last(block) : block->last;
    return count;
}
