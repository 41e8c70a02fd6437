// SPDX-License-Identifier: MIT
// Which calls inline.c may write out. The functions called wait for other threads, at barriers and
// shuffles, or use groups of threads, or have loops that threads may go through side by side.
#include "inline.h"
#include "fission.h"

// Whether the program brings in the names of a namespace.
static bool brings_in_names(void) {
    static size_t asked_of;
    static bool answer;
    if (asked_of != token_count) {
        asked_of = token_count;
        answer = false;
        for (size_t i = 0; i + 1 < token_count && !answer; i++)
            answer = is(i, "using") && is(i + 1, "namespace") && owner_of(i) == USER;
    }
    return answer;
}

const struct declaration *only_function(size_t i) {
    const struct declaration *found = NULL, *other = NULL; // one that is declared, and has no body
    for (const struct declaration *d = first_named(i); d; d = next_named(d)) {
        if (d->scope != NO_SCOPE && owner_of(d->name) != USER && !brings_in_names())
            continue;
        if (d->what != FUNCTION || d->scope != NO_SCOPE || d->special != ORDINARY || d->qualifier ||
            (d->body && found) || (!d->body && other && compare_parameters(d, other) != THE_SAME))
            return NULL;
        *(d->body ? &found : &other) = d;
    }
    return found && (!other || compare_parameters(found, other) == THE_SAME) &&
                   (spaces_of(found) & DEVICE) && !(found->spaces & GLOBAL) &&
                   owner_of(found->name) == USER
               ? found
               : NULL;
}

// May it be one of several functions of a name, of which types choose one?
static bool may_be_overload(const struct declaration *d) {
    return d->what == FUNCTION && d->scope == NO_SCOPE && d->special == ORDINARY && !d->qualifier &&
           d->body && !d->is_template && (spaces_of(d) & DEVICE) && !(d->spaces & GLOBAL) &&
           owner_of(d->name) == USER;
}

// Does the program declare the name more than once, as functions of the device, each with its body,
// and no templates? Then what a call is given chooses one of them (inline_tokens.c).
static const struct declaration *first_overload(size_t i) {
    const struct declaration *found = NULL;
    for (const struct declaration *d = first_named(i); d; d = next_named(d)) {
        if (!may_be_overload(d))
            return NULL;
        found = found ? found : d;
    }
    return found;
}

// Is a loop in it one that threads may go through side by side?
static bool has_thread_loop(const struct node *n) {
    return begins_at_thread(n) || ANY_CHILD(c, n, has_thread_loop(c));
}

const struct declaration *function_to_inline(const struct node *call) {
    const bool called = call->kind == CALL && call->name == call->first;
    const unsigned known = called ? flags(call->name) : 0;
    const bool waits = known & WAITS, loops = (known & USERS) && (known & EFFECTS) == PLACED;
    const struct declaration *const f =
        waits || loops || (called && has_groups()) ? only_function(call->name) : NULL;
    if (!f && waits)
        return first_overload(call->name);
    return f && (waits || names_groups(f) || (loops && has_thread_loop(read_function(f)->body)))
               ? f
               : NULL;
}

unsigned calls_to_inline(const struct node *n, const struct node **call) {
    unsigned count = 0;
    if (function_to_inline(n)) {
        *call = n;
        return 1;
    }
    for (const struct node *c = n->child; c; c = c->next)
        count += calls_to_inline(c, call);
    return count;
}

// Reads and works out, and changes nothing; what another function changes it does not read but by a
// variable's name.
static bool is_unaffected_by_call(const struct node *n) {
    const bool reads = has_kind(n, KIND(LOCAL_NAME) | KIND(BINARY) | KIND(CONDITIONAL)) ||
                       (just_combines(n) && n->kind != INDEX) ||
                       (n->kind == CALL && (flags(n->name) & PURE));
    return reads && ALL_CHILDREN(c, n, is_unaffected_by_call(c));
}

bool is_always_evaluated(const struct node *value, const struct node *call) {
    const bool surely = value->kind == SIGN || value->kind == CAST ||
                        (value->kind == CALL && value->name == value->first) ||
                        (value->kind == COMMA && !value->child->next) ||
                        (value->kind == BINARY && !has_sign(value, "&&") && !has_sign(value, "||"));
    return value == call || (surely && ALL_CHILDREN(c, value,
                                                    c->first <= call->first && call->last <= c->last
                                                        ? is_always_evaluated(c, call)
                                                        : is_unaffected_by_call(c)));
}

static bool ends_objects(const struct declaration *d) {
    return d->special == DESTRUCTOR && of_device(d) && owner_of(d->first) == USER;
}

bool objects_end(void) {
    static struct known known;
    return any_declared(&known, ends_objects);
}

// Does it stand between the two, outside classes?
static bool is_between(const struct declaration *d, const struct declaration *f,
                       const struct declaration *kernel) {
    return d->first > f->end && d->first < kernel->first && (!in_class(d) || d->is_friend);
}

// Whether something else has the name at token i where the kernel stands, or in it; in a namespace,
// too, which may be one that has no name.
static bool is_hidden(size_t i, const struct declaration *f, const struct declaration *kernel) {
    const struct reading *const r = read_function(kernel);
    for (size_t v = 0; v < r->variable_count; v++)
        if (same_word(r->variables[v]->name, i))
            return true;
    if (ANY_NAMED(o, i, is_between(o, f, kernel)))
        return true;
    for (size_t t = first_same(i); t < kernel->first; t = next_same(t)) { // as an enumerator
        const struct declaration *const d = t > f->end ? declaration_at(t) : NULL;
        if (d && (d->what == ENUMERATION || d->what == OTHER) && is_between(d, f, kernel))
            return true;
    }
    return false;
}

// What it returns it returns by value, and its body is a block and no more.
static bool returns_value(const struct declaration *f) {
    const struct signature *const s = signature_of(f);
    return s->is_known && !s->refers && !f->tries && !f->is_constrained;
}

bool is_array_parameter(const struct variable *v) {
    return is(v->name + 1, "[") && v->declarator_end == closing(v->name + 1) + 1;
}

// Its parameters all have names, and are handed over by value; groups may be by reference.
static bool has_plain_parameters(const struct declaration *f, const struct reading *r) {
    size_t count = 0;
    for (size_t k = 0; k < r->variable_count; k++) {
        const struct variable *const v = r->variables[k];
        if (v->role != PARAMETER || v->name < f->open)
            continue;
        if ((v->reference && !has_groups()) || v->odd || v->ordered ||
            (v->declarator_end != v->name + 1 && !is_array_parameter(v)))
            return false;
        count++;
    }
    return count == signature_of(f)->count;
}

// Are names of a namespace brought in between the two, which may be better ones?
static bool brings_in_between(size_t from, size_t to) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (d->what == ALIAS && d->scope == NO_SCOPE && from <= d->first && d->first < to &&
            is(d->start, "using") && d->name == d->start)
            return true;
    }
    return false;
}

// A word of its head that is a parameter's, or its template's.
static bool is_own(size_t i, const struct reading *r) {
    for (size_t v = 0; v < r->variable_count; v++)
        if (r->variables[v]->role == PARAMETER || r->variables[v]->given)
            if (same_word(r->variables[v]->name, i))
                return true;
    return false;
}

const struct node *early_return(const struct node *n) {
    const struct node *last = n->kind == IF && !child(n, 1)->next ? child(n, 1) : NULL;
    if (last && last->kind == BLOCK)
        last = last->newest;
    return last && last->kind == RETURN ? last : NULL;
}

// Nothing in the tree lives longer than a call, or says where it stands.
static bool is_plain_tree(const struct node *n, const struct node *last) {
    if ((n->why && !may_ask_group(n)) || (n->kind == RETURN && n != last) ||
        (n->kind == RETURN && n->child && n->child->kind == LIST))
        return false;
    return ALL_CHILDREN(c, n, is_plain_tree(c, last));
}

bool is_local_constant(const struct variable *v) {
    return v->role == LOCAL && v->constant && v->type.shape == NUMBER_TYPE && !v->deduced &&
           v->initial && v->initial->kind != LIST && !v->parenthesised;
}

// The size of shared memory, which is declared in front of all, is of what the kernel knows, or of
// constants that are.
static bool is_of_known(size_t first, size_t last, const struct reading *r) {
    for (size_t i = first; i <= last; i++) {
        const struct variable *const v = meaning_in(r, i);
        if (v && v->role != SHARED_MEMORY && v->role != TEMPLATE_TYPE &&
            !(v->constant && v->name < first && v->role == PARAMETER) &&
            !(v->name < first && is_local_constant(v) &&
              is_of_known(v->initial->first, v->initial->last, r)))
            return false;
    }
    return true;
}

static bool has_known_sizes(const struct node *n, const struct reading *r) {
    if (n->kind == SHARED_VARIABLE && !is_of_known(n->first, n->last, r))
        return false;
    return ALL_CHILDREN(c, n, has_known_sizes(c, r));
}

bool can_expand(const struct declaration *f, const struct declaration *kernel) {
    if (f->end > kernel->first || brings_in_between(f->end + 1, kernel->first) || !returns_value(f))
        return false;
    const struct reading *const r = read_function(f);
    const struct node *const last = r->body->newest;
    if (!has_plain_parameters(f, r) || r->body->why || !has_known_sizes(r->body, r))
        return false;
    for (const struct node *c = r->body->child; c; c = c->next)
        if (!is_plain_tree(c, c == last && c->kind == RETURN ? c : early_return(c)))
            return false;
    for (size_t i = f->first; i < f->end; i++)
        if (i != f->name && tokens[i].kind == WORD && !is(i - 1, ".") && !is(i - 1, "->") &&
            !is(i - 1, "::") && !meaning_in(r, i) && !(i < f->body && is_own(i, r)) &&
            is_hidden(i, f, kernel))
            return false;
    return true;
}
