// SPDX-License-Identifier: MIT
// What a file's declarations show by themselves to be no code for a GPU: kernels that return
// something or belong to a class, variables in a memory that they cannot be in.
#include "uses.h"

// Does the kernel say that it returns something? Names of types that are not known may mean void.
static bool returns_something(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    const bool unknown = s->result.shape == UNKNOWN && !s->refers;
    return !d->special && !s->is_void && (unknown ? is(s->result.name, "auto") : s->is_known);
}

static void check_kernel(const struct declaration *d) {
    const char *const name = name_of_function(d);
    if (in_class(d) && !d->is_friend)
        complain(d->name, "a kernel cannot be a member of a class: %s", name);
    if (d->spaces & (DEVICE | HOST))
        complain(d->name, "a __global__ function cannot be __device__ or __host__, too: %s", name);
    if (returns_something(d))
        complain(d->name, "a kernel returns void: %s", name);
    if (is(closing(d->open) - 1, "."))
        complain(d->name, "a kernel cannot take an ellipsis: %s", name);
}

// Values that a GPU's variables cannot begin with: nvcc has to know them when it compiles.
static bool is_dynamic(const struct declaration *d);

// Does the class have a constructor that does something: the first one with parameters, or without?
static bool is_made_when_run(const struct type *type, bool with_arguments) {
    const size_t body = type->shape == OBJECT && type->name ? class_body(type->name) : 0;
    for (const struct declaration *d = declarations; body && d < declarations + declaration_count;
         d++)
        if (d->special == CONSTRUCTOR && d->scope != NO_SCOPE &&
            declarations[d->scope].body == body && is(d->open + 1, ")") == !with_arguments)
            return !d->is_constexpr && d->body && (is(d->after, ":") || !is(d->body + 1, "}"));
    return false;
}

// Does each function of that name work when the program runs? nvcc works some of the library's out.
static bool is_called_when_run(size_t name) {
    bool found = false, all = true;
    for (const struct declaration *o = first_named(name); o; o = next_named(o))
        if (owner_of(o->name) == USER || o->scope == NO_SCOPE) {
            found = true;
            all = all && o->what == FUNCTION && !o->is_constexpr &&
                  (owner_of(o->name) == USER ||
                   (!is(name - 1, "::") && !is_listed(name, "abs ceil fabs strlen")));
        }
    return found && all;
}

// Does the value call such a function, or read a variable that may change?
static bool is_dynamic_value(const struct node *n) {
    static const unsigned long long unread =
        KIND(SIZE_OF) | KIND(TYPE_ID) | KIND(LAMBDA) | KIND(ADDRESS_OF);
    bool found = n->kind == CONSTRUCT ? is_made_when_run(n->type, n->child)
                                      : n->kind == CALL && is_called_when_run(n->name);
    if (n->kind == GLOBAL_NAME) {
        const struct declaration *const d = variable_declared(n->name);
        struct type type;
        found = d && !d->is_constexpr && type_of_variable(d, &type) && is_plain(&type) &&
                (is_dynamic(d) || !type.constant);
    }
    return found || (!has_kind(n, unread) && ANY_CHILD(c, n, is_dynamic_value(c)));
}

static bool is_dynamic(const struct declaration *d) {
    const struct variable *const v = d->is_constexpr || d->is_extern ? NULL : declared_as(d);
    if (!v || v->reference)
        return false;
    const bool given = v->initial && (v->initial->kind != LIST || v->initial->child);
    return is_made_when_run(element_type(&v->type), given) ||
           (given && is_dynamic_value(v->initial));
}

static void check_variable(const struct declaration *d) {
    const char *const name = name_of(d->name);
    if (in_class(d) && !d->is_static)
        complain(d->name, "a member of a class cannot be in a memory of its own: %s", name);
    else if (d->spaces & SHARED && d->open && !d->is_extern)
        complain(d->name, "a __shared__ variable cannot be given a value where it is declared: %s",
                 name);
    else if (!(d->spaces & SHARED) && !is_in_template(d) && is_dynamic(d))
        complain(d->name, "dynamic initialization is not supported for a %s variable: %s",
                 d->spaces & CONSTANT  ? "__constant__"
                 : d->spaces & MANAGED ? "__managed__"
                                       : "__device__",
                 name);
}

void check_declarations(const struct judging *options) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (owner_of(d->name) != USER)
            continue;
        if (d->what == FUNCTION) {
            if (d->spaces & GLOBAL)
                check_kernel(d);
            if (d->body)
                check_body(d, options);
        } else if (d->what == VARIABLE && d->spaces & VARIABLE_SPACES) {
            check_variable(d);
        }
    }
}
