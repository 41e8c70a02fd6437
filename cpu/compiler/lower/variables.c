// SPDX-License-Identifier: MIT
// Variables of the device: __shared__ ones of a block, and those outside functions, whose addresses
// the runtime is told.
#include "rewrite.h"

// alignas is at home before everything: `__device__ alignas(16) int n;`
static void move_alignas(size_t start, size_t first, size_t end) {
    for (size_t t = first; t < end; t++)
        if (is(t, "alignas") && is(t + 1, "(")) {
            insert_before(start, text("%s ", joined(t, closing(t + 1), false)));
            erase(t, closing(t + 1));
        }
}

// ---- shared memory ------------------------------------------------------------------------------

// What the declaration of shared memory declares that begins at token `first`, with __shared__ at
// token i and its ; at token `last`: in a statement that is not understood, and outside functions,
// it is read by itself.
static const struct variable *const *shared_from(size_t first, size_t i, size_t last,
                                                 size_t *count) {
    const struct declaration *const d = function_around(i);
    const struct reading *const r = d && d->body && d->body < i ? read_function(d) : NULL;
    size_t room = 0;
    const struct variable **found = NULL;
    *count = 0;
    for (size_t k = 0; r && k < r->variable_count; k++)
        if (r->variables[k]->role == SHARED_MEMORY && i < r->variables[k]->name &&
            r->variables[k]->name < last) {
            found = grow(found, &room, *count + 1, sizeof *found);
            found[(*count)++] = r->variables[k];
        }
    if (found)
        return found;
    read_value(first, parse_shared);
    *count = variable_count;
    return (const struct variable *const *)variables;
}

// Are the variables all that a declaration declares which ends at token `last`, and none of them in
// parentheses?
static bool are_all(const struct variable *const *declared, size_t count, size_t last) {
    size_t declarators = 1;
    for (size_t t = count > 0 ? declared[0]->name : last; t < last; t++) {
        t = nesting(t) > 0 ? closing(t) : t;
        declarators += is(t, ",");
    }
    for (size_t k = 0; k < count; k++)
        declarators += is(declared[k]->name + 1, ")");
    return count == declarators;
}

// Has it been declared outside functions, further up, in the same scope?
static bool is_known_shared(const struct variable *v) {
    const struct declaration *own = NULL;
    for (const struct declaration *o = first_named(v->name); o; o = next_named(o))
        own = o->name == v->name ? o : own;
    return own &&
           ANY_NAMED(o, v->name,
                     o->what == VARIABLE && o->spaces & SHARED && o->name < v->name &&
                         is_one_scope(o->scope, own->scope) && o->is_template == own->is_template);
}

void rewrite_shared(size_t i, bool in_function, const struct lowering *options) {
    size_t first = i, last = i;
    while (first > 0 && (tokens[first - 1].kind == WORD || is(first - 1, "*")))
        first--; // T *__shared__ name
    while (last < token_count && !is(last, ";")) {
        last = nesting(last) > 0 ? closing(last) : last;
        last++;
    }
    if (last >= token_count)
        return;

    size_t external = token_count;
    for (size_t t = first; t < last; t++)
        if (is(t, "extern"))
            external = t;

    // extern __shared__ T name[n] is a static definition
    size_t size = first;
    while (size < last && !is(size, "["))
        size = is(size, "<") && closing_angle(size) < last ? closing_angle(size) : size + 1;
    if (in_function && external < token_count && (size == last || !is(size + 1, "]"))) {
        tokens[external].instead = "";
        external = token_count;
    }

    for (size_t t = i + 1; t < last && external < token_count; t++) // which is aligned in any case
        if (is(t, "alignas") && is(t + 1, "("))
            erase(t, closing(t + 1));
        else if (is(t, "__device__"))
            erase(t, t);
    if (external == token_count)
        move_alignas(first, i + 1, last);

    size_t count;
    const struct variable *const *const declared = shared_from(first, i, last, &count);
    if (!in_function && external < token_count && count == 1 && is_known_shared(declared[0])) {
        erase(first, last);
        return;
    }
    char *poison = text(" "), *slots = text(" ");
    const bool apart =
        options->apart && in_function && external == token_count && are_all(declared, count, last);
    bool array = false;
    size_t from = count > 0 ? declared[0]->type_end : 0; // what a declarator begins with
    for (size_t k = 0; k < count; k++) {
        const size_t t = declared[k]->name;
        const char *const name = name_of(t);
        size_t end = t;
        while (is(end + 1, "["))
            end = closing(end + 1);
        array = array || end > t;
        if (external < token_count) {
            // extern __shared__ T name[][n];  T (&name)[][n] = the block's dynamic memory
            // outside a function, where no launch has begun: looked up when an OS thread that runs
            // blocks, and has them all in the same place, comes to it first
            tokens[i].instead = tokens[external].instead = "";
            size_t after = k + 1 < count ? end + 1 : last; // the comma, or the ; of all
            while (after < last && !is(after, ","))
                after++;
            char *type = joined(first, declared[0]->type_end - 1, false),
                 *stars = from < t ? joined(from, t - 1, false) : text(" "),
                 *dimensions = joined(t + 1, after - 1, false);
            from = after + 1;
            if (!in_function)
                tokens[i].instead = "__attribute__((unused)) static thread_local";
            insert_before(t, text("(&"));
            insert_after(t, text(")"));
            insert_after(after - 1, text(" = ::cuda_cpu::dynamic_shared<%s %s %s>(\"%s\")", type,
                                         stars, dimensions, in_function ? name : ""));
            continue;
        }
        if (in_function)
            poison = text("%s { static thread_local unsigned long cuda_cpu_seen; "
                          "::cuda_cpu::poison_shared(cuda_cpu_seen, %s, \"%s\"); }",
                          poison, name, name);
        if (apart) { // T (&name)[n] = memory of its own
            slots = text("%sstatic thread_local void *cuda_cpu_slot_%zu; ", slots, t);
            insert_before(t, text(end > t ? "(&" : "&"));
            insert_after(end > t ? t : end, text(end > t ? ")" : " "));
            insert_after(end, text(" = ::cuda_cpu::apart{cuda_cpu_slot_%zu, \"%s\"}", t, name));
        }
    }
    if (external < token_count)
        return;
    if (apart) {
        for (size_t t = first; t <= i; t++)
            if (is(t, "static") || t == i)
                tokens[t].instead = "";
        insert_before(first, slots);
        insert_after(last, poison);
        return;
    }
    bool is_static = false; // `static __shared__` needs no second `static`
    for (size_t t = first; t < i + 2; t++)
        is_static = is_static || is(t, "static");
    tokens[i].instead = is_static ? "thread_local" : "static thread_local";
    if (array) // so that rows of tiles are whole vectors, and none lies in two lines of the cache
        tokens[i].instead = text("__attribute__((aligned(64))) %s", tokens[i].instead);
    if (options->far)
        tokens[i].instead =
            text("__attribute__((tls_model(\"global-dynamic\"))) %s", tokens[i].instead);
    if (is(i - 1, "*")) { // where C++ has no place for it
        insert_before(first, text("%s ", tokens[i].instead));
        tokens[i].instead = "";
    }
    insert_after(last, poison);
}

// ---- variables outside functions ----------------------------------------------------------------

// Is it extern __constant__ T name; of which -rdc=false makes a definition, since there is no
// other?
static bool is_defined_here(const struct declaration *d) {
    return !d->open && d->is_extern && !in_class(d) && d->spaces & (DEVICE | CONSTANT | MANAGED) &&
           !(d->spaces & SHARED) && !ANY_NAMED(o, d->name, !o->is_extern && declare_one(o, d));
}

// extern __constant__ T name; of which there is no other declaration becomes a definition, as nvcc
// makes it one.
static void define_externs(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        struct declaration *const d = &declarations[k];
        const bool here = d->what == VARIABLE && owner_of(d->name) == USER && is_defined_here(d);
        for (size_t t = d->start; here && t < d->name; t++)
            if (is(t, "extern")) { // a word of the same length
                complain_softly(d->name,
                                "extern declaration of %s is treated as a static definition: only "
                                "with -rdc=true is it another file's variable",
                                name_of(d->name));
                memcpy(source + tokens[t].start, "static", strlen("static"));
                d->is_extern = false;
                d->is_static = true;
            }
    }
}

static bool is_outside(const struct declaration *d) {
    return d->scope == NO_SCOPE || declarations[d->scope].what == NAMESPACE;
}

// Is it a variable of the device, outside functions and classes, which lies in this file?
static bool lies_here(const struct declaration *d) {
    return d->what == VARIABLE && d->spaces & (DEVICE | CONSTANT | MANAGED) &&
           !(d->spaces & SHARED) && !d->is_extern && !d->is_template && !in_class(d) &&
           is_outside(d);
}

// What makes the address of a variable known; of a reference, that of a temporary which it is to.
static char *note_of(const struct declaration *d) {
    char *const name = name_of(d->name);
    const struct variable *const v = declared_as(d);
    if (v && v->reference)
        return text("static ::cuda_cpu::device_reference cuda_cpu_variable_%s_%zu(%s, \"%s\"); ",
                    name, d->name, name, name);
    const bool constant = d->spaces & CONSTANT;
    return text("%sstatic ::cuda_cpu::device_variable cuda_cpu_variable_%s_%zu(%s, \"%s\"%s); ",
                constant ? text("static_assert(sizeof %s <= 65536, \"\\\"%s\\\" is larger than "
                                "constant memory, which has 64 KB\"); ",
                                name, name)
                         : "",
                name, d->name, name, name,
                d->spaces & MANAGED ? ", false, false, true"
                : !constant         ? ""
                : d->open           ? ", true"
                                    : ", true, true");
}

// Notes in front of the first class that has some that this file has virtual functions of the
// device's.
static void note_virtual_functions(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *d = &declarations[k];
        if (!d->is_virtual || !(d->spaces & DEVICE))
            continue;
        while (!is_outside(d) && in_class(d))
            d = &declarations[d->scope];
        if (is_outside(d)) {
            insert_before(d->first, text("__attribute__((unused)) static "
                                         "::cuda_cpu::virtual_functions cuda_cpu_has_virtual; "));
            return;
        }
    }
}

void rewrite_variables(bool shared_between_files) {
    if (!shared_between_files)
        define_externs();
    note_virtual_functions();
    for (size_t k = 0; k < declaration_count;) {
        const struct declaration *const d = &declarations[k];
        char *notes = text(" ");
        if (!lies_here(d)) {
            k++;
            continue;
        }
        bool own = !shared_between_files && !d->is_static && !d->inlined && !d->is_constexpr;
        for (; k < declaration_count && declarations[k].what == VARIABLE &&
               declarations[k].start == d->start;
             k++) { // T a, b;
            notes = text("%s%s", notes, note_of(&declarations[k]));
            own = own && !(flags(declarations[k].name) & ELSEWHERE);
        }
        insert_after(d->end, notes);
        if (own)
            insert_before(d->start, text("static "));
        move_alignas(d->start, d->start, d->name);
    }
}
