// SPDX-License-Identifier: MIT
// nvcc compiles a file twice, for the host and for the device, and defines __CUDA_ARCH__ in the
// second pass alone. Here both become one program: of what differs, host code is taken from the
// host's pass, kernels and
// __device__ functions from the device's, and a __host__ __device__ function gets both bodies and
// chooses when it runs. A name that both passes declare differently is the device's under
// another name.
#include <stdlib.h>
#include <string.h>

#include "pass.h"

#define DEVICE_PREFIX "cuda_cpu_device_"

struct opened { // a block that is open in what is written
    struct pass *pass;
    size_t block;
};

struct merge {
    struct pass host, device;
    struct output text;           // what is written
    const struct pass *last_pass; // whose tokens were written last, up to which
    size_t last_token;
    struct opened opened[DEEPEST_BLOCK]; // the outermost first
    size_t opened_count;
    bool collecting;            // the first time, when only the names are collected that follow
    struct namesakes namesakes; // those that the two passes declare differently
    bool *renamed_members;      // per declaration of the device's pass
    const char *of_host; // what begins the names of headers that are the host's alone, or NULL
};

// ---- what is written ----------------------------------------------------------------------------

static void write_text(struct merge *m, const char *what, size_t n) {
    if (!m->collecting)
        append(&m->text, what, n);
}

// Is token i, after . or ->, a member's name that all of the device's classes which have one have
// under another?
static bool is_renamed_member(struct merge *m, size_t i) {
    const size_t hash = hash_token(NOTHING, i);
    bool all = m->renamed_members != NULL;
    const struct table *const names = &m->device.names;
    for (size_t k = first_entry(names, hash); all && k < names->count && names->all[k].hash == hash;
         k++)
        all = m->renamed_members[names->all[k].index] ||
              !in_class(&m->device.declarations[names->all[k].index]);
    return all;
}

static bool is_renamed(struct merge *m, struct pass *p, size_t i) {
    if (tokens[i].kind != WORD || !has_namesake(&m->namesakes, hash_token(NOTHING, i)))
        return false;
    const bool after = i > 0 && (is(i - 1, ".") || is(i - 1, "->"));
    return after ? is_renamed_member(m, i) : !means_another(&m->namesakes, p, i);
}

static void rename_word(struct merge *m, struct pass *p, size_t i) {
    if (tokens[i].kind == WORD)
        note_namesake(&m->namesakes, p, i);
}

static bool is_parameter(const struct signature *s, size_t i) {
    for (size_t k = 0; s && k < s->count; k++)
        if (s->formals[k].name && same_word(s->formals[k].name, i))
            return true;
    return false;
}

// Tokens [first, last] of pass p where they stand in their file; in [from, to) names of the device,
// but for the parameters of the function whose body that is, unless it is NULL.
static void put_named(struct merge *m, struct pass *p, size_t first, size_t last, size_t from,
                      size_t to, const struct signature *of) {
    use_pass(p);
    if (last < first || last >= token_count)
        return;
    if (m->last_pass == p && m->last_token + 1 == first) {
        write_text(m, source + tokens[m->last_token].end,
                   tokens[first].start - tokens[m->last_token].end);
    } else {
        const struct place place = place_of(first);
        char *const marker = text("\n# %ld \"%s\"%s\n%*s", place.line, file_name(place.file),
                                  owner_of(first) == SYSTEM ? " 3" : "", (int)place.column - 1, "");
        write_text(m, marker, strlen(marker));
    }
    for (size_t t = first; t <= last; t++) {
        if (t > first)
            write_text(m, source + tokens[t - 1].end, tokens[t].start - tokens[t - 1].end);
        if (t >= from && t < to && is_renamed(m, p, t) && !is_parameter(of, t))
            write_text(m, DEVICE_PREFIX, strlen(DEVICE_PREFIX));
        write_text(m, source + tokens[t].start, tokens[t].end - tokens[t].start);
    }
    m->last_pass = p;
    m->last_token = last;
}

static void put_tokens(struct merge *m, struct pass *p, size_t first, size_t last) {
    put_named(m, p, first, last, 0, 0, NULL);
}

static void put_word(struct merge *m, const char *what) {
    write_text(m, what, strlen(what));
    m->last_pass = NULL;
}

// ---- what belongs to whom -----------------------------------------------------------------------

static bool names_renamed(struct merge *m, struct pass *p, size_t first, size_t last) {
    use_pass(p);
    for (size_t t = first; m->namesakes.count && t <= last; t++)
        if (is_renamed(m, p, t))
            return true;
    return false;
}

static unsigned spaces_in(const struct pass *p, const struct item *i) {
    return p->spaces[i->declaration];
}

// Is it a function whose overload beside it has another name for the device?
static bool is_overload_renamed(struct merge *m, const struct item *d) {
    const struct declaration *const dd = &m->device.declarations[d->declaration];
    use_pass(&m->device);
    return dd->what == FUNCTION && spaces_in(&m->device, d) & DEVICE && !dd->special &&
           !dd->is_virtual && !dd->is_friend && is_renamed(m, &m->device, dd->name);
}

// A function that both passes have, with bodies or not.
static void merge_function(struct merge *m, const struct item *h, const struct item *d) {
    const unsigned spaces = spaces_in(&m->host, h);
    if (is_overload_renamed(m, d)) {
        put_named(m, &m->device, d->first, d->last, d->first, d->last + 1,
                  &m->device.signatures[d->declaration]);
        if (!(spaces & HOST))
            return;
    }
    const struct declaration *const hd = &m->host.declarations[h->declaration];
    const struct declaration *const dd = &m->device.declarations[d->declaration];
    use_pass(&m->host);
    const bool apart = spaces != spaces_in(&m->device, d); // a function of each side
    const bool both = apart || (spaces & HOST && spaces & DEVICE);
    const struct signature *const head = &m->device.signatures[d->declaration];
    if (apart && !hd->body)
        put_tokens(m, &m->device, d->first, d->last);
    if (!hd->body || !dd->body || hd->is_constexpr || (!apart && !(spaces & (DEVICE | GLOBAL)))) {
        put_tokens(m, &m->host, h->first, h->last);
        return;
    }
    if (!both) {
        put_named(m, &m->device, d->first, d->last, dd->body, dd->end, head);
        return;
    }
    // its renamed_members get the same values, whoever builds it
    if (apart) {
        put_tokens(m, &m->device, dd->first, dd->start - 1); // a template's parameters
        put_word(m, " __host__ ");
        put_tokens(m, &m->device, dd->start, dd->body - 1);
    } else {
        put_tokens(m, &m->host, h->first, hd->body - 1);
    }
    put_word(m, " { if (::cuda_cpu::on_device()) ");
    put_named(m, &m->device, dd->body, dd->end, dd->body, dd->end, head);
    put_word(m, " else ");
    put_tokens(m, &m->host, hd->body, hd->end);
    put_word(m, " }");
}

// An item that is the same in both passes: its names may differ in what they mean. A constant then
// has two values, and what is device code's, or the size of a class, is as the device's pass has
// it.
static void put_same(struct merge *m, const struct item *h, const struct item *d) {
    const struct declaration *const hd =
        h->declaration == NO_SCOPE ? NULL : &m->host.declarations[h->declaration];
    if (!names_renamed(m, &m->host, h->first, h->last)) {
        put_tokens(m, &m->host, h->first, h->last);
    } else if (!hd) {
        put_tokens(m, &m->host, h->first, h->last);
        if (is(h->first, "using") && is(h->last - 2, "::")) // both of that name
            put_named(m, &m->device, d->first, d->last, d->first, d->last + 1, NULL);
    } else if (hd->what == FUNCTION && (hd->body || is_overload_renamed(m, d))) {
        merge_function(m, h, d);
    } else if (hd->what == VARIABLE) {
        const bool placed = hd->spaces & VARIABLE_SPACES;
        const bool in_object = in_class(hd) && !hd->is_static;
        const bool twice = hd->is_const && !placed && !in_object;
        if (twice) {
            rename_word(m, &m->host, hd->name);
            put_tokens(m, &m->host, h->first, h->last);
        }
        if (placed || in_object || twice)
            put_named(m, &m->device, d->first, d->last, d->first, d->last + 1, NULL);
        else
            put_tokens(m, &m->host, h->first, h->last);
    } else {
        put_tokens(m, &m->host, h->first, h->last);
    }
}

// The device's enumerators get other names, if the host's pass alone has any of them.
static void rename_enumerators(struct merge *m, const struct item *d,
                               const struct table *host_names) {
    const size_t open = open_enumeration(&m->device, d);
    bool twice = false;
    for (size_t e = open ? enumerator_after(open, d->last) : token_count; e < token_count && !twice;
         e = enumerator_after(e, d->last))
        twice = first_entry(host_names, hash_of_name(&m->device, d, e, true)) < host_names->count;
    for (size_t e = twice ? enumerator_after(open, d->last) : token_count; e < token_count;
         e = enumerator_after(e, d->last))
        rename_word(m, &m->device, e);
}

// Have the two functions the same parameters, by their types?
static bool take_the_same(struct merge *m, const struct declaration *h,
                          const struct declaration *d) {
    return m->host.parameters[h - m->host.declarations] ==
           m->device.parameters[d - m->device.declarations];
}

static void merge_items(struct merge *m, size_t h_first, size_t h_end, size_t h_scope,
                        size_t d_first, size_t d_end, size_t d_scope);

static void merge_item(struct merge *m, const struct item *h, const struct item *d) {
    const struct declaration *const hd = &m->host.declarations[h->declaration];
    const struct declaration *const dd = &m->device.declarations[d->declaration];
    if (hd->what == FUNCTION) {
        merge_function(m, h, d);
        return;
    }
    put_tokens(m, &m->host, h->first, hd->body);
    merge_items(m, hd->body + 1, hd->end, h->declaration, dd->body + 1, dd->end, d->declaration);
    put_tokens(m, &m->host, hd->end, h->last);
}

// An item of the device's pass alone: under another name, if the host's pass alone declares that,
// too.
static void put_device_item(struct merge *m, const struct item *d, const struct items *host_items,
                            const struct table *host_names) {
    const size_t name = declared_name(&m->device, d);
    const size_t hash =
        name < m->device.token_count ? hash_of_name(&m->device, d, name, false) : NOTHING;
    bool twice = false;
    for (size_t k = name < m->device.token_count ? first_entry(host_names, hash)
                                                 : host_names->count;
         k < host_names->count && host_names->all[k].hash == hash && !twice; k++) {
        const struct item *const h = &host_items->all[host_names->all[k].index];
        const bool functions = d->declaration != NO_SCOPE && h->declaration != NO_SCOPE &&
                               m->device.declarations[d->declaration].what == FUNCTION &&
                               m->host.declarations[h->declaration].what == FUNCTION;
        twice =
            !functions || take_the_same(m, &m->host.declarations[h->declaration], // else overloads
                                        &m->device.declarations[d->declaration]);
    }
    rename_enumerators(m, d, host_names);
    use_pass(&m->device);
    if (twice && d->declaration != NO_SCOPE && declarations[d->declaration].special)
        return; // a constructor or operator has no other name: the host's serves both
    if (twice)
        rename_word(m, &m->device, name);
    if (twice && d->declaration != NO_SCOPE && in_class(&declarations[d->declaration])) {
        m->renamed_members =
            m->renamed_members ? m->renamed_members
                               : allocate(m->device.declaration_count, sizeof *m->renamed_members);
        m->renamed_members[d->declaration] = true;
    }
    put_named(m, &m->device, d->first, d->last, d->first, d->last + 1, NULL);
}

static size_t hash_of_block(struct opened o) {
    return o.pass->blocks[o.block].hash;
}

// Closes blocks and opens others, so that an item of pass p can stand in that block.
static void enter(struct merge *m, struct pass *p, size_t block) {
    struct opened wanted[DEEPEST_BLOCK];
    size_t depth = 0, common = 0;
    for (size_t b = block; b != NO_SCOPE; b = p->blocks[b].outer)
        depth++;
    for (size_t b = block, k = depth; b != NO_SCOPE; b = p->blocks[b].outer)
        wanted[--k] = (struct opened){p, b};
    while (common < depth && common < m->opened_count &&
           hash_of_block(wanted[common]) == hash_of_block(m->opened[common])) {
        m->opened[common] = wanted[common];
        common++;
    }
    while (m->opened_count > common) {
        const struct opened o = m->opened[--m->opened_count];
        put_tokens(m, o.pass, o.pass->blocks[o.block].close, o.pass->blocks[o.block].close);
    }
    for (; m->opened_count < depth; m->opened_count++) {
        m->opened[m->opened_count] = wanted[m->opened_count];
        put_tokens(m, p, p->blocks[wanted[m->opened_count].block].first,
                   p->blocks[wanted[m->opened_count].block].open);
    }
}

static bool is_of_host(const struct merge *m, const struct pass *p, const struct item *i) {
    if (!m->of_host)
        return false;
    use_pass(p);
    return strncmp(file_name(place_of(i->first).file), m->of_host, strlen(m->of_host)) == 0;
}

// What the host's pass and the device's have in a scope, side by side: what the host's has in its
// order, and what the device's alone has as soon as all is there that stands before it.
static void merge_items(struct merge *m, size_t h_first, size_t h_end, size_t h_scope,
                        size_t d_first, size_t d_end, size_t d_scope) {
    struct items h = read_items(&m->host, h_first, h_end, h_scope);
    struct items d = read_items(&m->device, d_first, d_end, d_scope);
    match_items(&h, &d);
    struct table names = names_alone(&m->host, &h);
    const bool outside = h_scope == NO_SCOPE;
    bool *const written = allocate(d.count, sizeof *written);
    for (size_t i = 0, j = 0; i < h.count || j < d.count;) {
        const struct item *const next = i < h.count ? &h.all[i] : NULL;
        const bool single = next && next->match == NO_SCOPE;
        if (!single && j < d.count && (written[j] || d.all[j].match == NO_SCOPE)) {
            if (!written[j] && !is_of_host(m, &m->device, &d.all[j])) {
                if (outside)
                    enter(m, &m->device, d.all[j].block);
                put_device_item(m, &d.all[j], &h, &names);
            }
            j++;
            continue;
        }
        if (outside)
            enter(m, &m->host, next->block);
        const struct item *const match = single ? NULL : &d.all[next->match];
        if (single || is_of_host(m, &m->host, next))
            put_tokens(m, &m->host, next->first, next->last);
        else if (next->hash == match->hash)
            put_same(m, next, match);
        else
            merge_item(m, next, match);
        if (match)
            written[next->match] = true;
        i++;
    }
    if (outside)
        enter(m, &m->host, NO_SCOPE);
    free(written);
    free(names.all);
    free(h.all);
    free(d.all);
}

// The line markers' 1 and 2, which say that files are entered and left: in the merged text they do
// not.
static void forget_nesting(char *merged) {
    for (char *c = merged; *c; c++) {
        const bool marker = *c == '#' && (c == merged || c[-1] == '\n') && c[1] == ' ';
        size_t quotes = 0;
        for (; *c && *c != '\n'; c++) {
            quotes += *c == '"' && c[-1] != '\\';
            if (marker && quotes == 2 && (*c == '1' || *c == '2'))
                *c = ' ';
        }
    }
}

void merge_passes(char *device_text, size_t device_length, const char *of_host) {
    if (device_length == source_length && memcmp(device_text, source, source_length) == 0)
        return;
    char *const host_text = source;
    const size_t host_length = source_length;
    struct merge *const m = allocate(1, sizeof *m);
    m->of_host = of_host;
    m->device = read_pass(device_text, device_length);
    m->device.names = names_declared(&m->device);
    m->host = read_pass(host_text, host_length);
    for (int round = 0; round < 2; round++) {
        m->collecting = round == 0;
        m->last_pass = NULL;
        use_pass(NULL);
        merge_items(m, 0, m->host.token_count, NO_SCOPE, 0, m->device.token_count, NO_SCOPE);
    }
    write_text(m, "\n", 1);
    forget_nesting(m->text.text);
    read_source(m->text.text, m->text.length);
}
