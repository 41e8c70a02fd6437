// SPDX-License-Identifier: MIT
// One of nvcc's two passes over a file: its tokens, its declarations, and both cut into items, by
// which the passes are compared.
#include "pass.h"

#include <string.h>

#include "names.h"

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

static size_t hash_token(size_t hash, size_t t) {
    for (size_t k = tokens[t].start; k <= tokens[t].end; k++)
        hash = (hash ^ (k < tokens[t].end ? (unsigned char)source[k] : 0u)) * 1099511628211u;
    return hash;
}

#define NOTHING 14695981039346656037u

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
    struct pass p = {source, source_length, token_count,   declaration_count,
                     tokens, declarations,  read_places(), NULL,
                     NULL};
    read_types();
    p.spaces = (unsigned *)allocate(declaration_count, sizeof *p.spaces);
    p.parameters = (size_t *)allocate(declaration_count, sizeof *p.parameters);
    for (size_t k = 0; k < declaration_count; k++)
        p.parameters[k] = declarations[k].what == FUNCTION ? hash_parameters(&declarations[k]) : 0;
    for (size_t k = 0; k < declaration_count; k++)
        if (owner_of(declarations[k].name) == USER || declarations[k].spaces)
            p.spaces[k] = spaces_of(&declarations[k]);
    return p;
}

bool equal_tokens(const struct pass *a, size_t x, const struct pass *b, size_t y) {
    const size_t n = a->tokens[x].end - a->tokens[x].start;
    return n == b->tokens[y].end - b->tokens[y].start &&
           memcmp(a->source + a->tokens[x].start, b->source + b->tokens[y].start, n) == 0;
}

static size_t end_of_raw(size_t i, size_t end) {
    if (is(i, "extern") && tokens[i + 1].kind == STRING && is(i + 2, "{"))
        return i + 2;
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

struct item *read_items(const struct pass *p, size_t first, size_t end, size_t scope,
                        size_t *count) {
    struct item *items = NULL;
    size_t room = 0, d = 0;
    *count = 0;
    use_pass(p);
    for (size_t i = first; i < end;) {
        while (d < declaration_count &&
               (declarations[d].scope != scope || declarations[d].first < i ||
                declarations[d].what >= ALIAS))
            d++;
        struct item item = {i, i, NO_SCOPE, NOTHING};
        if (d < declaration_count && declarations[d].first == i && declarations[d].end < end) {
            item.declaration = d;
            item.last = declarations[d].end;
            const enum declared what = declarations[d].what;
            if (what == CLASS || what == ENUMERATION) // up to its ;
                while (item.last + 1 < end && !is(item.last, ";"))
                    item.last = nesting(item.last + 1) > 0 ? closing(item.last + 1) : item.last + 1;
        } else {
            item.last = end_of_raw(i, end);
        }
        for (size_t t = item.first; t <= item.last; t++)
            item.hash = hash_token(item.hash, t);
        items = (struct item *)grow(items, &room, *count + 1, sizeof *items);
        items[(*count)++] = item;
        i = item.last + 1;
    }
    return items;
}
