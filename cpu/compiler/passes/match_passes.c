// SPDX-License-Identifier: MIT
// Which items of nvcc's two passes correspond: those with the same tokens, then those that declare
// the same, then functions that are the host's in one pass and the device's in the other. Of
// several, the first ones correspond, then the second ones. And which names the others declare.
#include <stdlib.h>

#include "pass.h"

static struct table declared[PASSES]; // of each pass, by the hashes of their names

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

// Enumerations are declared by the names of their enumerators, too.
static void read_names(int pass) {
    const size_t from = pass_scopes[pass],
                 end = pass == HOST_PASS ? pass_scopes[DEVICE_PASS] : declaration_count;
    for (size_t k = from + 1; k < end; k++) {
        const struct declaration *const d = &declarations[k];
        add_entry(&declared[pass], hash_token(NOTHING, d->name), k, true);
        if (d->what == ENUMERATION && !d->is_scoped && d->body)
            for (size_t e = d->body; (e = next_enumerator(e, d->end));)
                add_entry(&declared[pass], hash_token(NOTHING, e), k, true);
    }
    sort_table(&declared[pass]);
}

const struct declaration *next_declared(int pass, size_t hash, size_t *k) {
    const struct table *const t = &declared[pass];
    if (!t->all)
        read_names(pass);
    *k = *k == 0 ? first_entry(t, hash) : *k;
    return *k < t->count && t->all[*k].hash == hash ? &declarations[t->all[(*k)++].index] : NULL;
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
    const size_t block = i->block == NO_SCOPE ? NOTHING : blocks[i->block].hash;
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
