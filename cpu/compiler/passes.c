// SPDX-License-Identifier: MIT
// nvcc compiles a file twice, for the host and for the device, and defines __CUDA_ARCH__ in the
// second pass alone. Here both become one program: of what differs, host code is taken from the
// host's pass, kernels and
// __device__ functions from the device's, and a __host__ __device__ function gets both bodies and
// chooses when it runs. A name that both passes declare, but not alike, is the device's under
// another name.
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "pass.h"

#define DEVICE_PREFIX "cuda_cpu_device_"

static struct pass host, device;
static char *merged;
static size_t merged_length, merged_room;
static const struct pass *last_pass; // whose text was written last, up to which token
static size_t last_token;
static char **renamed; // names that the two passes declare differently
static size_t renamed_count, renamed_room;
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

static bool is_renamed(size_t i) {
    if (tokens[i].kind != WORD || (i > 0 && (is(i - 1, ".") || is(i - 1, "->"))))
        return false;
    for (size_t k = 0; k < renamed_count; k++)
        if (is(i, renamed[k]))
            return true;
    return false;
}

static void rename_word(size_t i) {
    if (tokens[i].kind != WORD || is_renamed(i))
        return;
    renamed = (char **)grow(renamed, &renamed_room, renamed_count + 1, sizeof *renamed);
    renamed[renamed_count++] =
        text("%.*s", (int)(tokens[i].end - tokens[i].start), source + tokens[i].start);
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
        if (renamed_count && t >= from && t < to && is_renamed(t))
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
        if (is_renamed(t))
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

// The next enumerator behind token i of an enumeration that ends at `last`: behind { or a comma.
static size_t next_enumerator(size_t i, size_t last) {
    for (; i < last; i = !is(i, "{") && nesting(i) > 0 ? closing(i) + 1 : i + 1)
        if ((is(i, "{") || is(i, ",")) && tokens[i + 1].kind == WORD)
            return i + 1;
    return token_count;
}

// Where the { of an enumeration is whose enumerators are names of the scope that it stands in; 0:
// item i is none.
static size_t open_enumeration(const struct pass *p, const struct item *i) {
    use_pass(p);
    const struct declaration *const d =
        i->declaration == NO_SCOPE ? NULL : &declarations[i->declaration];
    return d && d->what == ENUMERATION && !d->is_scoped ? d->body : 0;
}

// Whether the host's enumeration h has an enumerator that the device's has.
static bool shares_enumerators(const struct item *h, const struct item *d) {
    const size_t h_open = open_enumeration(&host, h), d_open = open_enumeration(&device, d);
    if (!h_open || !d_open)
        return false;
    use_pass(&host);
    for (size_t x = next_enumerator(h_open, h->last); x < host.token_count;) {
        use_pass(&device);
        for (size_t y = next_enumerator(d_open, d->last); y < device.token_count;
             y = next_enumerator(y, d->last))
            if (equal_tokens(&host, x, &device, y))
                return true;
        use_pass(&host);
        x = next_enumerator(x, h->last);
    }
    return false;
}

// The device's enumerators get other names, if the host's pass has any of them.
static void rename_enumerators(const struct item *d, const struct item *host_items,
                               size_t host_count) {
    bool twice = false;
    for (size_t k = 0; k < host_count && !twice; k++)
        twice = shares_enumerators(&host_items[k], d);
    if (!twice)
        return;
    use_pass(&device);
    for (size_t e = next_enumerator(declarations[d->declaration].body, d->last); e < token_count;
         e = next_enumerator(e, d->last))
        rename_word(e);
}

// The word that an item declares, for its other name; token_count where it declares none.
static size_t declared_name(const struct pass *p, const struct item *i) {
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

// Have the two functions the same parameters, by their words?
static bool have_same_words(const struct declaration *h, const struct declaration *d) {
    use_pass(&host);
    const size_t h_close = closing(h->open);
    use_pass(&device);
    return equal_ranges(h->open, h_close, d->open, closing(d->open));
}

// ... by their types?
static bool take_the_same(const struct declaration *h, const struct declaration *d) {
    return host.parameters[h - host.declarations] == device.parameters[d - device.declarations];
}

static bool corresponds(const struct item *h, const struct item *d) {
    if (h->declaration == NO_SCOPE || d->declaration == NO_SCOPE)
        return false;
    const struct declaration *const hd = &host.declarations[h->declaration];
    const struct declaration *const dd = &device.declarations[d->declaration];
    if (hd->what != dd->what || !equal_tokens(&host, hd->name, &device, dd->name) ||
        hd->special != dd->special)
        return false;
    if (hd->what == CLASS || hd->what == NAMESPACE)
        return true;
    if (hd->what != FUNCTION)
        return false;
    const unsigned spaces = spaces_in(&host, h);
    const bool both = spaces & HOST && spaces & DEVICE; // one head, of two bodies
    return (both ? have_same_words(hd, dd) : take_the_same(hd, dd)) &&
           equal_ranges(hd->name, hd->open, dd->name, dd->open) && spaces == spaces_in(&device, d);
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

// An item of the device's pass alone: under another name, if the host's pass declares that, too.
static void put_device_item(const struct item *d, const struct item *host_items,
                            size_t host_count) {
    const size_t name = declared_name(&device, d);
    bool twice = false;
    for (size_t k = 0; name < device.token_count && k < host_count && !twice; k++) {
        const size_t other = declared_name(&host, &host_items[k]);
        twice = other < host.token_count && equal_tokens(&host, other, &device, name);
        const bool functions = twice && d->declaration != NO_SCOPE &&
                               host_items[k].declaration != NO_SCOPE &&
                               device.declarations[d->declaration].what == FUNCTION &&
                               host.declarations[host_items[k].declaration].what == FUNCTION;
        if (functions) // overloads are no conflict
            twice = take_the_same(&host.declarations[host_items[k].declaration],
                                  &device.declarations[d->declaration]);
    }
    rename_enumerators(d, host_items, host_count);
    use_pass(&device);
    if (twice)
        rename_word(name);
    put_named(&device, d->first, d->last, d->first, d->last + 1);
}

// What the host's pass and the device's have in a scope, side by side.
static void merge_items(size_t h_first, size_t h_end, size_t h_scope, size_t d_first, size_t d_end,
                        size_t d_scope) {
    size_t h_count, d_count;
    struct item *const h = read_items(&host, h_first, h_end, h_scope, &h_count);
    struct item *const d = read_items(&device, d_first, d_end, d_scope, &d_count);
    size_t i = 0, j = 0;
    while (i < h_count || j < d_count) {
        if (i < h_count && j < d_count && h[i].hash == d[j].hash) {
            put_alike(&h[i++], &d[j++]);
            continue;
        }
        if (i < h_count && j < d_count && corresponds(&h[i], &d[j])) {
            merge_item(&h[i++], &d[j++]);
            continue;
        }
        size_t skip = 1; // how many items of one pass stand in front of what both have again
        bool of_host = j >= d_count, found = i >= h_count || j >= d_count;
        for (; !found && (i + skip < h_count || j + skip < d_count); skip++) {
            of_host = i + skip < h_count &&
                      (h[i + skip].hash == d[j].hash || corresponds(&h[i + skip], &d[j]));
            found = of_host || (j + skip < d_count && (d[j + skip].hash == h[i].hash ||
                                                       corresponds(&h[i], &d[j + skip])));
            if (found)
                break;
        }
        if (!found) { // one each
            put_tokens(&host, h[i].first, h[i].last);
            put_device_item(&d[j++], h, h_count);
            i++;
        } else if (of_host) {
            for (size_t n = j >= d_count ? h_count - i : skip; n > 0; n--, i++)
                put_tokens(&host, h[i].first, h[i].last);
        } else {
            for (size_t n = i >= h_count ? d_count - j : skip; n > 0; n--)
                put_device_item(&d[j++], h, h_count);
        }
    }
    free(h);
    free(d);
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
