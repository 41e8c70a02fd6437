// SPDX-License-Identifier: MIT
// Functions that end without the value that they return, and loops that nothing leads to.
#include <string.h>

#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// How a statement may be left: by its end, by break, by continue. Where nobody knows, is_unsure.
enum { FALLS = 1, BREAKS = 2, CONTINUES = 4 };

static bool is_unsure;

// Do the words of a declaration of that name say that it does not return?
static bool never_returns(size_t name) {
    for (size_t k = first_named(name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const d = &declarations[k];
        for (size_t t = d->first; d->what == FUNCTION && t < d->behind && t < token_count; t++)
            if (is(t, "noreturn") || is(t, "__noreturn__") || is(t, "_Noreturn"))
                return true;
    }
    return is(name, "__trap") || is(name, "__builtin_unreachable") || is(name, "__builtin_trap");
}

// A function that the compiler has by itself: whether it returns nobody says.
static bool is_of_compiler(size_t name) {
    static const char prefix[] = "__builtin_";
    const struct token *const t = &tokens[name];
    return t->end - t->start >= sizeof prefix - 1 &&
           memcmp(source + t->start, prefix, sizeof prefix - 1) == 0;
}

static bool calls_what_never_returns(const struct node *n) {
    if ((n->kind == CALL || n->kind == METHOD) &&
        (never_returns(n->name) || is_of_compiler(n->name)))
        return true;
    for (const struct node *c = n->child; c && n->kind != LAMBDA; c = c->next)
        if (calls_what_never_returns(c))
            return true;
    return false;
}

// Is it a variable that is no constant?
static bool varies(const struct node *n) {
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    if (n->kind != LOCAL_NAME)
        return d && !d->is_const && !d->is_constexpr && !d->is_template;
    const struct variable *const v = n->variable;
    return v->role == PARAMETER
               ? v->reference || v->type.shape != UNKNOWN
               : !v->type.constant && v->role != UNIFORM && v->type.shape != UNKNOWN;
}

static bool has_variable(const struct node *n) {
    if (varies(n) || n->kind == BUILT_IN || n->kind == CALL || n->kind == METHOD ||
        n->kind == DEREFERENCE || n->kind == INDEX || n->kind == ARROW || n->kind == ASSIGN ||
        n->kind == STEP)
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (has_variable(c))
            return true;
    return false;
}

// 1 or 0: the condition always or never holds; -1: it may or may not.
static int holds(const struct node *condition) {
    const struct node *const n = bare(condition), *last = n->child;
    long long value;
    int first;
    if (n->kind == EMPTY)
        return 1;
    if (constant_value(n, &value))
        return value != 0;
    switch (n->kind) {
    case COMMA:
        while (last->next)
            last = last->next;
        return holds(last);
    case BINARY:
        if (!has_sign(n, "||") && !has_sign(n, "&&"))
            break;
        first = holds(n->child);
        return first < 0 || first == has_sign(n, "||") ? first : holds(child(n, 1));
    case SIGN:
        if (!has_sign(n, "!"))
            break;
        first = holds(n->child);
        return first < 0 ? first : !first;
    case CONDITIONAL:
        first = holds(n->child);
        is_unsure = is_unsure || first < 0;
        return first < 0 ? first : holds(child(n, first ? 1 : 2));
    default:
        break;
    }
    if (!has_variable(n)) // perhaps a constant
        is_unsure = true;
    return -1;
}

static bool is_loop(const struct node *n) {
    return n->kind == FOR || n->kind == WHILE || n->kind == DO;
}

static bool has_label(const struct node *n) {
    if (n->kind == LABEL || n->kind == OPAQUE || (n->kind == JUMP && is(n->last, ":")))
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (has_label(c))
            return true;
    return false;
}

static unsigned leaves(const struct node *n, bool told);

static const struct node *body_of_loop(const struct node *n) {
    return child(n, n->kind == FOR ? 3 : n->kind == FOR_RANGE ? 2 : n->kind == DO ? 0 : 1);
}

// A loop that nothing leads to, and nvcc has said so: to what is behind it leads what its body
// does.
static unsigned leaves_unreached(const struct node *n, bool told) {
    return leaves(body_of_loop(n), false) ? leaves(n, told) : 0;
}

// Statements one after the other.
static unsigned leaves_block(const struct node *n, bool told) {
    unsigned all = 0, last = FALLS;
    bool follows = false; // what never falls: a jump, not a call
    for (const struct node *c = n->child; c; c = c->next) {
        const bool unreached = !(last & FALLS) && follows && !is_unsure && is_loop(c);
        if (has_label(c))
            last = FALLS;
        else if (unreached && told && owner_of(c->first) == USER)
            warn(c->first, UNREACHABLE_LOOP, "loop is not reachable");
        follows = last & FALLS && !calls_what_never_returns(c);
        if (unreached && !has_label(c))
            last = leaves_unreached(c, told) & FALLS;
        if (!(last & FALLS) || (unreached && !has_label(c)))
            continue;
        last = leaves(c, told);
        all |= last & ~(unsigned)FALLS;
    }
    return all | (last & FALLS);
}

static unsigned leaves_loop(const struct node *n, bool told) {
    const struct node *const condition = child(n, n->kind == WHILE ? 0 : 1);
    const int held = n->kind == FOR_RANGE ? -1 : holds(condition);
    const unsigned inside = leaves(body_of_loop(n), told);
    const bool asks = n->kind != DO || inside & (FALLS | CONTINUES);
    return (inside & BREAKS) || (asks && held != 1) ? FALLS : 0;
}

static bool has_default(const struct node *n) {
    if (n->kind == LABEL && is(n->first, "default"))
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind != SWITCH && has_default(c))
            return true;
    return false;
}

static unsigned leaves(const struct node *n, bool told) {
    unsigned left;
    int held;
    switch (n->kind) {
    case OPAQUE:
        is_unsure = true;
        return FALLS;
    case RETURN:
    case THROW:
        return 0;
    case JUMP:
        return is(n->last, ":") ? FALLS : 0;
    case LEAVE_LOOP:
        return is(n->first, "break") ? BREAKS : CONTINUES;
    case EXPRESSION:
        if (bare(n->child)->kind == THROW)
            return 0;
        if ((n->child->kind == CALL || n->child->kind == METHOD) && never_returns(n->child->name))
            return 0;
        is_unsure = is_unsure || calls_what_never_returns(n->child);
        return FALLS;
    case BLOCK:
        return leaves_block(n, told);
    case IF:
        held = asks_for_device(n) ? 1 : holds(n->child);
        is_unsure = is_unsure || (n->early && held < 0);
        left = held == 0 ? 0 : leaves(child(n, 1), told);
        if (held != 1)
            left |= child(n, 2) ? leaves(child(n, 2), told) : FALLS;
        return left;
    case WHILE:
    case DO:
    case FOR:
    case FOR_RANGE:
        return leaves_loop(n, told);
    case SWITCH:
        left = leaves(child(n, 1), told);
        return (left & CONTINUES) | (left & (FALLS | BREAKS) || !has_default(n) ? FALLS : 0);
    case TRY:
        left = 0;
        for (const struct node *c = n->child; c; c = c->next)
            left |= leaves(c, told);
        return left;
    default:
        return FALLS;
    }
}

static void judge(const struct node *body, const char *name) {
    is_unsure = false;
    if (leaves(body, true) & FALLS && !is_unsure)
        warn(body->last, NO_RETURN, "missing return statement at end of non-void function \"%s\"",
             name);
}

static bool returns_value(const struct node *n) {
    if (n->kind == RETURN && n->child && n->child->type->shape != UNKNOWN)
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind != LAMBDA && returns_value(c))
            return true;
    return false;
}

// Lambdas that say what they return, or show it.
static void judge_lambdas(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next)
        judge_lambdas(c);
    size_t t = n->kind == LAMBDA ? n->sign : 0, behind;
    const struct node *body = n->child;
    while (t > 0 && body->next)
        body = body->next;
    while (t > 0 && t < body->first && !is(t, "->"))
        t = nesting(t) > 0 ? closing(t) + 1 : t + 1;
    struct type type = unknown_type;
    bool odd = false, refers = false;
    if (t == 0 || n->sign_length & ODD_HEAD || owner_of(n->first) != USER)
        return;
    if (t >= body->first) {
        if (returns_value(body))
            judge(body, "lambda");
        return;
    }
    behind = parse_type(behind_specifiers(t + 1), &type, &odd);
    behind = behind ? parse_stars(behind, &type, &refers) : 0;
    if (behind == body->first && !odd && type.shape != UNKNOWN)
        judge(body, "lambda");
}

// Does a template return what it takes, which is not void?
static bool gives_what_it_takes(const struct signature *s) {
    const struct variable *const of = s->result.shape == UNKNOWN ? s->result.means : NULL;
    for (size_t k = 0; of && k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        if (p->understood && p->type.shape == UNKNOWN && p->type.means &&
            p->type.means->name == of->name)
            return true;
    }
    return false;
}

void warn_of_ends(const struct declaration *d) {
    const struct reading *const r = read_function(d);
    const struct signature *const s = signature_of(d);
    const bool gives = !(d->spaces & GLOBAL) && (!d->special || d->special == OPERATOR) &&
                       s->is_known && !s->is_void && !d->tries &&
                       (s->result.shape != UNKNOWN || gives_what_it_takes(s));
    if (gives && !(is(d->name, "main") && d->scope == NO_SCOPE))
        judge(r->body, name_of(d->name));
    else
        leaves(r->body, true); // its loops
    judge_lambdas(r->body);
}
