// SPDX-License-Identifier: MIT
// Whether the compiler has to be asked who calls whom (ask_compiler.c): not where the names alone
// show that nothing crosses the line between host and device, as in most programs. Whichever scope
// a word was declared in, all words of a function are looked at, so that nothing depends on what
// the parser understands: one too many is a question too many. Which of them are locals, are
// called, or stand for a variable's name alone, the tree says.
#include "uses.h"

// What a word is declared as, somewhere.
enum {
    OF_HOST = 1, // a function or variable of the host's, or of the C library's
    HOST_MEMBER = 2,
    OF_DEVICE = 4, // a function
    DEVICE_METHOD = 8,
    KERNEL_NAME = 16,
    PLACED_VARIABLE = 32,
    LIBRARY = 64,       // a namespace of the library's
    HOST_CLASS = 128,   // a constructor or operator of the class is the host's alone
    DEVICE_CLASS = 256, // ... the device's
};

struct asking {
    const struct judging *options;
    unsigned *of_word;
    bool device_code, templates, host_classes; // there are some; templates: of the device
};

// Is it the namespace of a library for both sides, which says of each function whose it is? A name
// of it is no reason to ask.
static bool says_whose(size_t i) {
    return is_listed(i, "thrust cuda");
}

static unsigned meanings_of(const struct declaration *d, const char *mark) {
    const bool member = in_class(d) && !d->is_friend, method = member || d->qualifier;
    if (d->what == NAMESPACE || d->what == SPACE_ALIAS)
        return owner_of(d->name) == SYSTEM && d->scope == NO_SCOPE && !says_whose(d->name) ? LIBRARY
                                                                                           : 0;
    if (!mark)
        return 0;
    if (d->special)
        return !class_name(d) ? 0 : *mark == 'h' ? HOST_CLASS : *mark == 'd' ? DEVICE_CLASS : 0;
    if (strcmp(mark, "host") == 0 || strcmp(mark, "variable") == 0)
        return (method ? HOST_MEMBER : 0) | (member ? 0 : OF_HOST);
    if (strcmp(mark, "device") == 0)
        return (method ? DEVICE_METHOD : 0) | (member ? 0 : OF_DEVICE);
    if (strcmp(mark, "builtin") == 0) // size() is of many classes
        return !member ? OF_DEVICE : is(d->name, "size") ? 0 : DEVICE_METHOD;
    if (strcmp(mark, "library") == 0)
        return d->what == VARIABLE || d->scope == NO_SCOPE ? OF_HOST : 0;
    return strcmp(mark, "kernel") == 0 ? KERNEL_NAME : PLACED_VARIABLE;
}

// Is it a call whose arguments, with token i, name a variable of the device: cudaMemcpyToSymbol?
static bool takes_symbol(const struct node *n, size_t i) {
    return n->kind == CALL && i > n->name && strstr(name_of(n->name), "Symbol");
}

// What the name at token i in function d may mean there, of all that it means somewhere.
static unsigned meaning_there(const struct asking *a, size_t i, const struct declaration *d) {
    const unsigned meaning = tokens[i].kind == WORD ? a->of_word[word(i)] : 0,
                   members = HOST_MEMBER | DEVICE_METHOD;
    if (!meaning)
        return 0;
    if (is(i - 1, ".") || is(i - 1, "->"))
        return meaning & members;
    if (is(i - 1, "::")) {
        size_t space = i - 2;
        while (is(space - 1, "::") && tokens[space - 2].kind == WORD)
            space -= 2;
        return says_whose(space) ? 0 : meaning;
    }
    if (is_declared_inside(i, d))
        return 0;
    return in_class(d) || d->qualifier ? meaning : meaning & ~members;
}

// Whether the name at token i, in function d, may be a use across the line, in code of the device
// or of the host.
static bool may_cross(const struct asking *a, size_t i, const struct declaration *d, bool device,
                      bool host) {
    const unsigned meaning = meaning_there(a, i, d);
    if ((device && meaning & (OF_HOST | HOST_MEMBER | HOST_CLASS | LIBRARY)) ||
        (host && meaning & DEVICE_CLASS))
        return true;
    if (meaning & (KERNEL_NAME | (host ? OF_DEVICE | DEVICE_METHOD : 0)) && is_called(i))
        return true;
    const bool given = meaning & OF_HOST && flags(i) & FUNCTION_NAME && flags(i) & USERS &&
                       (is(i - 1, "<") || is(i + 1, ">"));
    if (host && a->templates && (given || meaning & LIBRARY)) // which a template may be given
        return true;
    return host && meaning & PLACED_VARIABLE && !find_around(i, takes_symbol);
}

static bool is_device_lambda(const struct node *n) {
    return n->kind == LAMBDA && n->sign_length & LAMBDA_DEVICE;
}

// Is it an operator outside classes, what loops over ranges call, or `auto [a, b] = c;`?
static bool is_called_by_language(const struct declaration *d) {
    return d->special ? !class_name(d) : is_listed(d->name, "begin end get");
}

// Whether function d, of the user's, makes it necessary to ask.
static bool asks_about(const struct asking *a, const struct declaration *d) {
    const unsigned spaces = spaces_of(d);
    const bool device = spaces & (DEVICE | GLOBAL),
               host = !(spaces & GLOBAL) && (spaces & HOST || !device),
               lambdas = a->options->extended_lambda && d->body &&
                         find_node(read_function(d)->body, is_device_lambda);
    if (a->device_code && is_called_by_language(d) && !(device && host) &&
        mark_of(d, a->options->relaxed_constexpr))
        return true;
    for (size_t t = d->first; d->body && t < d->end; t++)
        if ((t > d->open && may_cross(a, t, d, device || lambdas, host)) ||
            (t < d->name && device && may_cross(a, t, d, true, false))) // an object of it is made
            return true;
    return false;
}

// Does the user's text name the library outside functions, or a class of one side alone, of which
// another one may be made: in a class, in another name of a type, for a variable?
static bool names_outside(const struct asking *a, size_t i) {
    const struct declaration *const d = declaration_at(i);
    return tokens[i].kind == WORD && owner_of(i) == USER && !function_around(i) &&
           a->of_word[word(i)] & (LIBRARY | HOST_CLASS | DEVICE_CLASS) && !(d && d->name == i);
}

bool has_to_be_asked(const struct judging *options) {
    const struct declaration *const end = declarations + declaration_count;
    struct asking a = {.options = options, .of_word = allocate(word_total(), sizeof *a.of_word)};
    for (const struct declaration *d = declarations; d < end; d++) {
        const unsigned meaning = meanings_of(d, mark_of(d, options->relaxed_constexpr));
        const size_t name = d->special && class_name(d) ? class_name(d) : d->name;
        if (tokens[name].kind == WORD)
            a.of_word[word(name)] |= meaning;
        a.host_classes = a.host_classes || (meaning & HOST_CLASS && owner_of(d->name) == USER);
        const bool device =
            d->what == FUNCTION && owner_of(d->name) == USER && spaces_of(d) & (DEVICE | GLOBAL);
        a.device_code = a.device_code || device;
        a.templates = a.templates || (device && d->is_template);
    }
    bool asked = a.host_classes && a.templates; // which may be given one
    for (const struct declaration *d = declarations; d < end && !asked; d++)
        asked = d->what == FUNCTION && owner_of(d->name) == USER && asks_about(&a, d);
    for (size_t i = 0; i < token_count && a.device_code && !asked; i++)
        asked = names_outside(&a, i);
    return asked || (!options->separate_compilation && find_undefined());
}
