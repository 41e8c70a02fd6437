// SPDX-License-Identifier: MIT
// What C++ no longer has, and nvcc's front end takes, so that device code may have it: ++ of a
// bool, which C++ has up to 14 (by an older standard the host's code may have that, too), and p > 0
// for a pointer p. All is compiled by C++17.
#include "rewrite.h"

bool is_bool(const struct type *type) {
    const struct declaration *const d =
        type->name && !is(type->name, "bool") && !type->means ? type_meant(type->name) : NULL;
    struct type of;
    if (d && d->what == ALIAS)
        return type_of_alias(d, &of) && !(of.name && same_word(of.name, type->name)) &&
               is_bool(&of);
    return type->shape == NUMBER_TYPE && type->name && is(type->name, "bool");
}

// The type of what it names, of a reference that of what it is to.
static const struct type *type_named(const struct node *n) {
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    const struct variable *const v = n->kind == LOCAL_NAME ? n->variable
                                     : d                   ? declared_as(d)
                                                           : NULL;
    const struct type *const of =
        n->kind == INDEX || n->kind == DEREFERENCE ? type_named(bare(n->child))->of : NULL;
    return v ? &v->type : of ? of : n->type;
}

static bool steps_bool(const struct node *n) {
    const struct node *const of = n->kind == STEP && is(n->sign, "+") ? bare(n->child) : NULL;
    return of && is_bool(type_named(of));
}

// ---- ++ of a bool -------------------------------------------------------------------------------

// b++ becomes (b = true), or where what it was is asked for a call.
static void rewrite_step(const struct node *n, bool asked) {
    const bool after = n->sign > n->child->last;
    erase(n->sign, n->sign + 1);
    insert_before(n->child->first, text(after && asked ? "::cuda_cpu::set_behind(" : "("));
    insert_after(n->child->last, text(after && asked ? ")" : " = true)"));
}

// Is it, in function d, ++ of what may be one: a T of a template around, and no bit-field?
static bool may_step_bool(const struct node *n, const struct declaration *d) {
    const struct node *const of = n->kind == STEP && is(n->sign, "+") ? bare(n->child) : NULL;
    if (!of || of->kind == MEMBER || of->kind == ARROW)
        return false;
    const struct declaration *const v = of->kind == GLOBAL_NAME ? variable_meant(of->name) : NULL;
    const struct type *const type = type_named(of);
    return !(v && is(v->name + 1, ":")) && type->name && type->from == type->name &&
           !type->arguments && is_template_parameter(type->name, d);
}

// ---- p > 0 --------------------------------------------------------------------------------------

static bool is_null(const struct node *n) {
    unsigned long long value;
    return is(n->first, "__null") || (literal_value(n, &value) && value == 0);
}

// The 0 that the node orders a pointer and; NULL: it does not.
static const struct node *ordered_with(const struct node *n) {
    static const char *const signs[] = {"<", ">", "<=", ">=", NULL};
    bool orders = false;
    for (size_t k = 0; signs[k] && n->kind == BINARY; k++)
        orders = orders || has_sign(n, signs[k]);
    if (!orders)
        return NULL;
    const struct node *const left = bare(n->child), *const right = bare(child(n, 1));
    return type_named(left)->shape == POINTER && is_null(right)   ? right
           : type_named(right)->shape == POINTER && is_null(left) ? left
                                                                  : NULL;
}

// ---- functions ----------------------------------------------------------------------------------

static void find_removed(const struct node *n, bool asked, unsigned code,
                         const struct declaration *d, bool by_old_standard) {
    const bool on_device = code & (DEVICE | GLOBAL), alone = on_device && !(code & HOST);
    const struct node *const null = alone ? ordered_with(n) : NULL;
    if (steps_bool(n) && (by_old_standard || alone)) {
        rewrite_step(n, asked);
    } else if (on_device && may_step_bool(n, d)) {
        insert_before(n->child->first, text("::cuda_cpu::stepped("));
        insert_after(n->child->last, text(")"));
    } else if (null) {
        tokens[null->first].instead = "::cuda_cpu::null_address()";
    }
    for (const struct node *c = n->child; c; c = c->next)
        find_removed(c, n->kind != EXPRESSION && !(n->kind == FOR && c == child(n, 2)),
                     code_below(n, c, code), d, by_old_standard);
}

// May it have any of that?
static bool has_removed(const struct declaration *d) {
    for (size_t i = d->open; i < d->end; i++)
        if ((is(i, "+") && is(i + 1, "+") && joins(i)) || is(i, "__null") ||
            (tokens[i].kind == NUMBER && source[tokens[i].start] == '0'))
            return true;
    return false;
}

void rewrite_removed_cxx(bool by_old_standard) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (d->what != FUNCTION || !d->body || owner_of(d->name) != USER || !has_removed(d))
            continue;
        find_removed(read_function(d)->initialisers, true, spaces_of(d), d, by_old_standard);
        find_removed(read_function(d)->body, true, spaces_of(d), d, by_old_standard);
    }
}
