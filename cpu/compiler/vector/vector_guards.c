// SPDX-License-Identifier: MIT
// What is asked in front of a loop over threads: of its rows, so that they are done as vectors.
#include "split/fission.h"

bool can_fit(const struct step *s) {
    return (s->kind == PLAIN && in_loop(s)) || s->kind == DECLARED || s->kind == MASK;
}

bool just_names(const struct node *d, bool or_keeps) {
    for (size_t k = 0; k < d->declared_count; k++) {
        const struct variable *const v = d->declared[k];
        const bool named = v->role == LOCAL || (v->role == PRIVATISED && or_keeps);
        if ((!named && v->role != REMATERIALISED && v->role != UNIFORM) || !is_plain(&v->type) ||
            v->open || v->passed ||
            (named && v->initial && !(is_plain(v->initial->type) && just_reads(v->initial))))
            return false;
    }
    return true;
}

bool is_cut(struct fission *f, const struct step *s) {
    if (s->kind != PLAIN || (s->node->effects & EFFECTS) || !find_span(f, s->node))
        return false;
    for (size_t k = 0; k < f->step_count; k++)
        if (f->steps[k].loop == s->loop && &f->steps[k] != s && f->steps[k].kind != HOISTED &&
            in_loop(&f->steps[k]) &&
            !(f->steps[k].kind == DECLARED && just_names(f->steps[k].node, false)))
            return false;
    return true;
}

const char *find_fitting(struct fission *f, struct part part) {
    const char *all = "";
    for (const struct step *s = part.first; s <= part.last; s++)
        if (can_fit(s)) {
            const struct node *const n = s->node;
            for (const struct beside *b = find_beside(f, n); b; b = b->next)
                all = strstr(all, b->checks) ? all : text("%s%s", all, b->checks);
            all = text("%s%s", all, is_cut(f, s) ? find_span(f, n) : "");
        }
    return *all ? all : NULL;
}

// As what a row is gone through, of which that is asked (span.h).
static const char *row_of(const struct fission *f, const char *checks, struct part part) {
    const char *const row = strstr(checks, "cuda_cpu_span.every(") ? "::cuda_cpu::strided_span"
                                                                   : "::cuda_cpu::row_span";
    // A loop by itself is a tile's (split_reductions.c).
    bool beside = !f->leaves && (part.first < part.last || part.first->node->kind != FOR);
    for (const struct step *s = part.first; s <= part.last; s++)
        beside =
            beside && (s->kind == PLAIN || s->kind == DECLARED) && is_independent_in_row(s->node);
    return beside ? text("::cuda_cpu::beside_span<%s>", row) : row;
}

void put_fitting(struct fission *f, const char *checks, struct part part) {
    if (checks)
        put(f,
            "[&]([[maybe_unused]] const ::uint3 threadIdx, [[maybe_unused]] %s &cuda_cpu_span) "
            "{ return true%s; }, ",
            row_of(f, checks, part), checks);
    put(f, "[&](const ::uint3 threadIdx, const %s cuda_cpu_thread%s) ",
        f->exchange_count > 0 ? "int" : "long", checks ? ", const auto cuda_cpu_fitting" : "");
}
