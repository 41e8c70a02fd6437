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

// Has a class of the program's a member that is large, perhaps?
static bool are_classes_large(void) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == VARIABLE && in_class(&declarations[k]) &&
            !declarations[k].is_static && owner_of(declarations[k].name) == USER &&
            has_many(&declarations[k]))
            return true;
    return false;
}

bool may_overflow(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    bool by_value = false;
    for (size_t k = 0; k < s->count && d->spaces & GLOBAL && d->body; k++) {
        const struct formal *const p = &s->formals[k];
        by_value = by_value || (!p->reference && p->name &&
                                (p->type.shape == OBJECT || p->type.shape == UNKNOWN));
    }
    return by_value && are_classes_large();
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
