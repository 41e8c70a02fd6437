// SPDX-License-Identifier: MIT
// Launches that nvcc refuses and C++ would take: of what is no kernel, from device code, with a
// wrong configuration, of a template with types that only one function knows.
#include "names.h"
#include "refuse.h"
#include "tree.h"

bool separate_compilation;

// Does the program bring names of a namespace's into another one?
static bool has_using(void) {
    static const struct declaration *of; // whose answer it is
    static size_t count;
    static bool found;
    if (of == declarations && count == token_count)
        return found;
    of = declarations;
    count = token_count;
    found = false;
    for (size_t i = 0; i < token_count && !found; i++)
        found = is(i, "using") && owner_of(i) == USER && !is(i + 2, "=");
    return found;
}

// Is it declared in a class or a namespace of a header's, of which a name alone is none?
static bool is_in_headers_scope(const struct declaration *d) {
    return owner_of(d->name) != USER && d->scope != NO_SCOPE && !has_using();
}

// All that is declared as a function of that name: its spaces; 0 where nothing is. *is_template:
// one is a template.
static unsigned spaces_of_name(size_t name, bool *is_template) {
    unsigned spaces = 0;
    *is_template = false;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == FUNCTION && same_word(declarations[k].name, name) &&
            owner_of(declarations[k].name) == USER && !in_class(&declarations[k])) {
            spaces |= spaces_of(&declarations[k]);
            *is_template =
                *is_template || (declarations[k].is_template && declarations[k].spaces & GLOBAL);
        }
    return spaces;
}

// ---- types that only one function knows ---------------------------------------------------------

// Is it, or a class around it, private in its class?
static bool is_hidden(const struct declaration *d) {
    while (in_class(d) && !d->is_private)
        d = &declarations[d->scope];
    return d->is_private;
}

enum unfit { FITS, OF_FUNCTION, PRIVATE, CLOSURE, UNNAMED };

static enum unfit type_fits(const struct type *type) {
    type = innermost(type);
    const struct variable *const v = type->means;
    enum unfit unfit = FITS;
    if (v && !v->given) // a class that the function defines, or another name of a type
        unfit = v->odd ? OF_FUNCTION : type_fits(&v->type);
    const struct declaration *const d = !v && type->name ? type_meant(type->name) : NULL;
    if (d && d->what != ALIAS && owner_of(d->name) == USER && is_hidden(d))
        unfit = PRIVATE;
    for (size_t k = 0; type->arguments && k < type->arguments->count && unfit == FITS; k++)
        unfit = type_fits(&type->arguments->all[k].type);
    return unfit;
}

// Does each template of that name choose the type of the argument with that number from it?
static bool is_deduced(size_t name, size_t number) {
    bool deduced = false;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || !same_word(d->name, name))
            continue;
        const struct signature *const s = signature_of(d);
        if (number >= s->count || !made_of(&s->formals[number].type))
            return false;
        deduced = true;
    }
    return deduced;
}

// Does the enumeration have an enumerator of that name?
static bool has_enumerator(const struct declaration *d, size_t name) {
    size_t i = d->body;
    do
        i = next_enumerator(i, d->end);
    while (i > 0 && !same_word(i, name));
    return i > 0;
}

// What the name at token i means, outside functions: a variable whose class or enumeration is
// defined with it, or an enumerator.
static enum unfit global_fits(size_t i) {
    const struct declaration *const v = variable_meant(i);
    const struct variable *const of = v ? declared_as(v) : NULL;
    if (of && of->initial && of->initial->kind == LAMBDA)
        return CLOSURE;
    if (of && !of->reference && type_fits(&of->type) == PRIVATE)
        return PRIVATE;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if ((d->what != CLASS && d->what != ENUMERATION) || owner_of(d->first) != USER ||
            !(v ? v->defines && v->defines == d->body
                : d->what == ENUMERATION && has_enumerator(d, i)))
            continue;
        if (tokens[d->name].kind != WORD)
            return UNNAMED;
        if (is_hidden(d))
            return PRIVATE;
    }
    return FITS;
}

// The type of the value, as far as the function shows it; one to which it points is looked at where
// that counts.
static enum unfit value_fits(const struct node *n, bool deduced) {
    n = inside_parentheses(n);
    if (n->kind == LAMBDA)
        return n->sign_length & LAMBDA_DEVICE ? FITS : CLOSURE;
    if (n->kind == CONSTRUCT)
        return type_fits(n->type);
    const struct node *const of = n->kind == ADDRESS_OF ? root_of(n->child) : n;
    if (of->kind == GLOBAL_NAME)
        return deduced ? global_fits(of->name) : FITS;
    if (n->kind != LOCAL_NAME)
        return FITS;
    const struct variable *const v = n->variable;
    if (deduced && v->role == UNIFORM && v->constant && v->type_end == 0)
        return OF_FUNCTION; // of an enumeration
    if (v->deduced)
        return v->initial && (v->initial->kind == LAMBDA || v->initial->kind == CONSTRUCT)
                   ? value_fits(v->initial, deduced)
                   : FITS;
    const bool points = v->type.shape == POINTER || v->type.shape == ARRAY;
    return v->reference || v->role == PARAMETER || (points && !deduced) ? FITS
                                                                        : type_fits(&v->type);
}

// Tells of each call of parameter `name` in the tree of function d, a lambda of the host's there.
static void tell_calls(const struct node *n, size_t name, const struct declaration *d) {
    const struct node *const of = n->kind == CALL_OF ? inside_parentheses(n->child) : NULL;
    if (of && of->kind == LOCAL_NAME && of->variable->name == name)
        call_across(n->last, "error", "constexpr __host__", "operator()", spaces_of(d),
                    name_of_function(d));
    for (const struct node *c = n->child; c; c = c->next)
        tell_calls(c, name, d);
}

// The only kernel of that name calls what it is given for the parameter with that number.
static void tell_kernel(size_t name, size_t number) {
    const struct declaration *only = NULL;
    for (size_t k = first_named(name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || !d->body || is_in_headers_scope(d))
            continue;
        if (only)
            return;
        only = d;
    }
    const struct signature *const s = only ? signature_of(only) : NULL;
    if (s && number < s->count && s->formals[number].name && !s->formals[number].pack)
        tell_calls(read_function(only)->body, s->formals[number].name, only);
}

// Is it a variable outside functions, whose lambda says that it is the device's?
static bool is_device_lambda(const struct node *value) {
    value = inside_parentheses(value);
    const struct declaration *const d =
        value->kind == GLOBAL_NAME ? variable_meant(value->name) : NULL;
    const struct variable *const v = d ? declared_as(d) : NULL;
    return v && v->initial && v->initial->kind == LAMBDA && v->initial->sign_length & LAMBDA_DEVICE;
}

static void check_types(const struct node *n) {
    enum unfit unfit = FITS;
    size_t called = (size_t)-1; // the argument, a lambda of the host's, that the kernel may call
    const struct arguments *const given = n->child->arguments;
    const struct node *value = n->child->next;
    for (size_t k = 0; given && k < given->count && unfit == FITS; k++)
        unfit = type_fits(&given->all[k].type);
    for (const struct node *c = n->child->child; c && unfit == FITS; c = c->next)
        if (c->kind == SIZE_OF && c->child && value_fits(c->child, false) == CLOSURE)
            unfit = CLOSURE;
    for (unsigned k = 0; k < n->sign_length; k++)
        value = value->next;
    for (size_t number = 0; value && unfit == FITS; value = value->next, number++)
        if (!(given && root_of(value)->kind == GLOBAL_NAME)) { // it may become what is asked for
            unfit = value_fits(value, is_deduced(n->child->name, number));
            if (unfit == CLOSURE && !relaxed_constexpr && !is_device_lambda(value))
                called = number;
        }
    if (unfit == OF_FUNCTION)
        complain_behind(
            n->name, "error",
            "a type local to a function cannot be used in the template argument type of a "
            "__global__ function template instantiation");
    if (unfit == UNNAMED)
        complain_behind(
            n->name, "error",
            "An unnamed type cannot be used in the template argument type of a __global__ "
            "function template instantiation, unless the type is local to a __device__ or "
            "__global__ function");
    if (unfit == PRIVATE)
        complain_behind(
            n->name, "error",
            "a type with private access cannot be used in the template argument type of a "
            "__global__ function template instantiation");
    if (unfit == CLOSURE)
        complain_behind(
            n->name, "error",
            "the closure type of a lambda of the host cannot be used in the template argument "
            "type of a __global__ function template instantiation: it wants [...] __device__ "
            "(...) and nvcc --extended-lambda");
    if (called != (size_t)-1)
        tell_kernel(n->child->name, called);
}

// ---- arguments ----------------------------------------------------------------------------------

// Is it declared where its name alone, in function `around`, does not mean it: in a class, or a
// header's namespace?
static bool is_out_of_sight(const struct declaration *d, const struct declaration *around) {
    if (owner_of(d->name) != USER)
        return is_in_headers_scope(d);
    return in_class(d) && !d->is_friend && !in_class(around) && !in_function(around) &&
           !around->qualifier;
}

// How many arguments launches of that name have: at least, with what is there by default, and at
// most; false: it is a template, or nobody knows.
static bool count_of(size_t name, const struct declaration *around, size_t *least, size_t *most) {
    const struct declaration *only = NULL;
    *least = (size_t)-1;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->name >= token_count || !same_word(d->name, name) || is_out_of_sight(d, around))
            continue;
        const struct signature *const s = d->what == FUNCTION ? signature_of(d) : NULL;
        if (!s || d->is_template || in_class(d) || (only && s->count != signature_of(only)->count))
            return false;
        size_t given = 0, known = 0;
        while (known < s->count && s->formals[known].understood && !s->formals[known].pack) {
            given += given == known && s->formals[known].behind == s->formals[known].end;
            known++;
        }
        *least = given < *least ? given : *least;
        *most = known == s->count ? known : (size_t)-1;
        only = d;
    }
    return only;
}

static void check_count(const struct node *n, const struct declaration *around) {
    const struct node *const given = child(n, n->sign_length + 1), *excess = given;
    size_t count = 0, least, most;
    for (const struct node *c = given; c; c = c->next)
        count++;
    if (n->child->kind != GLOBAL_NAME || !count_of(n->child->name, around, &least, &most))
        return;
    if (count < least)
        complain(n->last, "error", "too few arguments in function call");
    for (size_t k = 0; excess && k < most; k++)
        excess = excess->next;
    if (excess)
        complain(excess->first, "error", "too many arguments in function call");
}

// Does a declaration of that name begin with a word that means nothing, __globl__? The C++ compiler
// says so.
static bool is_misspelt(size_t name) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const size_t first =
            d->what == FUNCTION && same_word(d->name, name) ? behind_specifiers(d->start) : d->name;
        if (first + 1 < d->name && source[tokens[first].start] == '_' &&
            tokens[first + 1].kind == WORD && !(flags(first) & TYPE_NAME))
            return true;
    }
    return false;
}

// ---- launches -----------------------------------------------------------------------------------

static bool has_conversions(void) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].special == CONVERSION && owner_of(declarations[k].name) == USER)
            return true;
    return false;
}

// A variable that is surely no pointer to a kernel, nor anything that becomes one. What a template
// is given counts as a number, whatever it is (parameters.c): its type has no name.
static bool is_no_pointer(const struct node *n) {
    const struct variable *const v = n->kind == LOCAL_NAME ? n->variable : NULL;
    if (!v)
        return false;
    if (v->deduced && v->initial && v->initial->kind == LAMBDA)
        return true;
    const struct declaration *const d =
        v->type.shape == OBJECT && v->type.name ? type_meant(v->type.name) : NULL;
    return (v->type.shape == NUMBER_TYPE && v->type.name) || v->type.shape == VECTOR ||
           (d && d->what == CLASS && !d->is_template && owner_of(d->name) == USER &&
            !has_conversions());
}

static void check_launch(const struct node *n, const struct declaration *around, unsigned code) {
    const struct node *const callee = n->child;
    bool is_template = false;
    if (!is(n->last, ")")) {
        complain(n->last + 1, "error",
                 "expected a \"(\" and the arguments of the launch behind >>>");
        return;
    }
    const unsigned spaces =
        callee->kind == GLOBAL_NAME ? spaces_of_name(callee->name, &is_template) : 0;
    if (spaces && !(spaces & GLOBAL) && owner_of(callee->name) == USER &&
        !is_misspelt(callee->name)) {
        complain(callee->name, "error",
                 "a %s function(\"%s\") call cannot be configured: <<< >>> launches a __global__ "
                 "function",
                 spaces & HOST ? "host" : "__device__", name_of(callee->name));
        return;
    }
    if (is_no_pointer(callee)) {
        complain(callee->name, "error",
                 "\"%s\" cannot be launched: <<< >>> launches a __global__ function",
                 name_of(callee->name));
        return;
    }
    if (n->sign_length == 0)
        complain(n->sign + 3, "error", "a launch has to be configured: <<<grid, block>>>");
    else if (n->sign_length > 4)
        complain(child(n, 5)->first, "error",
                 "too many arguments in <<< >>>: they are grid, block, bytes of shared memory and "
                 "stream");
    if (code & (DEVICE | GLOBAL) && !separate_compilation &&
        (!(code & HOST) || !waits_for_calls(around)))
        complain_behind(
            callee->name, "error",
            "kernel launch from __device__ or __global__ functions requires separate compilation "
            "mode");
    if (spaces & GLOBAL)
        check_count(n, around);
    if (spaces & GLOBAL && is_template)
        check_types(n);
}

static void find_launches(const struct node *n, const struct declaration *around, unsigned code) {
    if (n->kind == LAUNCH && owner_of(n->sign) == USER)
        check_launch(n, around, code);
    for (const struct node *c = n->child; c; c = c->next)
        find_launches(c, around, code_below(n, c, code));
}

void check_launches(const struct declaration *d) {
    bool any = false;
    for (size_t i = d->open; i < d->end && !any; i++)
        any = begins_launch(i);
    if (!any)
        return;
    find_launches(read_function(d)->initialisers, d, spaces_of(d));
    find_launches(read_function(d)->body, d, spaces_of(d));
}
