// SPDX-License-Identifier: MIT
// A kernel: its parameters, its thread's index, and the three shapes that the compiler knows:
// blocks with barriers, one row of threads over all blocks, and strided loops; and near misses of
// them.
#include "kernel.h"

#include <string.h>

struct kernel kernel;

static const char *one_of(const char *const *list) {
    unsigned count = 0;
    while (list[count]) count++;
    return list[below(count)];
}

// t, the thread's number in its block, nt of them; u, its number in the grid.
static void begin_block(void) {
    static const char *const rows[] = {
        "const unsigned t = threadIdx.x + blockDim.x * threadIdx.y;",
        "unsigned t = threadIdx.y * blockDim.x + threadIdx.x;",
        "const uint3 at = threadIdx; const unsigned t = at.x + blockDim.x * at.y;",
        "int tx = threadIdx.x, ty = threadIdx.y; unsigned t = ty * blockDim.x + tx;",
        NULL,
    };
    static const char *const lines[] = {"int t = threadIdx.x;",        "const unsigned t = threadIdx.x;",
                                        "const auto t = threadIdx.x;", "unsigned (t) = threadIdx.x;",
                                        "unsigned t{threadIdx.x};",    NULL};
    const char *const declares = kernel.one_dimension ? one_of(lines) : one_of(rows);
    kernel.thread = strncmp(declares, "int t ", 6) ? "t" : "(t + 0u)";
    line(declares);
    line(kernel.one_dimension ? "const unsigned nt = blockDim.x;" : "const unsigned nt = blockDim.x * blockDim.y;");
    line("const unsigned u = t + nt * (blockIdx.x + gridDim.x * blockIdx.y);");
}

static const char *const sums[] = {
    "threadIdx.x + blockIdx.x * blockDim.x",   "blockIdx.x * blockDim.x + threadIdx.x",
    "blockDim.x * blockIdx.x + threadIdx.x",   "threadIdx.x + (blockIdx.x * blockDim.x)",
    "(blockIdx.x * blockDim.x) + threadIdx.x", "(size_t)blockIdx.x * blockDim.x + threadIdx.x",
    "threadIdx.x + blockDim.x * blockIdx.x",   NULL};
static const char *const types[] = {"int", "unsigned", "const int", "size_t",     "long", "const unsigned",
                                    "int", "int",      "auto",      "const auto", NULL};

// n, or another limit that is the same for all threads.
static const char *limit(bool same) {
    switch (below(8)) {
    case 0: return say("n / %u", 1 + below(3));
    case 1: return say("n - %u + %u", below(3), below(3));
    case 2: return say("(int)(%s %% 80u)", expression(same, 1));
    case 3: return "(int)m * 9";
    default: return "n";
    }
}

// Something happens to n, to the index or to the step, as a compiler may miss.
static void disturb(const char *name, const char *cast) {
    const size_t row = below((unsigned)change_count);
    const struct change *form = &changes[row];
    if (!is_chosen(changes, row, form->outside) || (form->flags & IN_BLOCK) || !chance(70)) form = &changes[0];
    char *number = unique();
    const struct blanks blanks = {say("d%s", number), number, say("%s%s", cast, name), NULL, true};
    put(&kernel.outside, "%s\n", fill(form->outside, &blanks));
    if (*form->bind) line(fill(form->bind, &blanks));
    line(fill(form->use, &blanks));
}

// Threads side by side over all blocks: i. Behind a guard, it writes out[i] and g[i].
static void write_flat(void) {
    const bool both = chance(25);
    kernel.one_dimension = !both;
    if (both) {
        line(say("int x = %s;", sums[below(5)]));
        line("int y = threadIdx.y + blockIdx.y * blockDim.y;");
        line("int i = x + y * blockDim.x * gridDim.x;");
    } else {
        line(say("%s i = %s;", one_of(types), one_of(sums)));
    }
    line("const unsigned u = i;");
    if (chance(30)) declare();
    if (chance(20)) {
        line("unsigned k = n;");
        disturb("k", "");
        line("n = (int)(k % 3000u);");
    }
    static const char *const guards[] = {"if (i < %s) {",
                                         "if (i < %s && in[i & 63] % 3u) {",
                                         "if (in[i & 63] > 5u && i < %s) {",
                                         "if (i < %s && i != 3) {",
                                         "if (i > 2 && i < %s) {",
                                         "if (i < %s && i >= (int)(in[5] & 7u)) {",
                                         "if (i < (n & 7) || i > %s) return; {",
                                         "if (i >= %s) return; {",
                                         "if (i >= %s || i == 7) return; {",
                                         "if (!(i < %s)) return; {",
                                         "if (%s > i) {",
                                         "if (i < %s--) {",
                                         "if (i <= %s) {",
                                         "while (i < %s) {",
                                         "for (int once = 0; once < 1 && i < %s; once++) {",
                                         "{ (void)(%s);"};
    const unsigned guard = below(sizeof guards / sizeof *guards + 4);
    const char *form = guards[guard < sizeof guards / sizeof *guards ? guard : 0];
    const char *most = strstr(form, "--") ? "n" : both ? "n" : limit(true);
    if (both && chance(50)) {
        form = "";
        line(say("if (x < (int)(%s %% 90u) && y < 40) {", expression(true, 1)));
    } else {
        char *text = say("%s", form), *blank = strstr(text, "%s");
        line(say("%.*s%s%s", (int)(blank - text), text, most, blank + 2));
    }
    const int mark = open_scope();
    statements(2 + (int)below(5));
    line("out[u] = out[u] * 3u + g[u] + 1u;");
    if (!strncmp(form, "while", 5)) line("break;");
    close_scope(mark);
    if (chance(15)) line("g[u] ^= n;");
}

// Where a thread of a strided loop begins, in other words than those of `sums`.
static const char *write_beginning(void) {
    static const char *const beginnings[] = {
        "tx + blockIdx.x * blockDim.x",
        "tx + blockDim.x * (size_t)blockIdx.x",
        "front + tx",
        "front + threadIdx.x",
        "3 + tx + front - 3u",
        "blockIdx.x * (blockDim.x * 2u) / 2u + tx",
        "(int)(front + (tx))",
        NULL,
    };
    static const char *const names[] = {"const int tx = threadIdx.x;", "size_t tx = threadIdx.x;",
                                        "const unsigned tx = threadIdx.x;", "long tx = (int)threadIdx.x;", NULL};
    static const char *const fronts[] = {"const unsigned front = blockIdx.x * blockDim.x;",
                                         "size_t front = blockIdx.x; front *= blockDim.x;",
                                         "int front = blockIdx.x * blockDim.x;", NULL};
    line(one_of(names));
    line(one_of(fronts));
    return one_of(beginnings);
}

// Each thread takes every nth element.
static void write_strided(void) {
    static const char *const steps[] = {"blockDim.x * gridDim.x", "gridDim.x * blockDim.x", "step", NULL};
    static const char *const changes_of_i[] = {"i += %s", "i += %s", "i = i + %s", "i = %s + i", NULL};
    static const char *const conditions[] = {"i < %s", "i < %s", "%s > i", "i <= %s - 1", NULL};
    static const char *const small[] = {"i < %s", "i < %s", "%s > i", NULL};
    const char *type = one_of((const char *const[]){"int", "int", "unsigned", "size_t", NULL});
    const bool odd = chance(30), own = !odd; // every element is a single thread's
    const bool rows = own && chance(25);     // of threads in two dimensions
    kernel.one_dimension = !rows;
    line(rows ? "const unsigned u = threadIdx.x + blockDim.x * threadIdx.y + blockDim.x * blockDim.y * (blockIdx.x + "
                "gridDim.x * blockIdx.y);"
              : "const unsigned u = threadIdx.x + blockIdx.x * blockDim.x;");
    declare();
    const bool named = chance(30);
    if (odd) {
        static const char *const odds[] = {"unsigned step = 0u - 1u;",
                                           "unsigned step = 0u - blockDim.x;",
                                           "const int step = -1;",
                                           "int step = n / 2 + 1;",
                                           "unsigned step = threadIdx.x + 1u;",
                                           "unsigned step = (in[3] & 7u) + 1u;",
                                           NULL};
        line(one_of(odds));
        if (chance(30)) line("auto &other = step;");
    } else {
        line(rows ? "unsigned step = blockDim.x * blockDim.y * gridDim.x * gridDim.y;"
                  : "unsigned step = blockDim.x * gridDim.x;");
    }
    if (rows) // else in the words of the table
        line("const unsigned front = blockDim.x * blockDim.y * (blockIdx.x + gridDim.x * blockIdx.y);");
    const char *begin = rows         ? one_of((const char *const[]){"threadIdx.x + threadIdx.y * blockDim.x + front",
                                                                    "front + blockDim.x * threadIdx.y + threadIdx.x", NULL})
                        : chance(40) ? write_beginning()
                                     : one_of(sums);
    if (named) {
        line(say("%s first = %s;", type, begin));
        if (odd && chance(40)) line("first += 1;");
        begin = "first";
    }
    if (odd && chance(30))
        begin = one_of(
            (const char *const[]){"threadIdx.x", "threadIdx.x - 3u", "5 - threadIdx.x", "(n / 2) + threadIdx.x", NULL});
    const char *step = odd || rows ? "step" : one_of(steps);
    const char *most = odd ? limit(true) : "n";
    if (odd && strcmp(type, "int")) // below 0 it would be a large number
        most = say("((unsigned)(%s) %% 500u)", most);
    if (chance(20)) {
        line("unsigned k = n;");
        disturb("k", "");
        line("n = (int)(k % 3000u);");
    }
    // however the step may wrap around, it ends
    line("unsigned turns = 0;");
    const bool loops = chance(60), often = loops && chance(25), outside = !often && chance(15);
    const char *ends = odd && !strcmp(type, "int") ? "if (++turns > 40u) break;" : "";
    const char *condition = say(one_of(!strcmp(type, "int") ? conditions : small), most),
               *change = say(one_of(changes_of_i), step);
    kernel.met = often; // from the second turn on
    if (often) line("for (int turn = 0; turn < 2; turn++) {");
    const int mark_outside = often ? open_scope() : 0;
    if (loops && outside) {
        line(say("%s i = %s;", type, begin));
        line(say("for (; %s; %s) {", condition, change));
    } else if (loops) {
        line(say("for (%s i = %s; %s; %s) {", type, begin, condition, change));
    } else {
        line(say("%s i = %s;", type, begin));
        if (own && chance(20)) // what it begins with is another from then on
            line("step += 0;");
        line(say("while (%s) {", condition));
    }
    const int mark = open_scope();
    kernel.loops++;
    if (*ends) line(ends);
    const bool breakable = kernel.breakable;
    kernel.breakable = 0;
    statements(1 + (int)below(4));
    kernel.breakable = breakable;
    if (loops && chance(25)) line("if ((unsigned)i % 3u == 1u) { g[u] += 7u; continue; }");
    if (own) line(say("out[i] = out[i] * 5u + %s;", expression(false, 1)));
    line("g[u] = g[u] * 31u + (unsigned)i;");
    if (odd && chance(20)) line("if (turns == 2u) n = n / 2;");
    if (!loops) line(say("%s;", change));
    kernel.loops--;
    close_scope(mark);
    if (often) {
        line("__syncthreads();");
        close_scope(mark_outside);
    }
    if (!loops && chance(20)) line("g[u] += (unsigned)i;");
    if (chance(50)) statements(1);
}

unsigned count_statements(void) { return kernel.statement; }

// The call that launches it: split, or whole through a pointer.
static void write_launch(struct text *to, const char *template, const char *arguments, const char *parameters) {
    const bool nested = chance(8); // by a kernel
    if (nested)
        put(to,
            "__global__ void parent_%s(fuzz_launch launch) {\n    const fuzz_launch *const l = &launch;\n"
            "    if (threadIdx.x == 3)\n        %s%s<<<l->grid, l->block, l->shared>>>(l->out, l->g, l->in, l->acc, "
            "l->n, l->m%s);\n}\n",
            kernel.name, kernel.name, template, arguments);
    put(to, "static void run_%s(const struct fuzz_launch *l, bool whole) {\n", kernel.name);
    put(to, "    if (whole) {\n        void (*pointer)(%s) = %s%s;\n", parameters, kernel.name, template);
    put(to, "        ::cuda_cpu::pointers_find_split = false;\n");
    put(to, "        pointer<<<l->grid, l->block, l->shared>>>(l->out, l->g, l->in, l->acc, l->n, l->m%s);\n",
        arguments);
    put(to, "    } else {\n");
    if (nested)
        put(to, "        parent_%s<<<1, 4>>>(*l);\n    }\n}\n", kernel.name);
    else
        put(to,
            "        %s%s<<<l->grid, l->block, l->shared>>>(l->out, l->g, l->in, l->acc, l->n, l->m%s);\n    }\n}\n",
            kernel.name, template, arguments);
    put(to, "static const struct fuzz_case case_%s(\"%s\", %u, run_%s, %d);\n", kernel.name, kernel.name, kernel.number,
        kernel.name, kernel.one_dimension);
}

void write_kernel(struct text *to, uint64_t seed, unsigned number, unsigned label, const unsigned *dropped) {
    const bool plain = begin_random(seed, number);
    const struct text outside = kernel.outside, body = kernel.body, after = kernel.after;
    memset(&kernel, 0, sizeof kernel);
    kernel.outside = outside, kernel.body = body, kernel.after = after;
    kernel.outside.length = kernel.body.length = kernel.after.length = 0;
    put(&kernel.outside, "%s", "");
    put(&kernel.body, "%s", "");
    put(&kernel.after, "%s", "");
    kernel.number = label;
    kernel.name = say("k%u", label);
    kernel.dropped = dropped;
    kernel.plain = plain;
    kernel.kind = chance(55) ? BLOCK : chance(50) ? FLAT : STRIDED;
    kernel.one_dimension = chance(40);
    kernel.indent = 1;
    kernel.budget = 30;

    struct text parameter = {0}, argument = {0};
    put(&parameter, "unsigned *out, unsigned *g, const unsigned *in, unsigned *acc, int n, unsigned m");
    put(&argument, "%s", "");
    while (chance(40) && kernel.variable_count < 3) {
        const struct object *form = pick_object(parameters, parameter_count, 0);
        char *own = unique(), *name = say("p%s", own);
        const struct blanks blanks = {name, own, NULL, NULL, true};
        put(&kernel.outside, "%s\n", fill(form->outside, &blanks));
        put(&parameter, ", %s", fill(form->declare, &blanks));
        put(&argument, ", %s", fill(form->change, &blanks));
        kernel.variables[kernel.variable_count++] = (struct variable){form, name, own, !(form->flags & DIFFERS), 0};
    }
    if (kernel.kind == BLOCK) {
        kernel.together = 1;
        begin_block();
        declare();
        declare();
        if (chance(kernel.plain ? 40 : 15)) {
            statements((int)below(3));
            write_masked();
            statements((int)below(3));
        } else if (chance(30)) {
            statements((int)below(3));
            write_edges();
            statements((int)below(2));
            write_edges();
        } else if (chance(30)) { // what needs room, and other statements between
            for (int i = 0; i < 2; i++) {
                statements(1 + (int)below(3));
                if (chance(40))
                    add_in_place();
                else if (!kernel.left)
                    (chance(30) ? meet_lanes : meet_at_lines)();
            }
        } else {
            statements(4 + (int)below(6));
        }
        for (int v = 0; v < kernel.variable_count; v++) {
            const struct variable *of = &kernel.variables[v];
            const struct blanks blanks = {of->name, of->unique, NULL, NULL, true};
            line(say("out[u] = out[u] * 31u + %s;", fill(of->form->read, &blanks)));
        }
    } else {
        (kernel.kind == FLAT ? write_flat : write_strided)();
    }

    const char *template = "", *arguments = "";
    if (chance(15)) {
        const bool type = chance(50);
        template = type ? "template <class T>\n" : "template <int N>\n";
        arguments = type ? "<int>" : "<3>";
    }
    put(to, "# 1 \"case_%u.cu\"\n%s%s", label, kernel.outside.start, template);
    put(to, "__global__ %svoid %s(%s) {\n%s}\n%s", chance(10) ? "__launch_bounds__(256) " : "", kernel.name,
        parameter.start, kernel.body.start, kernel.after.start);
    write_launch(to, arguments, argument.start, parameter.start);
}
