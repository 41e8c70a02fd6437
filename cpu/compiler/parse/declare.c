// SPDX-License-Identifier: MIT
// Reads the declarations of a file, for all who ask what it declares: namespaces and classes are
// entered, those in functions, too; else bodies of functions and values of variables are stepped
// over. What is no declaration that it knows is OTHER.
#include "parser.h"

struct declaration *declarations;
size_t declaration_count;
static size_t declaration_room;

static const struct {
    const char *word;
    unsigned space;
} space_words[] = {{"__host__", HOST},     {"__device__", DEVICE},     {"__global__", GLOBAL},
                   {"__shared__", SHARED}, {"__constant__", CONSTANT}, {"__managed__", MANAGED}};

static unsigned space_at(size_t i) {
    for (size_t k = 0; is_one(i, SPACE) && k < sizeof space_words / sizeof *space_words; k++)
        if (is(i, space_words[k].word))
            return space_words[k].space;
    return 0;
}

// The token after the declaration at token i that is not read: its ; or the } of its body.
static size_t after(size_t i, size_t end) {
    while ((i = first_of(i, end, "; { }")) < end && is(i, "{")) {
        i = closing(i) + 1;
        if (!is(i, ";") && !is(i, ","))
            return i < end ? i : end;
    }
    return i + is(i, ";");
}

// The word before the :: before the name at token `name`; 0: none.
static size_t qualifier_of(size_t name) {
    if (name > 1 && is(name - 1, "~"))
        name--;
    if (name < 2 || !is(name - 1, "::"))
        return 0;
    return is(name - 2, ">") ? opening_angle(name - 2) - 1 : name - 2;
}

static struct declaration *add_declaration(struct declaration d) {
    if (d.what == FUNCTION) // no memory holds it
        d.spaces &= HOST | DEVICE | GLOBAL;
    d.qualifier = d.what == FUNCTION || d.what == VARIABLE ? qualifier_of(d.name) : 0;
    declarations =
        grow(declarations, &declaration_room, declaration_count + 1, sizeof *declarations);
    declarations[declaration_count] = d;
    note_sense(&d);
    return &declarations[declaration_count++];
}

// The declaration from d.first to the token before `next`, which is not understood.
static size_t add_unknown(struct declaration d, size_t next) {
    d.what = OTHER;
    d.name = d.start;
    d.end = next - 1;
    if (next > d.start)
        add_declaration(d);
    return next;
}

// The token after the clause `requires ...` of a template at token i; i: there is none.
static size_t after_requires(size_t i, size_t end) {
    while (is(i, "requires") || (is(i, "&") && is(i + 1, "&")) || (is(i, "|") && is(i + 1, "|"))) {
        i += is(i, "requires") ? 1 : 2;
        if (is(i, "requires")) // requires (T t) { ... }
            for (i++; is(i, "(") || is(i, "{"); i++)
                i = closing(i);
        else if (is(i, "("))
            i = closing(i) + 1;
        else // a concept, or a number of the type's
            for (bool more = true; more && i < end; more = is(i, "::"), i += more) {
                i++;
                if (is(i, "<") && closing_angle(i) < end)
                    i = closing_angle(i) + 1;
            }
    }
    return i;
}

size_t after_parameters(size_t i, size_t end) {
    for (i++; i < end; i++) {
        if (is_listed(i, "; { = : , }"))
            return i;
        if (is(i, "<") && closing_angle(i) < end)
            i = closing_angle(i);
        else if (nesting(i) > 0)
            i = closing(i);
    }
    return end;
}

// Reads what stands after a function's parameters, which open at d->open, before token `end`.
static void read_behind_parameters(struct declaration *d, size_t end) {
    const size_t close = closing(d->open);
    d->after = after_parameters(close, end);
    bool typed = false; // -> T
    for (size_t t = close + 1; t < d->after; t = (nesting(t) > 0 ? closing(t) : t) + 1) {
        typed = typed || is(t, "->");
        d->of_object += typed ? 0 : is(t, "const") ? OBJECT_CONST : is(t, "&");
        d->tries = d->tries || is(t, "try");
        d->is_constrained = d->is_constrained || is(t, "requires");
    }
}

// The { of the body after the : of a constructor's initialisers.
static size_t after_initialisers(size_t i, size_t end) {
    while ((i = first_of(i, end, "{ ;")) < end && is(i, "{") &&
           (tokens[i - 1].kind == WORD || is(i - 1, ">"))) // a member's value
        i = closing(i) + 1;
    return is(i, "{") ? i : end;
}

// The name that `using` or `typedef` at token i declares, its ; at token `last`; token_count: none.
static size_t alias_name(size_t i, size_t last) {
    if (is(i, "using"))
        return is(i + 2, "=") && tokens[i + 1].kind == WORD ? i + 1 : token_count;
    for (size_t k = i + 1; k < last; k++) {
        if (tokens[k].kind == WORD && (k + 1 == last || is(k + 1, "[")))
            return k;
        if (is(k, "(") && is(k + 1, "*") && tokens[k + 2].kind == WORD && is(k + 3, ")"))
            return k + 2; // a pointer to a function, or to an array
        if (is(k, "(") && after_class(k + 1) > k + 1 && name_in_parentheses(k))
            return name_in_parentheses(k); // ... or to a member
        if (nesting(k) > 0)
            k = closing(k);
    }
    return token_count;
}

const char after_star[] = "const volatile __restrict__ __restrict";

size_t after_scopes(size_t t) {
    const size_t from = t;
    while (tokens[t].kind == WORD && (is(t + 1, "::") || is(t + 1, "<"))) {
        const size_t last = is(t + 1, "<") ? closing_angle(t + 1) : t;
        if (last >= token_count || !is(last + 1, "::"))
            return from;
        t = last + 2;
    }
    return t;
}

size_t after_class(size_t t) {
    const size_t after = after_scopes(t);
    return is(after, "*") ? after : t;
}

size_t name_in_parentheses(size_t i) {
    size_t t = after_class(i + 1);
    if (!is(t, "*") && !is(t, "&"))
        return 0;
    while (is(t, "*") || is(t, "&") || is_listed(t, after_star))
        t++;
    return tokens[t].kind == WORD && t < closing(i) ? t : 0;
}

// Is it certainly a declarator, and no parameters: (&name) before a ( or [, (C::*name)?
static bool is_declarator(size_t i) {
    const size_t name = name_in_parentheses(i), after = closing(i) + 1;
    const size_t last = name && is(name + 1, "(") ? closing(name + 1) : name;
    return name && (tokens[i + 1].kind == WORD || (is(i + 1, "&") && last + 1 == closing(i) &&
                                                   (is(after, "[") || is(after, "("))));
}

static void read_scope(size_t i, size_t end, size_t scope);

// The name after the word `class` or its kin at token `word`, before token `end`, and bases.
static void read_class_head(struct declaration *d, size_t word, size_t end) {
    d->name = word + 1;
    d->is_enum = is(word, "enum");
    d->is_scoped = d->is_enum && (is(d->name, "class") || is(d->name, "struct"));
    d->name = after_attributes(d->name + d->is_scoped);
    size_t t = d->name;
    for (; t < end && !is(t, ":"); t++) // after a qualifying name
        if (is(t, "<") && closing_angle(t) < end)
            t = closing_angle(t);
        else if (is(t, "::"))
            d->name = t + 1;
    d->bases = t < end && !d->is_enum ? t : 0;
}

// ... up to the ; at token `last`, its name alone: the token after it.
static size_t add_named(struct declaration d, size_t word, size_t last) {
    d.what = NAMED;
    d.end = last;
    read_class_head(&d, word, last);
    add_declaration(d);
    return last + 1;
}

// A class or an enumeration, the word `class` or its kin at token `word` and its { at token `open`:
// its }.
static size_t read_class(struct declaration d, size_t word, size_t open) {
    d.what = is(word, "enum") ? ENUMERATION : CLASS;
    d.defines = 0;
    d.special = ORDINARY;
    d.body = open;
    d.end = closing(open);
    read_class_head(&d, word, open);
    add_declaration(d);
    if (d.what == CLASS)
        read_scope(open + 1, d.end, declaration_count - 1);
    return d.end;
}

// The classes in the body of the function with that index, whose scope it is.
static void read_local_classes(size_t function) {
    const size_t end = declarations[function].end;
    for (size_t t = declarations[function].body + 1; t < end; t++) {
        if (!is_one(t, CLASS_WORD) || is(t, "enum") || is(t - 1, "enum") || is(t - 1, ">"))
            continue;
        size_t open = after_attributes(t + 1);
        open += tokens[open].kind == WORD;
        open += is(open, "final");
        if (is(open, ":"))
            open = first_of(open, end, "{ ; ) ] }");
        if (is(open, "{"))
            t = read_class((struct declaration){.first = t, .start = t, .scope = function}, t,
                           open);
    }
}

// The declarators of variables from the one whose name is at token `name` on; d is what they share.
static size_t read_variables(struct declaration d, size_t name, size_t end) {
    const size_t last = first_of(name, end, ";");
    d.what = VARIABLE;
    d.end = last < end ? last : end - 1;
    for (size_t t = name; t < last; t++) {
        d.declarator = t > name ? t : 0;
        if (t > name)
            t = after_class(t);
        while (t < last && (tokens[t].kind != WORD || is_listed(t, after_star)))
            t++; // * and & of a further declarator
        d.name = t;
        t = first_of(t, last, ",");
        d.open = first_of(d.name, t, "= ( {");
        if (is(d.open, "(") && is(d.open - 1, ")")) // parameters: T (*name)(int)
            d.open = first_of(closing(d.open), t, "= {");
        d.open = d.open < t ? d.open : 0;
        if (d.name < last)
            add_declaration(d);
    }
    return last < end ? last + 1 : end;
}

// A declaration whose first token after template<...> is d.start.
static size_t read_declaration(struct declaration d, size_t end) {
    size_t i = d.start, class_word = 0;
    bool typed = false; // a word of the type was seen
    for (; i < end; i++) {
        d.spaces |= space_at(i);
        d.is_consteval = d.is_consteval || is(i, "consteval");
        d.is_constexpr = d.is_constexpr || d.is_consteval || is(i, "constexpr");
        d.is_static = d.is_static || is(i, "static");
        d.is_extern = d.is_extern || is(i, "extern");
        d.is_friend = d.is_friend || is(i, "friend");
        d.is_virtual = d.is_virtual || is(i, "virtual");
        d.inlined = is_listed(i, "inline __inline__ __inline") ? i : d.inlined;
        d.is_inline = d.is_inline || d.inlined || is(i, "__forceinline__") || d.is_consteval;
        if (is(i, "*") && !(is(i - 1, "::") && d.is_constexpr))
            d.is_const = false; // of what is pointed at
        d.is_const = d.is_const || is(i, "const") || is(i, "constexpr");
        if (is_one(i, CLASS_WORD) && !typed)
            class_word = i;
        if (is(i, ";"))
            return d.defines                       ? i + 1
                   : class_word && !is(i - 1, ")") ? add_named(d, class_word, i)
                                                   : add_unknown(d, i + 1);
        if (is(i, "}"))
            return add_unknown(d, i);
        if (tokens[i].kind == PRAGMA)
            continue;
        if ((is(i + 1, "(") && is_one(i, OWNS_PARENTHESES)) || (is(i, "[") && is(i + 1, "["))) {
            i = closing(is(i, "[") ? i : i + 1);
            continue;
        }
        if (is(i, "operator")) { // its symbol, or the type that it converts to
            d.name = i;
            const bool type = tokens[++i].kind == WORD && !is_listed(i, "new delete co_await");
            d.special = type || is(i, "::") ? CONVERSION : OPERATOR;
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
        if (is(i, "{") && class_word) {
            const size_t own = declaration_count;
            i = read_class(d, class_word, i);
            d.defines = declarations[own].body;
            class_word = 0;
            typed = true;
            continue;
        }
        if (is(i, ":") && class_word) {
            i = first_of(i, end, "{ ;") - 1; // base classes
            continue;
        }
        if (is(i, "(")) {
            if (tokens[i + 1].kind == WORD && is(i + 2, ")") && is(i + 3, "(") && typed) {
                i += 3; // T (name)(parameters)
                break;
            }
            if (i > d.start && (tokens[i - 1].kind == WORD || is(i - 1, ">")) && !is(i + 1, "*") &&
                !(is(i + 1, "&") && !is(i + 2, ")") && tokens[i - 1].kind != WORD) &&
                !(typed && is_declarator(i)))
                break; // parameters, of the name before them
            const size_t name = name_in_parentheses(i);
            if (name && is(name + 1, "(")) { // T (*name(parameters))(...), a function
                d.name = name;
                d.is_nested = true;
                i = name + 1;
                break;
            }
            if (name) { // a pointer to a function, or to an array
                d.is_const = d.is_constexpr || is(name - 1, "const");
                return read_variables(d, name, end);
            }
            i = closing(i);
            continue;
        }
        if (is_listed(i, "= [ , { :")) {
            if (i > d.start && tokens[i - 1].kind == WORD && typed && i - 1 > d.start)
                return read_variables(d, i - 1, end);
            return add_unknown(d, after(i, end));
        }
        if (tokens[i].kind == WORD) {
            if (is(i + 1, ";") && typed && i - 1 != class_word && !(class_word && is(i - 1, "::")))
                return is(i - 1, "::") && is(d.start, "using") ? i + 2 : read_variables(d, i, end);
            typed = typed || (!is_one(i, SPACE | LASTING | FIXED) &&
                              !is_listed(i, "volatile mutable friend"));
        }
    }
    if (i >= end)
        return add_unknown(d, end);

    // a function, or a variable with its value in parentheses
    d.open = i;
    if (!d.special && !d.is_nested) {
        d.name = is(i - 1, ")") ? i - 2 : i - 1;
        if (is(i - 1, ">"))
            d.name = opening_angle(i - 1) - 1;
        if (d.name >= token_count || tokens[d.name].kind != WORD)
            return add_unknown(d, after(i, end));
        if (is(d.name - 1, "~"))
            d.special = DESTRUCTOR;
        else if (same_word(d.name, in_class(&d) ? declarations[d.scope].name : token_count) ||
                 (qualifier_of(d.name) && same_word(d.name, qualifier_of(d.name))))
            d.special = CONSTRUCTOR;
        if (!d.special && holds_values(i, &d))
            return read_variables(d, d.name, end);
    }
    read_behind_parameters(&d, end);
    size_t t = d.after;
    d.what = FUNCTION;
    if (is(t, ":"))
        t = after_initialisers(t, end);
    if (is(t, "=")) {
        d.given = is(t + 1, "default") ? DEFAULTED : is(t + 1, "delete") ? DELETED : PURE_VIRTUAL;
        t = after(t, end) - 1;
    }
    if (is(t, "{")) {
        d.body = t;
        t = closing(t);
        while (is(t + 1, "catch"))
            t = closing(closing(t + 2) + 1);
    } else if (is(t, ",")) {
        t = after(t, end) - 1;
    }
    d.end = t < end ? t : end - 1;
    add_declaration(d);
    if (d.body)
        read_local_classes(declaration_count - 1);
    return d.end + 1;
}

// The ; that ends what begins at token i, or the last token before `end`.
static size_t end_of_plain(size_t i, size_t end) {
    i = first_of(i, end, ";");
    return i < end ? i : end - 1;
}

// template T name<T>(...); or extern template class T<T>; whose declaration begins at token i.
static size_t read_instantiation(struct declaration d, size_t i, size_t end) {
    const size_t own = declaration_count;
    d.start = i;
    const size_t after = read_declaration(d, end);
    for (size_t k = own; k < declaration_count; k++)
        declarations[k].what = INSTANTIATION;
    return after;
}

// using or typedef at token d.start: other names, and the class or enumeration that is defined
// there.
static size_t read_alias(struct declaration d, size_t end) {
    size_t word = d.start;
    d.what = ALIAS;
    d.end = end_of_plain(d.start, end);
    const size_t open = first_of(d.start, d.end, "{");
    while (word < d.end && !is_one(word, CLASS_WORD))
        word++;
    d.defines = open < d.end && word < open ? open : 0;
    for (size_t from = d.start; from < d.end;) { // typedef T a, *b;
        size_t comma = from + 1;
        while (comma < d.end && !is(comma, ","))
            comma = is(comma, "<") && closing_angle(comma) < d.end ? closing_angle(comma) + 1
                    : nesting(comma) > 0                           ? closing(comma) + 1
                                                                   : comma + 1;
        d.name = alias_name(from, comma);
        d.name = d.name == token_count ? d.start : d.name;
        d.declarator = from > d.start ? from + 1 : 0;
        add_declaration(d);
        from = comma;
    }
    if (d.defines) {
        const size_t own = declaration_count, name = closing(open) + 1;
        d.first = d.start = word;
        read_class(d, word, open);
        if (declarations[own].name == open && tokens[name].kind == WORD)
            declarations[own].name = name;
    }
    return d.end + 1;
}

// The tokens [i, end), inside the braces of `scope` or outside all.
static void read_scope(size_t i, size_t end, size_t scope) {
    while (i < end && i < token_count) {
        struct declaration d = {.first = i, .scope = scope};
        const size_t from = i;
        if (is(i, ";") || is(i, "}") || tokens[i].kind == PRAGMA) {
            i++;
            continue;
        }
        if (is(i + 1, ":") && is_listed(i, "public private protected")) {
            i += 2;
            continue;
        }
        while (is(i, "__extension__"))
            i++;
        if (is(i, "namespace") || (is(i, "inline") && is(i + 1, "namespace"))) {
            size_t open = first_of(i, end, "{ ;");
            if (is(open, "{")) {
                d.what = NAMESPACE;
                d.is_inline = is(i, "inline");
                d.name = d.is_inline ? i + 2 : i + 1;
                d.body = open;
                d.end = closing(open);
                add_declaration(d);
                read_scope(open + 1, closing(open), declaration_count - 1);
                open = closing(open);
            } else if (is(open, ";") && is(i + 2, "=")) {
                d.what = SPACE_ALIAS;
                d.start = i;
                d.name = i + 1;
                d.end = open;
                add_declaration(d);
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
        if (is_one(i, ASSEMBLER) || is_listed(i, "static_assert _Static_assert")) {
            i = end_of_plain(i, end) + 1;
            continue;
        }
        const size_t template = i + is(i, "extern");
        if (is(template, "template") && !is(template + 1, "<")) {
            i = read_instantiation(d, template + 1, end);
            continue;
        }
        while (is(i, "template") && is(i + 1, "<") && closing_angle(i + 1) < end) {
            d.is_specialisation = closing_angle(i + 1) == i + 2;
            i = closing_angle(i + 1) + 1;
            d.is_constrained = d.is_constrained || is(i, "requires");
            i = after_requires(i, end);
            d.is_template = true;
        }
        while (is(i, "[") && is(i + 1, "["))
            i = closing(i) + 1;
        while (is(i, "__extension__"))
            i++;
        d.start = i;
        i = is(i, "using") || is(i, "typedef") ? read_alias(d, end) : read_declaration(d, end);
        if (i <= from)
            i = from + 1;
    }
}

void read_declarations(void) {
    declarations = NULL;
    declaration_count = declaration_room = 0;
    number_words();
    forget_scopes();
    forget_names();
    read_scope(0, token_count, NO_SCOPE);
    index_declarations();
}
