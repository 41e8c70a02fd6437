// SPDX-License-Identifier: MIT
// Whether the compiler has to be asked who calls whom (judge.c): not where the names alone show that
// nothing crosses the line between host and device, as in most programs.
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"

// What a name is declared as, somewhere.
enum meaning {
    HOST_FUNCTION = 1,
    DEVICE_FUNCTION = 2,
    KERNEL = 4,
    HOST_VARIABLE = 8,
    PLACED = 16,
    LIBRARY_FUNCTION = 32,
    LIBRARY_METHOD = 64,
    LIBRARY_VARIABLE = 128,
    HOST_CLASS = 256, // a class whose constructor, destructor or operator is the host's
    DEVICE_CLASS = 512,
};

struct name {
    size_t token; // one with that word
    unsigned meaning;
};

static struct name *names;
static size_t mask; // their number less 1, a power of two

static size_t slot_of(size_t i) {
    size_t hash = 1469598103934665603u;
    for (size_t k = tokens[i].start; k < tokens[i].end; k++)
        hash = (hash ^ (unsigned char)source[k]) * 1099511628211u;
    for (hash &= mask;; hash = (hash + 1) & mask) {
        const struct name *const n = &names[hash];
        if (!n->meaning)
            return hash;
        const size_t length = tokens[i].end - tokens[i].start;
        if (length == tokens[n->token].end - tokens[n->token].start &&
            memcmp(source + tokens[i].start, source + tokens[n->token].start, length) == 0)
            return hash;
    }
}

static unsigned meaning_of(size_t i) {
    return tokens[i].kind == WORD ? names[slot_of(i)].meaning : 0;
}

static void note(size_t i, unsigned meaning) {
    if (tokens[i].kind != WORD)
        return;
    struct name *const n = &names[slot_of(i)];
    n->token = i;
    n->meaning |= meaning;
}

static void note_all(void) {
    for (mask = 1024; mask < declaration_count * 3; mask *= 2)
        ;
    names = (struct name *)calloc(mask--, sizeof *names);
    for (size_t k = 0; names && k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const char *const mark = mark_of(d);
        if (!mark)
            continue;
        const bool special = d->special != ORDINARY;
        if (strcmp(mark, "host") == 0)
            note(special && in_class(d) ? declarations[d->scope].name : d->name,
                 special ? HOST_CLASS : HOST_FUNCTION);
        else if (strcmp(mark, "device") == 0)
            note(special && in_class(d) ? declarations[d->scope].name : d->name,
                 special ? DEVICE_CLASS : DEVICE_FUNCTION);
        else if (strcmp(mark, "builtin") == 0)
            note(d->name, DEVICE_FUNCTION);
        else if (strcmp(mark, "kernel") == 0)
            note(d->name, KERNEL);
        else if (strcmp(mark, "variable") == 0)
            note(d->name, HOST_VARIABLE);
        else if (strcmp(mark, "placed") == 0)
            note(d->name, PLACED);
        else if (d->what == FUNCTION && !special)
            note(d->name, in_class(d) ? LIBRARY_METHOD : LIBRARY_FUNCTION);
        else if (d->what == VARIABLE)
            note(d->name, LIBRARY_VARIABLE);
    }
}

// Whether token i stands in the arguments of a call that takes a variable of the device by its name.
static bool is_symbol_argument(size_t i) {
    int depth = 0;
    for (size_t t = i; t-- > 0 && !is(t, ";") && !is(t, "{") && !is(t, "}");) {
        depth += nesting(t);
        if (depth > 0 && is(t, "(") && t > 0 && tokens[t - 1].kind == WORD) {
            static const char *const symbol = "Symbol";
            const size_t n = tokens[t - 1].end - tokens[t - 1].start;
            for (size_t k = 0; k + 6 <= n; k++)
                if (memcmp(source + tokens[t - 1].start + k, symbol, 6) == 0)
                    return true;
            depth = 0;
        }
    }
    return false;
}

// Whether the name at token i may be a use across the line, in code of the device or of the host.
static bool may_cross(size_t i, bool device, bool host) {
    const unsigned meaning = meaning_of(i);
    const bool called = is(i + 1, "(") || is(i + 1, "<") || is(i + 1, "{");
    const bool member = i > 0 && (is(i - 1, ".") || is(i - 1, "->"));
    if (device && is(i, "std") && is(i + 1, "::")) {
        const unsigned of_std = meaning_of(i + 2);
        static const char *const harmless[] = {"is_same", "size_t", "uint32_t", "int32_t", "uint64_t",
                                               "int64_t", "uint8_t", "is_same_v", NULL};
        return !is_any(i + 2, harmless) && !(of_std == 0 && is(i + 3, "(")); // of_std 0: on both sides
    }
    if (!meaning)
        return false;
    if (device && ((meaning & (HOST_FUNCTION | KERNEL) && called) || meaning & (HOST_CLASS | HOST_VARIABLE)))
        return !is(i + 1, "<") || !(meaning & KERNEL) || !is(i + 2, "<");
    if (device && ((meaning & LIBRARY_FUNCTION && called && !member) ||
                   (meaning & LIBRARY_METHOD && is(i + 1, "(") && member) ||
                   (meaning & LIBRARY_VARIABLE && !member)))
        return true;
    if (host && meaning & (DEVICE_FUNCTION | DEVICE_CLASS) && (called || meaning & DEVICE_CLASS))
        return true;
    if (host && meaning & KERNEL && is_called(i))
        return true;
    return host && !device && meaning & PLACED && !is_symbol_argument(i);
}

// Whether token i names a class of the user's without constructors, bases and values of members.
static bool is_plain_class(size_t i) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const c = &declarations[k];
        if (c->what != CLASS || !same_word(c->name, i))
            continue;
        bool plain = is(c->name + 1, "{");
        for (size_t m = k + 1; m < declaration_count && declarations[m].first < c->end; m++)
            plain = plain && declarations[m].special != CONSTRUCTOR && declarations[m].special != DESTRUCTOR &&
                    !(declarations[m].what == VARIABLE && declarations[m].open);
        return plain;
    }
    return false;
}

// Whether a variable of the device, declared in d, may get its value at run time only.
static bool may_be_computed(const struct declaration *d) {
    static const char *const plain[] = {
        "static", "extern", "const",  "volatile", "unsigned", "signed", "char",   "short", "int",   "long",
        "float",  "double", "bool",   "size_t",   "__device__", "__constant__", "__managed__", "__align__",
        "inline", "uint3",  "dim3",   "float2",   "float3",   "float4", "int2",   "int3",  "int4",  "constexpr", NULL};
    for (size_t t = d->start; t < d->type_end; t++)
        if (tokens[t].kind == WORD && !is_any(t, plain) && !is_plain_class(t))
            return true;
    for (size_t t = d->open; d->open && t < d->end; t++)
        if (tokens[t].kind == WORD)
            return true;
    return false;
}

bool has_to_be_asked(void) {
    note_all();
    bool asked = false, host_class = false, templates = false, device_code = false, operators = false;
    for (size_t k = 0; k < declaration_count && !asked; k++) {
        const struct declaration *const d = &declarations[k];
        if (owner_of(d->name) != USER)
            continue;
        if (d->what == VARIABLE && d->spaces & VARIABLE_SPACES && !(in_class(d) && !d->is_static))
            asked = may_be_computed(d);
        if (d->what != FUNCTION)
            continue;
        const char *const mark = mark_of(d);
        const unsigned spaces = spaces_of(d);
        host_class = host_class || (mark && strcmp(mark, "host") == 0 && d->special);
        templates = templates || (d->is_template && spaces & (DEVICE | GLOBAL));
        if (mark && d->special == OPERATOR && !in_class(d) && strcmp(mark, "device") == 0)
            asked = true;
        device_code = device_code || spaces & (DEVICE | GLOBAL);
        operators = operators || (mark && strcmp(mark, "host") == 0 && d->special == OPERATOR && !in_class(d));
        const bool device = spaces & (DEVICE | GLOBAL), host = !(spaces & GLOBAL) && (spaces & HOST || !device);
        for (size_t t = d->first; d->body && t < d->end && !asked; t++)
            asked = (t > d->open && may_cross(t, device, host)) ||
                    (is(t, "static") && device && !is(t + 1, "constexpr")) ||
                    (t < d->name && device && is(t, "std") && may_cross(t, true, false));
    }
    // Objects whose operators run unseen.
    return asked || (host_class && templates) || (operators && device_code);
}
