// SPDX-License-Identifier: MIT
// What bodies show by themselves to be wrong, as nvcc does: it is told here, before anything is
// rewritten.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"

// ---- what stands in bodies ----------------------------------------------------------------------

// What a declarator has around its name: so many [], and a * or none.
struct declarator {
    int dimensions;
    bool pointer;
};

static struct declarator declarator_of(const struct declaration *d) {
    struct declarator found = {0, is(d->name - 1, "*") || is(d->name - 1, "__restrict__")};
    for (size_t t = d->name + 1; is(t, "["); t = closing(t) + 1)
        found.dimensions++;
    return found;
}

// Of the member whose name is token i: where two classes have one, or nobody knows, it may point to
// what is not in its object.
static struct declarator member_declarator(size_t i) {
    struct declarator found = {0, true};
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == VARIABLE && same_word(declarations[k].name, i) &&
            in_class(&declarations[k])) {
            found = declarator_of(&declarations[k]);
            if (found.pointer && found.dimensions == 0)
                return found;
        }
    return found;
}

// Whether the * or & at token i has one operand.
static bool is_unary(size_t i) {
    static const char *const statements[] = {"return", "else", "do", NULL};
    return is_any(i - 1, statements) ||
           (tokens[i - 1].kind == PUNCTUATION && !is(i - 1, ")") && !is(i - 1, "]"));
}

// Whether what begins with the variable at token i is written, and not what a pointer in it points
// to: x = , x.y += , x[i]++ , --x , *x = . d: its declaration, or NULL for one without pointers.
static bool is_written(size_t i, const struct declaration *d, bool *element) {
    struct declarator of = d ? declarator_of(d) : (struct declarator){0, false};
    size_t t = i + 1;
    *element = false;
    while (is(t, "[") || is(t, ".")) {
        const bool index = is(t, "[");
        if (d && index && of.dimensions-- == 0 && of.pointer)
            return false;
        if (d && !index)
            of = member_declarator(t + 1);
        *element = *element || index;
        t = index ? closing(t) + 1 : t + 2;
    }
    const bool inside = d && is(i - 1, "(") && is(i - 2, "*") && is(t, "+"); // *(x + 1)
    if (d && (inside || is(i - 1, "*")) && is_unary(inside ? i - 2 : i - 1)) {
        if (of.dimensions <= 0 && of.pointer)
            return false;
        *element = true;
        t = inside ? closing(i - 1) + 1 : t;
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

// The number of the argument that begins with token i, and the ( of its call.
static int argument_number(size_t i, size_t *open) {
    int depth = 0, before = 0;
    for (*open = i; *open > 0 && (depth += nesting(*open - 1)) <= 0 && !is(*open - 1, ";");)
        before += is(--*open, ",") && depth == 0;
    --*open;
    return before;
}

// Whether tokens [first, end), a parameter of f, are a reference to what variable v is, and not to
// another type, which a temporary of its value would do for.
static bool binds(const struct declaration *f, size_t first, size_t end,
                  const struct declaration *v) {
    static const char *const around[] = {"const", "constexpr", "static", "inline", "&", NULL};
    bool reference = false;
    size_t of = v->start;
    for (size_t t = first; t < end && !is(t, "="); t++) {
        reference = reference || is(t, "&");
        if (is_any(t, around))
            continue;
        while (of < v->type_end && is_any(of, around))
            of++;
        bool given = is(t, "auto"); // or a parameter of its template
        for (size_t g = f->first; g < f->start; g++)
            given = given || ((is(g, "class") || is(g, "typename")) && same_word(g + 1, t));
        if (reference) // the name
            return t + 1 >= end && (given || of >= v->type_end);
        if (given)
            of = v->type_end;
        else if (of >= v->type_end || !same_word(of++, t))
            return false;
    }
    return reference && of >= v->type_end;
}

// Whether the name at token i, of constant v, is an argument for a parameter that is a reference to
// it, or the value of such a local.
static bool is_bound(size_t i, const struct declaration *v) {
    const size_t end_of_name = i + 1;
    while (is(i - 1, "::") && tokens[i - 2].kind == WORD)
        i -= 2;
    if (is(i - 1, "=") && is(end_of_name, ";") && tokens[i - 2].kind == WORD && is(i - 3, "&"))
        return is(i - 4, "auto") || same_word(i - 4, v->type_end - 1);
    if (!(is(i - 1, "(") || is(i - 1, ",")) || !(is(end_of_name, ",") || is(end_of_name, ")")))
        return false;
    size_t open;
    const int at = argument_number(i, &open);
    bool found = false;
    for (size_t k = 0; open > 0 && k < declaration_count; k++) {
        const struct declaration *const f = &declarations[k];
        if (f->what != FUNCTION || owner_of(f->name) != USER || !same_word(f->name, open - 1))
            continue;
        size_t first = f->open + 1, end = first;
        int number = 0;
        for (; end < closing(f->open); end++) {
            if (is(end, "<") && closing_angle(end) < closing(f->open))
                end = closing_angle(end);
            else if (nesting(end) > 0)
                end = closing(end);
            else if (is(end, ",") && number++ == at)
                break;
            else if (is(end, ","))
                first = end + 1;
        }
        if (number < at || !binds(f, first, end, v))
            return false;
        found = true;
    }
    return found;
}

// Whether token i takes the address of a constant of the host's, which has a value alone in device
// code, or binds a reference to it.
static bool is_constant_held(size_t i) {
    static const char *const before[] = {"(", ",", "=", "::", NULL};
    const bool address = has_address_taken(i);
    if (!address && !is_any(i - 1, before))
        return false;
    const struct declaration *const d = variable_meant(i);
    return d && !d->spaces && owner_of(d->name) == USER &&
           (address ? !in_class(d) : d->is_const && d->open && is_bound(i, d));
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

static const struct declaration *device_constant(size_t i) {
    const struct declaration *const d = variable_meant(i);
    return d && d->spaces & CONSTANT ? d : NULL;
}

// Whether token i is an argument, or a member of it is, for a parameter that is a reference to what
// may change.
static bool is_lent(size_t i) {
    const size_t end = is(i + 1, ".") ? i + 3 : i + 1;
    if (!(is(i - 1, "(") || is(i - 1, ",")) || !(is(end, ",") || is(end, ")")))
        return false;
    size_t open;
    const int before = argument_number(i, &open);
    for (size_t k = 0; open > 0 && k < declaration_count; k++) {
        const struct declaration *const f = &declarations[k];
        if (f->what != FUNCTION || owner_of(f->name) != USER || !same_word(f->name, open - 1))
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
    if (!(code & (DEVICE | GLOBAL)) && d->is_template && is_unnamed(d))
        return;
    if (!(code & (DEVICE | GLOBAL)))
        complain(i, "error",
                 "\"%s\" is there in device code alone, not in a __host__ function(\"%s\")",
                 name_of(i), name_of_function(d));
    else if (is_written(i, NULL, &element) || has_address_taken(i) || is_lent(i))
        complain(i, "error", "expression must be a modifiable lvalue: nobody writes \"%s\"",
                 name_of(i));
}

// Whether the word at token i is a label whose address is taken: &&word
static bool is_label_address(size_t i) {
    return is(i - 1, "&") && is(i - 2, "&") && tokens[i - 2].end == tokens[i - 1].start &&
           tokens[i - 3].kind == PUNCTUATION && nesting(i - 3) >= 0 && !is(i - 3, ".") &&
           !is(i - 3, ">") && !is(i - 3, "*");
}

static void check_body(const struct declaration *d) {
    static const char *const indices[] = {"threadIdx", "blockIdx", "blockDim",
                                          "gridDim",   "warpSize", NULL};
    static const char *const exceptions[] = {"throw", "try", "thread_local", NULL};
    static const char *const types[] = {"typeid", "dynamic_cast", NULL};
    static const char *const locals[] = {"__shared__", "__constant__", "__device__",
                                         "__host__",   "__managed__",  NULL};
    static const char *const assembly[] = {"asm", "__asm__", "__asm", NULL};
    static const char *const barriers[] = {"__syncthreads", "__syncwarp", "__threadfence", NULL};
    static const char *const sections[] = {"public", "protected", "private", NULL};
    const unsigned spaces = spaces_of(d);
    for (size_t t = d->body + 1; t < d->end; t++) {
        if (is(t, ":") && is(t + 1, "}") && !is_any(t - 1, sections))
            complain(t + 1, "warning", "expected a statement");
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
                         is_any(t, types) || is(t, "thread_local")
                             ? "device code does not support %s"
                             : "device code does not support exception handling",
                         name_of(t));
        } else if (is_any(t, assembly)) {
            if (code_at(t) & (DEVICE | GLOBAL) && !(code_at(t) & HOST) && !is_left_out(d) &&
                !(d->is_template && is_unnamed(d)))
                check_asm(t);
        } else if (is_label_address(t)) {
            if (code_at(t) & (DEVICE | GLOBAL))
                complain(t - 2, "error",
                         "address of label extension is not supported in __device__/__global__ "
                         "functions");
        } else if (is_any(t, barriers) && is(t + 1, ";")) {
            complain(t, "warning", "expression has no effect: %s is not called", name_of(t));
        } else if (spaces & (DEVICE | GLOBAL) && is_constant_held(t) &&
                   code_at(t) & (DEVICE | GLOBAL) && !(code_at(t) & HOST)) {
            complain(t, "error",
                     "identifier \"%s\" is undefined in device code: it has a value there and no "
                     "address",
                     name_of(t));
        } else if (spaces & (DEVICE | GLOBAL) && !is(t - 1, ".") && !is(t - 1, "->") &&
                   is_constant_word(t) && is_written(t, device_constant(t), &element) &&
                   device_constant(t)) {
            if (element)
                complain(t, "warning",
                         "Cannot store to pointer that points to constant memory space: \"%s\"",
                         name_of(t));
            else
                complain(t, "error",
                         "expression must be a modifiable lvalue: \"%s\" is __constant__",
                         name_of(t));
        }
    }
}

static void check_function(const struct declaration *d) {
    if (d->spaces & GLOBAL)
        check_kernel(d);
    else if (is(d->name, "main") && d->spaces & DEVICE && d->scope == NO_SCOPE)
        complain(d->name, "error", "function \"main\" cannot be marked __device__ or __global__");
    check_bounds(d);
    for (size_t t = closing(d->open) + 1; t < d->body; t++)
        if (is(t, "__device__") || is(t, "__global__") || is(t, "__host__"))
            complain(t, "error",
                     "attributes are not permitted in a function definition: %s stands "
                     "in front of the function's type",
                     name_of(t));
    for (size_t t = d->open + 1, close = closing(d->open); t < close; t++)
        if (is(t, "__shared__") || is(t, "__constant__") || is(t, "__device__"))
            complain(t, "warning", "attribute \"%s\" does not apply here", name_of(t));
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
    check_constants();
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (owner_of(d->name) != USER)
            continue;
        warn_of_attribute(d);
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

// ---- variables of the device in host code -------------------------------------------------------

void warn_of_placed(size_t i, const struct declaration *d) {
    const char *const space = d->spaces & CONSTANT ? "__constant__" : "__device__";
    bool element;
    const bool is_array = is(d->name + 1, "[");
    const bool written = is_written(i, d, &element);
    if (!written) {
        if ((is_array && !element) || has_address_taken(i))
            return;    // its address is no secret
        int depth = 0; // nor is it to what takes it by its name
        for (size_t t = i; t-- > 0 && !is(t, ";") && !is(t, "{") && !is(t, "}");) {
            depth += nesting(t);
            if (depth > 0 && is(t, "(") && t > 0 && tokens[t - 1].kind == WORD &&
                strstr(name_of(t - 1), "Symbol"))
                return;
            depth = depth > 0 ? 0 : depth;
        }
    }
    complain(i, "warning", "a %s variable \"%s\" cannot be directly %s in a host function", space,
             name_of(d->name), written ? "written" : "read");
}
