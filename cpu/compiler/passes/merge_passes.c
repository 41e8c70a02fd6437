// SPDX-License-Identifier: MIT
// nvcc compiles a file twice, for the host and for the device, and defines __CUDA_ARCH__ in the
// second pass alone. Here both become one program: of what differs, host code is taken from the
// host's pass, kernels and
// __device__ functions from the device's, and a __host__ __device__ function gets both bodies and
// chooses when it runs. A name that both passes declare, but not alike, is the device's under
// another name.
#include <stdlib.h>
#include <string.h>

#include "pass.h"

#define DEVICE_PREFIX "cuda_cpu_device_"

static struct pass host, device;
static char *merged;
static size_t merged_length, merged_room;
static const struct pass *last_pass; // whose text was written last, up to which token
static size_t last_token;
static size_t *renamed; // names that the two passes declare differently: their hashes, or 0
static size_t renamed_count, renamed_size;
static bool *members;   // per declaration of the device's pass: a member's that has another name
static bool collecting; // the first time, when only the names are collected

static bool equal_ranges(size_t x, size_t x_end, size_t y, size_t y_end) {
    if (x_end - x != y_end - y)
        return false;
    for (; x < x_end; x++, y++)
        if (!equal_tokens(&host, x, &device, y))
            return false;
    return true;
}

// ---- what is written ----------------------------------------------------------------------------

static void write_text(const char *what, size_t n) {
    if (collecting)
        return;
    merged = (char *)grow(merged, &merged_room, merged_length + n + 1, 1);
    memcpy(merged + merged_length, what, n);
    merged_length += n;
    merged[merged_length] = '\0';
}

// Where the hash stands among the names, or would.
static size_t slot_of(size_t hash) {
    size_t at = hash & (renamed_size - 1);
    while (renamed[at] && renamed[at] != hash)
        at = (at + 1) & (renamed_size - 1);
    return at;
}

// Is token i, behind . or ->, a member's name that all of the device's classes which have one have
// under another?
static bool is_renamed_member(size_t i) {
    const size_t hash = hash_token(NOTHING, i);
    bool all = members != NULL;
    use_pass(&device);
    for (size_t k = 0; all && k < device.declaration_count; k++)
        all = members[k] || !in_class(&declarations[k]) ||
              hash_token(NOTHING, declarations[k].name) != hash;
    return all;
}

static bool is_renamed(const struct pass *p, size_t i) {
    if (!renamed_count || tokens[i].kind != WORD || !renamed[slot_of(hash_token(NOTHING, i))])
        return false;
    const bool behind = i > 0 && (is(i - 1, ".") || is(i - 1, "->"));
    const bool is_other = !behind || is_renamed_member(i);
    use_pass(p);
    return is_other;
}

static void rename_word(size_t i) {
    if (tokens[i].kind != WORD || (renamed_count && renamed[slot_of(hash_token(NOTHING, i))]))
        return;
    if (renamed_count * 2 >= renamed_size) {
        size_t *const before = renamed;
        const size_t size = renamed_size;
        renamed_size = size ? size * 2 : 64;
        renamed = (size_t *)allocate(renamed_size, sizeof *renamed);
        for (size_t k = 0; k < size; k++)
            if (before[k])
                renamed[slot_of(before[k])] = before[k];
        free(before);
    }
    const size_t hash = hash_token(NOTHING, i);
    renamed[slot_of(hash)] = hash;
    renamed_count++;
}

// Tokens [first, last] of pass p where they stand in their file; in [from, to) names of the device.
static void put_named(const struct pass *p, size_t first, size_t last, size_t from, size_t to) {
    use_pass(p);
    if (last < first || last >= token_count)
        return;
    if (last_pass == p && last_token + 1 == first) {
        write_text(source + tokens[last_token].end, tokens[first].start - tokens[last_token].end);
    } else {
        const struct place place = place_of(first);
        char *const marker = text("\n# %ld \"%s\"%s\n%*s", place.line, file_name(place.file),
                                  owner_of(first) == SYSTEM ? " 3" : "", (int)place.column - 1, "");
        write_text(marker, strlen(marker));
    }
    for (size_t t = first; t <= last; t++) {
        if (t > first)
            write_text(source + tokens[t - 1].end, tokens[t].start - tokens[t - 1].end);
        if (renamed_count && t >= from && t < to && is_renamed(p, t))
            write_text(DEVICE_PREFIX, strlen(DEVICE_PREFIX));
        write_text(source + tokens[t].start, tokens[t].end - tokens[t].start);
    }
    last_pass = p;
    last_token = last;
}

static void put_tokens(const struct pass *p, size_t first, size_t last) {
    put_named(p, first, last, 0, 0);
}

static void put_word(const char *what) {
    write_text(what, strlen(what));
    last_pass = NULL;
}

// ---- what belongs to whom -----------------------------------------------------------------------

static bool names_renamed(const struct pass *p, size_t first, size_t last) {
    use_pass(p);
    for (size_t t = first; renamed_count && t <= last; t++)
        if (is_renamed(p, t))
            return true;
    return false;
}

static unsigned spaces_in(const struct pass *p, const struct item *i) {
    return p->spaces[i->declaration];
}

// A function that both passes have, with bodies or not.
static void merge_function(const struct item *h, const struct item *d) {
    const unsigned spaces = spaces_in(&host, h);
    const struct declaration *const hd = &host.declarations[h->declaration];
    const struct declaration *const dd = &device.declarations[d->declaration];
    use_pass(&host);
    const bool both = spaces & HOST && spaces & DEVICE;
    if (!hd->body || !dd->body || hd->is_constexpr || !(spaces & (DEVICE | GLOBAL))) {
        put_tokens(&host, h->first, h->last);
        return;
    }
    if (!both) {
        put_named(&device, d->first, d->last, dd->body, dd->end);
        return;
    }
    // its members get the same values, whoever builds it
    const size_t head = behind_parameters(closing(hd->open), hd->body + 1);
    put_tokens(&host, h->first, head - 1);
    if (head < hd->body)
        put_tokens(&host, head, hd->body - 1);
    put_word(" { if (::cuda_cpu::on_device()) ");
    put_named(&device, dd->body, dd->end, dd->body, dd->end);
    put_word(" else ");
    put_tokens(&host, hd->body, hd->end);
    put_word(" }");
}

// An item that both passes have alike: its names may differ in what they mean. A constant then has
// two values, and what is device code's, or the size of a class, is as the device's pass has it.
static void put_alike(const struct item *h, const struct item *d) {
    const struct declaration *const hd =
        h->declaration == NO_SCOPE ? NULL : &host.declarations[h->declaration];
    if (!renamed_count || !hd || !names_renamed(&host, h->first, h->last)) {
        put_tokens(&host, h->first, h->last);
    } else if (hd->what == FUNCTION && hd->body) {
        merge_function(h, d);
    } else if (hd->what == VARIABLE) {
        const bool placed = hd->spaces & VARIABLE_SPACES;
        const bool in_object = in_class(hd) && !hd->is_static;
        const bool twice = hd->is_const && !placed && !in_object;
        if (twice) {
            rename_word(hd->name);
            put_tokens(&host, h->first, h->last);
        }
        if (placed || in_object || twice)
            put_named(&device, d->first, d->last, d->first, d->last + 1);
        else
            put_tokens(&host, h->first, h->last);
    } else {
        put_tokens(&host, h->first, h->last);
    }
}

// The device's enumerators get other names, if the host's pass alone has any of them.
static void rename_enumerators(const struct item *d, const struct table *host_names) {
    const size_t open = open_enumeration(&device, d);
    bool twice = false;
    for (size_t e = open ? enumerator_behind(open, d->last) : token_count;
         e < token_count && !twice; e = enumerator_behind(e, d->last))
        twice = first_entry(host_names, hash_of_name(&device, d, e, true)) < host_names->count;
    for (size_t e = twice ? enumerator_behind(open, d->last) : token_count; e < token_count;
         e = enumerator_behind(e, d->last))
        rename_word(e);
}

// Have the two functions the same parameters, by their types?
static bool take_the_same(const struct declaration *h, const struct declaration *d) {
    return host.parameters[h - host.declarations] == device.parameters[d - device.declarations];
}

static void merge_items(size_t h_first, size_t h_end, size_t h_scope, size_t d_first, size_t d_end,
                        size_t d_scope);

static void merge_item(const struct item *h, const struct item *d) {
    const struct declaration *const hd = &host.declarations[h->declaration];
    const struct declaration *const dd = &device.declarations[d->declaration];
    if (hd->what == FUNCTION) {
        merge_function(h, d);
        return;
    }
    put_tokens(&host, h->first, hd->body);
    merge_items(hd->body + 1, hd->end, h->declaration, dd->body + 1, dd->end, d->declaration);
    put_tokens(&host, hd->end, h->last);
}

// An item of the device's pass alone: under another name, if the host's pass alone declares that,
// too.
static void put_device_item(const struct item *d, const struct items *host_items,
                            const struct table *host_names) {
    const size_t name = declared_name(&device, d);
    const size_t hash = name < device.token_count ? hash_of_name(&device, d, name, false) : NOTHING;
    bool twice = false;
    for (size_t k = name < device.token_count ? first_entry(host_names, hash) : host_names->count;
         k < host_names->count && host_names->all[k].hash == hash && !twice; k++) {
        const struct item *const h = &host_items->all[host_names->all[k].index];
        const bool functions = d->declaration != NO_SCOPE && h->declaration != NO_SCOPE &&
                               device.declarations[d->declaration].what == FUNCTION &&
                               host.declarations[h->declaration].what == FUNCTION;
        twice = !functions || take_the_same(&host.declarations[h->declaration], // else overloads
                                            &device.declarations[d->declaration]);
    }
    rename_enumerators(d, host_names);
    use_pass(&device);
    if (twice)
        rename_word(name);
    if (twice && d->declaration != NO_SCOPE && in_class(&declarations[d->declaration])) {
        members = members ? members : (bool *)allocate(device.declaration_count, sizeof *members);
        members[d->declaration] = true;
    }
    put_named(&device, d->first, d->last, d->first, d->last + 1);
}

// The only kernel of the device's pass by the name of host item h, a kernel which is the only one
// of its own, where they take different parameters: it is launched in its place. d->count: there is
// none.
static size_t other_kernel(const struct item *h, const struct table *host_names,
                           const struct items *d, const struct table *device_names) {
    const size_t name = declared_name(&host, h);
    if (h->declaration == NO_SCOPE || host.declarations[h->declaration].what != FUNCTION ||
        !(spaces_in(&host, h) & GLOBAL) || !host.takes_plain[h->declaration])
        return d->count;
    const size_t hash = hash_of_name(&host, h, name, false);
    const size_t k = first_entry(host_names, hash), l = first_entry(device_names, hash);
    if (l == device_names->count ||
        (k + 1 < host_names->count && host_names->all[k + 1].hash == hash) ||
        (l + 1 < device_names->count && device_names->all[l + 1].hash == hash))
        return d->count;
    const struct item *const o = &d->all[device_names->all[l].index];
    return o->declaration != NO_SCOPE && device.declarations[o->declaration].what == FUNCTION &&
                   spaces_in(&device, o) & GLOBAL && device.takes_plain[o->declaration]
               ? device_names->all[l].index
               : d->count;
}

// The blocks that are open in what is written, the outermost first.
static struct opened {
    const struct pass *pass;
    size_t block;
} opened[DEEPEST_BLOCK];
static size_t opened_count;

static size_t hash_of_block(struct opened o) {
    return o.pass->blocks[o.block].hash;
}

// Closes blocks and opens others, so that an item of pass p can stand in that block.
static void enter(const struct pass *p, size_t block) {
    struct opened wanted[DEEPEST_BLOCK];
    size_t depth = 0, common = 0;
    for (size_t b = block; b != NO_SCOPE; b = p->blocks[b].outer)
        depth++;
    for (size_t b = block, k = depth; b != NO_SCOPE; b = p->blocks[b].outer)
        wanted[--k] = (struct opened){p, b};
    while (common < depth && common < opened_count &&
           hash_of_block(wanted[common]) == hash_of_block(opened[common])) {
        opened[common] = wanted[common];
        common++;
    }
    while (opened_count > common) {
        const struct opened o = opened[--opened_count];
        put_tokens(o.pass, o.pass->blocks[o.block].close, o.pass->blocks[o.block].close);
    }
    for (; opened_count < depth; opened_count++) {
        opened[opened_count] = wanted[opened_count];
        put_tokens(p, p->blocks[wanted[opened_count].block].first,
                   p->blocks[wanted[opened_count].block].open);
    }
}

// What the host's pass and the device's have in a scope, side by side: what the host's has in its
// order, and what the device's alone has as soon as all is there that stands in front of it.
static void merge_items(size_t h_first, size_t h_end, size_t h_scope, size_t d_first, size_t d_end,
                        size_t d_scope) {
    struct items h = read_items(&host, h_first, h_end, h_scope);
    struct items d = read_items(&device, d_first, d_end, d_scope);
    find_twins(&h, &d);
    struct table names = names_alone(&host, &h), device_names = names_alone(&device, &d);
    const bool outside = h_scope == NO_SCOPE;
    bool *const written = (bool *)allocate(d.count, sizeof *written);
    for (size_t i = 0, j = 0; i < h.count || j < d.count;) {
        const struct item *const next = i < h.count ? &h.all[i] : NULL;
        const bool single = next && next->twin == NO_SCOPE;
        if (!single && j < d.count && (written[j] || d.all[j].twin == NO_SCOPE)) {
            if (!written[j] && outside)
                enter(&device, d.all[j].block);
            if (!written[j])
                put_device_item(&d.all[j], &h, &names);
            j++;
            continue;
        }
        if (outside)
            enter(&host, next->block);
        const size_t other = single ? other_kernel(next, &names, &d, &device_names) : d.count;
        if (other < d.count) {
            use_pass(&device);
            put_tokens(&device, d.all[other].first, d.all[other].last);
            written[other] = true;
        } else if (single) {
            put_tokens(&host, next->first, next->last);
        } else {
            const struct item *const twin = &d.all[next->twin];
            if (next->hash == twin->hash)
                put_alike(next, twin);
            else
                merge_item(next, twin);
            written[next->twin] = true;
        }
        i++;
    }
    if (outside)
        enter(&host, NO_SCOPE);
    free(written);
    free(names.all);
    free(device_names.all);
    free(h.all);
    free(d.all);
}

// The line markers' 1 and 2, which say that files are entered and left: in what is put together
// they do not.
static void forget_nesting(void) {
    for (size_t i = 0; i < merged_length; i++) {
        const bool marker =
            merged[i] == '#' && (i == 0 || merged[i - 1] == '\n') && merged[i + 1] == ' ';
        size_t quotes = 0;
        for (; i < merged_length && merged[i] != '\n'; i++) {
            quotes += merged[i] == '"' && merged[i - 1] != '\\';
            if (marker && quotes == 2 && (merged[i] == '1' || merged[i] == '2'))
                merged[i] = ' ';
        }
    }
}

void merge_passes(char *device_text, size_t device_length) {
    if (device_length == source_length && memcmp(device_text, source, source_length) == 0)
        return;
    char *const host_text = source;
    const size_t host_length = source_length;
    device = read_pass(device_text, device_length);
    host = read_pass(host_text, host_length);
    if (host.token_count == device.token_count &&
        equal_ranges(0, host.token_count, 0, device.token_count))
        return;
    for (int again = 0; again < 2; again++) {
        collecting = again == 0;
        last_pass = NULL;
        use_pass(NULL);
        merge_items(0, host.token_count, NO_SCOPE, 0, device.token_count, NO_SCOPE);
    }
    write_text("\n", 1);
    forget_nesting();
    read_source(merged, merged_length);
}
