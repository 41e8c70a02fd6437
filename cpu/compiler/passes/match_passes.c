// SPDX-License-Identifier: MIT
// Which items of nvcc's two passes correspond: those with the same tokens, then those that declare
// the same, then functions that are the host's in one pass and the device's in the other. Of
// several, the first ones correspond, then the second ones. And which names the others declare.
#include <stdlib.h>

#include "pass.h"

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
        free(t.all);
    }
}

// ---- names --------------------------------------------------------------------------------------

size_t enumerator_after(size_t i, size_t last) {
    for (; i < last; i = !is(i, "{") && nesting(i) > 0 ? closing(i) + 1 : i + 1)
        if ((is(i, "{") || is(i, ",")) && tokens[i + 1].kind == WORD)
            return i + 1;
    return token_count;
}

struct table names_declared(const struct pass *p) {
    struct table names = {NULL, 0, 0};
    use_pass(p);
    for (size_t k = 0; k < p->declaration_count; k++) {
        const struct declaration *const d = &p->declarations[k];
        add_entry(&names, hash_token(NOTHING, d->name), k, true);
        if (d->what == ENUMERATION && !d->is_scoped && d->body)
            for (size_t e = enumerator_after(d->body, d->end); e < p->token_count;
                 e = enumerator_after(e, d->end))
                add_entry(&names, hash_token(NOTHING, e), k, true);
    }
    sort_table(&names);
    return names;
}

size_t open_enumeration(const struct pass *p, const struct item *i) {
    use_pass(p);
    const struct declaration *const d =
        i->declaration == NO_SCOPE ? NULL : &declarations[i->declaration];
    return d && d->what == ENUMERATION && !d->is_scoped ? d->body : 0;
}

size_t declared_name(const struct pass *p, const struct item *i) {
    use_pass(p);
    if (i->declaration != NO_SCOPE) {
        const size_t name = declarations[i->declaration].name;
        return tokens[name].kind == WORD ? name : token_count;
    }
    if (is(i->first, "using") && is(i->first + 2, "="))
        return i->first + 1;
    if (is(i->first, "typedef") && tokens[i->last - 1].kind == WORD)
        return i->last - 1;
    return token_count;
}

size_t hash_of_name(const struct pass *p, const struct item *i, size_t name, bool enumerator) {
    use_pass(p);
    const size_t block = i->block == NO_SCOPE ? NOTHING : p->blocks[i->block].hash;
    const struct declaration *const d =
        enumerator || i->declaration == NO_SCOPE ? NULL : &declarations[i->declaration];
    size_t hash = mix(hash_token(block, name), enumerator);
    if (d && d->what == CLASS) // of which template arguments
        for (size_t t = name + 1; t < (d->bases ? d->bases : d->body); t++)
            hash = hash_token(hash, t);
    return hash;
}

struct table names_alone(const struct pass *p, const struct items *of) {
    struct table names = {NULL, 0, 0};
    for (size_t k = 0; k < of->count; k++) {
        const struct item *const i = &of->all[k];
        if (i->match != NO_SCOPE)
            continue;
        const size_t name = declared_name(p, i), open = open_enumeration(p, i);
        if (name < p->token_count)
            add_entry(&names, hash_of_name(p, i, name, false), k, false);
        for (size_t e = open ? enumerator_after(open, i->last) : p->token_count; e < p->token_count;
             e = enumerator_after(e, i->last))
            add_entry(&names, hash_of_name(p, i, e, true), k, false);
    }
    sort_table(&names);
    return names;
}
