// SPDX-License-Identifier: MIT
// Parameters of kernels that are larger together than a launch can hand over. How large they are
// only the compiler knows: in its view of the program each kernel for which that may be asks.
#include "names.h"
#include "refuse.h"

enum { MOST_BYTES = 32764, MANY_ELEMENTS = 256 };

// Has the variable, a member, an array of many elements, or of nobody knows how many?
static bool has_many(const struct declaration *d) {
    unsigned long long total = 1, count;
    size_t t = d->name + 1;
    for (; is(t, "["); t = closing(t) + 1) {
        const struct node *const n = closing(t) == t + 2 && tokens[t + 1].kind == NUMBER
                                         ? new_node(CONSTANT_VALUE, t + 1, t + 1)
                                         : NULL;
        if (!n || !literal_value(n, &count) || count > MOST_BYTES)
            return true;
        total *= count;
        if (total > MANY_ELEMENTS)
            return true;
    }
    return false;
}

// Does what tokens [first, end) name get a number that may be one of many elements, as
// std::array<int, n> does?
static bool gives_many(size_t first, size_t end) {
    unsigned long long count;
    for (size_t t = first; t < end; t++)
        if (tokens[t].kind == NUMBER && !is(t - 1, "=") &&
            (!literal_value(new_node(CONSTANT_VALUE, t, t), &count) || count > MANY_ELEMENTS))
            return true;
        else if (flags(t) & CONSTANT_NAME)
            return true;
    return false;
}

// Has a class of the program's a member that is large, perhaps, or is it the name of one?
static bool are_classes_large(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (owner_of(d->name) == USER && ((d->what == ALIAS && gives_many(d->start, d->end)) ||
                                          (d->what == VARIABLE && in_class(d) && !d->is_static &&
                                           (has_many(d) || gives_many(d->start, d->type_end)))))
            return true;
    }
    return false;
}

bool may_overflow(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    bool by_value = false, many = false;
    for (size_t k = 0; k < s->count && d->spaces & GLOBAL && d->body; k++) {
        const struct formal *const p = &s->formals[k];
        by_value = by_value || (!p->reference && p->name &&
                                (p->type.shape == OBJECT || p->type.shape == UNKNOWN));
        many = many || gives_many(p->first, p->end);
    }
    return by_value && (many || are_classes_large());
}

char *size_question(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    char *size = text("0ul");
    for (size_t k = 0; k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        const char *const type = p->reference ? "void *"
                                 : p->name    ? text("decltype(%s)", name_of(p->name))
                                              : NULL;
        if (type && !p->pack)
            size = text("(%s + alignof(%s) - 1) / alignof(%s) * alignof(%s) + sizeof(%s)", size,
                        type, type, type, type);
    }
    return text(" static_assert(%s <= %d, \"" OVERFLOW "\");", size, MOST_BYTES);
}
