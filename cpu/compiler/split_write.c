// SPDX-License-Identifier: MIT
// A kernel that split.c has taken apart, put together again as loops over threads. Its tokens are
// printed as cuda2cpp.c has rewritten them, each line with the place in the .cu file that it came
// from.
#include <stdlib.h>
#include <string.h>

#include "split.h"

static char *written;
static size_t written_length, written_room;
static bool asking;   // functions that the kernel at hand calls do: asks()
static bool guarding; // its guard is being written

static void put(const char *what) {
    size_t n = strlen(what);
    written = (char *)grow(written, &written_room, written_length + n + 1, 1);
    memcpy(written + written_length, what, n + 1);
    written_length += n;
}

// The next line is the one that token i stands in. Code that nobody wrote gets no warnings: 3 is
// what the preprocessor says of system headers.
static void put_place(size_t i, bool ours) {
    if (places[i].file_length)
        put(text("\n# %ld %.*s%s\n", places[i].line, (int)places[i].file_length,
                 source + places[i].file, ours ? " 3" : ""));
    else
        put("\n");
}

static char *name_of(size_t i) {
    return text("%.*s", (int)length(i), source + tokens[i].start);
}

// In a flat kernel, what stands in the place of the tokens from i on (split_index.c): the last of
// them, or 0.
static size_t put_index(size_t i) {
    struct index index;
    if (guard.first && i == guard.first && !guarding) { // no other threads are there
        put(guard.leaves ? "false" : "true");
        return guard.last;
    }
    const size_t last = end_of_index(i, &index);
    if (last && index.x)
        put(text("(unsigned)(%s + %s * (int)blockDim.x * (int)gridDim.x)", name_of(index.x),
                 name_of(index.y)));
    else if (last)
        put(index.wide ? "(size_t)cuda_cpu_x" : "(unsigned)cuda_cpu_x");
    return last;
}

// Tokens [first, last] as they have been rewritten, line breaks included.
static void put_tokens(size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        const size_t end = flat ? put_index(i) : 0;
        if (end) {
            i = end;
            continue;
        }
        if (i > first) {
            const char *gap = source + tokens[i - 1].end;
            size_t n = tokens[i].start - tokens[i - 1].end;
            if (memchr(gap, '#', n))
                put_place(i, true);
            else
                put(text("%.*s", (int)n, gap));
        }
        if (tokens[i].before)
            put(tokens[i].before);
        if (leaves && is(i, "return"))
            put("return (void)(cuda_cpu_left[cuda_cpu_thread] = true)");
        else if (tokens[i].instead)
            put(tokens[i].instead);
        else
            put(text("%.*s", (int)length(i), source + tokens[i].start));
        if (tokens[i].after)
            put(tokens[i].after);
    }
}

// `type *name = initial;`, with the const of numbers that will be assigned to left out.
static void put_type(const struct variable *v, bool assigned) {
    bool pointer = v->declarator < v->name;
    for (size_t i = v->type; i < v->type_end; i++)
        if (!(assigned && !pointer && is_any(i, qualifiers))) {
            put_tokens(i, i);
            put(" ");
        }
    for (size_t i = v->declarator; i < v->name; i++)
        if (!(assigned && !is(i, "*")))
            put_tokens(i, i);
    put(" ");
}

static void put_declaration(const struct variable *v) {
    put_type(v, false);
    size_t last = v->name;
    while (is(last + 1, "["))
        last = closing(last + 1);
    put_tokens(v->name, last);
    if (v->initial) {
        put(" = ");
        put_tokens(v->initial, v->initial_end - 1);
    }
    put("; ");
}

static char *element(const struct variable *v) {
    char *name = name_of(v->name);
    return text("&%s = cuda_cpu_kept_%s[cuda_cpu_thread]; ", name, name);
}

static bool uses(size_t first, size_t last, const struct variable *v) {
    for (size_t i = first; i <= last; i++)
        if (find(i) == v)
            return true;
    return false;
}

// What the steps [first, last] of one loop see of variables that loops before it declared.
static void put_bindings(size_t first, size_t last) {
    size_t none = 0;
    bool *needed = (bool *)grow(NULL, &none, variable_count + 1, sizeof *needed);
    for (size_t k = variable_count; k-- > 0;) {
        const struct variable *v = &variables[k];
        needed[k] = false;
        if ((v->role != AGAIN && v->role != KEPT) || v->loop == steps[first].loop ||
            is_strided_by(&steps[first], v))
            continue;
        for (size_t s = first; s <= last; s++)
            needed[k] = needed[k] || uses(steps[s].first, steps[s].last, v);
        for (size_t w = k + 1; w < variable_count; w++) // or one that is worked out from it
            needed[k] = needed[k] || (needed[w] && variables[w].role == AGAIN &&
                                      uses(variables[w].initial, variables[w].initial_end, v));
    }
    for (size_t k = 0; k < variable_count; k++) {
        if (needed[k] && variables[k].role == AGAIN) {
            put_declaration(&variables[k]);
        } else if (needed[k]) {
            if (variables[k].constant)
                put("const auto ");
            else
                put("auto ");
            put(element(&variables[k]));
        }
    }
    free(needed);
}

static char *type_of(const struct stride *s) {
    return text("%.*s", (int)(tokens[s->type_end - 1].end - tokens[s->type].start),
                source + tokens[s->type].start);
}

// A strided loop (split_stride.c): a loop over the elements of the block's first thread, around one
// over threads.
static void put_stride_head(const struct step *step) {
    struct stride s;
    find_stride(step->first, step->last, &s);
    put(text("for (%s cuda_cpu_base = %s; cuda_cpu_base < ", type_of(&s), s.start));
    put_tokens(s.limit, s.limit_end - 1);
    put("; cuda_cpu_base += ");
    put_tokens(s.step, s.step_end - 1);
    put(text(") ::cuda_cpu::each_thread_within<%s>(blockDim, [&](const int cuda_cpu_x) { return "
             "cuda_cpu_base + (%s)cuda_cpu_x < ",
             asking ? "true" : "false", type_of(&s)));
    put_tokens(s.limit, s.limit_end - 1);
    put("; }, [&](const ::uint3 threadIdx, const int cuda_cpu_thread) ");
}

static void put_stride_body(const struct step *step) {
    struct stride s;
    find_stride(step->first, step->last, &s);
    put(text("const %s %s = cuda_cpu_base + (%s)(int)threadIdx.x; ", type_of(&s), name_of(s.name),
             type_of(&s)));
    put_tokens(s.body, s.body_end);
    if (is(step->first, "while"))
        put(" }");
}

// The threads of a flat kernel: only those within its guard.
static void put_row_head(void) {
    put("::cuda_cpu::each_of_row(blockDim, ");
    if (guard.first) {
        guarding = true;
        put("[&](const int cuda_cpu_x) { ");
        put_declaration(find(guard.first));
        put(guard.leaves ? "return !(" : "return (");
        put_tokens(guard.first, guard.last);
        put("); }");
        guarding = false;
    } else {
        put("[](int) { return true; }");
    }
    put(", [&](const ::uint3 threadIdx, const int cuda_cpu_x) ");
}

// A loop over threads: the statements of steps [first, last], and what they need.
static void put_loop(size_t first, size_t last) {
    bool any = false;
    for (size_t s = first; s <= last; s++) {
        if (steps[s].what != DECLARATION) {
            any = any || steps[s].what == PLAIN || steps[s].what == STRIDED;
            continue;
        }
        for (size_t k = steps[s].variable; k < steps[s].variable_end; k++) {
            const struct variable *v = &variables[k];
            if (v->role == KEPT) {
                put_type(v, true);
                put(text("cuda_cpu_kept_%s[::cuda_cpu::MOST_THREADS]; ", name_of(v->name)));
                any = any || v->initial;
            } else {
                any = any || v->role == LOCAL; // its initial value may do something
            }
        }
    }
    if (!any)
        return;
    if (flat)
        put_row_head();
    else if (steps[first].what == STRIDED)
        put_stride_head(&steps[first]);
    else
        put(text("::cuda_cpu::each_thread<%s>(blockDim, [&](const ::uint3 threadIdx, const int "
                 "cuda_cpu_thread) ",
                 asking ? "true" : "false"));
    put("__attribute__((always_inline)) { ");
    if (leaves)
        put("if (cuda_cpu_left[cuda_cpu_thread]) return; ");
    put_bindings(first, last);
    for (size_t s = first; s <= last; s++) {
        put_place(steps[s].first, true);
        if (steps[s].what == STRIDED)
            put_stride_body(&steps[s]);
        else if (steps[s].what == PLAIN)
            put_tokens(steps[s].first, steps[s].last);
        else if (steps[s].what == DECLARATION)
            for (size_t k = steps[s].variable; k < steps[s].variable_end; k++) {
                const struct variable *v = &variables[k];
                if (v->role == LOCAL || v->role == AGAIN) {
                    put_declaration(v);
                } else if (v->role == KEPT) {
                    if (v->initial) {
                        put(text("cuda_cpu_kept_%s[cuda_cpu_thread] = ", name_of(v->name)));
                        put_tokens(v->initial, v->initial_end - 1);
                        put("; ");
                    }
                    put(v->constant ? "const auto " : "auto ");
                    put(element(v));
                }
            }
    }
    put(" });");
    for (size_t s = first; s <= last && leaves; s++)
        if (has_return(steps[s].first, steps[s].last)) { // what follows may hold for no thread
            put(" if (!__builtin_memchr(cuda_cpu_left, 0, (size_t)blockDim.x * blockDim.y * "
                "blockDim.z)) return;");
            break;
        }
}

static void put_steps(void) {
    for (size_t s = 0; s < step_count;) {
        bool inside = steps[s].what == DECLARATION || steps[s].what == STRIDED ||
                      (steps[s].what == PLAIN && !is_uniform_statement(&steps[s]));
        if (!inside) {
            put_place(steps[s].first, true);
            if (steps[s].what == OPEN)
                put("{ ");
            else if (steps[s].what == CLOSE)
                put("} ");
            else if (steps[s].what != BARRIER)
                put_tokens(steps[s].first, steps[s].last);
            s++;
            continue;
        }
        size_t last = s; // shared memory may be declared between, and what tells its size
        for (size_t k = s; k < step_count && steps[k].loop == steps[s].loop; k++)
            if (steps[k].what == HOISTED) {
                put_place(steps[k].first, true);
                put_tokens(steps[k].first, steps[k].last);
            } else if (steps[k].what == DECLARATION || steps[k].what == STRIDED ||
                       (steps[k].what == PLAIN && !is_uniform_statement(&steps[k]))) {
                last = k;
                for (size_t v = steps[k].variable; v < steps[k].variable_end; v++)
                    if (variables[v].role == UNIFORM)
                        put_declaration(&variables[v]);
            }
        put_place(steps[s].first, true);
        put_loop(s, last);
        for (s = last + 1;
             s < step_count && steps[s].what == HOISTED && steps[s].loop == steps[last].loop;)
            s++;
    }
}

// A texture among the parameters: a copy of what the runtime knows of it. Nobody can change that
// copy, and reading it is never a fault: so it is read once a block, and not once a thread.
static void put_textures(const struct split *s) {
    char *inside = text(" ");
    for (size_t i = s->name + 2; i + 1 < s->open; i++)
        if (is(i - 1, "cudaTextureObject_t") && tokens[i].kind == WORD &&
            (is(i + 1, ",") || is(i + 1, ")"))) {
            char *name = name_of(i);
            put(text("::cuda_cpu::known_texture cuda_cpu_known_%s(%s); ", name, name));
            inside =
                text("%scudaTextureObject_t %s = cuda_cpu_known_%s.object(); ", inside, name, name);
        }
    put("{");
    put(inside);
}

void write_splits(void) {
    for (size_t k = 0; k < split_count; k++) {
        const struct split *s = &splits[k];
        take_apart(s);
        written_length = 0;
        put_place(s->name, true);
        if (s->from_end > s->from)
            put_tokens(s->from, s->from_end - 1);
        put(text(" __attribute__((unused, flatten)) static inline void " SPLIT_PREFIX "%s",
                 name_of(s->name)));
        put_tokens(s->name + 1, s->open - 1);
        put(" { const ::uint3 blockIdx = ::blockIdx; const ::dim3 blockDim = ::blockDim, "
            "gridDim = ::gridDim; ");
        asking = asks(s->open, s->close);
        if (leaves)
            put("bool cuda_cpu_left[::cuda_cpu::MOST_THREADS] = {}; ");
        put_textures(s);
        put_steps();
        put(" } }");
        put_place(s->close, false);
        insert_after(s->close, text("%s", written));
    }
}
