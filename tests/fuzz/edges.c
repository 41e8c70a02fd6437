// SPDX-License-Identifier: MIT
// What few threads of a row do otherwise than their neighbours: every so many of them, those at an
// edge, one alone.

#include "kernel.h"

// A term that holds for some threads of a row, or for some rows.
static char *term(void) {
    const unsigned k = below(9), few = 1 + below(5);
    switch (below(11)) {
    case 0: return say("threadIdx.x %% %uu == %uu", few, k % 4);
    case 1: return say("((int)threadIdx.x + %u) %% (int)(%s %% 5u + 1u) == %d", k, expression(true, 1), (int)k % 5 - 1);
    case 2: return say("%uu == (threadIdx.x - %uu) %% (m + %uu)", k % 3, k % 2, few);
    case 3: return say("(threadIdx.y + %uu) %% %uu == 0u", k, few);
    case 4: return say("threadIdx.x == %s %% 9u", expression(true, 1));
    case 5: return say("(int)threadIdx.x - %u == n %% %u", k, few);
    case 6: return say("%uu != threadIdx.x", k);
    case 7: return say("threadIdx.x %s %uu", chance(50) ? "<" : ">=", k);
    case 8: return say("threadIdx.y == %uu", k % 3);
    case 9: return say("t + %uu != nt", 1 + k % 2);
    default: return condition(false);
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
    case 0: return say("in[min(threadIdx.x + %uu, %uu)]", k, edge);
    case 1: return say("in[max((int)threadIdx.x - %u, %u) + %u]", k, edge % 4, k * 32);
    case 2: return say("in[(int)threadIdx.x - %u < 0 ? 0 : (int)threadIdx.x - %u]", k, k);
    case 3: return say("in[threadIdx.x + %uu > %uu ? %uu : (threadIdx.x + %uu)]", k, edge, edge, k);
    case 4: return say("in[%u >= (int)threadIdx.x ? (int)threadIdx.x : (int)(m + %uu)]", edge, k);
    default: return say("in[(threadIdx.x - %uu < %uu ? threadIdx.x - %uu : 7u) + %uu]", k, edge + 1, k, k * 32);
    }
}

static void meet(void) {
    if (kernel.together && chance(70)) {
        kernel.met = true;
        line("__syncthreads();");
    }
}

void write_edges(void) {
    char *own = unique();
    line(say("unsigned v%s = %s;", own, expression(false, 1)));
    if (chance(40))
        line(say("const int w%s = (int)threadIdx.x - %u, x%s = w%s < %u ? %u : w%s;", own, below(4), own, own, below(5),
                 below(5), own));
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
        line(say("else if (%s) v%s ^= in[threadIdx.x + %uu] + %s;", terms(), own, below(50), neighbour()));
        line(say("else v%s += %s * 3u + in[x%s];", own, neighbour(), own));
    }
    meet();
    if (kernel.variable_count < 200)
        kernel.variables[kernel.variable_count++] = (struct variable){&objects[0], say("v%s", own), own, false, 0};
}
