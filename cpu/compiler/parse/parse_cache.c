// SPDX-License-Identifier: MIT
// Functions read as trees, each of them once, for those who look at more than one at a time.
#include <string.h>

#include "declare.h"
#include "tree.h"

struct read_before {
    size_t name;
    const struct reading *reading;
};

static struct read_before *known;
static size_t known_count, known_room;

const struct reading *read_function(const struct declaration *d) {
    for (size_t k = 0; k < known_count; k++)
        if (known[k].name == d->name)
            return known[k].reading;
    struct node *const body =
        parse_function(d->open, d->body, d->first, d->is_template ? d->start : d->first);
    known = (struct read_before *)grow(known, &known_room, known_count + 1, sizeof *known);
    known[known_count++] = (struct read_before){d->name, take_reading(body)};
    return known[known_count - 1].reading;
}

struct node *read_value(size_t i, struct node *(*parse)(size_t)) {
    begin_scope();
    struct node *const value = parse(i);
    failure = NULL;
    failed_at = 0;
    return value;
}

void forget_functions(void) {
    known_count = 0;
}

struct variable *meaning_in(const struct reading *r, size_t i) {
    return i >= r->first && i - r->first < r->meaning_count ? r->meanings[i - r->first] : NULL;
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
