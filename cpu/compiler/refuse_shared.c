// SPDX-License-Identifier: MIT
// What declarations of shared memory, and of other variables of the device in bodies, show to be
// wrong.
#include <string.h>

#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// 0, 0u; or a constant outside functions that is.
static bool is_zero(const struct node *n) {
    unsigned long long value;
    n = inside_parentheses(n);
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    const struct variable *const v = d && (d->is_const || d->is_constexpr) ? declared_as(d) : NULL;
    return (literal_value(n, &value) && value == 0) || (v && v->initial && is_zero(v->initial));
}

void check_size(const struct variable *v) {
    for (const struct type *type = &v->type; type->shape == ARRAY; type = type->of)
        if (type->size && is_zero(type->size))
            complain_behind(v->name, "error",
                            "zero-sized variable \"%s\" is not allowed in device code",
                            name_of(v->name));
}

// Is it the name of a class, and no alias of one?
static bool is_class(size_t name) {
    const struct declaration *const d = name && flags(name) & CLASS_NAME ? type_meant(name) : NULL;
    return d && d->what == CLASS;
}

// Is it surely no array of unknown size, which `extern __shared__` makes a definition?
static bool is_of_known_size(const struct type *type) {
    return type->shape == ARRAY    ? type->size != NULL
           : type->shape == OBJECT ? is_class(type->name)
                                   : type->shape != UNKNOWN;
}

void warn_of_definition(const struct variable *v) {
    if (!separate_compilation && is_of_known_size(&v->type))
        warn(v->name, EXTERN_DEFINITION,
             "extern declaration of the entity %s is treated as a static definition",
             name_of(v->name));
}

// ---- extern __shared__ --------------------------------------------------------------------------

static const struct variable **dynamics;
static size_t dynamic_count, dynamic_room;

// Which parameter of template `in`, from 0, the variable's type names; false: none.
static bool is_chosen(const struct variable *v, const struct declaration *in, size_t *number) {
    const struct variable *const by = made_of(&v->type);
    const size_t open = in->first + 1, close = is(open, "<") ? closing_angle(open) : open;
    struct formal p;
    *number = 0;
    for (size_t i = open + 1; by && in->is_template && i < close; i++, ++*number) {
        i = parse_template_parameter(i, close, &p);
        if (p.name == by->name)
            return !p.pack;
    }
    return false;
}

// Are they surely two types: of numbers, vectors, pointers or classes?
static bool are_others(const struct type *a, const struct type *b) {
    for (; a->shape == ARRAY && b->shape == ARRAY; a = a->of)
        b = b->of;
    if (a->shape == UNKNOWN || b->shape == UNKNOWN)
        return false;
    if (a->shape != b->shape || a->ordered != b->ordered)
        return true;
    if (a->shape == POINTER)
        return are_others(a->of, b->of);
    if (a->shape == OBJECT && !(is_class(a->name) && is_class(b->name)))
        return false;
    return !(a->shape == NUMBER_TYPE && (!a->bytes || !b->bytes)) && !same_type(a, b);
}

// Whether the arguments give the template another type than that; the first that it is given
// becomes it.
static bool is_another(const struct arguments *given, size_t number, struct type *type) {
    const struct argument *const a = given && number < given->count ? &given->all[number] : NULL;
    if (!a || !a->is_type || a->reference)
        return false;
    if (type->shape == UNKNOWN)
        *type = a->type;
    return are_others(type, &a->type);
}

static bool gives_another(const struct node *n, size_t name, size_t number, struct type *type) {
    if ((n->kind == GLOBAL_NAME || n->kind == CALL) && same_word(n->name, name) &&
        is_another(n->arguments, number, type))
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (gives_another(c, name, number, type))
            return true;
    return false;
}

// What an instantiation gives its template; NULL: it does not say so.
static const struct arguments *arguments_of(const struct declaration *d) {
    const size_t open = d->name + 1, close = is(open, "<") ? angle_partner(open) : token_count;
    begin_scope();
    return close < token_count ? parse_arguments_of_template(open, close) : NULL;
}

// Whether template `in` is launched, called or named with two types for that parameter.
static bool is_of_two_types(const struct declaration *in, size_t number) {
    struct type type = unknown_type;
    bool two = false;
    for (size_t k = 0; k < declaration_count && !two; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what == FUNCTION && d->body && owner_of(d->first) == USER)
            two = gives_another(read_function(d)->body, in->name, number, &type);
        if (d->what == INSTANTIATION && same_word(d->name, in->name))
            two = is_another(arguments_of(d), number, &type);
    }
    return two;
}

// How many elements a literal says that it has; false: it is no such array.
static bool length_of(const struct type *type, unsigned long long *length) {
    return type->shape == ARRAY && type->size && literal_value(type->size, length);
}

static bool are_other_sizes(const struct type *a, const struct type *b) {
    unsigned long long of_a, of_b;
    for (; a->shape == ARRAY && b->shape == ARRAY; a = a->of, b = b->of)
        if (length_of(a, &of_a) && length_of(b, &of_b) && of_a != of_b)
            return true;
    return false;
}

static bool are_incompatible(const struct type *a, const struct type *b) {
    return are_others(a, b) || are_other_sizes(a, b);
}

// ... which is declared outside functions, too.
static void check_outside(const struct variable *v, const struct declaration *in) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const struct variable *const outside =
            d->what == VARIABLE && d->spaces & SHARED && d->is_extern && d->scope == NO_SCOPE &&
                    in->scope == NO_SCOPE && !in->qualifier && same_word(d->name, v->name)
                ? declared_as(d)
                : NULL;
        if (outside && d->name < v->name && are_incompatible(&outside->type, &v->type)) {
            complain(v->name, "error",
                     "declaration is incompatible with \"%s\" (declared at line %ld)",
                     name_of(v->name), place_of(d->name).line);
            return;
        }
    }
}

// extern __shared__ outside functions, behind another declaration of that variable. The second
// definition is found by the compiler of the host's code, as in check_redefinition().
void check_shared_again(const struct declaration *d) {
    const struct variable *const v = declared_as(d);
    const bool plain = !in_class(d) && !in_function(d) && !d->qualifier && !d->is_template;
    if (!v || !plain || !d->is_extern || !(d->spaces & SHARED) || merged_passes)
        return;
    const struct declaration *like = NULL;
    for (size_t k = first_named(d->name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const e = &declarations[k];
        const bool before = e->what == VARIABLE && e->spaces & SHARED && e->name < d->name &&
                            !e->qualifier && !e->is_template && is_one_scope(e->scope, d->scope);
        const struct variable *const other = before ? declared_as(e) : NULL;
        if (other && are_incompatible(&other->type, &v->type)) {
            complain(d->name, "error",
                     "declaration is incompatible with \"%s\" (declared at line %ld)",
                     name_of(d->name), place_of(e->name).line);
            return;
        }
        like = before ? e : like;
    }
    if (like && !separate_compilation && is_of_known_size(&v->type))
        complain_late(d->name, "error",
                      "redefinition of \"%s\" (declared at line %ld): extern __shared__ of a known "
                      "size is a definition",
                      name_of(d->name), place_of(like->name).line);
}

// One name has one type and one size in all of a file.
static void check_dynamic(const struct variable *v, const struct declaration *in) {
    size_t number;
    if (is_chosen(v, in, &number) && is_of_two_types(in, number))
        complain(v->name, "error",
                 "declaration is incompatible with previous \"%s\": extern __shared__ %s has two "
                 "types",
                 name_of(v->name), name_of(v->name));
    bool first = true;
    for (size_t k = 0; k < dynamic_count; k++) {
        first = first && !same_word(dynamics[k]->name, v->name);
        if (same_word(dynamics[k]->name, v->name) && are_incompatible(&dynamics[k]->type, &v->type))
            complain(v->name, "error",
                     "declaration is incompatible with previous \"%s\" (declared at line %ld)",
                     name_of(v->name), place_of(dynamics[k]->name).line);
    }
    if (first)
        warn_of_definition(v);
    dynamics = (const struct variable **)grow(dynamics, &dynamic_room, dynamic_count + 1,
                                              sizeof *dynamics);
    dynamics[dynamic_count++] = v;
}

// ---- memories -----------------------------------------------------------------------------------

// What is declared in tokens [first, name] is in one memory.
static void check_memories(size_t first, size_t name) {
    unsigned memories = 0;
    for (size_t t = first; t < name; t++) {
        memories |= is(t, "__shared__")     ? SHARED
                    : is(t, "__constant__") ? CONSTANT
                    : is(t, "__managed__")  ? MANAGED
                                            : 0u;
        t = is(t, "{") || is(t, "(") ? closing(t) : t;
    }
    if (memories & (memories - 1))
        complain(name, "error", "\"%s\" cannot be in two memories at once", name_of(name));
}

// ---- all shared memory --------------------------------------------------------------------------

static void check_variable_of(const struct variable *v, bool external,
                              const struct declaration *in) {
    if (v->initial)
        complain(v->name, "error", "initializer not allowed for __shared__ variable");
    if (external) {
        check_dynamic(v, in);
        check_outside(v, in);
        return;
    }
    check_size(v);
    if (is_made(&v->type, 0))
        warn(v->name, SHARED_OBJECT,
             "dynamic initialization is not supported for a function-scope static __shared__ "
             "variable within a __device__/__global__ function");
}

// Which is missing: the ; behind the declaration, or a bracket, in front of the first ; behind the
// one that it would close?
static void tell_what_is_missing(const struct node *n, size_t name) {
    static const char *const open[] = {"(", "["}, *const close[] = {")", "]"};
    for (size_t i = n->first; i <= n->last; i++)
        for (size_t k = 0; k < sizeof open / sizeof *open; k++)
            if (is(i, open[k]) && !is(closing(i), close[k])) {
                while (i + 1 < token_count && !is(i, ";"))
                    i++;
                complain(i, "error", "expected a \"%s\"", close[k]);
                return;
            }
    complain(n->last + 1, "error", "expected a \";\" behind the declaration of \"%s\"",
             name_of(name));
}

void check_shared(const struct node *n, unsigned code, const struct declaration *in) {
    const struct reading *const r = read_function(in);
    const bool of_host = !(code & (DEVICE | GLOBAL)) || code & HOST;
    const struct variable *last = NULL;
    for (size_t k = 0; k < r->variable_count; k++) {
        const struct variable *const v = r->variables[k];
        if (v->role != SHARED_MEMORY || v->name < n->first || v->name > n->last)
            continue;
        if (!last)
            check_memories(n->first, v->name);
        last = v;
        if (of_host && !n->is_extern)
            complain(v->name, "error",
                     "a static \"__shared__\" variable declaration is not allowed inside a host "
                     "function body");
        else
            check_variable_of(v, n->is_extern, in);
    }
    if (last && !is(n->last, ";"))
        tell_what_is_missing(n, last->name);
}

// ---- what else says whose it is -----------------------------------------------------------------

// The first declaration of an extern variable of the device, in a function, that nothing outside
// declares.
static void warn_of_extern(const struct variable *v) {
    static const struct variable **warned;
    static size_t count, room;
    bool first = true;
    for (size_t k = first_named(v->name); k != NO_SCOPE && first; k = next_named(k))
        first = declarations[k].what != VARIABLE && declarations[k].what != OTHER;
    for (size_t k = 0; k < count && first; k++)
        first = !same_word(warned[k]->name, v->name);
    if (!first)
        return;
    warn_of_definition(v);
    warned = (const struct variable **)grow(warned, &room, count + 1, sizeof *warned);
    warned[count++] = v;
}

// Only `extern`, and in code of the device `static`, may be in a memory of it.
void check_placed(const struct node *n, unsigned code, const struct declaration *in) {
    const bool asked_for = !is_in_vain(in);
    const size_t before = errors;
    const bool device = code & (DEVICE | GLOBAL) && !(code & HOST);
    if (n->placed && n->declared_count > 0)
        check_memories(n->first, n->declared[0]->name);
    const bool allowed = !n->placed || n->is_extern || (device && n->is_static);
    for (size_t k = 0; k < n->declared_count && !allowed; k++)
        (device ? complain_behind : complain)(
            n->declared[k]->name, "error",
            "a %s variable declaration is not allowed inside a function body", name_of(n->placed));
    for (size_t k = 0;
         k < n->declared_count && n->placed && n->is_extern && asked_for && errors == before; k++)
        warn_of_extern(n->declared[k]);
}

// Where the name is evaluated first, which no variable of the function has; NULL: nowhere.
static const struct node *first_use(const struct node *n, size_t name) {
    if (n->kind == GLOBAL_NAME && same_word(n->name, name))
        return n;
    const struct node *found = NULL;
    for (const struct node *c = n->child; c && !found && n->kind != SIZE_OF && n->kind != TYPE_ID;
         c = c->next)
        found = first_use(c, name);
    return found;
}

static bool is_users_outside(size_t name) {
    for (size_t k = first_named(name); k != NO_SCOPE; k = next_named(k))
        if (declarations[k].what == VARIABLE && owner_of(declarations[k].name) == USER)
            return true;
    return false;
}

// What `extern` declares in device code is the host's, unless the program declares it elsewhere.
static void check_elsewhere(const struct node *n, const struct declaration *in) {
    for (size_t k = 0; k < n->declared_count; k++) {
        const size_t name = n->declared[k]->name;
        const struct node *const use =
            !is_users_outside(name) ? first_use(read_function(in)->body, name) : NULL;
        if (use)
            complain_late(use->name, "error", "identifier \"%s\" is undefined in device code",
                          name_of(name));
    }
}

// Trees do not have them: what `extern` declares in the function's body, in a memory of the device
// or in none.
void check_externs(const struct declaration *d) {
    for (size_t i = d->body; i < closing(d->body); i++) {
        bool placed = false, shared = false;
        if (!is(i, "extern") || !(is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}")))
            continue;
        for (size_t t = i; !is(t, ";") && t < closing(d->body); t++) {
            placed = placed || is(t, "__device__") || is(t, "__constant__") || is(t, "__managed__");
            shared = shared || is(t, "__shared__");
        }
        const unsigned code = code_at(i);
        const bool alone = code & (DEVICE | GLOBAL) && !(code & HOST) && !is_left_out(d);
        if (shared || !(placed || alone))
            continue;
        begin_scope();
        const struct node *const n = parse_declaration(i, false);
        failure = NULL;
        failed_at = 0;
        if (n && is(n->last, ";") && placed)
            check_placed(n, code, d);
        else if (n && is(n->last, ";"))
            check_elsewhere(n, d);
    }
}
