// SPDX-License-Identifier: MIT
// A loop over the threads of a block, or over the elements that they stride over: its head, and the
// statements in it.
#include "fission.h"

// A strided loop (stride.c): a loop over the elements of the block's first thread, around one over
// threads.
static void put_stride_head(struct fission *f, const struct node *loop, const struct stride *s,
                            bool asks) {
    const struct variable *v = s->counter;
    const char *const type = written(v->type_first, v->type_end - 1);
    put(f, "::cuda_cpu::each_stride<%s, %s>(blockDim, ", asks ? "true" : "false", type);
    put(f,
        "[&](const ::uint3 threadIdx, const long cuda_cpu_thread) -> %s { (void)threadIdx, "
        "(void)cuda_cpu_thread; ",
        type);
    put_bindings_of(f, v->initial->first, v->initial->last);
    const char *const arrays = find_arrays(s->body, loop, v, "");
    put(f,
        "return (%s); }, %s, %s, ::cuda_cpu::arrays_ahead(%s), [&](const ::uint3 threadIdx, const "
        "long cuda_cpu_thread, const %s %s) ",
        text_of(f, v->initial->first, v->initial->last),
        text_of(f, s->limit->first, s->limit->last), text_of(f, s->step->first, s->step->last),
        *arrays ? arrays + 2 : "", type, name_of(v->name));
}

static void put_stride_body(struct fission *f, const struct step *step, const struct stride *s) {
    if (step->node->kind == FOR) {
        put_tokens(f, s->body->first, s->body->last);
        return;
    }
    put_tokens(f, s->body->first, s->body->newest->first - 1);
    put(f, " }");
}

// Which threads of a flat kernel's rows pass that term of its guard.
static void put_limit(struct fission *f, const struct node *term) {
    if (!term) {
        put(f, "[](int) { return true; }, ");
        return;
    }
    const struct variable *const index = bare(child(term, 0))->variable;
    f->substitute_count = 0;
    find_substitutes(f, index->initial, true, false);
    put(f, "[&](const int cuda_cpu_x) { ");
    put_declaration(f, index);
    put(f, "return %s(%s); }, ", f->guard.leaves ? "!" : "", text_of(f, term->first, term->last));
}

// The threads of a flat kernel: only those within its guard.
static void put_row_head(struct fission *f) {
    put(f, "::cuda_cpu::each_of_row(blockDim, ");
    put_limit(f, f->guard.lower);
    put_limit(f, f->guard.upper);
    f->substitute_count = 0;
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++)
        find_substitutes(f, s->node, false, false);
    put(f, "[&](const ::uint3 threadIdx, const int cuda_cpu_x) ");
}

void put_end(struct fission *f, const struct step *s) {
    if (s->kind == PLAIN && s->node->kind == EXPRESSION && !is(s->last, ";"))
        put(f, "; ");
}

static void put_step(struct fission *f, const struct step *s, const struct stride *stride) {
    put_place(f, s->kind == STRIDED ? stride->body->first : s->first, true);
    if (s->kind == STRIDED)
        put_stride_body(f, s, stride);
    else if (s->kind == PLAIN)
        put_tokens(f, s->first, s->last);
    put_end(f, s);
    if (s->kind == BRING) {
        const struct node *const to = exchange_of(f, s->node);
        put(f, "::cuda_cpu::side_by_side::%s(cuda_cpu_brought_%zu, cuda_cpu_thread, %s); ",
            brings_by(to), to->first, text_of(f, s->first, s->last));
    }
    if (s->kind == FOLD) {
        const struct node *const of = exchange_of(f, s->node);
        const char *by = "", *size = ""; // its template's argument, and its size
        if (is_of_tile(of->name)) {
            by = text(", %s", text_of(f, of->name + 2, closing_angle(of->name + 1) - 1));
            size = text(", %s", text_of(f, of->child->first, of->child->last));
        }
        put(f,
            "::cuda_cpu::side_by_side::fold%s<std::decay_t<decltype(%s)>%s>(cuda_cpu_brought_%zu, "
            "cuda_cpu_thread, cuda_cpu_threads%s); ",
            name_of(of->name), text_of(f, s->first, s->last), by, of->first, size);
    }
    if (s->kind == MASK && s->mask > 0)
        put(f, "cuda_cpu_staying_%u.ask(cuda_cpu_thread, (bool)(%s)); ", s->mask,
            text_of(f, s->first, s->last));
    else if (s->kind == MASK)
        put(f, "if (!(%s)) cuda_cpu_left[cuda_cpu_thread] = true; ", text_of(f, s->first, s->last));
    if (s->kind == DECLARED)
        for (size_t k = 0; k < s->node->declared_count; k++) {
            const struct variable *v = s->node->declared[k];
            if (v->role == LOCAL || v->role == REMATERIALISED) {
                put_declaration(f, v);
            } else if (v->role == PRIVATISED) {
                if (v->initial)
                    put(f, "cuda_cpu_kept_%s[cuda_cpu_thread] = %s%s%s; ", name_of(v->name),
                        is_flag(v) ? "(bool)(" : "",
                        text_of(f, v->initial->first, v->initial->last), is_flag(v) ? ")" : "");
                put_element(f, v);
            }
        }
}

// What a loop declares for itself before it begins; false: then there is nothing left to do.
static bool put_arrays(struct fission *f, struct part part) {
    bool any = false;
    for (const struct step *s = part.first; s <= part.last; s++) {
        any = any || s->kind == PLAIN || s->kind == STRIDED || s->kind == MASK ||
              s->kind == BRING || s->kind == FOLD;
        for (size_t k = 0; s->kind == DECLARED && k < s->node->declared_count; k++) {
            const struct variable *v = s->node->declared[k];
            if (v->role == PRIVATISED) {
                if (is_template_type(&v->type)) // else the kernel stays whole
                    put(f, "static_assert(std::is_trivial_v<%s>, \"\"); ",
                        name_of(v->type_end - 1));
                put(f, "%s cuda_cpu_kept_%s[::cuda_cpu::MOST_THREADS]; ",
                    is_flag(v) ? "int" : type_words(f, v, true), name_of(v->name));
            }
            // its initial value may do something
            any = any || v->role == LOCAL || (v->role == PRIVATISED && v->initial);
        }
    }
    return any;
}

// Does anything in the loop ask for threadIdx where it does not see the loop's?
static bool asks_in(const struct fission *f, struct part part) {
    bool asks = false;
    for (const struct step *s = part.first; s <= part.last; s++)
        asks = asks || (s->node->effects & (PLACED | ORDERED));
    return (asks || takes_volatile()) && f->form->asks;
}

// Is it told by numbers, and what threads keep of them, and by nothing of a thread's place?
static bool has_no_place(const struct node *n) {
    if (n->kind == LOCAL_NAME
            ? !is_plain(&n->variable->type) || !changes_by_name(n->variable) ||
                  (n->variable->role != PRIVATISED && n->variable->role != UNIFORM)
            : !has_kind(n, KIND(EXPRESSION) | KIND(ASSIGN) | KIND(CONSTANT_VALUE) | KIND(BINARY) |
                               KIND(SIGN)))
        return false;
    return ALL_CHILDREN(c, n, has_no_place(c)) && !can_fail(n);
}

// ... and what the loop's statements do, and the variables that they declare begin with?
static bool have_no_place(struct part part) {
    for (const struct step *s = part.first; s <= part.last; s++) {
        if (s->kind != PLAIN && s->kind != DECLARED)
            return false;
        if (s->kind == PLAIN && !has_no_place(s->node))
            return false;
        for (size_t k = 0; s->kind == DECLARED && k < s->node->declared_count; k++) {
            const struct variable *v = s->node->declared[k];
            if (v->role != PRIVATISED || !is_plain(&v->type) || v->open || v->reference ||
                (v->initial && !has_no_place(v->initial)))
                return false;
        }
    }
    return true;
}

// A loop over threads: the statements of its steps, and what they need.
static void put_threads(struct fission *f, struct part part) {
    struct stride stride;
    const bool strided = part.first->kind == STRIDED, asks = asks_in(f, part);
    bool folds = part.first->mask == 0; // for all lanes of the block at once
    for (const struct step *s = part.first; s <= part.last; s++)
        folds = folds && s->kind == FOLD;
    memset(&stride, 0, sizeof stride);
    f->part = part;
    if (f->form->form == ROWS) {
        put_row_head(f);
    } else if (strided) {
        find_stride(part.first->node, &stride);
        put_stride_head(f, part.first->node, &stride, asks);
    } else if (part.first->mask > 0) {
        put(f, "::cuda_cpu::side_by_side::each_staying<%s>(blockDim, cuda_cpu_staying_%u, ",
            asks ? "true" : "false", part.first->mask);
        put_fitting(f, find_fitting(f, part), part);
    } else {
        const char *const checks = folds ? NULL : find_fitting(f, part);
        const bool of_tile = !folds && !f->leaves && part.first == part.last &&
                             part.first->kind == PLAIN && stands_alone(part.first->node) &&
                             !(checks && strstr(checks, "cuda_cpu_span."));
        if (of_tile && !checks && !asks && has_turns_in_common(part.first->node)) {
            put_turns(f, part.first->node);
            return;
        }
        const bool in_line = !folds && !checks && !asks && have_no_place(part);
        put(f, "::cuda_cpu::%s_thread%s<%s>(%s, ", folds ? "first" : "each",
            of_tile ? "_of_tile" : "", asks ? "true" : "false",
            in_line ? "::cuda_cpu::in_line(blockDim)" : "blockDim");
        put_fitting(f, checks, part);
    }
    put(f, "__attribute__((always_inline)) { ");
    if (f->leaves)
        put(f, "if (cuda_cpu_left[cuda_cpu_thread]) return; ");
    put_bindings(f, stride.counter);
    for (const struct step *s = part.first; s <= part.last; s++)
        put_step(f, s, &stride);
    if (part.last->node->kind == PRAGMA_LINE)
        put_place(f, part.last->last, true);
    put(f, " });");
}

// The threads of a loop; where none has left, and none can, without asking each of them.
static void put_those_left(struct fission *f, struct part part, bool returns) {
    if (f->leaves && !returns) {
        f->leaves = false;
        put(f, "if (::cuda_cpu::none_left(cuda_cpu_left, blockDim)) { ");
        put_threads(f, part);
        put(f, " } else ");
        put_place(f, part.first->first, true);
        f->leaves = true;
    }
    put_threads(f, part);
}

void put_loop(struct fission *f, struct part part) {
    if (!put_arrays(f, part))
        return;
    bool returns = false, noted = false;
    for (const struct step *s = part.first; s <= part.last; s++) {
        returns = returns || s->node->returns;
        noted = noted || s->probed;
    }
    if (noted) {
        put(f, "if (::cuda_cpu::wants(cuda_cpu_probe)) { ");
        f->probing = true;
        put_threads(f, part);
        f->probing = false;
        put(f, " } else ");
        put_place(f, part.first->first, true);
    }
    bool asks = false; // who stays
    for (const struct step *s = part.first; s <= part.last; s++)
        asks = asks || s->kind == MASK;
    put_those_left(f, part, returns || asks);
    if (returns && f->leaves) // what follows may hold for no thread
        put(f, " if (!__builtin_memchr(cuda_cpu_left, 0, (size_t)blockDim.x * blockDim.y * "
               "blockDim.z)) return;");
}
