// SPDX-License-Identifier: MIT
// Reads the declarations of a file: namespaces and classes are entered, bodies of functions and
// values of variables stepped over. What is no declaration that it knows is stepped over too.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"

struct declaration *declarations;
size_t declaration_count;
static size_t declaration_room;

static const struct {
    const char *word;
    unsigned space;
} qualifiers[] = {{"__host__", HOST},     {"__device__", DEVICE},     {"__global__", GLOBAL},
                  {"__shared__", SHARED}, {"__constant__", CONSTANT}, {"__managed__", MANAGED}};

static unsigned space_at(size_t i) {
    if (tokens[i].kind == WORD && source[tokens[i].start] == '_')
        for (size_t k = 0; k < sizeof qualifiers / sizeof *qualifiers; k++)
            if (is(i, qualifiers[k].word))
                return qualifiers[k].space;
    return 0;
}

// The > that closes the < at token i; token_count where it closes nothing.
size_t closing_angle(size_t i) {
    int depth = 0;
    for (; i < token_count; i++) {
        if (nesting(i) > 0 && !is(i, "{"))
            i = closing(i);
        else if (is(i, "{"))
            i = closing(i);
        else if (nesting(i) < 0 || is(i, ";"))
            return token_count;
        else if (is(i, "<"))
            depth++;
        else if (is(i, ">") && --depth == 0)
            return i;
    }
    return token_count;
}

// The token behind the declaration at token i that is not read: its ; or the } of its body.
static size_t behind(size_t i, size_t end) {
    while (i < end && !is(i, ";")) {
        if (is(i, "}"))
            return i;
        const bool body = is(i, "{");
        i = nesting(i) > 0 ? closing(i) : i;
        if (body && !is(i + 1, ";") && !is(i + 1, ","))
            return i < end ? i + 1 : end;
        i++;
    }
    return i < end ? i + 1 : end;
}

static struct declaration *add(struct declaration d) {
    declarations = (struct declaration *)grow(declarations, &declaration_room,
                                              declaration_count + 1, sizeof *declarations);
    declarations[declaration_count] = d;
    return &declarations[declaration_count++];
}

bool in_class(const struct declaration *d) {
    return d->scope != NO_SCOPE && declarations[d->scope].what == CLASS;
}

static void read_scope(size_t i, size_t end, size_t scope);

// Words in a declaration's head that own the parentheses behind them.
static const char *const own_parentheses[] = {"__attribute__",
                                              "__attribute",
                                              "alignas",
                                              "decltype",
                                              "noexcept",
                                              "explicit",
                                              "__align__",
                                              "__typeof__",
                                              "typeof",
                                              "_Alignas",
                                              "throw",
                                              "__launch_bounds__",
                                              "__asm__",
                                              "asm",
                                              "__asm",
                                              "__cluster_dims__",
                                              "__maxnreg__",
                                              "__block_size__",
                                              NULL};

// The token behind the parameters that close at token i, behind everything that may stand there:
// a ; { = : or , and of = the word behind it in *given.
static size_t behind_parameters(size_t i, size_t end) {
    for (i++; i < end; i++) {
        if (is(i, ";") || is(i, "{") || is(i, "=") || is(i, ":") || is(i, ",") || is(i, "}"))
            return i;
        if (is(i, "<") && closing_angle(i) < end)
            i = closing_angle(i);
        else if (nesting(i) > 0)
            i = closing(i);
    }
    return end;
}

// The { of the body behind the : of a constructor's initialisers.
static size_t behind_initialisers(size_t i, size_t end) {
    for (i++; i < end; i++) {
        if (is(i, "<") && closing_angle(i) < end)
            i = closing_angle(i);
        else if (is(i, "("))
            i = closing(i);
        else if (is(i, "{") && tokens[i - 1].kind != WORD && !is(i - 1, ">"))
            return i;
        else if (is(i, "{"))
            i = closing(i);
        else if (is(i, ";"))
            return end;
    }
    return end;
}

// Whether what the parentheses at token i hold are values, so that they are a variable's.
static bool holds_values(size_t i) {
    static const char *const types[] = {"void",   "bool",     "char",  "short",  "int", "long",
                                        "signed", "unsigned", "float", "double", NULL};
    const size_t close = closing(i);
    if (close == i + 1 || is_any(i + 1, types)) // `unsigned int : 0;` is no variable of that name
        return false;
    if (tokens[i + 1].kind == NUMBER || tokens[i + 1].kind == STRING || is(i + 1, "-") ||
        is(i + 1, "!") || (is(i + 1, "&")) || is(i + 1, "true") || is(i + 1, "false"))
        return true;
    for (size_t t = i + 1; t < close; t++) {
        if (tokens[t].kind == WORD && is(t + 1, "[") && t == i + 1)
            return true;
        if (is(t, "+") || is(t, "/") || is(t, ".") || is(t, "->") || is(t, "%"))
            return !(is(t, ".") && is(t + 1, ".")); // an ellipsis
        if (is(t, "=") || is(t, ",") || is(t, "<"))
            return false;
    }
    // one word alone that is a variable's name
    if (close == i + 2)
        for (size_t d = 0; d < declaration_count; d++)
            if (declarations[d].what == VARIABLE && same_word(declarations[d].name, i + 1))
                return true;
    return false;
}

// The declarators of variables from the one whose name is at token `name` on; d is what they share.
static size_t read_variables(struct declaration d, size_t name, size_t end) {
    size_t last = name;
    while (last < end && !is(last, ";"))
        last = nesting(last) > 0 ? closing(last) + 1 : last + 1;
    d.what = VARIABLE;
    d.type_end = name;
    d.end = last < end ? last : end - 1;
    for (size_t t = name; t < last;) {
        while (t < last && tokens[t].kind != WORD)
            t = t + 1; // * and & of a further declarator
        d.name = t;
        d.open = 0;
        while (t < last && !is(t, ",")) {
            if (!d.open && (is(t, "=") || is(t, "(") || is(t, "{")))
                d.open = t;
            t = nesting(t) > 0 ? closing(t) + 1 : t + 1;
        }
        if (d.name < last)
            add(d);
        t++;
    }
    return last < end ? last + 1 : end;
}

// A declaration whose first token behind template<...> is d.start.
static size_t read_declaration(struct declaration d, size_t end) {
    static const char *const classes[] = {"class", "struct", "union", "enum", NULL};
    static const char *const no_type[] = {"static",  "extern",       "inline",
                                          "const",   "constexpr",    "volatile",
                                          "mutable", "thread_local", NULL};
    size_t i = d.start, class_word = 0;
    bool typed = false; // a word of the type was seen
    for (; i < end; i++) {
        d.spaces |= space_at(i);
        d.is_constexpr = d.is_constexpr || is(i, "constexpr");
        d.is_static = d.is_static || is(i, "static");
        d.is_extern = d.is_extern || is(i, "extern");
        d.is_friend = d.is_friend || is(i, "friend");
        d.is_virtual = d.is_virtual || is(i, "virtual");
        if (is(i, "*"))
            d.is_const = false; // of what is pointed at
        d.is_const = d.is_const || is(i, "const") || is(i, "constexpr");
        if (is_any(i, classes) && !typed)
            class_word = i;
        if (is(i, ";"))
            return i + 1;
        if (is(i, "}"))
            return i;
        if (tokens[i].kind == PRAGMA)
            continue;
        if (is_any(i, own_parentheses) && is(i + 1, "(")) {
            i = closing(i + 1);
            continue;
        }
        if (is(i, "[") && is(i + 1, "[")) {
            i = closing(i);
            continue;
        }
        if (is(i, "operator")) { // its symbol, or the type that it converts to
            d.name = i;
            d.special = tokens[i + 1].kind == WORD && !is(i + 1, "new") && !is(i + 1, "delete") &&
                                !is(i + 1, "co_await")
                            ? CONVERSION
                            : OPERATOR;
            if (tokens[i + 1].kind == STRING || is(i + 1, "::"))
                d.special = is(i + 1, "::") ? CONVERSION : OPERATOR;
            i++;
            if (is(i, "(") && is(i + 1, ")"))
                i += 2;
            while (i < end && !is(i, "("))
                i = is(i, "<") && d.special == CONVERSION && closing_angle(i) < end
                        ? closing_angle(i) + 1
                        : i + 1;
            break;
        }
        if (is(i, "<")) {
            const size_t close = closing_angle(i);
            i = close < end ? close : i;
            continue;
        }
        if (is(i, "{") && class_word) { // a class or an enumeration is defined
            struct declaration *const c = add(d);
            const bool is_enum = is(class_word, "enum");
            const size_t own = declaration_count - 1;
            c->what = is_enum ? OTHER : CLASS;
            c->body = i;
            c->end = closing(i);
            c->spaces = 0;
            c->name = class_word + 1;
            while (c->name < i && (is_any(c->name, own_parentheses) || is(c->name, "[")))
                c->name = (is(c->name, "[") ? closing(c->name) : closing(c->name + 1)) + 1;
            for (size_t t = c->name; t < i && !is(t, ":"); t++) // behind a qualifying name
                if (is(t, "::"))
                    c->name = t + 1;
            if (!is_enum)
                read_scope(i + 1, closing(i), own);
            i = closing(i);
            class_word = 0;
            typed = true;
            if (is(i + 1, ";"))
                return i + 2;
            continue;
        }
        if (is(i, ":") && class_word) {
            while (i + 1 < end && !is(i + 1, "{") && !is(i + 1, ";"))
                i = is(i + 1, "(") ? closing(i + 1) : i + 1; // base classes
            continue;
        }
        if (is(i, "(")) {
            if (i > d.start && (tokens[i - 1].kind == WORD || is(i - 1, ">")) && !is(i + 1, "*") &&
                !(is(i + 1, "&") && !is(i + 2, ")") && tokens[i - 1].kind != WORD))
                break; // parameters, of the name in front of them
            if (is(i + 1, "*") || is(i + 1, "&") || is(i + 2, "::")) {
                size_t name = i + 1; // a pointer to a function, or to an array
                while (name < closing(i) && (tokens[name].kind != WORD || is(name + 1, "::")))
                    name++;
                return read_variables(d, name, end);
            }
            i = closing(i);
            continue;
        }
        if (is(i, "=") || is(i, "[") || is(i, ",") || is(i, "{") || is(i, ":")) {
            if (i > d.start && tokens[i - 1].kind == WORD && typed && i - 1 > d.start)
                return read_variables(d, i - 1, end);
            return behind(i, end);
        }
        if (tokens[i].kind == WORD) {
            if (is(i + 1, ";") && typed)
                return is(i - 1, "::") && is(d.start, "using") ? i + 2 : read_variables(d, i, end);
            typed = typed || (!space_at(i) && !is_any(i, no_type));
        }
    }
    if (i >= end)
        return end;

    // a function, or a variable with its value in parentheses
    d.open = i;
    if (!d.special) {
        d.name = i - 1;
        if (is(i - 1, ">"))
            d.name = opening_angle(i - 1) - 1;
        if (d.name >= token_count || tokens[d.name].kind != WORD)
            return behind(i, end);
        if (is(d.name - 1, "~"))
            d.special = DESTRUCTOR;
        else if (in_class(&d) && same_word(d.name, declarations[d.scope].name))
            d.special = CONSTRUCTOR;
        else if (is(d.name - 1, "::") &&
                 same_word(d.name,
                           is(d.name - 2, ">") ? opening_angle(d.name - 2) - 1 : d.name - 2))
            d.special = CONSTRUCTOR;
        if (!d.special && holds_values(i))
            return read_variables(d, d.name, end);
    }
    size_t t = behind_parameters(closing(i), end);
    d.what = FUNCTION;
    if (is(t, ":"))
        t = behind_initialisers(t, end);
    if (is(t, "=")) {
        d.given = true;
        t = behind(t, end) - 1;
    }
    if (is(t, "{")) {
        d.body = t;
        t = closing(t);
        while (is(t + 1, "catch"))
            t = closing(closing(t + 2) + 1);
    } else if (is(t, ",")) {
        t = behind(t, end) - 1;
    }
    d.end = t < end ? t : end - 1;
    add(d);
    return d.end + 1;
}

// The tokens [i, end), inside the braces of `scope` or outside all.
static void read_scope(size_t i, size_t end, size_t scope) {
    static const char *const skipped[] = {
        "using", "typedef", "static_assert", "asm", "__asm__", "_Static_assert", NULL};
    static const char *const access[] = {"public", "private", "protected", NULL};
    while (i < end && i < token_count) {
        struct declaration d = {.first = i, .scope = scope};
        const size_t from = i;
        if (is(i, ";") || is(i, "}") || tokens[i].kind == PRAGMA) {
            i++;
            continue;
        }
        if (is_any(i, access) && is(i + 1, ":")) {
            i += 2;
            continue;
        }
        while (is(i, "__extension__"))
            i++;
        if (is(i, "namespace") || (is(i, "inline") && is(i + 1, "namespace"))) {
            size_t open = i;
            while (open < end && !is(open, "{") && !is(open, ";"))
                open = nesting(open) > 0 ? closing(open) + 1 : open + 1;
            if (is(open, "{")) {
                d.what = NAMESPACE;
                d.name = is(i, "inline") ? i + 2 : i + 1;
                d.body = open;
                d.end = closing(open);
                add(d);
                read_scope(open + 1, closing(open), declaration_count - 1);
                open = closing(open);
            }
            i = open + 1;
            continue;
        }
        if (is(i, "extern") && tokens[i + 1].kind == STRING) {
            d.is_extern = !is(i + 2, "{");
            i += 2;
            if (is(i, "{")) {
                read_scope(i + 1, closing(i), scope);
                i = closing(i) + 1;
                continue;
            }
        }
        if (is_any(i, skipped) || (is(i, "extern") && is(i + 1, "template")) ||
            (is(i, "template") && !is(i + 1, "<"))) {
            while (i < end && !is(i, ";"))
                i = nesting(i) > 0 ? closing(i) + 1 : i + 1;
            i++;
            continue;
        }
        while (is(i, "template") && is(i + 1, "<") && closing_angle(i + 1) < end) {
            i = closing_angle(i + 1) + 1;
            d.is_template = true;
        }
        while (is(i, "[") && is(i + 1, "["))
            i = closing(i) + 1;
        while (is(i, "__extension__"))
            i++;
        if (is_any(i, skipped)) { // an alias template
            i = behind(i, end);
            continue;
        }
        d.start = i;
        i = read_declaration(d, end);
        if (i <= from)
            i = from + 1;
    }
}

void read_declarations(void) {
    declarations = NULL;
    declaration_count = declaration_room = 0;
    read_scope(0, token_count, NO_SCOPE);
}
