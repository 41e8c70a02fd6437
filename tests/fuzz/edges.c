// SPDX-License-Identifier: MIT
// What few threads of a row do otherwise than their neighbours: every so many of them, those at an
// edge, one alone; and rows that are copied.
#include <string.h>

#include "kernel.h"

// A term that holds for some threads of a row, or for some rows.
static char *term(void) {
    const unsigned k = below(9), few = 1 + below(5);
    switch (below(11)) {
    case 0:
        return say("threadIdx.x %% %uu == %uu", few, k % 4);
    case 1:
        return say("((int)threadIdx.x + %u) %% (int)(%s %% 5u + 1u) == %d", k, expression(true, 1),
                   (int)k % 5 - 1);
    case 2:
        return say("%uu == (threadIdx.x - %uu) %% (m + %uu)", k % 3, k % 2, few);
    case 3:
        return say("(threadIdx.y + %uu) %% %uu == 0u", k, few);
    case 4:
        return say("threadIdx.x == %s %% 9u", expression(true, 1));
    case 5:
        return say("(int)threadIdx.x - %u == n %% %u", k, few);
    case 6:
        return say("%uu != threadIdx.x", k);
    case 7:
        return say("threadIdx.x %s %uu", chance(50) ? "<" : ">=", k);
    case 8:
        return say("threadIdx.y == %uu", k % 3);
    case 9:
        return say("t + %uu != nt", 1 + k % 2);
    default:
        return condition(false);
    }
}

static char *terms(void) {
    char *first = term();
    return chance(50) ? first : say(chance(70) ? "%s && %s" : "%s || %s", first, term());
}

// An element next to the thread's own, which those at an edge have another for.
static char *neighbour(void) {
    const unsigned k = below(6), edge = below(40);
    switch (below(6)) {
    case 0:
        return say("in[min(threadIdx.x + %uu, %uu)]", k, edge);
    case 1:
        return say("in[max((int)threadIdx.x - %u, %u) + %u]", k, edge % 4, k * 32);
    case 2:
        return say("in[(int)threadIdx.x - %u < 0 ? 0 : (int)threadIdx.x - %u]", k, k);
    case 3:
        return say("in[threadIdx.x + %uu > %uu ? %uu : (threadIdx.x + %uu)]", k, edge, edge, k);
    case 4:
        return say("in[%u >= (int)threadIdx.x ? (int)threadIdx.x : (int)(m + %uu)]", edge, k);
    default:
        return say("in[(threadIdx.x - %uu < %uu ? threadIdx.x - %uu : 7u) + %uu]", k, edge + 1, k,
                   k * 32);
    }
}

static void meet(void) {
    if (kernel.together && chance(70)) {
        kernel.met = true;
        line("__syncthreads();");
    }
}

// A tile, row by row.
static void write_rows(void) {
    char *own = unique();
    const unsigned rows = 1 + below(20);
    line(say("__shared__ unsigned s%s[%u][256];", own, rows));
    line(chance(80) ? say("for (int c%s = 0; c%s < %u; c%s++)", own, own, rows, own)
                    : say("for (int c%s = %u; c%s >= 0; c%s--)", own, rows - 1, own, own));
    line(chance(70) ? say("    s%s[c%s][t] = in[u + c%s * %u];", own, own, own, 1 + below(40))
                    : say("    s%s[c%s][t] = in[(%u - c%s) * %uu + (threadIdx.x + 3u)];", own, own,
                          rows, own, 1 + below(40)));
    kernel.met = true;
    line("__syncthreads();");
    line(say("unsigned v%s = s%s[t %% %uu][nt - 1u - t];", own, own, rows));
    if (kernel.variable_count < 200)
        kernel.variables[kernel.variable_count++] =
            (struct variable){&objects[0], say("v%s", own), own, false, 0};
}

// Of shared memory into shared memory, by threads that are at no edge.
static void write_stencil(void) {
    static const char *const types[] = {"unsigned", "float", "short", "unsigned char", "double"};
    static const char *const rights[] = {"(int)threadIdx.x < (int)blockDim.x - %u",
                                         "threadIdx.x < m + %uu && t + 1u < nt",
                                         "threadIdx.x + %uu < blockDim.x && n > 3"};
    char *own = unique();
    const char *const type = types[below(sizeof types / sizeof *types)];
    line(say("__shared__ %s s%s[256], r%s[256];", type, own, own));
    line(say("s%s[t] = (%s)(%s %% 1000u);", own, type, expression(false, 1)));
    line(say("r%s[t] = (%s)(t * 3u %% 100u);", own, type));
    kernel.met = true;
    line("__syncthreads();");
    line(say("if ((int)threadIdx.x >= %u && %s) {", 1 + below(4),
             say(rights[below(sizeof rights / sizeof *rights)], 1 + below(3))));
    if (chance(30))
        line(say("    if (s%s[t] > 300)", own));
    if ((strcmp(type, "float") == 0 || strcmp(type, "double") == 0) && chance(50))
        line(say("    r%1$s[t] %2$s %3$u * s%1$s[t - 1] - (s%1$s[t + 1] - %4$s) * %5$s;", own,
                 chance(80) ? "=" : "+=", below(9), chance(50) ? say("s%s[t]", own) : "m",
                 chance(50) ? "0.5" : "0.25f"));
    else
        line(say("    r%1$s[t] %2$s s%1$s[t - 1] * 3 + (threadIdx.x > %3$uu ? s%1$s[t + 1] : "
                 "s%1$s[t]);",
                 own, chance(80) ? "=" : "+=", below(9)));
    if (chance(30))
        line(say("    r%1$s[t] = r%1$s[t] / 2 + s%1$s[t];", own));
    line("}");
    kernel.met = true;
    line("__syncthreads();");
    line(say("unsigned v%s = (unsigned)(int)r%s[nt - 1u - t];", own, own));
    line("__syncthreads();"); // in a loop the next turn writes there
    if (kernel.variable_count < 200)
        kernel.variables[kernel.variable_count++] =
            (struct variable){&objects[0], say("v%s", own), own, false, 0};
}

// A flag that all lose, and those get that a condition holds for, as a rule one that cuts all rows
// alike.
static void write_box(void) {
    char *own = unique();
    const bool turns = chance(40);
    line(say("bool f%s;", own));
    if (turns)
        line(say("for (unsigned i%s = 0; i%s < %u; i%s++) {", own, own, 1 + below(3), own));
    line(say("f%s = false;", own));
    if (chance(30))
        meet();
    line(say("if (threadIdx.x >= %s && (int)threadIdx.x < (int)m + %u && %s) {",
             turns ? say("i%s", own) : say("%uu", below(4)), below(30),
             chance(60) ? say("threadIdx.y != %uu", below(3)) : terms()));
    line(say("    f%s = true;", own));
    line(say("    g[u] %s %s;", chance(50) ? "=" : "+=", neighbour()));
    line("}");
    meet();
    line(say("if (%sf%s) g[u] %s in[u + %uu];", chance(50) ? "threadIdx.x > 1u && " : "", own,
             chance(50) ? "=" : "^=", below(40)));
    meet();
    if (turns)
        line("}");
    line(say("if (f%s%s) g[u] += %s;", own, chance(20) ? say(" || %s", term()) : "", neighbour()));
    meet();
}

void write_edges(void) {
    if (kernel.together && !kernel.left && chance(20)) {
        write_rows();
        return;
    }
    if (kernel.together && !kernel.left && chance(25)) {
        write_stencil();
        return;
    }
    if (chance(25)) {
        write_box();
        return;
    }
    char *own = unique();
    line(say("unsigned v%s = %s;", own, expression(false, 1)));
    if (chance(40))
        line(say("const int w%s = (int)threadIdx.x - %u, x%s = w%s < %u ? %u : w%s;", own, below(4),
                 own, own, below(5), below(5), own));
    else
        line(say("const int w%s = 0, x%s = (int)threadIdx.x;", own, own));
    meet();
    if (chance(50)) {
        line(say("if (%s) {", terms()));
        line(say("    v%s = v%s * 31u + %s;", own, own, neighbour()));
        line(say("    g[u] ^= in[x%s];", own));
        line("}");
    } else {
        line(say("if (%s) v%s = %s - (unsigned)w%s;", terms(), own, neighbour(), own));
        line(say("else if (%s) v%s ^= in[threadIdx.x + %uu] + %s;", terms(), own, below(50),
                 neighbour()));
        line(say("else v%s += %s * 3u + in[x%s];", own, neighbour(), own));
    }
    meet();
    if (kernel.variable_count < 200)
        kernel.variables[kernel.variable_count++] =
            (struct variable){&objects[0], say("v%s", own), own, false, 0};
}
