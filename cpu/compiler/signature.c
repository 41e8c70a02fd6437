// SPDX-License-Identifier: MIT
// What the declaration of a function says of its arguments and its result.
#include "names.h"

bool is_number_type(size_t i) {
    return is_any(i, arithmetic) ||
           (flags(i) & (PLAIN_NAME | OTHER_NAME | CLASS_NAME)) == PLAIN_NAME ||
           (is_any(i, number_types) && !(flags(i) & (CLASS_NAME | OTHER_NAME)));
}

// Is the word at token i declared by `class` or `typename` in tokens [first, i)?
static bool is_own_parameter(size_t first, size_t i) {
    for (size_t k = first; k + 1 < i; k++)
        if ((is(k, "class") || is(k, "typename")) && same(k + 1, i) && !is(k + 2, "="))
            return true;
    return false;
}

bool takes_class, takes_generic;

// Do the parameters in the parentheses at token `open` all take numbers, vectors or pointers by
// value? Tokens from `first` on are the declaration's template parameters.
bool by_value(size_t first, size_t open, bool trusted, bool own) {
    static const char *const around[] = {
        "const",  "__restrict__", "__restrict", "restrict", "register",
        "struct", "volatile",     "enum",       "*",        NULL};
    const size_t close = closing(open);
    takes_class = takes_generic = false;
    if (close == token_count)
        return false;
    for (size_t i = open + 1; i < close;) {
        bool plain = false, pointer = false, constant = false, reference = false, odd = false;
        if (is(i, "const") && is(i + 1, "legacy_texture") && is(i + 2, "<")) {
            i = angle_partner(i + 2) + 2; // a texture (common/legacy), which is read alone
            plain = true;
        }
        for (; i < close && !is(i, ","); i++) {
            if (is(i, "=")) { // a default
                while (i < close && !is(i, ","))
                    i = nesting(i) > 0                           ? closing(i) + 1
                        : is(i, "<") && angle_partner(i) < close ? angle_partner(i) + 1
                                                                 : i + 1;
                break;
            }
            constant = constant || is(i, "const");
            if (is(i, "*")) {
                pointer = true;
            } else if (is(i, "&") || is(i, "bitand") || is(i, "and")) {
                reference = true;
                odd = odd || is(i + 1, "&") || pointer;
            } else if (is_number_type(i) || is(i, "void") || is(i, ".")) {
                plain = true;
            } else if (is_any(i, vector_types) && !(flags(i) & USERS)) {
                plain = true;
            } else if ((flags(i) & (CLASS_NAME | OTHER_NAME | PLAIN_NAME)) == CLASS_NAME &&
                       !plain && !is(i + 1, "::") && !is(i + 1, "<") &&
                       ((flags(i) & USERS) || trusted)) {
                plain = takes_class = true;
            } else if (own && tokens[i].kind == WORD && is_own_parameter(first, i)) {
                plain = takes_generic = true;
            } else if (is(i, "<")) {
                size_t end = angle_partner(i);
                if (end >= close)
                    return false;
                odd = odd || !pointer;
                i = end;
            } else if (is(i, "[")) {
                pointer = true;
                i = closing(i);
            } else if (is(i, "(")) {
                return false; // a pointer to a function, or another declarator in parentheses
            } else if (tokens[i].kind == WORD && !is_any(i, around) && !plain && !pointer) {
                if (is(i + 1, ",") || is(i + 1, ")") || tokens[i + 1].kind == WORD ||
                    is(i + 1, "&") || is(i + 1, "::"))
                    odd = true; // of a type that is not known
                plain = is(i + 1, "*");
            } else if (tokens[i].kind == WORD && !is_any(i, around) && !is(i + 1, ",") &&
                       !is(i + 1, ")") && !is(i + 1, "=") && !is(i + 1, "[")) {
                return false; // no name of a parameter
            }
        }
        if (reference && !(trusted && constant && !odd))
            return false;
        if (odd && !(trusted && (constant || !reference)))
            return false;
        i++;
    }
    return true;
}

// What the function whose name stands at token `name` returns.
unsigned result_of(size_t first, size_t name) {
    static const char *const skipped[] = {"static",        "inline",
                                          "__inline__",    "__forceinline__",
                                          "__device__",    "__host__",
                                          "const",         "constexpr",
                                          "extern",        "__global__",
                                          "__inline",      "__noinline__",
                                          "noinline",      "__always_inline__",
                                          "always_inline", NULL};
    static const char *const refers[] = {"*", "&", "auto", "decltype", NULL};
    unsigned found = 0;
    for (size_t i = first; i < name; i++) {
        if (is(i, "template") && is(i + 1, "<"))
            i = angle_partner(i + 1);
        else if (is_any(i, annotations) && is(i + 1, "("))
            i = closing(i + 1);
        else if (is(i, "[") && is(i + 1, "["))
            i = closing(i);
        else if (is_number_type(i))
            found |= GIVES_NUMBER;
        else if (is_any(i, vector_types) && !(flags(i) & USERS))
            found |= GIVES_VECTOR;
        else if (!is_any(i, skipped) && tokens[i].kind != STRING) {
            // our own headers name the types of what refers to something
            const bool named = places[i].owner == OURS && !is_any(i, refers);
            found |= is(i, "void") || named ? GIVES_OTHER : GIVES_OTHER | GIVES_ADDRESS;
        }
    }
    return found ? found : GIVES_OTHER | GIVES_ADDRESS;
}
