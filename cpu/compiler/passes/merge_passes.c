// SPDX-License-Identifier: MIT
// nvcc compiles a file twice, for the host and for the device, and defines __CUDA_ARCH__ in the
// second pass alone. Here both become one program: of what differs, host code is taken from the
// host's pass, kernels and __device__ functions from the device's, and a __host__ __device__
// function gets both bodies and chooses when it runs. A name that both passes declare differently
// is the device's under another name.
#include "pass.h"
#include "passes.h"

#define DEVICE_PREFIX "cuda_cpu_device_"

size_t pass_scopes[PASSES];
static struct output merged;
static size_t last_written;          // the token that was written last
static size_t opened[DEEPEST_BLOCK]; // blocks that are open in what is written, the outermost first
static size_t opened_count;
static bool collecting;          // the first time, when only the names are collected that follow
static bool *renamed_members;    // per declaration
static const char *host_headers; // what begins the names of headers that are the host's alone

int pass_of(size_t i) {
    return i < declarations[pass_scopes[DEVICE_PASS]].first ? HOST_PASS : DEVICE_PASS;
}

static void write_text(const char *what, size_t n) {
    if (!collecting)
        append(&merged, what, n);
}

// Is token i, after . or ->, a member's name that all of the device's classes which have one have
// under another?
static bool is_renamed_member(size_t i) {
    bool all = true;
    size_t k = 0;
    for (const struct declaration *d; all && (d = next_declared(DEVICE_PASS, word(i), &k));)
        all = renamed_members[d - declarations] || !in_class(d);
    return all;
}

static bool is_renamed(size_t i) {
    if (!has_namesake(i))
        return false;
    return is(i - 1, ".") || is(i - 1, "->") ? is_renamed_member(i) : !means_another(i);
}

static bool is_parameter(const struct declaration *f, size_t i) {
    const struct signature *const s = f ? signature_of(f) : NULL;
    for (size_t k = 0; s && k < s->count; k++)
        if (s->formals[k].name && same_word(s->formals[k].name, i))
            return true;
    return false;
}

// Tokens [first, last] where they stand in their file; from `from` on with names of the device, but
// for the parameters of function `f`, whose body that is, unless it is NULL.
static void put_named(size_t first, size_t last, size_t from, const struct declaration *f) {
    if (last < first)
        return;
    if (last_written + 1 == first && last_written > 0) {
        write_text(source + tokens[last_written].end,
                   tokens[first].start - tokens[last_written].end);
    } else {
        char *const marker = placed(first);
        write_text(marker, strlen(marker));
    }
    for (size_t t = first; t <= last; t++) {
        if (t > first)
            write_text(source + tokens[t - 1].end, tokens[t].start - tokens[t - 1].end);
        if (t >= from && is_renamed(t) && !is_parameter(f, t))
            write_text(DEVICE_PREFIX, strlen(DEVICE_PREFIX));
        write_text(source + tokens[t].start, length(t));
    }
    last_written = last;
}

static void put_tokens(size_t first, size_t last) {
    put_named(first, last, token_count, NULL);
}

static void put_item(const struct item *i) {
    put_tokens(i->first, i->last);
}

static void put_renamed(const struct item *i) {
    put_named(i->first, i->last, i->first, NULL);
}

static void put_word(const char *what) {
    write_text(what, strlen(what));
    last_written = 0;
}

static bool names_renamed(const struct item *i) {
    for (size_t t = i->first; any_namesakes() && t <= i->last; t++)
        if (is_renamed(t))
            return true;
    return false;
}

// Is it a function whose overload beside it has another name for the device?
static bool is_overload_renamed(const struct declaration *d) {
    return d->what == FUNCTION && spaces_in(d) & DEVICE && !d->special && !d->is_virtual &&
           !d->is_friend && is_renamed(d->name);
}

// A function that both passes have, with bodies or not.
static void merge_function(const struct item *h, const struct item *d) {
    const struct declaration *const hd = h->d, *const dd = d->d;
    const unsigned spaces = spaces_in(hd);
    if (is_overload_renamed(dd)) {
        put_named(d->first, d->last, d->first, dd);
        if (!(spaces & HOST))
            return;
    }
    const bool apart = spaces != spaces_in(dd); // a function of each side
    if (apart && !hd->body)
        put_item(d);
    if (!hd->body || !dd->body || hd->is_constexpr || (!apart && !(spaces & (DEVICE | GLOBAL)))) {
        put_item(h);
        return;
    }
    if (!apart && !(spaces & HOST && spaces & DEVICE)) {
        put_named(d->first, d->last, dd->body, dd);
        return;
    }
    // its members get the same values, whoever builds it
    if (apart) {
        put_tokens(dd->first, dd->start - 1); // a template's parameters
        put_word(" __host__ ");
        put_tokens(dd->start, dd->body - 1);
    } else {
        put_tokens(h->first, hd->body - 1);
    }
    put_word(" { if (::cuda_cpu::on_device()) ");
    put_named(dd->body, dd->end, dd->body, dd);
    put_word(" else ");
    put_tokens(hd->body, hd->end);
    put_word(" }");
}

// An item that is the same in both passes: its names may differ in what they mean. A constant then
// has two values, and what is device code's, or the size of a class, is as the device's pass has
// it.
static void put_same(const struct item *h, const struct item *d) {
    const struct declaration *const hd = h->d;
    const bool renamed = names_renamed(h), variable = renamed && hd && hd->what == VARIABLE;
    if (renamed && hd && hd->what == FUNCTION && (hd->body || is_overload_renamed(d->d))) {
        merge_function(h, d);
        return;
    }
    const bool alone =
        variable && (hd->spaces & VARIABLE_SPACES || (in_class(hd) && !hd->is_static));
    const bool twice = variable ? hd->is_const && !alone
                                : renamed && !hd && is(h->first, "using") &&
                                      is(h->last - 2, "::"); // both of that name
    if (variable && twice)
        note_namesake(hd->name);
    if (!alone)
        put_item(h);
    if (alone || twice)
        put_renamed(d);
}

// The device's enumerators get other names, if the host's pass alone has any of them.
static void rename_enumerators(const struct item *d, const struct table *host_names) {
    const size_t open = open_enumeration(d);
    bool twice = false;
    for (size_t e = open; e && !twice && (e = next_enumerator(e, closing(open)));)
        twice = first_entry(host_names, hash_of_name(d, e, true)) < host_names->count;
    for (size_t e = twice ? open : 0; e && (e = next_enumerator(e, closing(open)));)
        note_namesake(e);
}

static void merge_scopes(const struct declaration *host, const struct declaration *device);

static void merge_item(const struct item *h, const struct item *d) {
    if (h->d->what == FUNCTION) {
        merge_function(h, d);
        return;
    }
    put_tokens(h->first, h->d->body);
    merge_scopes(h->d, d->d);
    put_tokens(h->d->end, h->last);
}

// An item of the device's pass alone: under another name, if the host's pass alone declares that,
// too, but for a function with other parameters, which is an overload.
static void put_device_item(const struct item *d, const struct items *host_items,
                            const struct table *host_names) {
    const size_t name = declared_name(d);
    const size_t hash = name < token_count ? hash_of_name(d, name, false) : NOTHING;
    bool twice = false;
    for (size_t k = name < token_count ? first_entry(host_names, hash) : host_names->count;
         k < host_names->count && host_names->all[k].hash == hash && !twice; k++) {
        const struct item *const h = &host_items->all[host_names->all[k].index];
        twice = !d->d || !h->d || d->d->what != FUNCTION || h->d->what != FUNCTION ||
                hash_parameters(h->d) == hash_parameters(d->d);
    }
    rename_enumerators(d, host_names);
    if (twice && d->d && d->d->special)
        return; // a constructor or operator has no other name: the host's serves both
    if (twice && tokens[name].kind == WORD)
        note_namesake(name);
    if (twice && d->d && in_class(d->d))
        renamed_members[d->d - declarations] = true;
    put_renamed(d);
}

// Closes blocks and opens others, so that an item of that block can stand there.
static void enter(size_t block) {
    size_t wanted[DEEPEST_BLOCK], depth = 0, common = 0;
    for (size_t b = block; b != NO_SCOPE; b = blocks[b].outer)
        depth++;
    for (size_t b = block, k = depth; b != NO_SCOPE; b = blocks[b].outer)
        wanted[--k] = b;
    for (; common < depth && common < opened_count &&
           blocks[wanted[common]].hash == blocks[opened[common]].hash;
         common++)
        opened[common] = wanted[common];
    while (opened_count > common) {
        const size_t close = blocks[opened[--opened_count]].close;
        put_tokens(close, close);
    }
    for (; opened_count < depth; opened_count++) {
        opened[opened_count] = wanted[opened_count];
        put_tokens(blocks[wanted[opened_count]].first, blocks[wanted[opened_count]].open);
    }
}

static bool is_of_host(const struct item *i) {
    return host_headers &&
           strncmp(file_name(place_of(i->first).file), host_headers, strlen(host_headers)) == 0;
}

// What the host's pass and the device's have in a scope, side by side: what the host's has in its
// order, and what the device's alone has as soon as all is there that stands before it.
static void merge_scopes(const struct declaration *host, const struct declaration *device) {
    struct items h = read_items(host->body + 1, host->end, (size_t)(host - declarations));
    struct items d = read_items(device->body + 1, device->end, (size_t)(device - declarations));
    match_items(&h, &d);
    struct table names = names_alone(&h);
    const bool outside = host->scope == NO_SCOPE;
    bool *const done = allocate(d.count, sizeof *done);
    for (size_t i = 0, j = 0; i < h.count || j < d.count;) {
        const struct item *const next = i < h.count ? &h.all[i] : NULL;
        const bool single = next && next->match == NO_SCOPE;
        if (!single && j < d.count && (done[j] || d.all[j].match == NO_SCOPE)) {
            if (!done[j] && !is_of_host(&d.all[j])) {
                if (outside)
                    enter(d.all[j].block);
                put_device_item(&d.all[j], &h, &names);
            }
            j++;
            continue;
        }
        if (outside)
            enter(next->block);
        const struct item *const match = single ? NULL : &d.all[next->match];
        if (single || is_of_host(next))
            put_item(next);
        else if (next->hash == match->hash)
            put_same(next, match);
        else
            merge_item(next, match);
        if (match)
            done[next->match] = true;
        i++;
    }
    if (outside)
        enter(NO_SCOPE);
}

// The line markers' 1 and 2, which say that files are entered and left: in the merged text they do
// not.
static void forget_nesting(char *at) {
    for (char *c = at; *c; c++) {
        const bool marker = *c == '#' && (c == at || c[-1] == '\n') && c[1] == ' ';
        size_t quotes = 0;
        for (; *c && *c != '\n'; c++) {
            quotes += *c == '"' && c[-1] != '\\';
            if (marker && quotes == 2 && (*c == '1' || *c == '2'))
                *c = ' ';
        }
    }
}

char *merge_passes(char *host, char *device, const char *of_host) {
    if (strcmp(host, device) == 0)
        return host;
    char *const both = text("namespace host {\n%s\n} namespace device {\n%s\n}", host, device);
    read_source(both, strlen(both));
    const size_t end = closing(2), second = end + 1;
    if (end == token_count || tokens[end].start != strlen(host) + strlen("namespace host {\n\n"))
        return host; // its brackets do not match: the C++ compiler will say so
    if (closing(second + 2) != token_count - 1)
        return device;
    read_declarations();
    read_types();
    while (declarations[pass_scopes[DEVICE_PASS]].first != second)
        pass_scopes[DEVICE_PASS]++;
    renamed_members = allocate(declaration_count, sizeof *renamed_members);
    host_headers = of_host;
    for (int round = 0; round < 2; round++) {
        collecting = round == 0;
        last_written = 0;
        merge_scopes(&declarations[0], &declarations[pass_scopes[DEVICE_PASS]]);
    }
    write_text("\n", 1);
    forget_nesting(merged.text);
    return merged.text;
}
