// SPDX-License-Identifier: MIT
// Fetches from a texture in a row of threads (index.c): tex2D<float>(in, x + 0.5f, y) of
// neighbouring threads reads neighbouring texels. That cannot be seen in floating-point
// coordinates; but where one is the thread's index and a multiple of a half, the texel's column is
// known as an integer, and the fetches of a row become loads side by side (tex2D_beside in
// texture.h). The sums are exact, and so the texels the same, as long as the row is short: that,
// and what the texture is, is asked once a launch of the row.
#include <stdlib.h>

#include "split/fission.h"

// What an operand along x is: a floating-point number, an int, another type of index.
enum coordinate { UNKNOWN_COORDINATE, FLOATING, SIGNED, OTHER_INDEX };

enum { MOST_HALVES = 1000 };

// The halves in a literal that is a small multiple of a half; false: it is none.
static bool is_halves(const struct node *n, long *halves, bool *floating) {
    if (n->kind != CONSTANT_VALUE || n->first != n->last || length(n->first) > 8)
        return false;
    char text[16] = "", *end;
    memcpy(text, source + tokens[n->first].start, length(n->first));
    if (strpbrk(text, "xXuUlLpP'"))
        return false;
    const double twice = 2 * strtod(text, &end);
    *floating = strpbrk(text, ".eE") != NULL;
    if (*floating && (*end == 'f' || *end == 'F'))
        end++;
    return *end == '\0' && (*floating || text[0] != '0' || !text[1]) && twice <= MOST_HALVES &&
           twice == (double)(*halves = (long)twice);
}

static bool is_floating(const struct variable *v) {
    return v->type.floating && keeps_initial(v) && v->declarator == v->name;
}

// Is it the thread's index along x, once, and multiples of a half, which it adds up?
static enum coordinate add_halves(const struct node *n, long *sum) {
    bool wide;
    n = bare(n);
    if (n->kind == LOCAL_NAME && names_index(n, &wide, false))
        return names_index(n, &wide, true) ? SIGNED : OTHER_INDEX;
    if (n->kind == LOCAL_NAME && is_floating(n->variable))
        return add_halves(n->variable->initial, sum) ? FLOATING : UNKNOWN_COORDINATE;
    if (n->kind == CAST && n->type->floating)
        return add_halves(n->child, sum) ? FLOATING : UNKNOWN_COORDINATE;
    if (n->kind != BINARY || (!has_sign(n, "+") && !has_sign(n, "-")))
        return UNKNOWN_COORDINATE;
    const struct node *a = bare(child(n, 0)), *b = bare(child(n, 1));
    long halves;
    bool floating;
    const bool behind = is_halves(b, &halves, &floating);
    if (!behind && (has_sign(n, "-") || !is_halves(a, &halves, &floating)))
        return UNKNOWN_COORDINATE;
    const enum coordinate of = add_halves(behind ? a : b, sum);
    *sum += has_sign(n, "-") ? -halves : halves;
    if (floating && of != UNKNOWN_COORDINATE)
        return FLOATING;
    return of == OTHER_INDEX ? UNKNOWN_COORDINATE : of; // 0u - 1 is no column
}

bool is_texture(const struct variable *v) {
    return v->role == PARAMETER && v->type.shape == NUMBER_TYPE && !v->reference && v->type.name &&
           is(v->type.name, "cudaTextureObject_t");
}

bool is_fetch_beside(const struct node *n, long *columns) {
    if (n->kind != CALL || n->first != n->name || !is(n->name, "tex2D") ||
        (flags(n->name) & USERS) || !n->arguments || n->arguments->count != 1 ||
        n->arguments->all[0].end != n->arguments->all[0].first + 1)
        return false;
    const struct node *object = n->child, *x = object ? object->next : NULL;
    if (!x || !x->next || x->next->next || object->kind != LOCAL_NAME ||
        !is_texture(object->variable) || object->variable->own)
        return false;
    long sum = 0;
    if (add_halves(x, &sum) == UNKNOWN_COORDINATE || labs(sum) > MOST_HALVES)
        return false;
    *columns = (sum - (sum % 2 < 0)) / 2; // rounded down
    return true;
}

static const char *conditions(const struct node *n, const char *before) {
    long columns;
    if (is_fetch_beside(n, &columns))
        before = text("%s%scuda_cpu_known_%s.is_plane<%s>()", before, *before ? " && " : "",
                      name_of(n->child->first), name_of(n->arguments->all[0].first));
    for (const struct node *c = n->child; c; c = c->next)
        before = conditions(c, before);
    return before;
}

const char *fetch_conditions(const struct fission *f) {
    const char *all = "";
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++)
        all = conditions(s->node, all);
    return all;
}
