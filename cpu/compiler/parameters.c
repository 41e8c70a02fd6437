// SPDX-License-Identifier: MIT
// What a function is given: the parameters of its template, and its own.
#include "tree.h"

// In a kernel whose lanes hand over values, types that the template is given are taken to be those
// of numbers, which the compiler is asked then (write.c).
bool parse_template(size_t from, size_t from_end, bool of_numbers) {
    bool understood = true;
    for (size_t i = from; i < from_end; i++)
        if (tokens[i].kind == WORD && (is(i + 1, ",") || is(i + 1, ">") || is(i + 1, "="))) {
            const size_t before = is(i - 1, ".") ? i - 4 : i - 1; // ...
            const bool type = is(before, "typename") || is(before, "class");
            struct variable *v = new_variable(i, type ? TEMPLATE_TYPE : PARAMETER);
            if (before < i - 1 || (!type && !is_any(i - 1, arithmetic) &&
                                   !is_any(i - 1, number_types) && !(flags(i - 1) & PLAIN_NAME)))
                understood = false;
            v->given = type;
            v->number = type && of_numbers;
            v->type = number_type;
            v->type.integer = true;
            v->constant = true;
            add_variable(v);
            while (is(i + 1, "=") || (i + 1 < from_end && !is(i + 1, ",") && !is(i + 1, ">")))
                i++;
        }
    return understood;
}

// False: not all their names are known.
bool parse_parameters(size_t open) {
    bool understood = true;
    static const char *const skipped[] = {"__grid_constant__", "volatile", "register", NULL};
    const size_t close = closing(open);
    for (size_t i = open + 1; i < close; i++) {
        if (is(i, "void") && i + 1 == close)
            return true;
        struct type type;
        bool odd = false, reference = false, is_volatile = false;
        for (size_t k = i; k < close && !is(k, ","); k++)
            is_volatile = is_volatile || is(k, "volatile");
        while (is_any(i, skipped))
            i++;
        size_t behind = parse_type(i, &type, &odd);
        if (!behind && tokens[i].kind == WORD) { // of a type that nobody knows
            type = unknown_type;
            behind = i + 1 + is_any(i, qualifiers);
        }
        if (!behind) { // nor is its name
            understood = fail(i, "a parameter that is not understood") != NULL;
            while (i < close && !is(i, ","))
                i = nesting(i) > 0 ? closing(i) + 1 : i + 1;
            continue;
        }
        odd = odd || is(behind, ".");
        while (is(behind, "volatile"))
            behind++;
        behind = parse_stars(behind, &type, &reference);
        while (is(behind, "volatile"))
            behind++;
        behind = parse_stars(behind, &type, &reference);
        while (is(behind, "__grid_constant__") || is(behind, "."))
            odd = is(behind++, ".") || odd;
        if (is(behind, ",") || behind == close) { // it has no name
            i = behind;
            continue;
        }
        if (tokens[behind].kind != WORD) {
            understood = fail(behind, "a parameter that is not understood") != NULL;
            for (i = behind; i < close && !is(i, ",");)
                i = nesting(i) > 0 ? closing(i) + 1 : i + 1;
            continue;
        }
        struct variable *v = new_variable(behind, PARAMETER);
        v->type_first = i;
        v->type_end = behind;
        i = behind + 1;
        if (is(i, "[")) {
            type = *pointer_to(type);
            i = closing(i) + 1;
        }
        v->type = type;
        v->constant = type.constant;
        v->reference = reference;
        v->odd = odd;
        v->ordered = is_volatile;
        v->declarator_end = i;
        add_variable(v);
        while (i < close && !is(i, ",")) // a default value
            i = nesting(i) > 0 ? closing(i) + 1 : i + 1;
        v->last = i - 1;
    }
    return understood;
}
