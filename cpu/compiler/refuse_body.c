// SPDX-License-Identifier: MIT
// What bodies of functions show by themselves to be wrong, as nvcc does: exceptions and types that
// device code does not have, built-in variables in the wrong place. A body is read as a tree; what
// the parser does not understand is let pass.
#include "names.h"
#include "refuse.h"
#include "warn.h"

static const struct declaration *now;    // the function at hand
static const struct node *lambda_around; // what is looked at; NULL: there is none
static bool on_device;                   // it is, among others, code of the device

// ---- names --------------------------------------------------------------------------------------

// READ: its value is asked for; BOUND: a reference that cannot change it is made to it;
// HANDED_OVER: one that can.
enum access { READ, STORED, ADDRESSED, BOUND, HANDED_OVER };

// The parameter of function f that gets the argument with that number; NULL: it has none.
static const struct formal *formal_of(const struct declaration *f, size_t number) {
    const struct signature *const s = signature_of(f);
    if (number >= s->count && s->count > 0 && s->formals[s->count - 1].pack)
        number = s->count - 1;
    return number < s->count && s->formals[number].understood ? &s->formals[number] : NULL;
}

// Is a reference to that type, or to what is passed, one to what variable v is, and not to a
// temporary of its value?
static bool binds(const struct type *type, bool generic, const struct declaration *v) {
    const struct variable *const of = declared_as(v);
    return generic || (type->name && is(type->name, "auto")) || (of && same_type(type, &of->type));
}

// How the call's argument with that number is handed over: to all functions of that name, or
// HANDED_OVER to one. v: the constant that it is, or NULL.
static enum access access_of_argument(const struct node *call, size_t number,
                                      const struct declaration *v) {
    enum access access = READ;
    bool all = true;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const f = &declarations[k];
        const struct formal *const p =
            f->what == FUNCTION && same_word(f->name, call->name) && owner_of(f->name) == USER
                ? formal_of(f, number)
                : NULL;
        if (!p)
            continue;
        if (p->reference && !p->type.constant && !v)
            return HANDED_OVER;
        all = all && v && p->reference && binds(&p->type, p->generic, v);
        access = BOUND;
    }
    return v && all ? access : READ;
}

static void check_built_in(const struct node *n, enum access access) {
    const size_t name = n->kind == CONSTANT_VALUE ? n->first : n->name;
    if (access != READ && access != BOUND && !is_users_variable(name))
        complain(name, "error", "expression must be a modifiable lvalue: nobody writes \"%s\"",
                 name_of(name));
}

// A constant of the host's has a value alone in device code, and no address.
static void check_constant(const struct node *n, enum access access, unsigned code) {
    const struct declaration *const d =
        access == READ || access == STORED ? NULL : variable_meant(n->name);
    if (!d || d->spaces || owner_of(d->name) != USER || !(code & (DEVICE | GLOBAL)) ||
        code & HOST || is_in_vain(now))
        return;
    const bool reference = is_reference(d);
    const struct referent to = reference ? referent_of(d) : (struct referent){NOBODYS, 0};
    if (reference ? to.whose == CONSTANTS && to.name
        : access == ADDRESSED
            ? (!in_class(d) || (d->is_static && d->is_const)) && !is_put_in(n->name, d)
            : d->is_const && d->open && !mark_of(d))
        complain_late(n->name, "error",
                      "identifier \"%s\" is undefined in device code: it has a value there and no "
                      "address",
                      name_of(reference ? to.name : n->name));
}

// A function of the class which is called there without its name: ~H() by delete (name: NULL),
// begin() and end() by a loop over an object. The compiler names neither.
static void check_unnamed_call(size_t i, const struct type *type, const char *name, unsigned code) {
    const struct declaration *host = NULL;
    if (type->shape != OBJECT || !(code & (DEVICE | GLOBAL)) || is_in_vain(now) ||
        (code & (HOST | OF_BOTH) && now->is_let_off))
        return;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const f = &declarations[k];
        if (f->what != FUNCTION || !in_class(f) || f->given ||
            !same_word(declarations[f->scope].name, type->name) ||
            !(name ? is(f->name, name) : f->special == DESTRUCTOR))
            continue;
        if (owner_of(f->name) != USER || f->is_constexpr || spaces_of(f) & DEVICE)
            return;
        host = f;
    }
    if (host)
        call_across(i, kind_of_call(code), "__host__", name_of_function(host), code,
                    name_of_function(now));
}

// A launch of a kernel that is = delete, and declared but once.
static void check_deleted(const struct node *launch) {
    const size_t name = launch->child->name;
    const struct declaration *only = NULL;
    for (size_t k = 0; k < declaration_count && launch->child->kind == GLOBAL_NAME; k++)
        if (declarations[k].name < token_count && same_word(declarations[k].name, name)) {
            if (only)
                return;
            only = &declarations[k];
        }
    if (only && only->spaces & GLOBAL && only->given == DELETED)
        complain(name, "error", "function \"%s\" cannot be referenced -- it is a deleted function",
                 name_of(name));
}

// ---- the tree -----------------------------------------------------------------------------------

static void look(const struct node *n, enum access access, unsigned code);

static void look_at_all(const struct node *n, unsigned code) {
    for (const struct node *c = n->child; c; c = c->next)
        look(c, READ, code_below(n, c, code));
}

static bool is_name(const struct node *n) {
    return n->kind == GLOBAL_NAME || n->kind == BUILT_IN ||
           (n->kind == CONSTANT_VALUE && is(n->first, "warpSize"));
}

static void look_at_call(const struct node *n, unsigned code) {
    const bool atomic = n->kind == CALL && !(flags(n->name) & USERS) && is_atomic(n->name);
    size_t number = 0;
    if (on_device)
        check_call(n);
    else if (!(code & (DEVICE | GLOBAL)))
        check_call_of_lambda(n, now);
    check_object(n, code, now);
    if (n->kind == METHOD || n->kind == CALL_OF)
        look(n->child, READ, code);
    for (const struct node *c = first_argument(n); c; c = c->next, number++) {
        const struct node *const root = root_of(c);
        const struct declaration *const v = inside_parentheses(c)->kind == GLOBAL_NAME
                                                ? variable_meant(inside_parentheses(c)->name)
                                                : NULL;
        enum access access = READ;
        if (is_name(root) && (flags(n->name) & USERS))
            access = access_of_argument(n, number, NULL);
        if (access == READ && v && (flags(n->name) & USERS))
            access = access_of_argument(n, number, v);
        look(c, access, code);
        if (atomic && number == 0 && on_device)
            check_store(c, true, now);
    }
}

static void look_at_declaration(const struct node *n, unsigned code) {
    for (const struct node *c = n->child; c; c = c->next) {
        const struct variable *v = NULL;
        for (size_t k = 0; k < n->declared_count; k++)
            if (n->declared[k]->initial == c)
                v = n->declared[k];
        const struct declaration *const held =
            v && v->reference && inside_parentheses(c)->kind == GLOBAL_NAME
                ? variable_meant(inside_parentheses(c)->name)
                : NULL;
        const bool deduced = v && v->deduced;
        const bool changes =
            v && v->reference && !v->type.constant && !deduced && root_of(c)->kind == BUILT_IN;
        look(c,
             changes                                  ? HANDED_OVER
             : held && binds(&v->type, deduced, held) ? BOUND
                                                      : READ,
             code);
    }
}

// C++ has labels in front of nothing from 23 on.
static void check_labels(const struct node *block) {
    const struct node *last = block->child;
    while (last && last->next)
        last = last->next;
    if (last && (last->kind == LABEL || last->kind == JUMP) && is(last->last, ":"))
        warn(block->last, NO_STATEMENT, "expected a statement");
}

static void unsupported(size_t i, const char *what, unsigned code) {
    if (code & (DEVICE | GLOBAL) && !(code & HOST))
        complain_behind(i, "error", "device code does not support %s", what);
}

static void look(const struct node *n, enum access access, unsigned code) {
    static const char *const indices[] = {"threadIdx", "blockIdx", "blockDim",
                                          "gridDim",   "warpSize", NULL};
    if (is_name(n)) {
        if (is_any(n->kind == CONSTANT_VALUE ? n->first : n->name, indices))
            check_built_in(n, access);
        else if (n->kind == GLOBAL_NAME)
            check_constant(n, access, code);
    }
    if (n->kind == LOCAL_NAME && n->variable->role == SHARED_MEMORY && code & HOST)
        warn_of_shared(n->first);
    switch (n->kind) {
    case ASSIGN:
        if (on_device)
            check_store(n->child, false, now);
        look(n->child, STORED, code);
        look(child(n, 1), READ, code);
        break;
    case STEP:
        if (on_device)
            check_store(n->child, false, now);
        look(n->child, STORED, code);
        break;
    case ADDRESS_OF:
        look(n->child, ADDRESSED, code);
        break;
    case DEREFERENCE: // *&a is a
        if (bare(n->child)->kind == ADDRESS_OF)
            look(bare(n->child)->child, access, code);
        else
            look_at_all(n, code);
        break;
    case MEMBER:
        look(n->child, access == BOUND ? READ : access, code);
        break;
    case COMMA:
        for (const struct node *c = n->child; c; c = c->next)
            look(c, c->next ? READ : access, code);
        break;
    case INDEX:
        check_object(n, code, now);
        look(n->child, access == ADDRESSED && times_indexed(n->child) > 0 ? ADDRESSED : READ, code);
        look(child(n, 1), READ, code);
        break;
    case CONDITIONAL:
        look(n->child, READ, code);
        look(child(n, 1), access, code);
        look(child(n, 2), access, code);
        break;
    case CALL:
    case METHOD:
    case CALL_OF:
        look_at_call(n, code);
        break;
    case SIZE_OF: // is not evaluated
        if (n->child && n->child->kind != METHOD)
            look_at_all(n, code);
        break;
    case LAUNCH:
        check_deleted(n);
        look_at_all(n, code);
        break;
    case CAST:
        if (is(n->first, "dynamic_cast"))
            unsupported(n->first, "dynamic_cast", code);
        look_at_all(n, code);
        break;
    case TYPE_ID:
        if (is(n->first, "typeid"))
            unsupported(n->first, "typeid", code);
        break;
    case THROW:
    case TRY:
        unsupported(n->first, "exception handling", code);
        look_at_all(n, code);
        break;
    case BLOCK:
        check_labels(n);
        look_at_all(n, code);
        break;
    case DELETE:
        if (n->child->type->shape == POINTER)
            check_unnamed_call(n->first, n->child->type->of, NULL, code);
        look_at_all(n, code);
        break;
    case FOR_RANGE:
        check_object(n, code, now);
        check_unnamed_call(n->first, child(n, 1)->type, "begin", code);
        check_unnamed_call(n->first, child(n, 1)->type, "end", code);
        look_at_all(n, code);
        break;
    case LABEL_ADDRESS:
        if (code & (DEVICE | GLOBAL))
            complain(n->first, "error",
                     "address of label extension is not supported in __device__/__global__ "
                     "functions");
        break;
    case DECLARATION:
        if (n->per_thread)
            unsupported(n->first, "thread_local", code);
        check_placed(n, code, now);
        for (size_t k = 0; code & (DEVICE | GLOBAL) && k < n->declared_count; k++)
            if (!(now->is_template && is_unnamed(now)))
                check_size(n->declared[k]);
        for (size_t k = 0; n->is_constexpr && k < n->declared_count; k++)
            check_constexpr(n->declared[k]);
        look_at_declaration(n, code);
        break;
    case SHARED_VARIABLE:
        check_shared(n, code, now);
        look_at_all(n, code);
        break;
    case BARRIER:
        check_call(n);
        look_at_all(n, code);
        break;
    case ASSEMBLY:
        if (!is_in_vain(now))
            check_asm(n, code, now);
        look_at_all(n, code);
        break;
    case LAMBDA: {
        const struct node *const around = lambda_around;
        check_lambda(n, now, around);
        lambda_around = n;
        if (!(n->sign_length & ODD_HEAD))
            look_at_all(n, code);
        lambda_around = around;
        break;
    }
    default:
        look_at_all(n, code);
    }
}

void check_body(const struct declaration *d) {
    const struct reading *const r = read_function(d);
    now = d;
    on_device = spaces_of(d) & (DEVICE | GLOBAL);
    if (!on_device)
        check_captured_packs(d);
    if (!r->names_known)
        return;
    look(r->initialisers, READ, spaces_of(d));
    look(r->body, READ, spaces_of(d));
}
