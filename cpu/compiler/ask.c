// SPDX-License-Identifier: MIT
// Whether the compiler has to be asked who calls whom (judge.c): not where the names alone show
// that nothing crosses the line between host and device, as in most programs. All words of a
// function are looked at, so that nothing depends on what the parser understands: one too many is a
// question too many. Which of them are locals, are called, stand for a variable's name alone or are
// an array's size, the tree says.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"
#include "tree.h"

// What a name is declared as, somewhere.
enum meaning {
    HOST_FUNCTION = 1,
    HOST_METHOD = 2,
    DEVICE_FUNCTION = 4,
    DEVICE_METHOD = 8,
    KERNEL_FUNCTION = 16,
    HOST_VARIABLE = 32,
    HOST_MEMBER = 64, // static
    PLACED_VARIABLE = 128,
    LIBRARY_FUNCTION = 256,
    LIBRARY_STD = 512, // in a namespace
    LIBRARY_METHOD = 1024,
    LIBRARY_VARIABLE = 2048,
    HOST_MADE = 4096,  // a class whose constructor or destructor is the host's
    HOST_CLASS = 8192, // or an operator or conversion of which is
    DEVICE_CLASS = 16384,
};

struct name {
    size_t token; // one with that word
    unsigned meaning;
};

bool report_questions;

static struct name *names;
static bool kernels_are_templates; // one of the user's is
static size_t mask;                // their number less 1, a power of two
static bool names_library_class;   // the user's text does, or uses namespace std: its functions may
                                   // be meant unseen

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

static void note_special(const struct declaration *d, bool host) {
    const bool made = d->special == CONSTRUCTOR || d->special == DESTRUCTOR;
    const size_t name = in_class(d)    ? declarations[d->scope].name
                        : d->qualifier ? d->qualifier // outside its class
                                       : d->name;
    note(name, !host ? DEVICE_CLASS : made ? HOST_MADE : HOST_CLASS);
}

static void note_declaration(const struct declaration *d, const char *mark) {
    const bool member = in_class(d) && !d->is_friend;
    if (strcmp(mark, "host") == 0 || strcmp(mark, "device") == 0) {
        const bool host = *mark == 'h';
        if (d->special)
            note_special(d, host);
        else
            note(d->name,
                 host ? (member || d->qualifier ? HOST_METHOD : 0) | (member ? 0 : HOST_FUNCTION)
                      : (member || d->qualifier ? DEVICE_METHOD : 0) |
                            (member ? 0 : DEVICE_FUNCTION));
    } else if (strcmp(mark, "builtin") == 0) {
        note(d->name, DEVICE_FUNCTION);
    } else if (strcmp(mark, "kernel") == 0) {
        note(d->name, KERNEL_FUNCTION);
    } else if (strcmp(mark, "variable") == 0) {
        note(d->name, member ? HOST_MEMBER : HOST_VARIABLE);
    } else if (strcmp(mark, "placed") == 0) {
        note(d->name, PLACED_VARIABLE);
    } else if (d->what == FUNCTION && !d->special) {
        note(d->name, member                 ? LIBRARY_METHOD
                      : d->scope == NO_SCOPE ? LIBRARY_FUNCTION
                                             : LIBRARY_STD);
    } else if (d->what == VARIABLE) {
        note(d->name, LIBRARY_VARIABLE);
    }
}

// The meanings that a class or an alias of the user's has because of what tokens [first, end) name:
// members and bases of such classes, and of the library's, are made and assigned with it.
static unsigned inherited(size_t first, size_t end) {
    unsigned meaning = 0;
    for (size_t t = first; t < end; t++)
        meaning |= is(t, "std") && is(t + 1, "::")
                       ? HOST_MADE | HOST_CLASS
                       : meaning_of(t) & (HOST_MADE | HOST_CLASS | DEVICE_CLASS);
    return meaning;
}

// Is this new? What has no name of its own means nothing.
static bool learns(size_t name, unsigned meaning) {
    const unsigned before = meaning_of(name);
    if (meaning)
        note(name, meaning);
    return meaning_of(name) != before;
}

// Classes and aliases, until nothing new is learnt.
static void inherit(void) {
    bool learnt = true;
    while (learnt) {
        learnt = false;
        for (size_t k = 0; k < declaration_count; k++) {
            const struct declaration *const c = &declarations[k];
            if (c->what != CLASS || owner_of(c->name) != USER)
                continue;
            unsigned meaning = inherited(c->name + 1, c->body);
            for (size_t m = k + 1; m < declaration_count && declarations[m].first < c->end; m++)
                if (declarations[m].what == VARIABLE && declarations[m].scope == k) {
                    meaning |= inherited(declarations[m].start, declarations[m].type_end);
                    for (size_t t = declarations[m].open; t && t < declarations[m].end; t++)
                        meaning |= meaning_of(t) & (HOST_FUNCTION | HOST_METHOD | HOST_VARIABLE)
                                       ? HOST_MADE
                                       : 0;
                }
            learnt |= learns(c->name, meaning);
        }
        for (size_t k = 0; k < declaration_count; k++) {
            const struct declaration *const a = &declarations[k];
            if (a->what != ALIAS || a->name == a->start || owner_of(a->name) != USER)
                continue;
            learnt |= learns(a->name, inherited(a->first, a->end));
        }
    }
}

static void note_all(void) {
    for (mask = 1024; mask < declaration_count * 3 + token_count / 8; mask *= 2)
        ;
    names = (struct name *)calloc(mask--, sizeof *names);
    for (size_t k = 0; names && k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const char *const mark = mark_of(d);
        kernels_are_templates = kernels_are_templates || (d->is_template && d->spaces & GLOBAL);
        if (mark)
            note_declaration(&declarations[k], mark);
    }
    inherit();
    names_library_class = false;
    for (size_t i = 0; i + 2 < token_count && !names_library_class; i++)
        if (is(i, "std") && owner_of(i) == USER)
            names_library_class = !is(i + 1, "::") || !is(i + 3, "(") || is(i - 1, "using") ||
                                  !(meaning_of(i + 2) & (LIBRARY_STD | LIBRARY_FUNCTION));
}

// Whether token i stands in the arguments of a call in the tree that takes a variable of the device
// by its name: cudaMemcpyToSymbol and its kin.
static bool is_symbol_argument(const struct node *n, size_t i) {
    if (n->kind == CALL && i > n->name && strstr(name_of(n->name), "Symbol"))
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->first <= i && i <= c->last && is_symbol_argument(c, i))
            return true;
    return false;
}

// What the name at token i in function d may mean there, of all that it means somewhere.
static unsigned meaning_there(size_t i, const struct declaration *d) {
    unsigned meaning = meaning_of(i);
    const unsigned methods = HOST_METHOD | DEVICE_METHOD | LIBRARY_METHOD | HOST_MEMBER;
    if (!meaning)
        return 0;
    if (!names_library_class)
        meaning &= ~(unsigned)(LIBRARY_STD | LIBRARY_METHOD);
    if (is(i - 1, ".") || is(i - 1, "->"))
        return meaning & methods;
    if (is(i - 1, "::"))
        return meaning;
    if (meaning && is_declared_inside(i, d))
        return 0;
    return in_class(d) || d->qualifier ? meaning : meaning & ~methods;
}

// Whether the name at token i, in function d, may be a use across the line, in code of the device
// or of the host.
static bool may_cross(size_t i, const struct declaration *d, bool device, bool host) {
    if (tokens[i].kind != WORD)
        return false;
    if (device && is(i, "std") && is(i + 1, "::")) {
        const unsigned of_std = meaning_of(i + 2);
        static const char *const harmless[] = {"is_same", "size_t",    "uint32_t",
                                               "int32_t", "uint64_t",  "int64_t",
                                               "uint8_t", "is_same_v", NULL};
        return !is_any(i + 2, harmless) &&
               !(of_std == 0 && is(i + 3, "(")); // of_std 0: on both sides
    }
    const unsigned meaning = meaning_there(i, d);
    if (!meaning)
        return false;
    const unsigned named = HOST_FUNCTION | HOST_METHOD | HOST_VARIABLE | HOST_MEMBER | HOST_CLASS |
                           HOST_MADE | LIBRARY_FUNCTION | LIBRARY_VARIABLE;
    if (device && meaning & named)
        return true;
    if (host && meaning & DEVICE_CLASS)
        return true;
    const unsigned called = (device ? KERNEL_FUNCTION | LIBRARY_METHOD | LIBRARY_STD : 0u) |
                            (host ? KERNEL_FUNCTION | DEVICE_FUNCTION | DEVICE_METHOD : 0u);
    if (meaning & called && is_called(i))
        return true;
    return host && meaning & PLACED_VARIABLE &&
           !(d->body && is_symbol_argument(read_function(d)->body, i));
}

// Whether token i names a class of the user's without constructors, bases and values of members.
static bool is_plain_class(size_t i) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const c = &declarations[k];
        if (c->what != CLASS || !same_word(c->name, i))
            continue;
        bool plain = !c->bases;
        for (size_t m = k + 1; m < declaration_count && declarations[m].first < c->end; m++)
            plain = plain && declarations[m].special != CONSTRUCTOR &&
                    declarations[m].special != DESTRUCTOR &&
                    !(declarations[m].what == VARIABLE && declarations[m].open);
        return plain;
    }
    return false;
}

// Is the value of the expression surely known when the program is compiled?
static bool is_constant(const struct node *n) {
    static const bool constant[OPAQUE + 1] = {
        [CONSTANT_VALUE] = true, [SIGN] = true,        [BINARY] = true,
        [LIST] = true,           [CONDITIONAL] = true, [COMMA] = true,
        [CAST] = true,           [CONSTRUCT] = true,   [SIZE_OF] = true};
    if (!constant[n->kind] || n->why ||
        ((n->kind == CAST || n->kind == CONSTRUCT) && !is_plain(n->type)))
        return false;
    for (const struct node *c = n->child; c && n->kind != SIZE_OF; c = c->next)
        if (!is_constant(c))
            return false;
    return true;
}

// Whether a variable of the device, declared in d, may get its value at run time only.
static bool may_be_computed(const struct declaration *d) {
    if (d->spaces & SHARED)
        return false;
    const struct variable *const v = declared_as(d);
    const struct type *type = v ? &v->type : &unknown_type;
    while (type->shape == ARRAY)
        type = type->of;
    const bool plain = is_plain(type) || type->shape == VECTOR ||
                       (type->shape == OBJECT && is_plain_class(type->name));
    return !plain || v->reference || (v->initial && !is_constant(v->initial));
}

// Says under report_questions that the compiler is asked because of token i.
static bool because(const char *why, size_t i) {
    const struct place place = place_of(i);
    if (report_questions)
        fprintf(stderr, "%s(%ld): the compiler is asked: %s %.*s\n", file_name(place.file),
                place.line, why, (int)(tokens[i].end - tokens[i].start), source + tokens[i].start);
    return true;
}

// A declaration in the tree that is not understood, or of an array whose size names a parameter or
// local of function d; NULL: there is none.
static const struct node *find_sized(const struct node *n, const struct declaration *d) {
    const struct node *found = n->kind == OPAQUE ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next) {
        const bool declares = n->kind == DECLARATION || n->kind == SHARED_VARIABLE;
        const bool sizes = declares && c->kind == SIZE_OF && is(c->first, "[");
        const struct node *const local = sizes ? find_kind(c, LOCAL_NAME) : NULL;
        found = local && local->variable->name > d->open ? local
                : sizes && find_kind(c, BUILT_IN)        ? c
                                                         : find_sized(c, d);
    }
    return found;
}

// A static variable in the tree whose value may be none that the compiler knows; NULL: there is
// none.
static const struct node *find_static(const struct node *n) {
    const struct node *found =
        n->kind == DECLARATION && says(n, "static") && !says(n, "constexpr") ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = find_static(c);
    return found;
}

// The token by which a launch in the tree gives a template what may call the host: a function of
// the host's, or what the library has; 0: none does.
static size_t find_given(const struct node *n) {
    size_t found = 0;
    for (size_t t = n->name + 1; n->kind == LAUNCH && t < n->last && !found; t++)
        if ((t < n->sign && meaning_of(t) & HOST_FUNCTION) || (is(t, "std") && is(t + 1, "::")))
            found = t;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = find_given(c);
    return found;
}

static bool has_device_lambda(const struct node *n) {
    bool found = n->kind == LAMBDA && n->sign_length & LAMBDA_DEVICE;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = has_device_lambda(c);
    return found;
}

// Whether function d, of the user's, makes it necessary to ask.
static bool asks_about(const struct declaration *d) {
    const unsigned spaces = spaces_of(d);
    const char *const mark = mark_of(d);
    const bool device = spaces & (DEVICE | GLOBAL),
               host = !(spaces & GLOBAL) && (spaces & HOST || !device);
    if (mark && d->special == OPERATOR && !in_class(d) && strcmp(mark, "device") == 0)
        return because("an operator of the device", d->name);
    const struct node *const sized =
        device && d->body ? find_sized(read_function(d)->body, d) : NULL;
    if (sized)
        return because("an array whose size may be computed", sized->first);
    const struct node *const lasting =
        device && d->body ? find_static(read_function(d)->body) : NULL;
    if (lasting)
        return because("a value that may be computed", lasting->first);
    const size_t given =
        host && d->body && kernels_are_templates ? find_given(read_function(d)->body) : 0;
    if (given)
        return because("what a template is given", given);
    const bool lambdas = extended_lambda && d->body && has_device_lambda(read_function(d)->body);
    for (size_t t = d->first; d->body && t < d->end; t++) {
        if (t > d->open && may_cross(t, d, device || lambdas, host))
            return because("a name of the other side", t);
        if (t < d->name && device && may_cross(t, d, true, false)) // an object of it is made
            return because("a type of the other side", t);
    }
    return false;
}

bool has_to_be_asked(void) {
    note_all();
    bool asked = false;
    const struct declaration *host_class = NULL, *device_template = NULL, *device_code = NULL,
                             *operators = NULL;
    for (size_t k = 0; k < declaration_count && !asked; k++) {
        const struct declaration *const d = &declarations[k];
        if (owner_of(d->name) != USER)
            continue;
        if (d->what == VARIABLE && d->spaces & VARIABLE_SPACES && !(in_class(d) && !d->is_static) &&
            may_be_computed(d))
            asked = because("a value that may be computed", d->name);
        if (d->what != FUNCTION)
            continue;
        const char *const mark = mark_of(d);
        const bool device = spaces_of(d) & (DEVICE | GLOBAL),
                   host = mark && strcmp(mark, "host") == 0;
        host_class = host && d->special ? d : host_class;
        device_template = d->is_template && device ? d : device_template;
        device_code = device ? d : device_code;
        const bool spaceship = d->given && is(d->name + 1, "<"); // <=>, whose results std compares
        operators = d->special == OPERATOR && (spaceship || (host && !in_class(d))) ? d : operators;
        asked = asked || asks_about(d);
    }
    if (!asked && host_class && device_template) // objects whose operators run unseen
        asked =
            because("a template of the device beside a class of the host", device_template->name);
    if (!asked && operators && device_code)
        asked = because("an operator of the host", operators->name);
    free(names);
    return asked;
}
