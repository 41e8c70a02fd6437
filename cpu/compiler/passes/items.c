// SPDX-License-Identifier: MIT
// nvcc's two passes over a file cut into items, and which items of the two correspond: those with
// the same tokens, then those that declare the same, then functions that are the host's in one pass
// and the device's in the other. Of several, the first ones correspond, then the second ones.
#include <stdlib.h>

#include "pass.h"

struct block *blocks;
static size_t block_count, block_room;

size_t hash_token(size_t hash, size_t t) {
    for (size_t k = tokens[t].start; k <= tokens[t].end; k++)
        hash = (hash ^ (k < tokens[t].end ? (unsigned char)source[k] : 0u)) * 1099511628211u;
    return hash;
}

static size_t mix(size_t hash, size_t more) {
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
    size_t k = 0;
    for (const struct declaration *o; (o = next_declared(pass_of(d->name), word(d->name), &k));)
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

// Does it name a type? That is the same in extern "C" and outside: a header may be included there
// in one pass, and elsewhere in the other.
static bool is_type(const struct item *i) {
    return i->d ? i->d->what == CLASS || i->d->what == ENUMERATION : is(i->first, "typedef");
}

static void add_items(struct items *list, size_t first, size_t end, size_t scope, size_t block) {
    const size_t inside = block == NO_SCOPE ? NOTHING : blocks[block].hash,
                 spaces = block == NO_SCOPE ? NOTHING : blocks[block].spaces;
    const size_t depth = block == NO_SCOPE ? 0 : blocks[block].depth + 1;
    for (size_t i = first; i < end;) {
        const struct declaration *const d = declaration_from(i, end, scope);
        struct item item = {i, i, d, block, 0, 0, 0, NO_SCOPE};
        const bool space = d && d->what == NAMESPACE;
        const size_t open = space ? d->body : i + 2;
        if ((space || (is(i, "extern") && tokens[i + 1].kind == STRING && is(open, "{"))) &&
            closing(open) > open + 1 && closing(open) < end && depth < DEEPEST_BLOCK) {
            blocks = grow(blocks, &block_room, block_count + 1, sizeof *blocks);
            blocks[block_count++] =
                (struct block){i,
                               open,
                               closing(open),
                               block,
                               depth,
                               hash_tokens(inside, i, open + 1),
                               space ? hash_tokens(spaces, i, open + 1) : spaces};
            add_items(list, open + 1, closing(open), space ? (size_t)(d - declarations) : scope,
                      block_count - 1);
            i = closing(open) + 1;
            continue;
        }
        item.last = d ? d->end : end_of_raw(i, end);
        if (d && (d->what == CLASS || d->what == ENUMERATION)) // up to its ;
            while (item.last + 1 < end && !is(item.last, ";"))
                item.last = nesting(item.last + 1) > 0 ? closing(item.last + 1) : item.last + 1;
        item.hash = hash_tokens(is_type(&item) ? spaces : inside, item.first, item.last + 1);
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

static struct table declared[PASSES]; // of each pass, by the numbers of their names

static void add_entry(struct table *t, size_t hash, size_t index, bool of_device) {
    t->all = grow(t->all, &t->room, t->count + 1, sizeof *t->all);
    t->all[t->count++] = (struct entry){hash, index, of_device};
}

static int compare_entries(const void *x, const void *y) {
    const struct entry *const a = (const struct entry *)x, *const b = (const struct entry *)y;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->of_device != b->of_device)
        return a->of_device ? 1 : -1;
    return (a->index > b->index) - (a->index < b->index);
}

static void sort_table(struct table *t) {
    if (t->count)
        qsort(t->all, t->count, sizeof *t->all, compare_entries);
}

size_t first_entry(const struct table *t, size_t hash) {
    size_t low = 0, high = t->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (t->all[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->count && t->all[low].hash == hash ? low : t->count;
}

enum { BY_HASH, BY_KEY, BY_SIDE_KEY, WAYS_TO_MATCH };

static void add_single(struct table *t, const struct items *of, bool of_device, int way) {
    for (size_t k = 0; k < of->count; k++) {
        const struct item *const i = &of->all[k];
        const size_t hash = way == BY_HASH ? i->hash : way == BY_KEY ? i->key : i->side_key;
        if (i->match == NO_SCOPE && hash)
            add_entry(t, hash, k, of_device);
    }
}

void match_items(struct items *h, struct items *d) {
    for (int way = BY_HASH; way < WAYS_TO_MATCH; way++) {
        struct table t = {NULL, 0, 0};
        add_single(&t, h, false, way);
        add_single(&t, d, true, way);
        sort_table(&t);
        for (size_t k = 0; k < t.count;) {
            size_t x = k, y = k; // of one hash, the host's first
            while (y < t.count && t.all[y].hash == t.all[k].hash && !t.all[y].of_device)
                y++;
            const size_t middle = y;
            for (; x < middle && y < t.count && t.all[y].hash == t.all[k].hash; x++, y++) {
                h->all[t.all[x].index].match = t.all[y].index;
                d->all[t.all[y].index].match = t.all[x].index;
            }
            for (y = middle; y < t.count && t.all[y].hash == t.all[k].hash; y++)
                ;
            k = y;
        }
    }
}

// Enumerations are declared by the names of their enumerators, too.
static void read_names(int pass) {
    const size_t from = pass_scopes[pass],
                 end = pass == HOST_PASS ? pass_scopes[DEVICE_PASS] : declaration_count;
    for (size_t k = from + 1; k < end; k++) {
        const struct declaration *const d = &declarations[k];
        add_entry(&declared[pass], word(d->name), k, true);
        if (d->what == ENUMERATION && !d->is_scoped && d->body)
            for (size_t e = d->body; (e = next_enumerator(e, d->end));)
                add_entry(&declared[pass], word(e), k, true);
    }
    sort_table(&declared[pass]);
}

const struct declaration *next_declared(int pass, size_t name, size_t *k) {
    const struct table *const t = &declared[pass];
    if (!t->all)
        read_names(pass);
    *k = *k == 0 ? first_entry(t, name) : *k;
    return *k < t->count && t->all[*k].hash == name ? &declarations[t->all[(*k)++].index] : NULL;
}

size_t open_enumeration(const struct item *i) {
    return i->d && i->d->what == ENUMERATION && !i->d->is_scoped ? i->d->body : 0;
}

size_t declared_name(const struct item *i) {
    if (i->d)
        return tokens[i->d->name].kind == WORD ? i->d->name : token_count;
    if (is(i->first, "using") && is(i->first + 2, "="))
        return i->first + 1;
    return is(i->first, "typedef") && tokens[i->last - 1].kind == WORD ? i->last - 1 : token_count;
}

size_t hash_of_name(const struct item *i, size_t name, bool enumerator) {
    const size_t block = i->block == NO_SCOPE ? NOTHING
                         : is_type(i)         ? blocks[i->block].spaces
                                              : blocks[i->block].hash;
    size_t hash = mix(hash_token(block, name), enumerator);
    if (!enumerator && i->d && i->d->what == CLASS) // of which template arguments
        for (size_t t = name + 1; t < (i->d->bases ? i->d->bases : i->d->body); t++)
            hash = hash_token(hash, t);
    return hash;
}

struct table names_alone(const struct items *of) {
    struct table names = {NULL, 0, 0};
    for (size_t k = 0; k < of->count; k++) {
        const struct item *const i = &of->all[k];
        if (i->match != NO_SCOPE)
            continue;
        const size_t name = declared_name(i), open = open_enumeration(i);
        if (name < token_count)
            add_entry(&names, hash_of_name(i, name, false), k, false);
        for (size_t e = open; e && (e = next_enumerator(e, closing(open)));)
            add_entry(&names, hash_of_name(i, e, true), k, false);
    }
    sort_table(&names);
    return names;
}
