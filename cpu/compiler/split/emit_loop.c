// SPDX-License-Identifier: MIT
// A loop over the threads of a block, or over the elements that they stride over: its head, and the
// statements in it.
#include <string.h>

#include "fission.h"

static const struct kernel_form *now; // the kernel at hand

// A strided loop (stride.c): a loop over the elements of the block's first thread, around one over
// threads.
static void put_stride_head(const struct node *loop, const struct stride *s, bool asks) {
    const struct variable *v = s->counter;
    char *type = text("%.*s", (int)(tokens[s->type_end - 1].end - tokens[s->type].start),
                      source + tokens[s->type].start);
    put(text("::cuda_cpu::each_stride<%s, %s, %s, %s>(blockDim, ", asks ? "true" : "false",
             s->rows ? "true" : "false", s->closed ? "true" : "false", type));
    put(text("[&](const ::uint3 threadIdx, const long cuda_cpu_thread) -> %s { (void)threadIdx, "
             "(void)cuda_cpu_thread; ",
             type));
    const size_t first = s->kept ? v->name : v->initial->first,
                 last = s->kept ? v->name : v->initial->last;
    put_bindings_of(first, last);
    put("return (");
    put_tokens(first, last);
    put("); }, ");
    put_tokens(s->limit->first, s->limit->last);
    put(", ");
    put_tokens(s->step->first, s->step->last);
    const char *const arrays = find_arrays(s->body, loop, v, "");
    put(text(", ::cuda_cpu::arrays_ahead(%s), [&](const ::uint3 threadIdx, const long "
             "cuda_cpu_thread, const %s %s) ",
             *arrays ? arrays + 2 : "", type, called(v)));
}

// `continue` leaves what the loop's body has become.
static void let_continue(const struct node *n, const char *instead) {
    if (n->kind == LEAVE_LOOP && is(n->first, "continue"))
        tokens[n->first].instead = (char *)instead;
    if (is_loop(n))
        return;
    for (const struct node *c = n->child; c; c = c->next)
        let_continue(c, instead);
}

static void put_stride_body(const struct step *step, const struct stride *s) {
    if (step->node->kind == FOR) {
        let_continue(s->body, "return");
        put_tokens(s->body->first, s->body->last);
        let_continue(s->body, NULL);
        return;
    }
    const struct node *last = s->body->child;
    while (last->next)
        last = last->next;
    put_tokens(s->body->first, last->first - 1);
    put(" }");
}

// The threads of a flat kernel: only those within its guard.
static void put_row_head(void) {
    put("::cuda_cpu::each_of_row(blockDim, ");
    if (guard.first) {
        const struct variable *const index = bare(child(guard.first, 0))->variable;
        drop_substitutes();
        find_substitutes(index->initial, true);
        put("[&](const int cuda_cpu_x) { ");
        put_declaration(index);
        put(guard.leaves ? "return !(" : "return (");
        put_tokens(guard.first->first, guard.first->last);
        put("); }");
        drop_substitutes();
        for (size_t s = 0; s < step_count; s++)
            find_substitutes(steps[s].node, false);
    } else {
        put("[](int) { return true; }");
    }
    put(", [&](const ::uint3 threadIdx, const int cuda_cpu_x) ");
}

// After a statement that was part of a loop's head (mask.c).
void put_end(const struct step *s) {
    if (s->what == PLAIN && s->node->kind == EXPRESSION && !is(s->last, ";"))
        put("; ");
}

static void put_step(const struct step *s, const struct stride *stride) {
    put_place(s->what == STRIDED ? stride->body->first : s->first, true);
    if (s->what == STRIDED)
        put_stride_body(s, stride);
    else if (s->what == PLAIN)
        put_tokens(s->first, s->last);
    put_end(s);
    if (s->what == BRING) {
        const struct node *const to = exchange_of(s->node);
        put(text("::cuda_cpu::side_by_side::%s(cuda_cpu_brought_%zu, cuda_cpu_thread, ",
                 brings_by(to), to->first));
        put_tokens(s->first, s->last);
        put("); ");
    }
    if (s->what == FOLD) {
        const struct node *const of = exchange_of(s->node);
        const bool of_tile = is_of_tile(of->name);
        put(text("::cuda_cpu::side_by_side::fold%s<std::decay_t<decltype(", name_of(of->name)));
        put_tokens(s->first, s->last);
        put(")>");
        if (of_tile) { // by its template's argument
            put(", ");
            put_tokens(of->name + 2, angle_partner(of->name + 1) - 1);
        }
        put(text(">(cuda_cpu_brought_%zu, cuda_cpu_thread, cuda_cpu_threads", of->first));
        if (of_tile) {
            put(", ");
            put_tokens(of->child->first, of->child->last);
        }
        put("); ");
    }
    if (s->what == MASK && s->mask > 0) {
        put(text("cuda_cpu_staying_%u.ask(cuda_cpu_thread, (bool)(", s->mask));
        put_tokens(s->first, s->last);
        put(")); ");
    } else if (s->what == MASK) {
        put("if (!(");
        put_tokens(s->first, s->last);
        put(")) cuda_cpu_left[cuda_cpu_thread] = true; ");
    }
    if (s->what == DECLARED)
        for (size_t k = 0; k < s->node->declared_count; k++) {
            const struct variable *v = s->node->declared[k];
            if (v->role == LOCAL || v->role == REMATERIALISED) {
                put_declaration(v);
            } else if (v->role == PRIVATISED) {
                const bool itself = v->initial && mentions(v->initial, v); // int x = x;
                if (itself)
                    put_element(v);
                if (v->initial) {
                    put(text("cuda_cpu_kept_%s[cuda_cpu_thread] = %s", called(v),
                             is_flag(v) ? "(bool)(" : ""));
                    put_tokens(v->initial->first, v->initial->last);
                    put(is_flag(v) ? "); " : "; ");
                }
                if (!itself)
                    put_element(v);
            }
        }
}

// What a loop declares for itself before it begins; false: then there is nothing left to do.
static bool put_arrays(size_t first, size_t last) {
    bool any = false;
    for (size_t s = first; s <= last; s++) {
        any = any || steps[s].what == PLAIN || steps[s].what == STRIDED || steps[s].what == MASK ||
              steps[s].what == BRING || steps[s].what == FOLD;
        for (size_t k = 0; steps[s].what == DECLARED && k < steps[s].node->declared_count; k++) {
            const struct variable *v = steps[s].node->declared[k];
            if (v->role == PRIVATISED) {
                if (is_template_type(&v->type)) // else the kernel stays whole
                    put(text("static_assert(std::is_trivial_v<%s>, \"\"); ",
                             name_of(v->type_end - 1)));
                if (is_flag(v))
                    put("int ");
                else
                    put_type(v, true);
                put(text("cuda_cpu_kept_%s[::cuda_cpu::MOST_THREADS]; ", called(v)));
                if (v->boxed)
                    put(text("::cuda_cpu::flag_box cuda_cpu_box_%s; ", called(v)));
            }
            // its initial value may do something
            any = any || v->role == LOCAL || (v->role == PRIVATISED && v->initial);
        }
    }
    return any;
}

// Does anything in the loop ask for threadIdx where it does not see the loop's?
static bool asks_in(size_t first, size_t last) {
    bool asks = false;
    for (size_t s = first; s <= last; s++)
        asks = asks || (steps[s].node->effects & (PLACED | ORDERED));
    for (size_t v = 0; v < variable_count; v++)
        asks = asks || variables[v]->ordered;
    return asks && now->asks;
}

// Is it told by numbers, and what threads keep of them, and by nothing of a thread's place?
static bool has_no_place(const struct node *n) {
    switch (n->kind) {
    case LOCAL_NAME:
        if (!is_plain(&n->variable->type) || !changes_by_name(n->variable) ||
            (n->variable->role != PRIVATISED && n->variable->role != UNIFORM))
            return false;
        break;
    case EXPRESSION:
    case ASSIGN:
    case CONSTANT_VALUE:
    case BINARY:
    case SIGN:
        break;
    default:
        return false;
    }
    return all_children(n, has_no_place) && !can_fail(n);
}

// ... and what the loop's statements do, and the variables that they declare begin with?
static bool have_no_place(size_t first, size_t last) {
    for (size_t s = first; s <= last; s++) {
        if (steps[s].what != PLAIN && steps[s].what != DECLARED)
            return false;
        if (steps[s].what == PLAIN && !has_no_place(steps[s].node))
            return false;
        for (size_t k = 0; steps[s].what == DECLARED && k < steps[s].node->declared_count; k++) {
            const struct variable *v = steps[s].node->declared[k];
            if (v->role != PRIVATISED || !is_plain(&v->type) || v->open || v->reference ||
                (v->initial && !has_no_place(v->initial)))
                return false;
        }
    }
    return true;
}

// A loop over threads: the statements of steps [first, last], and what they need.
static void put_threads(size_t first, size_t last) {
    const struct variable *emptied = NULL;
    for (size_t s = first; s <= last && !emptied; s++)
        emptied = empties_box(&steps[s]);
    if (emptied) {
        put(text("cuda_cpu_box_%s.empty();", called(emptied)));
        return;
    }
    struct stride stride;
    const bool strided = steps[first].what == STRIDED, asks = asks_in(first, last);
    bool folds = steps[first].mask == 0; // for all lanes of the block at once
    for (size_t s = first; s <= last; s++)
        folds = folds && steps[s].what == FOLD;
    memset(&stride, 0, sizeof stride);
    begin_bindings(first, last, now->single);
    if (now->form == ROWS) {
        put_row_head();
    } else if (strided) {
        find_stride(steps[first].node, &stride);
        put_stride_head(steps[first].node, &stride, asks);
    } else if (steps[first].mask > 0) {
        put(text("::cuda_cpu::side_by_side::each_staying<%s>(blockDim, cuda_cpu_staying_%u, ",
                 asks ? "true" : "false", steps[first].mask));
        put_fitting(find_fitting(first, last), false, first, last);
    } else {
        const char *const checks = folds ? NULL : find_fitting(first, last);
        const bool of_tile = !folds && !leaves && first == last && steps[first].what == PLAIN &&
                             stands_alone(steps[first].node) &&
                             !(checks && strstr(checks, "cuda_cpu_span."));
        if (of_tile && !checks && !asks && has_turns_in_common(steps[first].node)) {
            put_turns(steps[first].node);
            return;
        }
        const bool in_line = !folds && !checks && !asks && have_no_place(first, last);
        const struct variable *filled = NULL;
        for (size_t s = first; s <= last && !filled; s++)
            filled = fills_box(&steps[s]);
        put(text("::cuda_cpu::%s_thread%s<%s>(%s, ", folds ? "first" : "each",
                 of_tile ? "_of_tile" : "", asks ? "true" : "false",
                 filled
                     ? text("::cuda_cpu::boxed_block{blockDim, cuda_cpu_box_%s, cuda_cpu_kept_%s}",
                            called(filled), called(filled))
                 : in_line ? "::cuda_cpu::in_line(blockDim)"
                           : "blockDim"));
        put_fitting(checks, true, first, last);
    }
    put("__attribute__((always_inline)) { ");
    if (leaves)
        put("if (cuda_cpu_left[cuda_cpu_thread]) return; ");
    put_bindings(stride.counter);
    for (size_t s = first; s <= last; s++)
        put_step(&steps[s], &stride);
    if (steps[last].node->kind == PRAGMA_LINE)
        put_place(steps[last].last, true);
    put(" });");
}

// The threads of a loop; where none has left, and none can, without asking each of them.
static void put_those_left(size_t first, size_t last, bool returns) {
    if (leaves && !returns) {
        leaves = false;
        put("if (::cuda_cpu::none_left(cuda_cpu_left, blockDim)) { ");
        put_threads(first, last);
        put(" } else ");
        put_place(steps[first].first, true);
        leaves = true;
    }
    put_threads(first, last);
}

void put_loop(const struct kernel_form *kernel, bool probed, size_t first, size_t last) {
    now = kernel;
    if (!put_arrays(first, last))
        return;
    bool returns = false, noted = false;
    for (size_t s = first; s <= last; s++) {
        returns = returns || steps[s].node->returns;
        noted = noted || (probed && is_probed(s));
    }
    if (now->form == SPLIT)
        put(next_rows_ahead(first, last));
    if (noted) {
        put("if (::cuda_cpu::wants(cuda_cpu_probe)) { ");
        probing = true;
        put_threads(first, last);
        probing = false;
        put(" } else ");
        put_place(steps[first].first, true);
    }
    bool asks = false; // who stays
    for (size_t s = first; s <= last; s++)
        asks = asks || steps[s].what == MASK;
    put_those_left(first, last, returns || asks);
    if (returns && leaves) // what follows may hold for no thread
        put(" if (!__builtin_memchr(cuda_cpu_left, 0, (size_t)blockDim.x * blockDim.y * "
            "blockDim.z)) return;");
}
