// SPDX-License-Identifier: MIT
// nvcc's two passes over a file cut into items, by which they are compared.
#include "pass.h"

struct block *blocks;
static size_t block_count, block_room;

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

size_t hash_parameters(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    size_t hash = NOTHING;
    for (size_t k = 0; k < s->count; k++) {
        for (size_t t = s->formals[k].first; t < s->formals[k].end; t++)
            hash = t == s->formals[k].name ? hash : hash_token(hash, t);
        hash = (hash ^ 1) * 1099511628211u;
    }
    return hash;
}

unsigned spaces_in(const struct declaration *d) {
    return owner_of(d->name) == USER || d->spaces ? spaces_of(d) : 0;
}

// The declaration that begins at token i, of those of a scope before token `end`; NULL: none does.
static const struct declaration *declaration_from(size_t i, size_t end, size_t scope) {
    static size_t *begins; // of each token: the index, from 1, of the outermost that begins there
    if (!begins) {
        begins = allocate(token_count, sizeof *begins);
        for (size_t k = declaration_count; k-- > 0;)
            if (declarations[k].what < ALIAS)
                begins[declarations[k].first] = k + 1;
    }
    const struct declaration *const d = begins[i] ? &declarations[begins[i] - 1] : NULL;
    return d && d->scope == scope && d->end < end ? d : NULL;
}

static size_t end_of_raw(size_t i, size_t end) {
    if (is(i, "}") || tokens[i].kind == PRAGMA)
        return i;
    while (i + 1 < end && !is(i, ";") &&
           !(is(i, ":") && is_listed(i - 1, "public private protected")))
        i = closing(i) + 1;
    return i < end ? i : end - 1;
}

// What it declares: a class its head, a function also its __qualifiers__, and its parameters' types
// or, where the two passes' bodies get one head, their words.
static size_t key_of(const struct item *i, size_t block) {
    const struct declaration *const d = i->d;
    if (d && d->what == CLASS)
        return mix(hash_tokens(block, i->first, d->bases ? d->bases : d->body), CLASS + 1);
    if (!d || d->what != FUNCTION)
        return i->hash;
    const unsigned spaces = spaces_in(d);
    const bool both = spaces & HOST && spaces & DEVICE;
    size_t key = mix(mix(hash_tokens(block, d->name, d->open), d->special), spaces);
    key = both ? hash_tokens(key, d->open, closing(d->open) + 1) : mix(key, hash_parameters(d));
    return mix(key, d->body ? FUNCTION + 2 : FUNCTION + 1);
}

// Does the program declare its name in another scope, too?
static bool is_declared_elsewhere(const struct declaration *d) {
    const size_t hash = hash_token(NOTHING, d->name);
    size_t k = 0;
    for (const struct declaration *o; (o = next_declared(pass_of(d->name), hash, &k));)
        if (o->scope != d->scope && owner_of(o->name) == USER)
            return true;
    return false;
}

// Of a function for one side alone, by its head but for whose it is: of such a pair one function
// with both bodies can be made, and it keeps its name. 0: it is none, or no other has the name: a
// function of the device alone can be written out where it is called.
static size_t side_key_of(const struct declaration *d, size_t block) {
    if (!d || d->what != FUNCTION || d->is_constexpr || d->is_friend || d->tries ||
        (spaces_in(d) != HOST && spaces_in(d) != DEVICE) ||
        !(in_class(d) || is_declared_elsewhere(d)))
        return 0;
    size_t key = mix(block, d->body ? 2 : 1);
    for (size_t t = d->first; t < (d->body ? d->body : d->end); t++)
        if (is(t, "__attribute__") && is(t + 1, "("))
            t = closing(t + 1);
        else if (!is_listed(t, "__host__ __device__ inline __inline__"))
            key = hash_token(key, t);
    return key;
}

static void add_items(struct items *list, size_t first, size_t end, size_t scope, size_t block) {
    const size_t inside = block == NO_SCOPE ? NOTHING : blocks[block].hash;
    const size_t depth = block == NO_SCOPE ? 0 : blocks[block].depth + 1;
    for (size_t i = first; i < end;) {
        const struct declaration *const d = declaration_from(i, end, scope);
        struct item item = {i, i, d, block, 0, 0, 0, NO_SCOPE};
        const bool space = d && d->what == NAMESPACE;
        const size_t open = space ? d->body : i + 2;
        if ((space || (is(i, "extern") && tokens[i + 1].kind == STRING && is(open, "{"))) &&
            closing(open) > open + 1 && closing(open) < end && depth < DEEPEST_BLOCK) {
            blocks = grow(blocks, &block_room, block_count + 1, sizeof *blocks);
            blocks[block_count++] = (struct block){i,     open,  closing(open),
                                                   block, depth, hash_tokens(inside, i, open + 1)};
            add_items(list, open + 1, closing(open), space ? (size_t)(d - declarations) : scope,
                      block_count - 1);
            i = closing(open) + 1;
            continue;
        }
        item.last = d ? d->end : end_of_raw(i, end);
        if (d && (d->what == CLASS || d->what == ENUMERATION)) // up to its ;
            while (item.last + 1 < end && !is(item.last, ";"))
                item.last = nesting(item.last + 1) > 0 ? closing(item.last + 1) : item.last + 1;
        item.hash = hash_tokens(inside, item.first, item.last + 1);
        item.key = key_of(&item, inside);
        item.side_key = side_key_of(d, inside);
        list->all = grow(list->all, &list->room, list->count + 1, sizeof *list->all);
        list->all[list->count++] = item;
        i = item.last + 1;
    }
}

struct items read_items(size_t first, size_t end, size_t scope) {
    struct items list = {NULL, 0, 0};
    add_items(&list, first, end, scope, NO_SCOPE);
    return list;
}
