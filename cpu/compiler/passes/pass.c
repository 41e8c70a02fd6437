// SPDX-License-Identifier: MIT
// One of nvcc's two passes over a file: its tokens, its declarations, and both cut into items, by
// which the passes are compared.
#include "pass.h"

#include "names/names.h"

static const struct pass *selected;

void use_pass(const struct pass *p) {
    if (selected == p)
        return;
    selected = p;
    if (!p)
        return;
    source = p->source;
    source_length = p->length;
    tokens = p->tokens;
    token_count = p->token_count;
    declarations = p->declarations;
    declaration_count = p->declaration_count;
    use_places(p->places);
}

size_t hash_token(size_t hash, size_t t) {
    for (size_t k = tokens[t].start; k <= tokens[t].end; k++)
        hash = (hash ^ (k < tokens[t].end ? (unsigned char)source[k] : 0u)) * 1099511628211u;
    return hash;
}

size_t mix(size_t hash, size_t more) {
    for (; more; more >>= 8)
        hash = (hash ^ (more & 255)) * 1099511628211u;
    return (hash ^ 1) * 1099511628211u;
}

static size_t hash_tokens(size_t hash, size_t first, size_t end) {
    for (size_t t = first; t < end; t++)
        hash = hash_token(hash, t);
    return hash;
}

// Of the types of the function's parameters as they are written, whatever their names are.
static size_t hash_parameters(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    size_t hash = NOTHING;
    for (size_t k = 0; k < s->count; k++) {
        for (size_t t = s->formals[k].first; t < s->formals[k].end; t++)
            hash = t == s->formals[k].name ? hash : hash_token(hash, t);
        hash = (hash ^ 1) * 1099511628211u;
    }
    return hash;
}

struct pass read_pass(char *text_of_pass, size_t length) {
    read_source(text_of_pass, length);
    declarations = NULL;
    read_declarations();
    struct pass p = {.source = source,
                     .length = source_length,
                     .token_count = token_count,
                     .declaration_count = declaration_count,
                     .tokens = tokens,
                     .declarations = declarations,
                     .places = read_places()};
    read_types();
    p.signatures = declaration_count ? signature_of(declarations) : NULL;
    p.begins = allocate(token_count, sizeof *p.begins);
    for (size_t t = 0; t < token_count; t++)
        p.begins[t] = NO_SCOPE;
    for (size_t k = declaration_count; k-- > 0;)
        if (declarations[k].what < ALIAS)
            p.begins[declarations[k].first] = k;
    p.spaces = allocate(declaration_count, sizeof *p.spaces);
    p.parameters = allocate(declaration_count, sizeof *p.parameters);
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == FUNCTION)
            p.parameters[k] = hash_parameters(&declarations[k]);
    for (size_t k = 0; k < declaration_count; k++)
        if (owner_of(declarations[k].name) == USER || declarations[k].spaces)
            p.spaces[k] = spaces_of(&declarations[k]);
    return p;
}

static size_t end_of_raw(size_t i, size_t end) {
    if (is(i, "}") || tokens[i].kind == PRAGMA || is(i, ";"))
        return i;
    while (i + 1 < end && !is(i, ";")) {
        if (is(i, ":") && (is(i - 1, "public") || is(i - 1, "private") || is(i - 1, "protected")))
            return i;
        i = nesting(i) > 0 ? closing(i) : i;
        if (!is(i, ";"))
            i++;
    }
    return i < end ? i : end - 1;
}

// What it declares: a class its head, a function also its __qualifiers__, and its parameters' types
// or, where the two passes' bodies get one head, their words.
static size_t key_of(const struct pass *p, const struct item *i, size_t block) {
    const struct declaration *const d =
        i->declaration == NO_SCOPE ? NULL : &declarations[i->declaration];
    if (d && d->what == CLASS)
        return mix(hash_tokens(block, i->first, d->bases ? d->bases : d->body), CLASS + 1);
    if (!d || d->what != FUNCTION)
        return i->hash;
    const unsigned spaces = p->spaces[i->declaration];
    const bool both = spaces & HOST && spaces & DEVICE;
    size_t key = mix(mix(hash_tokens(block, d->name, d->open), d->special), spaces);
    key = both ? hash_tokens(key, d->open, closing(d->open) + 1)
               : mix(key, p->parameters[i->declaration]);
    return mix(key, d->body ? FUNCTION + 2 : FUNCTION + 1);
}

// Does the program declare its name in another scope, too?
static bool is_declared_elsewhere(struct pass *p, const struct declaration *d) {
    const size_t hash = hash_token(NOTHING, d->name);
    if (!p->names.all)
        p->names = names_declared(p);
    for (size_t k = first_entry(&p->names, hash);
         k < p->names.count && p->names.all[k].hash == hash; k++) {
        const struct declaration *const o = &declarations[p->names.all[k].index];
        if (o->scope != d->scope && owner_of(o->name) == USER)
            return true;
    }
    return false;
}

// Of a function for one side alone, by its head but for whose it is: of such a pair one function
// with both bodies can be made, and it keeps its name. 0: it is none, or no other has the name: a
// function of the device alone can be written out where it is called.
static size_t side_key_of(struct pass *p, const struct item *i, size_t block) {
    const struct declaration *const d =
        i->declaration == NO_SCOPE ? NULL : &declarations[i->declaration];
    if (!d || d->what != FUNCTION || d->is_constexpr || d->is_friend || d->tries ||
        (p->spaces[i->declaration] != HOST && p->spaces[i->declaration] != DEVICE) ||
        !(in_class(d) || is_declared_elsewhere(p, d)))
        return 0;
    size_t key = mix(block, d->body ? 2 : 1);
    for (size_t t = d->first; t < (d->body ? d->body : d->end); t++)
        if (is(t, "__attribute__") && is(t + 1, "("))
            t = closing(t + 1);
        else if (!is_listed(t, "__host__ __device__ inline __inline__"))
            key = hash_token(key, t);
    return key;
}

static void add_items(struct pass *p, struct items *list, size_t first, size_t end, size_t scope,
                      size_t block) {
    const size_t inside = block == NO_SCOPE ? NOTHING : p->blocks[block].hash;
    const size_t depth = block == NO_SCOPE ? 0 : p->blocks[block].depth + 1;
    for (size_t i = first; i < end;) {
        struct item item = {i, i, p->begins[i], block, 0, 0, 0, NO_SCOPE};
        if (item.declaration != NO_SCOPE && (declarations[item.declaration].scope != scope ||
                                             declarations[item.declaration].end >= end))
            item.declaration = NO_SCOPE;
        const struct declaration *const d =
            item.declaration == NO_SCOPE ? NULL : &declarations[item.declaration];
        const bool space = d && d->what == NAMESPACE;
        const size_t open = space ? d->body : i + 2;
        if ((space || (is(i, "extern") && tokens[i + 1].kind == STRING && is(open, "{"))) &&
            closing(open) > open + 1 && closing(open) < end && depth < DEEPEST_BLOCK) {
            p->blocks = grow(p->blocks, &p->block_room, p->block_count + 1, sizeof *p->blocks);
            p->blocks[p->block_count++] = (struct block){
                i, open, closing(open), block, depth, hash_tokens(inside, i, open + 1)};
            add_items(p, list, open + 1, closing(open), space ? item.declaration : scope,
                      p->block_count - 1);
            i = closing(open) + 1;
            continue;
        }
        if (d) {
            item.last = d->end;
            if (d->what == CLASS || d->what == ENUMERATION) // up to its ;
                while (item.last + 1 < end && !is(item.last, ";"))
                    item.last = nesting(item.last + 1) > 0 ? closing(item.last + 1) : item.last + 1;
        } else {
            item.last = end_of_raw(i, end);
        }
        item.hash = hash_tokens(inside, item.first, item.last + 1);
        item.key = key_of(p, &item, inside);
        item.side_key = side_key_of(p, &item, inside);
        list->all = grow(list->all, &list->room, list->count + 1, sizeof *list->all);
        list->all[list->count++] = item;
        i = item.last + 1;
    }
}

struct items read_items(struct pass *p, size_t first, size_t end, size_t scope) {
    struct items list = {NULL, 0, 0};
    use_pass(p);
    add_items(p, &list, first, end, scope, NO_SCOPE);
    return list;
}
