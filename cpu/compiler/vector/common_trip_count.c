// SPDX-License-Identifier: MIT
// A loop that each thread ends after a number of turns of its own: the turns that a vector's
// threads all do are done by all of them, side by side, and only the others thread by thread.
//
//     for (int w = 0; w < warp; w++)      for (w = 0; w < least; w++)
//         at += of_warp[w];                   each_of_vector([&] { at += of_warp[w]; });
//                                         each_of_vector([&] { for (; w < warp; w++) ... });
//
// Those of one warp often have as many turns each, so none is left. Each thread does what it did,
// in its own order: such loops change what is the thread's own, and nothing else
// (split_reductions.c).
#include "split/fission.h"

static bool goes_up(const struct node *compared) {
    return has_sign(compared, "<") || has_sign(compared, "<=");
}

static bool is_own_counter(const struct variable *v) {
    return counts(&v->type) && v->initial && counts(v->initial->type) && v->initial->kind != LIST &&
           changes_by_name(v) && !v->odd && !v->parenthesised && !v->deduced && !v->constant;
}

// counter < limit, of whole numbers: the loop's other parts leave the limit as it is, and all
// threads' counters go on together.
bool has_turns_in_common(const struct node *loop) {
    const struct node *const first = loop->child;
    if (loop->kind != FOR || first->kind != DECLARATION || first->declared_count != 1 ||
        !is_own_counter(first->declared[0]))
        return false;
    const struct variable *const counter = loop->child->declared[0];
    const struct node *const compared = condition_of(loop), *const step = child(loop, 2);
    if (compared->kind != BINARY ||
        !(goes_up(compared) || has_sign(compared, ">") || has_sign(compared, ">=")))
        return false;
    const struct node *const left = child(compared, 0), *const limit = child(compared, 1);
    return left->kind == LOCAL_NAME && left->variable == counter && counts(limit->type) &&
           !is_uniform(limit, false) && !reads_assigned(limit, loop) &&
           (step->kind == STEP || step->kind == ASSIGN) && step->child->kind == LOCAL_NAME &&
           step->child->variable == counter &&
           (step->kind == STEP ||
            (is_uniform(child(step, 1), false) && !reads_assigned(child(step, 1), loop))) &&
           !assigns(body_of(loop), counter);
}

static void put_types_of_sums(struct fission *f, const struct node *n) {
    if (n->kind == ASSIGN || n->kind == STEP)
        put(f, ", %s ", type_words(f, n->child->variable, true));
    for (const struct node *c = n->child; c; c = c->next)
        put_types_of_sums(f, c);
}

static void put_head(struct fission *f, const char *more) {
    put(f,
        "[&](const ::uint3 threadIdx, const %s cuda_cpu_thread%s) "
        "__attribute__((always_inline)) { ",
        f->exchange_count > 0 ? "int" : "long", more);
}

// The call of each_thread_in_turns() (turns.h), which is given where a thread's counter begins
// and what it is compared with; the turns that all do; those of one, from such a counter on.
void put_turns(struct fission *f, const struct node *loop) {
    const struct variable *const counter = loop->child->declared[0];
    const char *const name = name_of(counter->name), *const type = type_words(f, counter, true);
    const struct node *const compared = condition_of(loop), *const limit = child(compared, 1),
                             *const step = child(loop, 2), *const body = body_of(loop);
    const struct node *const array = indexed_by(body, counter);
    put(f, "::cuda_cpu::each_thread_in_turns<%s, ::cuda_cpu::are_better_in_common<%s",
        goes_up(compared) ? "true" : "false",
        array ? text("decltype(%s)", name_of(array->variable->name)) : "void");
    put_types_of_sums(f, body);
    put(f, ">()>(blockDim, ");
    put_head(f, "");
    put_bindings_of(f, counter->initial->first, limit->last);
    put(f,
        "return ::cuda_cpu::turns_of(static_cast<%s >(%s), %s); }, [&](%s %s, const auto "
        "cuda_cpu_end, const auto &cuda_cpu_each) __attribute__((always_inline)) { for (; %s %s "
        "cuda_cpu_end; %s) cuda_cpu_each(",
        type, text_of(f, counter->initial->first, counter->initial->last),
        text_of(f, limit->first, limit->last), type, name, name,
        text("%.*s", (int)compared->sign_length, source + tokens[compared->sign].start),
        text_of(f, step->first, step->last));
    put_head(f, "");
    put_bindings_of(f, body->first, body->last);
    put_place(f, body->first, true);
    put_tokens(f, body->first, body->last);
    put(f, " }); return %s; }, ", name);
    put_head(f, ", const auto cuda_cpu_from");
    put_bindings(f, NULL);
    put_place(f, loop->first, true);
    put(f, "for (%s %s = cuda_cpu_from; %s });", type, name,
        text_of(f, compared->first, loop->last));
}
