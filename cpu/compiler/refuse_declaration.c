// SPDX-License-Identifier: MIT
// What declarations of variables show by themselves to be wrong.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "names.h"
#include "refuse.h"
#include "warn.h"

static bool is_declared_by_user(size_t name) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].name < token_count && same_word(declarations[k].name, name) &&
            owner_of(declarations[k].name) == USER)
            return true;
    return false;
}

// Is it a function of the mathematics, which g++ works out, and C++ does not? nvcc does what has
// another name inside g++: ceil(), and fabs() of all but a double.
bool has_no_early_value(const struct node *n) {
    static const char *const early[] = {"abs",   "ceil",     "isfinite", "isinf",
                                        "isnan", "isnormal", "signbit",  NULL};
    if (n->kind != CALL || is_declared_by_user(n->name) || !is_mathematics(n->name))
        return false;
    const struct node *const of = first_argument(n);
    const bool real = of && of->type->floating;
    return is(n->name, "fabs") || is(n->name, "copysign") ? real && of->type->bytes == 8
           : is(n->name, "fpclassify")                    ? real
                                                          : !is_any(n->name, early);
}

static void check_mathematics(const struct node *n, const char *what) {
    if (has_no_early_value(n))
        complain(n->name, "error", "%s: %s is no constexpr function", what, name_of(n->name));
    for (const struct node *c = n->child; c && n->kind != SIZE_OF && n->kind != TYPE_ID;
         c = c->next)
        check_mathematics(c, what);
}

void check_constexpr(const struct variable *v) {
    if (v && v->initial)
        check_mathematics(v->initial, "expression must have a constant value");
}

// ---- variables ----------------------------------------------------------------------------------

// Is the scope, or one around it, a namespace without a name, whose names are the file's alone?
static bool is_unnamed_scope(size_t scope) {
    for (; scope != NO_SCOPE; scope = declarations[scope].scope)
        if (declarations[scope].what == NAMESPACE && has_no_name(&declarations[scope]))
            return true;
    return false;
}

bool is_defined_here(const struct declaration *d) {
    bool here = !separate_compilation && !d->open && d->is_extern && !in_class(d) &&
                d->spaces & (DEVICE | CONSTANT | MANAGED) && !(d->spaces & SHARED);
    for (size_t k = 0; here && k < declaration_count; k++)
        here = declarations[k].what != VARIABLE || declarations[k].is_extern ||
               !same_word(declarations[k].name, d->name);
    return here;
}

// The class of that name; NULL where there is none, or more than one with a body.
static const struct declaration *only_class(size_t name) {
    const struct declaration *found = NULL;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == CLASS && declarations[k].body &&
            same_word(declarations[k].name, name)) {
            if (found)
                return NULL;
            found = &declarations[k];
        }
    return found;
}

// Does a statement of the body store something, or call a function?
static bool does_something(const struct node *body) {
    static const bool doing[OPAQUE + 1] = {
        [ASSIGN] = true, [STEP] = true, [CALL] = true, [METHOD] = true, [DELETE] = true};
    for (const struct node *c = body->child; c; c = c->next)
        if (c->kind == EXPRESSION && doing[c->child->kind])
            return true;
    return false;
}

// A variable outside functions of a class whose destructor does something, for all of nvcc's passes
// alike.
static void check_destruction(const struct declaration *d, const struct variable *v) {
    const struct type *of = &v->type;
    while (of->shape == ARRAY)
        of = of->of;
    const struct declaration *const own =
        of->shape == OBJECT && !v->reference ? only_class(of->name) : NULL;
    for (const struct declaration *f = own; f && f < declarations + declaration_count; f++) {
        bool does = f->what == FUNCTION && f->special == DESTRUCTOR && in_class(f) && f->body &&
                    &declarations[f->scope] == own && does_something(read_function(f)->body);
        if (does && owner_of(f->name) == USER)
            complain_behind(d->name, "error",
                            "dynamic initialization is not supported for a variable of the device "
                            "(\"%s\"): the destructor of %s is not empty",
                            name_of(d->name), name_of(own->name));
    }
}

static const char *memory_of(unsigned spaces) {
    return spaces & SHARED     ? "__shared__"
           : spaces & CONSTANT ? "__constant__"
           : spaces & MANAGED  ? "__managed__"
                               : "__device__";
}

// Is the variable an array, whose name is its address?
static bool is_array(const struct declaration *d) {
    const struct variable *const v = declared_as(d);
    return v && v->type.shape == ARRAY && !v->reference;
}

// The value of variable d of the device holds the address of one of the host's: &h, &h[1], the name
// of an array.
static void check_addresses(const struct node *n, const struct declaration *d) {
    const struct node *const of = n->kind == ADDRESS_OF ? root_of(n->child) : n;
    const struct declaration *const host =
        of->kind == GLOBAL_NAME ? variable_meant(of->name) : NULL;
    if (host && host->what == VARIABLE && !host->spaces && !host->is_template &&
        (!in_class(host) || host->is_static) && owner_of(host->name) == USER &&
        (n->kind == ADDRESS_OF || is_array(host)))
        complain_late(d->name, "error", "identifier \"%s\" is undefined in device code",
                      name_of(of->name));
    for (const struct node *c = n->child; c && n->kind != SIZE_OF && n->kind != TYPE_ID;
         c = c->next)
        check_addresses(c, d);
}

// The declaration further up of the same variable of the device; NULL: there is none.
static const struct declaration *declared_before(const struct declaration *d) {
    const bool qualified = in_class(d) || in_function(d) || d->qualifier || d->is_template;
    for (size_t k = qualified ? NO_SCOPE : first_named(d->name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const e = &declarations[k];
        const unsigned spaces = e->spaces | d->spaces;
        if (e->what == VARIABLE && e->name < d->name && is_one_scope(e->scope, d->scope) &&
            spaces & (DEVICE | CONSTANT | MANAGED) && !(spaces & SHARED) &&
            owner_of(e->name) == USER)
            return e;
    }
    return NULL;
}

// extern __device__ int n; and then __device__ int n; without -rdc=true: each is a definition, and
// the compiler of the host's code finds two. What the two passes differ in it does not see.
void check_redefinition(const struct declaration *d) {
    const struct declaration *const e =
        separate_compilation || merged_passes ? NULL : declared_before(d);
    if (e && (e->is_extern || d->is_extern))
        complain_late(d->name, "error",
                      "redefinition of \"%s\" (declared at line %ld): extern makes no difference "
                      "to variables of the device without -rdc=true",
                      name_of(d->name), place_of(e->name).line);
}

void check_variable(const struct declaration *d) {
    const unsigned memories = d->spaces & (SHARED | CONSTANT | MANAGED);
    const char *const name = name_of(d->name);
    if (memories & (memories - 1))
        complain(d->name, "error", "\"%s\" cannot be in two memories at once", name);
    if (in_class(d) && !d->is_static)
        return;
    if (in_class(d) || (d->qualifier && only_class(d->qualifier))) {
        complain(d->name, "error", "memory qualifier on data member is not allowed");
        return;
    }
    const struct variable *const v = declared_as(d);
    const size_t before = errors;
    if (v)
        check_size(v);
    if (v && ((d->is_extern && d->spaces & SHARED) || (is_defined_here(d) && !declared_before(d))))
        warn_of_definition(v);
    if (d->spaces & SHARED && (d->is_extern ? v && v->initial : d->open > 0))
        complain(d->name, "error", "initializer not allowed for __shared__ variable");
    if (v && v->reference && !(d->spaces & SHARED))
        check_reference(d);
    if (v && !(d->spaces & SHARED) && !d->is_extern)
        check_destruction(d, v);
    if (v && !v->reference && !d->is_extern && !d->is_const && !d->open && errors == before &&
        is_made(&v->type, 0) && !is_made_early(&v->type, 0))
        complain_behind(d->name, "error",
                        "dynamic initialization is not supported for a %s variable",
                        memory_of(d->spaces));
    if (v && v->initial && !(d->spaces & SHARED))
        check_addresses(v->initial, d);
    if (v && v->initial && !(d->spaces & SHARED))
        check_mathematics(v->initial,
                          "dynamic initialization is not supported for a variable of the device");
    if (d->per_thread)
        complain(d->name, "error",
                 "cannot use thread_local specifier for a variable of the device (\"%s\")", name);
    if (d->spaces & MANAGED && d->is_const)
        complain(d->name, "error",
                 "a __managed__ variable (\"%s\") cannot have a const qualified type", name);
    if (d->inlined && !d->is_static && !separate_compilation && !is_unnamed_scope(d->scope))
        complain(d->name, "error",
                 "an inline variable of the device (\"%s\") must have internal linkage in whole "
                 "program mode (-rdc=false)",
                 name);
}

bool same_tokens(size_t a, size_t a_end, size_t b, size_t b_end) {
    if (a_end - a != b_end - b)
        return false;
    for (; a < a_end; a++, b++)
        if (!same_word(a, b))
            return false;
    return true;
}
