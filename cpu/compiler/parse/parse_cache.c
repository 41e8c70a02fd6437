// SPDX-License-Identifier: MIT
// Functions read as trees, each of them once, for those who look at more than one at a time.
#include <string.h>

#include "parser.h"

static const struct reading **readings; // of each declaration; NULL: it has not been read
static size_t reading_count;

const struct reading *read_function(const struct declaration *d) {
    const size_t k = (size_t)(d - declarations), before = reading_count;
    if (k >= reading_count) {
        readings = grow(readings, &reading_count, declaration_count, sizeof *readings);
        memset(readings + before, 0, (reading_count - before) * sizeof *readings);
    }
    if (!readings[k]) {
        struct node *const body =
            parse_function(d->open, d->body, d->first, d->is_template ? d->start : d->first);
        readings[k] = take_reading(body);
    }
    return readings[k];
}

struct node *read_value(size_t i, struct node *(*parse)(size_t)) {
    begin_scope();
    struct node *const value = parse(i);
    take_failure();
    return value;
}

void forget_functions(void) {
    memset(readings, 0, reading_count * sizeof *readings);
}

struct variable *meaning_in(const struct reading *r, size_t i) {
    return i >= r->first && i - r->first < r->meaning_count ? r->meanings[i - r->first] : NULL;
}

const struct node *find_node(const struct node *n, bool (*is_such)(const struct node *)) {
    const struct node *found = is_such(n) ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = find_node(c, is_such);
    return found;
}

const struct node *find_down(const struct node *n, size_t i,
                             bool (*is_such)(const struct node *, size_t)) {
    const struct node *found = is_such(n, i) ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        if (c->first <= i && i <= c->last)
            found = find_down(c, i, is_such);
    return found;
}

const struct node *find_kind(const struct node *n, enum kind_of_node kind) {
    const struct node *found = n->kind == kind ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = find_kind(c, kind);
    return found;
}

const struct node *find_odd(const struct node *n) {
    const struct node *found = NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = find_odd(c);
    return found ? found : n->why ? n : NULL;
}
