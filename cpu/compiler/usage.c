// SPDX-License-Identifier: MIT
// How a function uses its variables: what nvcc's front end knows of them when it has read the text
// once, from its beginning to its end.
#include "usage.h"

#include <stdlib.h>

#include "names.h"
#include "refuse.h"
#include "warn.h"

// What is done with what an expression names. NOTED: nothing; READ: its value is asked for; PART:
// that of a part of it; SET: it, or a part of it, is given one; SEEN: its address becomes known, or
// nobody knows.
enum act { NOTED, READ, PART, SET, SEEN };

static bool on_device, returns_number;
static struct usage *all;
static size_t all_count;
static unsigned loops, lambdas, labels; // those that the text is in; those it has passed
static bool is_left_out_here;           // nvcc does not look at it when it counts uses
static bool is_generic_here;            // in a lambda whose calls choose the types of what it takes

static struct usage *usage_of(const struct variable *v) {
    for (size_t k = all_count; k-- > 0;)
        if (all[k].variable == v)
            return &all[k];
    return NULL;
}

static void walk(const struct node *n, enum act act);

static void walk_all(const struct node *n, enum act act) {
    for (const struct node *c = n->child; c; c = c->next)
        walk(c, act);
}

// ---- expressions --------------------------------------------------------------------------------

static void use_name(const struct node *n, enum act act) {
    struct usage *const u = usage_of(n->variable);
    if (!u)
        return;
    u->names++;
    u->mentioned = true;
    if (is_left_out_here || u->lambda != lambdas ||
        (act == READ && u->variable->type.shape == ARRAY))
        act = SEEN;
    if (act == NOTED)
        return;
    if ((act == READ || act == PART) && !u->may_be_set && u->loops == loops && u->labels == labels)
        u->unset_at = n->name;
    u->used = u->used || act != SET;
    u->set = u->set || act == SET;
    u->may_be_set = true;
}

// What n is a part of: an element or a member of what `whole` names, or points to.
static void use_part(const struct node *n, const struct node *whole, enum act act) {
    const enum shape shape = whole->type->shape;
    if (act == READ && n->type->shape == ARRAY) // its address
        act = SEEN;
    if (shape == POINTER)
        walk(whole, READ);
    else if (shape == UNKNOWN || n->type->shape == UNKNOWN)
        walk(whole, SEEN);
    else
        walk(whole, act == READ ? PART : act);
}

static bool is_number(const struct type *type) {
    return is_plain(type) || type->shape == VECTOR;
}

// What is done with an operand that is changed, and asked for.
static enum act change_of(const struct node *n) {
    return is_number(n->type) && bare(n)->kind != ASSIGN ? READ : SEEN;
}

// Operands of an operator: of numbers, or of what may have one of the program's.
static void use_operands(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next)
        walk(c, n->kind == STEP ? change_of(c) : is_number(c->type) ? READ : SEEN);
}

static void use_arguments(const struct node *n) {
    const unsigned known = n->kind == CALL ? flags(n->name) : 0;
    const bool values = known & FUNCTION_NAME && !(known & BY_REFERENCE) && !n->sign_length;
    for (const struct node *c = n->child; c; c = c->next)
        walk(c, values && is_plain(c->type) ? READ : SEEN);
}

// Is it a variable, or a member of one?
static bool is_whole(const struct node *n) {
    n = bare(n);
    return n->kind == LOCAL_NAME || (n->kind == MEMBER && is_whole(n->child));
}

static void use_assignment(const struct node *n, enum act act) {
    const struct node *const to = n->child, *const value = child(n, 1);
    const bool plain = is_number(to->type);
    const enum act give = act != READ          ? SEEN
                          : n->sign_length > 1 ? change_of(to)
                          : plain              ? SET
                                               : SEEN;
    if (!is_whole(to)) // an index may give its variables values
        walk(to, give);
    walk(value, plain && is_number(value->type) ? READ : SEEN);
    if (is_whole(to)) // += counts as asking for its value
        walk(to, give);
}

// An expression whose value nobody takes.
static void use_dropped(const struct node *n) {
    const enum kind_of_node kind = bare(n)->kind;
    walk(n, kind == LOCAL_NAME                                                        ? NOTED
            : kind == MEMBER || kind == INDEX || kind == ARROW || kind == DEREFERENCE ? SEEN
                                                                                      : READ);
}

// A constant that is needed when the program is compiled is a use that the compiler makes.
static void use_asked(const struct node *n) {
    static const char *const sizes[] = {"sizeof", "alignof", "decltype", "noexcept", NULL};
    walk_all(n, is_any(n->first, sizes) || n->kind == TYPE_ID ? NOTED : SEEN);
}

// Do calls of the lambda with that body choose types: has it <...>, or takes an auto?
static bool is_generic(const struct node *n, const struct node *body) {
    for (size_t t = n->first; t < body->first; t++)
        if (is(t, "auto") || is(t, "<"))
            return true;
    return false;
}

static void use_lambda(const struct node *n) {
    const unsigned outside = lambdas;
    const bool generic_outside = is_generic_here;
    const struct node *c = n->child;
    for (; c && c->next; c = c->next)
        walk(c, SEEN);
    static unsigned number;
    lambdas = ++number;
    is_generic_here = is_generic_here || (c && is_generic(n, c));
    if (c)
        walk(c, SEEN);
    lambdas = outside;
    is_generic_here = generic_outside;
}

// ---- statements ---------------------------------------------------------------------------------

static void declare(struct usage *u, const struct node *n) {
    u->declared = !n->is_extern && !is_left_out_here;
    u->loops = loops;
    u->lambda = lambdas;
    u->generic = is_generic_here;
    u->labels = labels;
    const struct type *const of = innermost(&u->variable->type);
    u->may_be_set = n->is_static || n->per_thread || n->placed || n->kind == SHARED_VARIABLE ||
                    (of->shape == VECTOR && is(of->name, "dim3")); // which has a constructor
}

static void use_declaration(const struct node *n) {
    for (size_t k = 0; k < n->declared_count; k++)
        if (usage_of(n->declared[k]))
            declare(usage_of(n->declared[k]), n);
    for (const struct node *c = n->child; c; c = c->next) {
        const struct variable *v = NULL;
        for (size_t k = 0; k < n->declared_count && !v; k++)
            v = n->declared[k]->initial == c ? n->declared[k] : NULL;
        if (!v) {
            walk(c, READ);
            continue;
        }
        struct usage *const u = usage_of(v);
        walk(c, !v->reference && is_number(&v->type) && (is_number(c->type) || c->kind == LIST)
                    ? READ
                    : SEEN);
        if (!u)
            continue;
        u->may_be_set = true;
        u->acts = c->kind != LAMBDA && acts_as_initial(c, v, on_device);
        u->set = !u->acts && !v->reference && !v->type.constant && !n->is_constexpr;
    }
}

static void use_shared(const struct node *n) {
    for (size_t k = 0; k < all_count; k++)
        if (all[k].variable->role == SHARED_MEMORY && n->first <= all[k].variable->name &&
            all[k].variable->name <= n->last)
            declare(&all[k], n);
    walk_all(n, SEEN);
}

// A condition that declares something asks for its value.
static void use_condition(const struct node *n) {
    walk(n, READ);
    for (size_t k = 0; n->kind == DECLARATION && k < n->declared_count; k++)
        if (usage_of(n->declared[k]))
            usage_of(n->declared[k])->mentioned = usage_of(n->declared[k])->used = true;
}

static void use_if(const struct node *n) {
    const bool left_out = is_left_out_here;
    if (asks_for_device(n)) { // the host's pass counts no uses
        walk(child(n, 1), READ);
        is_left_out_here = true;
        if (child(n, 2))
            walk(child(n, 2), READ);
    } else {
        use_condition(n->child);
        is_left_out_here = is_left_out_here || n->early;
        for (const struct node *c = n->child->next; c; c = c->next)
            walk(c, READ);
    }
    is_left_out_here = left_out;
}

static void use_loop(const struct node *n) {
    const struct node *c = n->child;
    if (n->kind == FOR) { // what comes first is done once
        walk(c, READ);
        c = c->next;
    }
    loops++;
    if (n->kind == FOR_RANGE) { // and what that declares nobody has to use
        c = c->next;
        walk(c, SEEN);
        c = c->next;
    }
    for (; c; c = c->next)
        if (n->kind == FOR && c == child(n, 2))
            use_dropped(c);
        else
            use_condition(c);
    loops--;
}

static void walk(const struct node *n, enum act act) {
    if (act == NOTED && n->kind != LOCAL_NAME) { // it is not worked out
        walk_all(n, NOTED);
        return;
    }
    switch (n->kind) {
    case LOCAL_NAME:
        use_name(n, act);
        break;
    case MEMBER:
    case ARROW:
    case DEREFERENCE:
        use_part(n, n->child, act);
        break;
    case INDEX:
        use_part(n, n->child, act);
        walk(child(n, 1), is_plain(child(n, 1)->type) ? READ : SEEN);
        break;
    case COMMA:
        for (const struct node *c = n->child; c; c = c->next)
            if (c->next && !(is_number(c->type) || is_void(c->type)))
                walk(c, SEEN);
            else if (c->next)
                use_dropped(c);
            else
                walk(c, act);
        break;
    case CONDITIONAL:
        walk(n->child, READ);
        walk(child(n, 1), act == READ ? READ : SEEN);
        walk(child(n, 2), act == READ ? READ : SEEN);
        break;
    case ASSIGN:
        use_assignment(n, act);
        break;
    case CAST:
        if (is_void(n->type) && bare(n->child)->kind == LOCAL_NAME)
            walk(n->child, NOTED);
        else
            walk_all(n, is_number(n->type) && !n->sign_length ? READ : SEEN);
        break;
    case CONSTRUCT:
        walk_all(n, is_number(n->type) ? READ : SEEN);
        break;
    case STEP:
    case SIGN:
    case BINARY:
        use_operands(n);
        break;
    case CALL:
    case EXCHANGE:
        use_arguments(n);
        break;
    case LAUNCH: // kernels take no references
        for (const struct node *c = n->child; c; c = c->next)
            walk(c, is_number(c->type) ? READ : SEEN);
        break;
    case LIST:
        walk_all(n, act);
        break;
    case SIZE_OF:
    case TYPE_ID:
        use_asked(n);
        break;
    case LAMBDA:
        use_lambda(n);
        break;
    case EXPRESSION:
        use_dropped(n->child);
        break;
    case SHARED_VARIABLE:
        use_shared(n);
        break;
    case DECLARATION:
        use_declaration(n);
        break;
    case IF:
        use_if(n);
        break;
    case WHILE:
    case DO:
    case FOR:
    case FOR_RANGE:
        use_loop(n);
        break;
    case SWITCH:
        use_condition(n->child);
        walk(child(n, 1), READ);
        break;
    case LABEL:
    case JUMP:
        labels += is(n->last, ":");
        walk_all(n, READ);
        break;
    case BLOCK:
        walk_all(n, READ);
        break;
    case TRY:
        labels++;
        walk_all(n, READ);
        labels++;
        break;
    case RETURN:
        walk_all(n, returns_number && lambdas == 0 ? READ : SEEN);
        break;
    default: // DELETE, METHOD, OPAQUE ...
        walk_all(n, SEEN);
    }
}

// ---- all of a function --------------------------------------------------------------------------

// Does the word at token i stand for a member, or a name of some other scope?
static bool is_behind_scope(size_t i) {
    return is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::");
}

// Whether each word of that name in the variable's scope is one that has been met, or stands for
// something else for sure.
static bool is_all_met(const struct reading *r, const struct variable *v, size_t names) {
    const size_t end = v->end ? v->end : r->body->last;
    for (size_t t = first_same(v->name); t <= end; t = next_same(t)) {
        if (t <= v->name || is_behind_scope(t))
            continue;
        const struct variable *const means = meaning_in(r, t);
        bool declares = false;
        for (size_t k = 0; k < r->variable_count && !declares; k++)
            declares = r->variables[k]->name == t;
        if (means == v ? names-- == 0 : !means && !declares)
            return false;
    }
    return names == 0;
}

struct usage *usages_of(const struct declaration *d, size_t *count) {
    const struct reading *const r = read_function(d);
    const struct signature *const s = signature_of(d);
    on_device = spaces_of(d) & (DEVICE | GLOBAL);
    returns_number = s->is_known && !s->refers && is_number(&s->result);
    loops = lambdas = labels = 0;
    is_left_out_here = is_generic_here = false;
    all = (struct usage *)allocate(r->variable_count + 1, sizeof *all);
    all_count = r->variable_count;
    for (size_t k = 0; k < all_count; k++) {
        all[k].variable = r->variables[k];
        if (all[k].variable->role == PARAMETER)
            all[k].declared = all[k].may_be_set = true;
    }
    if (r->initialisers)
        walk(r->initialisers, SEEN);
    walk(r->body, READ);
    for (size_t k = 0; k < all_count; k++)
        all[k].unknown = !is_all_met(r, all[k].variable, all[k].names);
    *count = all_count;
    return all;
}
