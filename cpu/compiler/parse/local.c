// SPDX-License-Identifier: MIT
// What a function declares: variables and types, with the scopes of their names; of classes, whose
// methods are functions of their own (declare.c), their names alone.
#include "parser.h"

struct variable **variables; // of the function at hand, all of them
size_t variable_count;

// The function at hand.
static struct {
    size_t variable_room;
    struct variable **scope; // the variables that can be seen, innermost last
    size_t scope_count, scope_room;
    size_t beginning;           // of its body
    struct variable **meanings; // of its tokens, from `head` on
    size_t head, meaning_count, meaning_room;
    struct node *initialisers; // a constructor's
} f;

size_t count_visible(void) {
    return f.scope_count;
}

// All but the first `count` variables are out of sight.
static void hide_variables(size_t count) {
    for (; f.scope_count > count; f.scope_count--) {
        const struct variable *const v = f.scope[f.scope_count - 1];
        named(v->name)->seen = v->hides;
    }
}

void forget_scopes(void) {
    f.scope_count = 0;
}

void forget_variables(size_t visible, size_t all) {
    hide_variables(visible);
    variable_count = all;
}

struct variable *meaning(size_t i) {
    return i >= f.head && i - f.head < f.meaning_count ? f.meanings[i - f.head] : NULL;
}

void set_meaning(size_t i, struct variable *v) {
    if (i >= f.head && i - f.head < f.meaning_count)
        f.meanings[i - f.head] = v;
}

void leave_scope(size_t count, size_t i) {
    for (size_t k = count; k < f.scope_count; k++)
        f.scope[k]->end = i;
    hide_variables(count);
}

struct variable *find_variable(size_t i) {
    return named(i)->seen;
}

// Does the function name it in its body before token i?
static bool is_met_before(size_t name, size_t i) {
    size_t earlier = f.beginning;
    while (earlier < i && word(earlier) != word(name))
        earlier++;
    return earlier < i;
}

void add_variable(struct variable *v) {
    variables = grow(variables, &f.variable_room, variable_count + 1, sizeof *variables);
    variables[variable_count++] = v;
    f.scope = grow(f.scope, &f.scope_room, f.scope_count + 1, sizeof *f.scope);
    f.scope[f.scope_count++] = v;
    v->hides = named(v->name)->seen;
    named(v->name)->seen = v;
    set_meaning(v->name, v);
}

struct variable *new_variable(size_t name, enum role role) {
    struct variable *v = allocate(1, sizeof *v);
    v->name = name;
    v->role = role;
    return v;
}

// ---- declarations -------------------------------------------------------------------------------

// [a][b] at token i: the token after them; the type becomes an array, the sizes children.
static size_t parse_dimensions(size_t i, struct type *type, struct node *of) {
    if (!is(i, "["))
        return i;
    const size_t close = closing(i);
    struct node *size = NULL;
    if (close > i + 1) {
        size = parse_expression(i + 1);
        if (!size || size->last + 1 != close)
            return 0;
        struct node *asked = new_node(SIZE_OF, i, close);
        add_child(asked, size);
        if (of)
            add_child(of, asked);
    }
    const size_t after = parse_dimensions(close + 1, type, of);
    *type = (struct type){.shape = ARRAY, .of = copy_type(*type), .size = size};
    return after;
}

// The type of what `auto` declares.
static struct type deduced(const struct node *initial, struct type written) {
    struct type type = initial ? *initial->type : unknown_type;
    if (written.shape == POINTER)
        return written;
    if (!is_plain(&type) && type.shape != VECTOR)
        type = unknown_type;
    type.constant = written.constant;
    return type;
}

// What stands in the parentheses at token i, after a declarator: a value; of several, which a
// constructor may take by reference, a LIST.
static struct node *parse_initials(size_t i) {
    struct type type;
    bool is_odd = false;
    const size_t after = parse_type(i + 1, &type, &is_odd);
    if (after > i + 1 && (tokens[after].kind == WORD || is(after, "*") || is(after, "&") ||
                          is(after, ",") || is(after, ")")))
        return NULL; // T name(int): a function
    struct node *list = parse_list(i);
    if (!list || !list->child)
        return NULL;
    return list->child->next ? list : list->child;
}

// A declarator that no kernel is taken apart with, at token i, after its type: (*name), (&name),
// also an array (*name[]), or (C::*name), before parameters or a size, [name, ...]. Its first
// name; token_count if there is none.
static size_t odd_declarator(size_t i) {
    const size_t close = closing(i), name = is(i, "[") ? i + 1 : name_in_parentheses(i);
    size_t after = name + 1;
    while (is(after, "[") && after < close)
        after = closing(after) + 1;
    const bool whole =
        is(i, "[") || (is(i, "(") && after == close && (is(close + 1, "(") || is(close + 1, "[")));
    return name && whole && tokens[name].kind == WORD && !is_one(name, KEYWORD) ? name
                                                                                : token_count;
}

// The token after the one at token i; the names of [name, ...] after the first one are in sight.
static size_t after_odd_declarator(size_t i, bool scoped) {
    size_t after = closing(i) + 1;
    for (size_t t = i + 3; is(i, "[") && scoped && t < after; t += 2) {
        struct variable *v = new_variable(t, LOCAL);
        v->odd = v->reference = true;
        v->type = unknown_type;
        add_variable(v);
    }
    while (is(i, "(") && (is(after, "(") || is(after, "[")))
        after = closing(after) + 1;
    return after;
}

static const char unclear[] = "a declaration that is not understood";

// The token after words of declaration d that are none of a type. Only shared memory has attributes
// after its type, too.
static size_t after_words(size_t i, const struct node *d) {
    const bool attributes = d->kind == SHARED_VARIABLE || d->last == d->first;
    for (size_t from = token_count; from != i;) {
        from = i;
        i = attributes ? after_attributes(i) : i;
        i += is_one(i, LASTING | SPACE);
    }
    return i;
}

// The words before the first name that say where the variables are, and how long.
static void note_words(struct node *d, size_t name) {
    for (size_t t = d->first; t < name; t++) {
        d->is_static = d->is_static || is(t, "static");
        d->is_extern = d->is_extern || is(t, "extern");
        d->is_constexpr = d->is_constexpr || is(t, "constexpr");
        d->per_thread = d->per_thread || is(t, "thread_local");
        d->placed = is_listed(t, "__device__ __constant__ __managed__") ? t : d->placed;
        if (d->kind != SHARED_VARIABLE && is_one(t, LASTING | SPACE) && !is(t, "static"))
            odd(d, t, unclear); // of all threads, or none's that is known
    }
}

// = value, {...} or (...) at token i becomes what v is given: the token after it; 0: it is not
// understood.
static size_t parse_initial(size_t i, struct variable *v) {
    if (!is(i, "=") && !is(i, "{") && !is(i, "("))
        return i;
    v->parenthesised = !is(i, "=");
    v->initial = is(i, "(") ? parse_initials(i) : parse_item(i + is(i, "="));
    if (!v->initial) {
        fail(i, "an initial value that is not understood");
        return 0;
    }
    return is(i, "(") ? closing(i) + 1 : v->initial->last + 1;
}

// The type of declaration d at token i: the token after it; 0: there is none.
static size_t parse_base(size_t i, struct node *d, struct type *base, bool *deduces) {
    const bool shared = d->kind == SHARED_VARIABLE;
    const size_t open = is(i + 1, "{") ? i + 1 : i + 2;
    *base = unknown_type;
    if (shared && is_one(i, CLASS_WORD) && is(open, "{")) {
        odd(d, i, "a class in a kernel");
        return closing(open) + 1;
    }
    const size_t after = parse_type(i, base, deduces);
    *deduces = *deduces || !after;
    if (shared && *deduces)
        odd(d, i, unclear);
    if (after)
        add_child(d, base->asked);
    return after || !shared || tokens[i].kind != WORD ? after : i + 1; // of an unknown type
}

static void note_shared(struct node *d, struct variable *v) {
    d->effects |= has_volatile(&v->type) ? ORDERED : 0;
    v->type.ordered = d->effects;
    if (is_met_before(v->name, d->first))
        odd(d, v->name, "a name that hides one that was used before");
    if (v->reference)
        odd(d, v->name, unclear);
    if (v->initial)
        odd(d, v->name, "shared memory with an initial value");
}

static void note_plain(struct node *d, struct variable *v, const struct type *base, bool deduces) {
    const bool by_decltype = is_one(base->name, ASKING); // it may be a reference
    if (has_volatile(&v->type))
        odd(d, v->type_first, unclear);
    v->odd = v->odd || by_decltype || has_volatile(&v->type);
    v->deduced = deduces && (!by_decltype || is(base->name + 2, "auto"));
    if (v->deduced && !by_decltype) {
        v->type = deduced(v->initial, v->type);
        v->odd = v->odd || v->type.shape == UNKNOWN;
    }
}

// What is declared at token i. Into no scope if `scoped` is false: outside functions, and
// in classes, where they may be bit-fields.
static struct node *parse_declarators(size_t i, bool scoped, bool shared) {
    struct node *d = new_node(shared ? SHARED_VARIABLE : DECLARATION, i, i);
    struct type base;
    bool deduces = false;
    size_t room = 0;
    const size_t first = after_words(i, d), type_end = parse_base(first, d, &base, &deduces);
    const bool aligned = !shared && first > i && nesting(first - 1) < 0;
    if (!type_end || type_end == first)
        return shared ? fail(i, unclear) : NULL;
    d->last = i = type_end;
    for (;; i++) {
        struct type type = base;
        bool reference = false;
        const size_t declarator = i;
        i = after_words(parse_stars(after_words(i, d), &type, &reference), d);
        if (!scoped) // T C::name
            i = after_scopes(i);
        const size_t inside = odd_declarator(i), name = inside < token_count ? inside : i;
        const bool unnamed = !scoped && is(i, ":");
        if ((tokens[name].kind != WORD && !unnamed) || is_one(name, KEYWORD | ARITHMETIC))
            return fail(i, unclear);
        if (declarator == type_end)
            note_words(d, name);
        struct variable *v = new_variable(name, shared ? SHARED_MEMORY : LOCAL);
        v->type_first = aligned ? d->first : first;
        v->type_end = type_end;
        v->declarator = declarator;
        v->reference = reference || (inside < token_count && is(name - 1, "&"));
        for (size_t t = declarator; t < i; t++)
            v->rvalue = v->rvalue || (is(t, "&") && is(t + 1, "&"));
        v->odd = aligned || inside < token_count;
        if (scoped) // its own initial value sees it
            add_variable(v);
        if (inside < token_count) {
            odd(d, i, "a declarator that is not understood");
            type = unknown_type;
            i = after_odd_declarator(i, scoped);
        } else if (!(i = parse_dimensions(i + !unnamed, &type, scoped ? d : NULL))) {
            if (!shared)
                return fail(name, "an array's size");
            odd(d, name, "an array's size");
            type = unknown_type;
            for (i = name + 1; is(i, "[");)
                i = closing(i) + 1;
        }
        v->declarator_end = i;
        v->type = type;
        i = after_words(i, d);
        i = parse_initial(scoped || !is(i, ":") ? i : first_of(i, token_count, ", ; }"), v);
        if (!i)
            return NULL;
        v->last = i - 1;
        if (v->initial && scoped)
            add_child(d, v->initial);
        if (shared) {
            note_shared(d, v);
        } else {
            note_plain(d, v, &base, deduces);
            d->declared = grow(d->declared, &room, d->declared_count + 1, sizeof *d->declared);
            d->declared[d->declared_count++] = v;
        }
        v->constant = v->type.constant && v->type.shape != ARRAY;
        // one of all threads, and as good as each thread's own if it never changes
        if (!shared && d->is_static && !(v->constant && is_plain(&v->type) && v->initial))
            odd(d, d->first, unclear);
        if (!is(i, ","))
            break;
    }
    d->last = is(i, ";") || !shared ? i : i - 1; // a ; that is missing is another's to refuse
    if (shared && !is(i, ";"))
        odd(d, i, unclear);
    return shared || is(i, ";") || is(i, ":") || is(i, ")") ? d : fail(i, unclear);
}

struct node *parse_declaration(size_t i, bool scoped) {
    return parse_declarators(i, scoped, false);
}

struct node *parse_shared(size_t i) {
    return parse_declarators(i, true, true);
}

// Does a declaration begin at token i? C++ takes for one what may be one.
bool begins_declaration(size_t i) {
    if (is_one(i, FIXED | CLASS_WORD | SPACE | LASTING | ATTRIBUTE) ||
        is_listed(i, "auto typename volatile") || (is(i, "[") && is(i + 1, "[")))
        return true;
    struct type type;
    bool odd = false;
    const size_t after = parse_type(i, &type, &odd);
    return after && (tokens[after].kind == WORD || is(after, "*") || is(after, "&") ||
                     (is(after, "(") && !is(closing(after) + 1, ".")));
}

// ---- types --------------------------------------------------------------------------------------

// A class, at token i, which is not looked into; a variable of it may be declared after its body.
static struct node *parse_class(size_t i) {
    const bool named = tokens[i + 1].kind == WORD;
    const size_t open = first_of(i + 1, token_count, "{ ;");
    if (!is(open, "{") || closing(open) == token_count)
        return fail(i, "a class in a kernel");
    struct node *n = odd_node(NAMES, i, closing(open) + 1, "a class in a kernel");
    struct variable *const own = new_variable(i + named, TEMPLATE_TYPE);
    own->odd = true;
    if (named)
        add_variable(own);
    if (tokens[n->last].kind == WORD) {
        struct variable *const v = new_variable(n->last++, LOCAL);
        v->type_first = i;
        v->type_end = v->declarator = v->name;
        v->type = (struct type){.shape = UNKNOWN, .means = own};
        v->odd = true;
        add_variable(v);
        n->last = parse_initial(n->last, v);
        if (!n->last)
            return NULL;
        add_child(n, v->initial);
    }
    return is(n->last, ";") ? n : fail(n->last, "a class in a kernel");
}

// What the constructor whose parameters end at token `close`, and whose body opens at token `body`,
// gives members and bases: a LIST of CONSTRUCTs, by the names of those.
static struct node *parse_initialisers(size_t close, size_t body) {
    struct node *const n = new_node(LIST, close, body - 1);
    size_t i = after_parameters(close, body);
    while (i < body && !is(i, "{")) { // : or ,
        struct node *const made = new_node(CONSTRUCT, i + 1, i + 1);
        size_t open = i + 1;
        for (made->name = open; open < body && !is(open, "(") && !is(open, "{"); open++)
            if (is(open, "<") && closing_angle(open) < body)
                open = closing_angle(open);
            else if (tokens[open].kind == WORD)
                made->name = open;
        struct node *const list = is(open, "{") ? parse_list(open) : NULL;
        add_child(made, list);
        if (open == body || !(list || (is(open, "(") && parse_arguments(made, open)))) {
            const struct failure failure = take_failure();
            add_child(
                n, odd_node(OPAQUE, i + 1, body - 1,
                            failure.why ? failure.why : "an initialiser that is not understood"));
            return n;
        }
        made->last = closing(open);
        add_child(n, made);
        for (i = made->last + 1; is(i, "."); i++)
            ;
    }
    return n;
}

// using, typedef, enum and struct: names, before all that uses them.
struct node *parse_names(size_t i, size_t close) {
    const bool is_enum = is(i, "enum"), is_using = is(i, "using");
    if (!is_enum && !is_using && !is(i, "typedef"))
        return parse_class(i);
    if (is_enum && enums_have_operators)
        return fail(i, "an enumeration, in a file with operators for it");
    struct node *n = new_node(NAMES, i, first_of(i, close, ";"));
    add_asked(n, i, n->last);
    for (size_t k = i + 1; k < n->last; k++) {
        if (tokens[k].kind != WORD)
            continue;
        const bool value = is_enum && !is_listed(k - 1, "{ ,") && !is(k + 1, "{");
        const bool declared = !value && is_listed(k + 1, "; = [ , } {");
        struct variable *const known = find_variable(k);
        if (known && known->role == UNIFORM && known->constant) // an enumerator
            set_meaning(k, known);
        else if (known && known->role != TEMPLATE_TYPE)
            return fail(k, "a type that depends on a variable");
        const bool before = declared && is_met_before(k, i);
        if (before && is_using && k > i + 1)
            odd(n, k, "a type by another name"); // what it has a name for, perhaps
        else if (before)
            return fail(k, "a name that hides one that was used before");
        n->effects |= flags(k) & EFFECTS;
        if (is_enum && declared && !is(k + 1, "{")) { // numbers
            struct variable *v = new_variable(k, UNIFORM);
            v->type = integer_type;
            v->constant = true;
            add_variable(v);
        }
    }
    if (is_enum)
        return n;
    const size_t name = is_using ? i + 1 : n->last - 1;
    for (size_t k = i; k < n->last; k++) // what it means is not looked at: any type may be hidden
        if (tokens[name].kind != WORD || is_listed(k, "& ( volatile"))
            return fail(i, "a type that is not understood");
    struct variable *const v = new_variable(name, TEMPLATE_TYPE);
    v->type_first = is_using ? name + 2 : i + 1;
    v->type_end = is_using ? n->last : name;
    bool is_odd = false, reference = false;
    const size_t after = parse_type(v->type_first, &v->type, &is_odd);
    if (!after || parse_stars(after, &v->type, &reference) != v->type_end)
        v->type = unknown_type;
    add_variable(v);
    return n;
}

// ---- functions ----------------------------------------------------------------------------------

void begin_scope(void) {
    hide_variables(0);
    variable_count = f.meaning_count = 0;
}

struct node *parse_function(size_t open, size_t body, size_t from, size_t from_end) {
    begin_scope();
    f.head = open;
    f.beginning = body + 1;
    f.meaning_count = closing(body) - open + 1;
    f.meanings = grow(f.meanings, &f.meaning_room, f.meaning_count, sizeof *f.meanings);
    memset(f.meanings, 0, f.meaning_count * sizeof *f.meanings);
    take_failure();
    const bool plain = parse_template(from, from_end, names_exchange(body, closing(body)));
    const bool known = parse_parameters(open);
    const size_t at = take_failure().at;
    f.initialisers = parse_initialisers(closing(open), body);
    struct node *const tree = parse_block(body);
    if (!plain)
        odd(tree, from, "a template parameter that is neither a type nor a number");
    return known ? tree : odd(tree, at, "a parameter that is not understood");
}

struct reading *take_reading(struct node *tree) {
    struct reading *const r = allocate(1, sizeof *r);
    *r = (struct reading){tree,       f.initialisers, variables,      variable_count,
                          f.meanings, f.head,         f.meaning_count};
    hide_variables(0);
    variables = f.meanings = NULL;
    variable_count = f.variable_room = f.meaning_count = f.meaning_room = 0;
    return r;
}
