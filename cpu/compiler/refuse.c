// SPDX-License-Identifier: MIT
// What declarations and bodies show by themselves to be wrong, as nvcc does: it is told here,
// before anything is rewritten.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"

static char *word(size_t i) {
    return text("%.*s", (int)(tokens[i].end - tokens[i].start), source + tokens[i].start);
}

// ---- kernels -----------------------------------------------------------------------------------

static void check_kernel(const struct declaration *d) {
    static const char *const no_type[] = {"static",
                                          "inline",
                                          "extern",
                                          "__global__",
                                          "__launch_bounds__",
                                          "__cluster_dims__",
                                          "__attribute__",
                                          "__forceinline__",
                                          "__noinline__",
                                          "friend",
                                          "constexpr",
                                          "__device__",
                                          "__host__",
                                          "__maxnreg__",
                                          "__block_size__",
                                          "virtual",
                                          "typename",
                                          NULL};
    const char *const name = name_of_function(d);
    if (in_class(d) && !d->is_friend)
        complain(d->name, "error", "a __global__ function(\"%s\") cannot be a member function",
                 name);
    if (d->is_friend && d->body)
        complain(d->name, "error",
                 "a __global__ function(\"%s\") cannot be defined in a friend declaration", name);
    if (d->spaces & (DEVICE | HOST))
        complain(d->name, "error", "__global__ cannot stand beside %s",
                 d->spaces & DEVICE ? "__device__" : "__host__");
    if (d->is_constexpr)
        complain(d->name, "error", "a __global__ function(\"%s\") cannot be constexpr", name);
    if (d->special == OPERATOR)
        complain(d->name, "error", "an operator function cannot be a __global__ function");
    if (is(d->name, "main")) {
        complain(d->name, "error", "function \"main\" cannot be a __global__ function");
        return;
    }
    size_t type = token_count;
    bool is_void = false;
    for (size_t t = d->start; t < d->name && !d->special; t++) {
        if (is(t + 1, "(") && is_any(t, no_type))
            t = closing(t + 1);
        else if (is(t, "[") && is(t + 1, "["))
            t = closing(t);
        else if (type == token_count && !is_any(t, no_type) && tokens[t].kind == WORD)
            is_void = is(type = t, "void") && !is(t + 1, "*") && !is(t + 1, "&");
    }
    const size_t after = closing(d->open) + 1;
    bool is_trailing = is(after, "->") && is(after + 1, "void");
    for (size_t t = after; d->is_template && type < token_count && t == after;
         t++) // T, nobody asked for it
        is_trailing = is_trailing || (!is(type, "auto") && !is(type, "int") && !is(type, "float") &&
                                      !is(type, "double") && !is(type, "bool") && !is_void);
    if (!is_void && !is_trailing && !d->special)
        complain(d->name, "error", "a __global__ function(\"%s\") must have a void return type",
                 name);
    const size_t close = closing(d->open);
    for (size_t t = d->open + 1; t < close; t++) {
        if (is(t, ".") && is(t + 1, ".") && is(t + 2, ".") && (is(t - 1, ",") || t == d->open + 1))
            complain(d->name, "error", "a __global__ function(\"%s\") cannot have an ellipsis",
                     name);
        if (is(t, "&") && is(t + 1, "&") && tokens[t + 1].start == tokens[t].end)
            complain(d->name, "error",
                     "a __global__ function(\"%s\") cannot have a parameter that is an "
                     "rvalue reference",
                     name);
        if (is(t, "initializer_list"))
            complain(d->name, "error",
                     "a __global__ function(\"%s\") cannot have a parameter with type "
                     "\"std::initializer_list\"",
                     name);
    }
    for (size_t t = d->start; t < d->body; t++)
        if (is(t, "__launch_bounds__") && is(t + 1, "(") &&
            (tokens[t + 2].kind == STRING ||
             (tokens[t + 2].kind == NUMBER && strchr(word(t + 2), '.'))))
            complain(t, "error", "the argument of __launch_bounds__ has to be an integer");
}

// ---- variables ---------------------------------------------------------------------------------

static void check_variable(const struct declaration *d) {
    const unsigned memories = d->spaces & (SHARED | CONSTANT | MANAGED);
    const char *const name = word(d->name);
    if (memories & (memories - 1))
        complain(d->name, "error", "\"%s\" cannot be in two memories at once", name);
    if (in_class(d) && !d->is_static) {
        complain(d->name, "warning", "attribute \"%s\" does not apply here",
                 d->spaces & SHARED     ? "__shared__"
                 : d->spaces & CONSTANT ? "__constant__"
                                        : "__device__");
        return;
    }
    if (d->spaces & SHARED && d->open && !d->is_extern)
        complain(d->name, "error", "initializer not allowed for __shared__ variable");
    for (size_t t = d->start; t < d->type_end; t++)
        if (is(t, "&"))
            complain(d->name, "error", "a reference (\"%s\") cannot be a variable of the device",
                     name);
}

struct dynamic { // a declared extern __shared__
    size_t name, type, type_end, after, end;
};

static struct dynamic *dynamics;
static size_t dynamic_count, dynamic_room;

static bool same_tokens(size_t a, size_t a_end, size_t b, size_t b_end) {
    if (a_end - a != b_end - b)
        return false;
    for (; a < a_end; a++, b++)
        if (!same_word(a, b))
            return false;
    return true;
}

// extern __shared__ TYPE name[n];  one name has one type and one size in all of a file.
// `templates`: the parameters of the template that it stands in.
static void check_dynamic(size_t shared, size_t name, size_t end, const struct declaration *in) {
    struct dynamic d = {name, shared + 1, name, name + 1, end};
    while (is(d.type, "__align__") || is(d.type, "alignas") || is(d.type, "__attribute__"))
        d.type = closing(d.type + 1) + 1;
    if (in && in->is_template)
        for (size_t t = in->first; t < in->start; t++)
            for (size_t u = d.type; u < d.type_end; u++)
                if (tokens[t].kind == WORD && same_word(t, u) &&
                    (is(t - 1, "class") || is(t - 1, "typename"))) {
                    // wrong as soon as two types are launched
                    char *const kernel = word(in->name);
                    size_t first = 0;
                    for (size_t l = 0; l + 1 < token_count; l++)
                        if (is(l, kernel) && is(l + 1, "<") && tokens[l + 2].kind == WORD &&
                            is(l + 3, ">") && owner_of(l) == USER) {
                            if (first && !same_word(first, l + 2)) {
                                complain(name, "error",
                                         "declaration is incompatible with previous \"%s\": "
                                         "extern __shared__ %s has two types",
                                         word(name), word(name));
                                break;
                            }
                            first = l + 2;
                        }
                }
    for (size_t k = 0; k < dynamic_count; k++)
        if (same_word(dynamics[k].name, name) &&
            (!same_tokens(dynamics[k].type, dynamics[k].type_end, d.type, d.type_end) ||
             !same_tokens(dynamics[k].after, dynamics[k].end, d.after, d.end))) {
            const struct place before = place_of(dynamics[k].name);
            complain(name, "error",
                     "declaration is incompatible with previous \"%s\" (declared at line %ld)",
                     word(name), before.line);
        }
    dynamics = (struct dynamic *)grow(dynamics, &dynamic_room, dynamic_count + 1, sizeof *dynamics);
    dynamics[dynamic_count++] = d;
}

bool extended_lambda;

static bool is_space(size_t i) {
    return is(i, "__device__") || is(i, "__host__");
}

// __shared__, __constant__ and their kin at token i, in the body of function d.
static void check_local(size_t i, const struct declaration *d, unsigned code) {
    size_t before = i, name = i;
    while (before > 0 && tokens[before - 1].kind == WORD)
        before--;
    if (is_space(i)) {
        if (is(before - 1, "]")) { // of a lambda
            if (before == i && !extended_lambda)
                complain(i, "error",
                         "__host__ or __device__ annotation on lambda requires --extended-lambda "
                         "nvcc flag");
            return;
        }
        if (is(before - 1, ")") && (is(i + 1, "{") || is(i + 1, "->") || is_space(i + 1))) {
            if (before == i)
                complain(i, "error",
                         "the operator() function for a lambda cannot be explicitly annotated: "
                         "[...] %s (...) is how a lambda gets it",
                         word(i));
            return;
        }
        if (is(before - 1, ")") || is(i + 1, "(") || is(i, "__host__"))
            return;
    }
    bool external = false;
    for (size_t t = before; t < i; t++)
        external = external || is(t, "extern");
    if (!is(i, "__shared__")) {
        if (!external)
            complain(i, "error", "a %s variable declaration is not allowed inside a function body",
                     word(i));
        return;
    }
    if (!(code & (DEVICE | GLOBAL)) && !external) {
        complain(i, "error",
                 "a static \"__shared__\" variable declaration is not allowed inside a host "
                 "function body");
        return;
    }
    int angle = 0; // the declarators
    for (size_t t = i + 1; t < d->end && !is(t, ";"); t++) {
        angle += is(t, "<") ? 1 : is(t, ">") ? -1 : 0;
        if (is_any(t, (const char *const[]){"__align__", "alignas", "__attribute__", "decltype",
                                            NULL})) {
            t = closing(t + 1);
            continue;
        }
        if (tokens[t].kind == WORD && angle == 0)
            name = t;
        if (angle == 0 && t > i + 2 &&
            (is(t, "=") || (is(t, "{") && name == t - 1) || (is(t, "{") && is(t - 1, "]"))))
            complain(name, "error", "initializer not allowed for __shared__ variable");
        if (is(t, "]") && t + 1 < d->end && (tokens[t + 1].kind == WORD || is(t + 1, "}"))) {
            complain(t + 1, "error", "expected a \";\" behind the declaration of \"%s\"",
                     word(name));
            return;
        }
        if (is(t, "=") || is(t, "}"))
            break;
        if (is(t, "(") || is(t, "{"))
            t = closing(t);
        else if (is(t, "["))
            t = closing(t) - 1;
    }
    if (external) {
        size_t end = i;
        while (end < d->end && !is(end, ";"))
            end++;
        size_t declared = i + 1;
        for (size_t t = i + 1; t < end && !is(t, "["); t++)
            declared = tokens[t].kind == WORD ? t : declared;
        check_dynamic(i, declared, end, d);
    } else {
        size_t type = i + 1; // a class of the user's with a constructor
        while (is(type, "__align__") || is(type, "alignas"))
            type = closing(type + 1) + 1;
        for (size_t k = 0; k < declaration_count; k++) {
            const struct declaration *const c = &declarations[k];
            if (c->what == FUNCTION && c->special == CONSTRUCTOR && !c->given && !c->is_constexpr &&
                in_class(c) && same_word(declarations[c->scope].name, type) &&
                owner_of(c->name) == USER && closing(c->open) == c->open + 1 &&
                tokens[type + 1].kind == WORD)
                complain(type + 1, "warning",
                         "dynamic initialization is not supported for a function-scope "
                         "static __shared__ variable within a __device__/__global__ "
                         "function");
        }
    }
}

// ---- what stands in bodies ---------------------------------------------------------------------

// Whether what begins with the variable at token i is written: x = , x.y += , x[i]++ , --x
static bool is_written(size_t i, bool *element) {
    size_t t = i + 1;
    *element = false;
    while (is(t, "[") || is(t, ".")) {
        *element = *element || is(t, "[");
        t = is(t, "[") ? closing(t) + 1 : t + 2;
    }
    const bool twice = t + 1 < token_count && tokens[t].end == tokens[t + 1].start;
    if (is(t, "=") && !(twice && is(t + 1, "=")))
        return true;
    if (twice && (is(t, "+") || is(t, "-")) && same_word(t, t + 1) &&
        !(tokens[t + 2].kind == WORD || tokens[t + 2].kind == NUMBER || is(t + 2, "(")))
        return true;
    if (i > 1 && (is(i - 1, "+") || is(i - 1, "-")) && same_word(i - 2, i - 1) &&
        tokens[i - 2].end == tokens[i - 1].start &&
        (is(i - 3, ";") || is(i - 3, "{") || is(i - 3, "}") || is(i - 3, ")") || is(i - 3, "(") ||
         is(i - 3, "=") || is(i - 3, ",")))
        return true;
    static const char *const operators[] = {"+", "-", "*", "/", "%", "&", "|", "^", NULL};
    if (is_any(t, operators) && twice && is(t + 1, "="))
        return true;
    return (is(t, "<") || is(t, ">")) && same_word(t, t + 1) && is(t + 2, "=") &&
           tokens[t + 1].end == tokens[t + 2].start;
}

static bool has_address_taken(size_t i) {
    static const char *const before[] = {"(", "=", ",", "return", NULL};
    return is(i - 1, "&") && is_any(i - 2, before);
}

// Whether token i names a constant of the host's, outside classes.
static bool is_host_constant(size_t i) {
    const struct declaration *const d = variable_meant(i);
    return d && !d->spaces && owner_of(d->name) == USER && !in_class(d);
}

// Whether a variable __constant__ has the name at token i, in whatever scope: then it is worth a
// closer look.
static bool is_constant_word(size_t i) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == VARIABLE && declarations[k].spaces & CONSTANT &&
            same_word(declarations[k].name, i))
            return true;
    return false;
}

static bool is_device_constant(size_t i) {
    const struct declaration *const d = is_constant_word(i) ? variable_meant(i) : NULL;
    return d && d->spaces & CONSTANT;
}

// Whether token i is an argument, or a member of it is, for a parameter that is a reference to what
// may change.
static bool is_lent(size_t i) {
    const size_t end = is(i + 1, ".") ? i + 3 : i + 1;
    if (!(is(i - 1, "(") || is(i - 1, ",")) || !(is(end, ",") || is(end, ")")))
        return false;
    int depth = 0, before = 0;
    size_t open = i;
    while (open > 0 && (depth += nesting(open - 1)) <= 0 && !is(open - 1, ";"))
        before += is(--open, ",") && depth == 0;
    for (size_t k = 0; open > 1 && k < declaration_count; k++) {
        const struct declaration *const f = &declarations[k];
        if (f->what != FUNCTION || owner_of(f->name) != USER || !same_word(f->name, open - 2))
            continue;
        bool reference = false, constant = false;
        int at = 0;
        for (size_t t = f->open + 1; t < closing(f->open) && at <= before; t++) {
            reference = reference || (at == before && is(t, "&"));
            constant = constant || (at == before && is(t, "const"));
            at += is(t, ",");
            if (is(t, "<") && closing_angle(t) < closing(f->open))
                t = closing_angle(t);
        }
        if (reference && !constant)
            return true;
    }
    return false;
}

static void check_index(size_t i, const struct declaration *d, unsigned code) {
    if (is(i - 1, ".") || is(i - 1, "->") || is_declared_inside(i, d))
        return;
    const struct declaration *const other = variable_meant(i); // a member of the same name
    if (other && owner_of(other->name) == USER)
        return;
    bool element;
    if (!(code & (DEVICE | GLOBAL)))
        complain(i, "error",
                 "\"%s\" is there in device code alone, not in a __host__ function(\"%s\")",
                 word(i), name_of_function(d));
    else if (is_written(i, &element) || has_address_taken(i) || is_lent(i))
        complain(i, "error", "expression must be a modifiable lvalue: nobody writes \"%s\"",
                 word(i));
}

static void check_body(const struct declaration *d) {
    static const char *const indices[] = {"threadIdx", "blockIdx", "blockDim",
                                          "gridDim",   "warpSize", NULL};
    static const char *const exceptions[] = {"throw", "try", NULL};
    static const char *const types[] = {"typeid", "dynamic_cast", NULL};
    static const char *const locals[] = {"__shared__", "__constant__", "__device__",
                                         "__host__",   "__managed__",  NULL};
    static const char *const barriers[] = {"__syncthreads", "__syncwarp", "__threadfence", NULL};
    const unsigned spaces = spaces_of(d);
    for (size_t t = d->body + 1; t < d->end; t++) {
        if (tokens[t].kind != WORD)
            continue;
        bool element;
        if (is_any(t, locals)) {
            check_local(t, d, code_at(t));
        } else if (is_any(t, indices)) {
            check_index(t, d, code_at(t));
        } else if (is_any(t, exceptions) || is_any(t, types)) {
            const unsigned code = code_at(t);
            if (code & (DEVICE | GLOBAL) && !(code & HOST))
                complain(t, "error",
                         is_any(t, types) ? "device code does not support %s"
                                          : "device code does not support exception handling",
                         word(t));
        } else if (is_any(t, barriers) && is(t + 1, ";")) {
            complain(t, "warning", "expression has no effect: %s is not called", word(t));
        } else if (has_address_taken(t) && code_at(t) & (DEVICE | GLOBAL) && !(code_at(t) & HOST) &&
                   is_host_constant(t)) {
            complain(t, "error",
                     "identifier \"%s\" is undefined in device code: it has a value there and no "
                     "address",
                     word(t));
        } else if (spaces & (DEVICE | GLOBAL) && !is(t - 1, ".") && !is(t - 1, "->") &&
                   is_written(t, &element) && is_device_constant(t)) {
            if (element)
                complain(t, "warning",
                         "Cannot store to pointer that points to constant memory space: \"%s\"",
                         word(t));
            else
                complain(t, "error",
                         "expression must be a modifiable lvalue: \"%s\" is __constant__", word(t));
        }
    }
}

static void check_function(const struct declaration *d) {
    if (d->spaces & GLOBAL)
        check_kernel(d);
    else if (is(d->name, "main") && d->spaces & DEVICE && d->scope == NO_SCOPE)
        complain(d->name, "error", "function \"main\" cannot be marked __device__ or __global__");
    for (size_t t = d->open + 1, close = closing(d->open); t < close; t++)
        if (is(t, "__shared__") || is(t, "__constant__") || is(t, "__device__"))
            complain(t, "warning", "attribute \"%s\" does not apply here", word(t));
    if (d->spaces & DEVICE && !(d->spaces & HOST) && d->scope == NO_SCOPE && !d->special)
        for (size_t k = 0; &declarations[k] < d; k++) {
            const struct declaration *const o = &declarations[k];
            if (o->what == FUNCTION && !o->body && !o->spaces && o->scope == NO_SCOPE &&
                same_word(o->name, d->name) && owner_of(o->name) == USER &&
                same_tokens(o->open, closing(o->open), d->open, closing(d->open)))
                complain(d->name, "warning",
                         "a __host__ function(\"%s\") redeclared with __device__, hence "
                         "treated as a __host__ __device__ function",
                         name_of_function(d));
        }
}

// A method that overrides one of the other side.
static void check_override(const struct declaration *d) {
    if (!in_class(d))
        return;
    const struct declaration *const own = &declarations[d->scope];
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const o = &declarations[k];
        if (o->what != FUNCTION || !o->is_virtual || !in_class(o) || o->special ||
            !same_word(o->name, d->name) || o->scope == d->scope)
            continue;
        bool is_base = false;
        for (size_t t = own->name + 1; t < own->body; t++)
            is_base = is_base || same_word(t, declarations[o->scope].name);
        const unsigned here = spaces_of(d), there = spaces_of(o);
        if (is_base && here != there)
            complain(d->name, "error",
                     "execution space mismatch: overridden entity (function \"%s\") is a %s "
                     "function, but overriding entity (function \"%s\") is a %s function",
                     name_of_function(o), there & DEVICE ? "__device__" : "__host__",
                     name_of_function(d), here & DEVICE ? "__device__" : "__host__");
    }
}

void check_declarations(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (owner_of(d->name) != USER)
            continue;
        if (d->what == FUNCTION) {
            check_function(d);
            if (!d->special)
                check_override(d);
            if (d->body)
                check_body(d);
        } else if (d->what == VARIABLE && d->spaces & VARIABLE_SPACES) {
            check_variable(d);
        }
    }
    check_launches();
}

// ---- variables of the device in host code ------------------------------------------------------

void warn_of_placed(size_t i, const struct declaration *d) {
    const char *const space = d->spaces & CONSTANT ? "__constant__" : "__device__";
    bool element;
    const bool is_array = is(d->name + 1, "[");
    const bool written = is_written(i, &element);
    if (!written) {
        if ((is_array && !element) || has_address_taken(i))
            return;    // its address is no secret
        int depth = 0; // nor is it to what takes it by its name
        for (size_t t = i; t-- > 0 && !is(t, ";") && !is(t, "{") && !is(t, "}");) {
            depth += nesting(t);
            if (depth > 0 && is(t, "(") && t > 0 && tokens[t - 1].kind == WORD &&
                strstr(word(t - 1), "Symbol"))
                return;
            depth = depth > 0 ? 0 : depth;
        }
    }
    complain(i, "warning", "a %s variable \"%s\" cannot be directly %s in a host function", space,
             word(d->name), written ? "written" : "read");
}
