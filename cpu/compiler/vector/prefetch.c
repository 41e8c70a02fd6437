// SPDX-License-Identifier: MIT
// Rows of a tile that are brought nearer in front of the loop that copies them, one in each turn:
//
//     for (int k = 0; k < 16; k++)                          // tile_ahead in ahead.h
//         if (!ahead.bring(&a[first + k * n]))
//             break;
//     for (int k = 0; k < 16; k++)                          // interchange.c
//         each_thread([&] { tile[k][x] = a[first + k * n + x]; });
//
// And rows of a loop over threads that stands in no other: those that the next blocks will name,
// by as much further as their rows are wide, while this one is at work (block_ahead() in ahead.h).
//
// Nothing is read: so the places may be wrong, and just have to be worked out.
#include <string.h>

#include "split/fission.h"

static const char *calls; // of each array's row
static size_t call_count;

static void add_place(const struct node *element, const struct node *index, const char *first) {
    const struct node *const array = element->child;
    (void)index;
    if (element->kind != INDEX || array->kind != LOCAL_NAME || array->type->shape != POINTER ||
        !is_uniform(array, false))
        return;
    calls = text("%s%scuda_cpu_ahead[%zu].bring(blockDim, [&]([[maybe_unused]] const ::uint3 "
                 "threadIdx) { return &%s[%s]; })",
                 calls, call_count > 0 ? " | " : "", call_count, called(array->variable), first);
    call_count++;
}

static bool just_reads(const struct node *n) {
    return !find_kind(n, ASSIGN) && !find_kind(n, STEP) && !find_kind(n, CALL) &&
           !find_kind(n, METHOD);
}

// A counter of its own is all that the head changes: it can be written twice.
static bool just_counts(const struct node *loop) {
    const struct node *const from = loop->child, *const condition = from->next,
                             *const step = condition->next;
    return from->kind == DECLARATION && from->declared_count == 1 && !from->declared[0]->open &&
           from->declared[0]->initial && just_reads(from->declared[0]->initial) &&
           just_reads(condition) && (step->kind == STEP || step->kind == ASSIGN) &&
           step->child->kind == LOCAL_NAME && step->child->variable == from->declared[0] &&
           (!step->child->next || just_reads(step->child->next));
}

static bool just_copies(const struct step *s) {
    const struct node *const e = s->node->kind == EXPRESSION ? s->node->child : NULL;
    return s->what == PLAIN && in_loop(s) && e && e->kind == ASSIGN && has_sign(e, "=");
}

const char *rows_ahead(const struct step *s) {
    const struct node *const loop = s->node;
    const struct step *const end = steps + step_count;
    if (s >= end || s->what != HEAD || loop->kind != FOR || !loop->around || !just_counts(loop))
        return "";
    calls = "";
    call_count = 0;
    for (s += 2; s < end && just_copies(s); s++)
        find_beside(s->node, s->node, add_place);
    const char *const head = printed_tokens(loop->first, closing(loop->first + 1));
    if (s == end || s->what != EXIT || call_count == 0 || !head)
        return "";
    return text("{ ::cuda_cpu::tile_ahead cuda_cpu_ahead[%zu]; %s if (!(%s)) break; } ", call_count,
                head, calls);
}

// ---- the next blocks' ---------------------------------------------------------------------------

enum { MOST_TOLD = 16 }; // arrays' rows of a kernel: a core waits for few lines at a time

static const struct node *in_statement;
static size_t known_to;  // what is declared up to there
static const char *told; // of the kernel, before; NULL: its first loop over threads is yet to come
static size_t told_count;

// Is what it is worked out from declared? What loops over threads declare for themselves stands for
// its first value.
static bool is_known(const struct node *n) {
    if (n->kind == LOCAL_NAME && n->variable->role == UNIFORM && n->variable->name > known_to)
        return false;
    if (n->kind == LOCAL_NAME && n->variable->role != UNIFORM && n->variable->initial &&
        !is_known(n->variable->initial))
        return false;
    return all_children(n, is_known);
}

static bool is_stored(const struct node *n, const struct node *element) {
    if ((n->kind == ASSIGN || n->kind == STEP) && bare(n->child) == element)
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (is_stored(c, element))
            return true;
    return false;
}

static void add_next_place(const struct node *element, const struct node *index,
                           const char *first) {
    const struct node *const array = element->child;
    if (element->kind != INDEX || array->kind != LOCAL_NAME || array->type->shape != POINTER ||
        !is_uniform(array, false) || !is_known(array) || !is_known(index))
        return;
    const char *const call =
        text("::cuda_cpu::block_ahead<%s, %s>(blockDim, [&]([[maybe_unused]] const ::uint3 "
             "threadIdx) { return &%s[%s]; }); ",
             strstr(first, "threadIdx") ? "true" : "false",
             is_stored(in_statement, element) ? "true" : "false", called(array->variable), first);
    if (strstr(told, call) || told_count == MOST_TOLD)
        return;
    calls = text("%s%s", calls, call);
    told = text("%s%s", told, call);
    told_count++;
}

void forget_rows_ahead(void) {
    told = NULL;
    told_count = 0;
}

// A block that goes through its threads a few times only, without a loop, is over so soon that a
// processor is at the next one's rows by itself.
static bool takes_long(void) {
    enum { OFTEN = 4 };
    size_t loops = 0;
    const struct step *last = NULL;
    for (const struct step *s = steps; s < steps + step_count; s++)
        if (can_fit(s)) {
            loops += find_kind(s->node, FOR) ? OFTEN : !last || last->loop != s->loop;
            last = s;
        }
    return loops >= OFTEN;
}

const char *next_rows_ahead(size_t first, size_t last) {
    calls = "";
    known_to = steps[last].last;
    if (told_count == MOST_TOLD || steps[first].depth > 0 || !takes_long())
        return "";
    const size_t end = told ? last + 1 : step_count; // what is known from the first one on
    told = told ? told : "";
    for (size_t s = first; s < end; s++)
        if (can_fit(&steps[s]) && steps[s].depth == 0) {
            in_statement = steps[s].node;
            find_beside(steps[s].node, steps[s].node, add_next_place);
        }
    return calls;
}
