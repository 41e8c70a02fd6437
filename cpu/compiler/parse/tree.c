// SPDX-License-Identifier: MIT
// Nodes of the tree, and what they are; functions read as trees, each of them once, for those who
// look at more than one at a time.
#include "parser.h"

static struct failure failure;

struct node *fail(size_t i, const char *why) {
    if (!failure.why)
        failure = (struct failure){why, i};
    return NULL;
}

struct failure take_failure(void) {
    const struct failure taken = failure;
    failure = (struct failure){NULL, 0};
    return taken;
}

void put_failure(struct failure back) {
    failure = back;
}

bool has_failed(void) {
    return failure.why != NULL;
}

struct node *odd(struct node *n, size_t at, const char *why) {
    if (!n->why) {
        n->why = why;
        n->why_at = at;
    }
    return n;
}

struct node *new_node(enum kind_of_node kind, size_t first, size_t last) {
    struct node *n = allocate(1, sizeof *n);
    n->kind = kind;
    n->first = first;
    n->last = last;
    n->type = &unknown_type;
    return n;
}

void add_child(struct node *parent, struct node *child) {
    if (!child)
        return;
    struct node **end = parent->newest ? &parent->newest->next : &parent->child;
    while (*end)
        end = &(*end)->next;
    *end = parent->newest = child;
    parent->barrier = parent->barrier || child->barrier;
    parent->returns = parent->returns || child->returns;
}

struct node *with(struct node *n, struct node *last) {
    if (!last)
        return NULL;
    add_child(n, last);
    n->last = last->last;
    return n;
}

struct node *child(const struct node *n, unsigned k) {
    struct node *c = n->child;
    while (c && k-- > 0)
        c = c->next;
    return c;
}

bool name_one(const struct node *a, const struct node *b) {
    return a->kind == b->kind &&
           (a->kind == LOCAL_NAME ? a->variable == b->variable : same_word(a->name, b->name));
}

bool assigns(const struct node *n, const struct variable *v) {
    const struct node *const to = n->kind == ASSIGN || n->kind == STEP ? bare(n->child) : n;
    if (to != n && to->kind == LOCAL_NAME && to->variable == v)
        return true;
    return ANY_CHILD(c, n, assigns(c, v));
}

bool reads_assigned(const struct node *n, const struct node *by) {
    if (n->kind == LOCAL_NAME && assigns(by, n->variable))
        return true;
    return ANY_CHILD(c, n, reads_assigned(c, by));
}

const struct node *bare(const struct node *n) {
    while (n->kind == COMMA && !n->child->next)
        n = n->child;
    return n;
}

bool is_loop(const struct node *n) {
    return has_kind(n, KIND(FOR) | KIND(FOR_RANGE) | KIND(WHILE) | KIND(DO));
}

bool is_jumped_over(const struct node *n) {
    const struct node *label = n->kind == DECLARATION ? n->next : NULL;
    while (label && label->kind != LABEL)
        label = label->next;
    return label;
}

struct node *condition_of(const struct node *n) {
    return child(n, n->kind == FOR || n->kind == DO);
}

struct node *body_of(const struct node *n) {
    return child(n, n->kind == FOR ? 3 : n->kind != DO);
}

bool is_component(const struct node *n, const char *of, const char *axes) {
    n = bare(n);
    return n->kind == MEMBER && n->child->kind == BUILT_IN && n->child->first == n->child->name &&
           is(n->child->name, of) && is_listed(n->name, axes);
}

bool has_sign(const struct node *n, const char *sign) {
    const size_t wanted = strlen(sign);
    return n->sign_length == wanted && memcmp(source + tokens[n->sign].start, sign, wanted) == 0;
}

bool just_combines(const struct node *n) {
    return has_kind(n, KIND(CONSTANT_VALUE) | KIND(GLOBAL_NAME) | KIND(BUILT_IN) | KIND(MEMBER) |
                           KIND(INDEX) | KIND(SIGN) | KIND(CAST) | KIND(SIZE_OF)) ||
           (n->kind == COMMA && !n->child->next);
}

bool is_literal_zero(const struct node *n) {
    const char *digit = source + tokens[n->first].start;
    for (; *digit == '0' || *digit == 'x' || *digit == 'X' || *digit == '.' || *digit == '\'';
         digit++)
        ;
    return n->kind != CONSTANT_VALUE || tokens[n->first].kind != NUMBER ||
           !((*digit >= '1' && *digit <= '9') || (*digit >= 'a' && *digit <= 'f') ||
             (*digit >= 'A' && *digit <= 'F'));
}

bool names_place(const struct node *n) {
    const bool works_out = has_kind(n, KIND(SIGN) | KIND(BINARY) | KIND(CAST));
    if (!(has_kind(n, KIND(LOCAL_NAME) | KIND(ARROW) | KIND(BINARY)) ||
          (just_combines(n) && n->kind != SIZE_OF)) ||
        (works_out && !is_plain(n->type)))
        return false;
    return ALL_CHILDREN(c, n, names_place(c) && (!works_out || is_plain(c->type)));
}

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
