// SPDX-License-Identifier: MIT
// Statements: barriers, what is exchanged after them, loops and conditions. All threads of a block
// come to the same barriers.
#include "kernel.h"

#include <stdio.h>
#include <string.h>

void line(const char *text) { put(&kernel.body, "%*s%s\n", 4 * kernel.indent, "", text); }

int open_scope(void) {
    kernel.indent++;
    return kernel.variable_count * 1000 + kernel.bond_count;
}

void close_scope(int mark) {
    kernel.indent--;
    kernel.variable_count = mark / 1000;
    kernel.bond_count = mark % 1000;
    line("}");
}

// ---- barriers ----------------------------------------------------------------------------------

static void barrier(void) {
    kernel.met = true;
    switch (kernel.plain ? 4 + below(8) : below(12)) {
    case 0:
        if (chance(50)) {
            line(say("g[u] += %s;", detour("(__syncthreads(), 5u)")));
            break;
        }
        line(say("if (%s) g[u]++;", detour("(__syncthreads(), 6u)")));
        break;
    case 1: line("__syncthreads_or(1);"); break;
    case 2: line(say("g[u] += __syncthreads_count(%s);", condition(false))); break;
    case 3: line(say("if (%s) __syncthreads(); else __syncthreads();", condition(true))); break;
    case 4: line("{ __syncthreads(); }"); break;
    default: line("__syncthreads();");
    }
}

// A sum of what threads have written into shared memory, by each over turns of its own
// (common_trip_count.c).
static void add_up(const char *own) {
    static const char *const ends[] = {"t % 16u", "t / 32u", "in[u & 63u] % 16u", "(t ^ 5u) % 9u", "15u - (t & 15u)"};
    static const char *const heads[] = {
        "for (int c%1$s = 0; c%1$s < (int)e%1$s; c%1$s++)",
        "for (unsigned c%1$s = 0; c%1$s <= e%1$s; c%1$s += 2u)",
        "for (int c%1$s = 15; c%1$s > (int)e%1$s; --c%1$s)",
        "for (unsigned c%1$s = t %% 3u; c%1$s < e%1$s; c%1$s++)",
        "for (long c%1$s = in[3] & 3u; c%1$s < (int)e%1$s - 1; c%1$s++)",
    };
    const bool floats = chance(50), stored = floats && chance(40); // the sum is in memory (sums.c)
    const char *const type = floats ? "float" : "unsigned";
    line(say("__shared__ %s s%s[%s];", type, own, floats ? "256" : "16"));
    line(floats ? say("s%s[t] = (float)(%s %% 1000u);", own, expression(false, 1))
                : say("if (t < 16u) s%s[t] = %s;", own, expression(false, 1)));
    barrier();
    line(say("const unsigned e%s = %s;", own,
             chance(70) ? ends[below(sizeof ends / sizeof *ends)] : say("%s %% 16u", expression(false, 1))));
    if (stored) {
        line(say("float *const m%s = (float *)(acc + 4096u + u);", own));
        line(say(chance(50) ? "m%s[0] = 3;" : "m%s[0] = (float)(t %% 5u);", own));
    } else {
        line(say("%s f%s = 3;", type, own));
    }
    line(say(heads[stored ? below(2) : below(sizeof heads / sizeof *heads)], own));
    line(say(stored       ? (chance(50) ? "    m%1$s[0] += s%1$s[c%1$s] * 0.5f;"
                                        : "    { float v = s%1$s[c%1$s]; m%1$s[0] -= v * v; }")
             : floats     ? "    f%1$s = f%1$s * 0.75f + s%1$s[c%1$s];"
             : chance(50) ? "    f%1$s += s%1$s[c%1$s];"
                          : "    f%1$s = f%1$s * 31u + s%1$s[c%1$s];",
             own));
    line(say(stored   ? "unsigned v%s = __float_as_uint(m%s[0]);"
             : floats ? "unsigned v%s = __float_as_uint(f%s);"
                      : "unsigned v%s = f%s;",
             own, own));
}

// Something of all threads to each of them, by way of shared memory.
static void exchange(void) {
    char *own = unique();
    static const char *const others[] = {"(t + 1u) % nt", "nt - 1u - t", "(t * 5u + 3u) % nt", "(t + nt / 2u) % nt"};
    const char *other = others[below(4)];
    if (kernel.left) { // who is gone has written nothing
        line(say("g[u] ^= %s;", expression(false, 1)));
        barrier();
        return;
    }
    const unsigned how = below(8);
    if (how >= 6) {
        add_up(own);
    } else if (how == 0) { // in global memory
        line(say("acc[4096u + u] = %s;", expression(false, 1)));
        barrier();
        line(say("unsigned v%s = acc[4096u + u - t + %s];", own, other));
    } else if (how == 1) { // from one to all
        line(say("__shared__ unsigned s%s;", own));
        line(say("if (t == %s) s%s = %s;", chance(50) ? "0" : "nt - 1u", own, expression(false, 1)));
        barrier();
        line(say("unsigned v%s = s%s;", own, own));
    } else if (how == 2) { // dynamic
        line(say("extern __shared__ unsigned d%s[];", own));
        line(say("d%s[t] = %s;", own, expression(false, 1)));
        barrier();
        line(say("unsigned v%s = d%s[%s];", own, own, other));
    } else if (how == 3) {
        line(say("__shared__ unsigned s%s[16][17];", own));
        line(say("s%s[t / 16u][t %% 16u] = %s;", own, expression(false, 1)));
        barrier();
        line(say("unsigned o%s = %s, v%s = s%s[o%s / 16u][o%s %% 16u];", own, other, own, own, own, own));
    } else {
        line(say("__shared__ unsigned s%s[256];", own));
        line(say("s%s[t] = %s;", own, expression(false, 1)));
        barrier();
        line(say("unsigned v%s = s%s[%s];", own, own, other));
    }
    barrier();
    if (kernel.variable_count < 200)
        kernel.variables[kernel.variable_count++] = (struct variable){&objects[0], say("v%s", own), own, how == 1, 0};
}

// ---- control flow ------------------------------------------------------------------------------

// A body in braces, whose opening line stands already. together: all threads come to it together.
static void body(bool together, int count) {
    const int mark = open_scope(), before = kernel.together;
    const bool breakable = kernel.breakable;
    kernel.together = together;
    kernel.breakable = breakable && (together || !before); // else some would stay in a loop of all
    statements(count);
    kernel.together = before;
    kernel.breakable = breakable;
    close_scope(mark);
}

static void write_if(void) {
    const bool uniform = kernel.together && chance(60);
    if (!kernel.plain && chance(15)) {
        line(say("if (unsigned q = %s; q & 2u) {", expression(uniform, 1)));
    } else if (!kernel.plain && chance(10) && kernel.together) {
        kernel.met = true;
        line(say("if (__syncthreads_or(%s)) {", condition(false)));
    } else {
        line(say("if (%s) {", condition(uniform)));
    }
    body(uniform && kernel.together, 1 + (int)below(3));
    if (chance(40)) {
        line("else {");
        body(uniform, 1 + (int)below(2));
    }
}

// A loop or a condition: what stands before its head, the head, and what closes it; of its own name, an expression, a
// place in `in` and a small number.
struct form {
    const char *first, *head, *close;
};

// A form's text with its words. A C library may refuse positions that leave one out, so all are named.
static char *with_words(const char *text, const char *own, const char *e, const char *at, const char *few) {
    return say(say("%%1$.0s%%2$.0s%%3$.0s%%4$.0s%s", text), own, e, at, few);
}

// Writes it up to its brace; returns what closes it, or NULL.
static const char *open_form(const struct form *f, const char *own, const char *e) {
    const char *const at = say("%u", below(64)), *const few = say("%u", below(5));
    if (*f->first == '#')
        put(&kernel.body, "%s\n", f->first);
    else if (*f->first)
        line(with_words(f->first, own, e, at, few));
    line(with_words(f->head, own, e, at, few));
    return *f->close ? say(f->close, own) : NULL;
}

static void write_loop(void) {
    const bool uniform = kernel.together && chance(65);
    char *own = unique(), *end = expression(uniform, 1);
    const int variables = kernel.variable_count;
    for (int v = 0; v < variables; v++)
        if (kernel.variables[v].uniform && !kernel.variables[v].locked && chance(30))
            kernel.variables[v].uniform = false;
    for (int v = 0; v < variables; v++) kernel.variables[v].locked += kernel.variables[v].uniform;
    if (uniform) // with variables that are still the same for all
        end = expression(true, 1);
    const char *closes = NULL;
    static const struct object counter = {"", "", "(unsigned)$n", 0, 0, CONSTANT};
    if (uniform && chance(20)) { // worked out by statements that are the same for all threads
        line(say("unsigned m%s = 1u, k%s;", own, own));
        line(say("for (k%s = 0; k%s < 3u; k%s++) if (m%s < %s %% 9u) m%s = m%s * 2u + k%s; else m%s--;", own, own, own,
                 own, end, own, own, own, own));
        end = say("m%s", own);
    }
    const bool reused = chance(15); // one counter for several loops, and for what is between them
    if (reused) {
        line(say(chance(50) ? "unsigned c%s = 5u;" : "unsigned c%s;", own));
        line(say("for (c%s = threadIdx.x & 3u; c%s < 4u; c%s++) g[u] += c%s;", own, own, own, own));
        if (chance(30)) line(say("c%s = c%s * 3u + %s; g[u] ^= c%s;", own, own, end, own));
        line(say("for (c%s = 0; c%s < %s %% 4u; c%s++) {", own, own, end, own));
        closes = chance(30) ? say("g[u] ^= c%s;", own) : NULL;
    }
    static const struct form loops[] = {
        {"", "for (int c%1$s = 0; c%1$s < (int)(%2$s %% 4u); c%1$s++) {", ""},
        {"", "for (unsigned c%1$s = %2$s %% 5u; c%1$s > 0; --c%1$s) {", ""},
        {"unsigned c%1$s = %2$s %% 4u;", "while (c%1$s-- > 0u) {", ""},
        {"unsigned c%1$s = %2$s %% 3u;", "do {", "while (c%1$s-- > 0u);"},
        {"#pragma unroll", "for (unsigned c%1$s = 0; c%1$s < 3u; c%1$s += 1u + (%2$s & 1u)) {", ""},
        {"", "for (unsigned c%1$s = 1u + %2$s %% 30u; c%1$s; c%1$s >>= 1) {", ""},
        {"", "for (unsigned c%1$s : {1u, %2$s, 3u}) {", ""},
    };
    if (!reused) closes = open_form(&loops[below(kernel.plain ? 6 : 7)], own, end);
    if (!reused && !kernel.plain && chance(15))
        line(say("    using K = unsigned; const K c_%1$s = c%1$s; g[u] += c_%1$s;", own));
    const bool breakable = kernel.breakable;
    kernel.breakable = true;
    kernel.loops++;
    const int mark = open_scope(), before = kernel.together;
    kernel.together = uniform;
    kernel.variables[kernel.variable_count++] = (struct variable){&counter, say("c%s", own), own, uniform, uniform};
    statements(1 + (int)below(3));
    kernel.together = before;
    close_scope(mark);
    if (closes) line(closes);
    kernel.loops--;
    kernel.breakable = breakable;
    for (int v = 0; v < kernel.variable_count; v++)
        kernel.variables[v].locked -= kernel.variables[v].locked > 0 && kernel.variables[v].uniform;
}

// A loop that is the same for all threads, in which neighbours read neighbouring elements: it may go
// around the loop over threads.
static void write_columns(void) {
    static const char *const bodies[] = {
        "v%1$s = v%1$s * 31u + in[u + c%1$s * 32u];",
        "const unsigned a%1$s = u + 32u * c%1$s; v%1$s += in[a%1$s] * 3u;",
        "const int a%1$s = (int)(c%1$s * 32u) + (int)u, b%1$s = (int)c%1$s; v%1$s ^= in[a%1$s] + in[b%1$s];",
        "const unsigned *const r%1$s = in + c%1$s * 32u; v%1$s -= r%1$s[u] & 0xffffu;",
        "if (in[u + 32u * c%1$s] %% 3u > (v%1$s & 1u)) v%1$s = v%1$s * 5u + in[c%1$s];",
        "for (unsigned d%1$s = 0; d%1$s < 3u; d%1$s++) v%1$s += in[u + c%1$s * 32u + d%1$s] * d%1$s;",
        "bool f%1$s = (in[u + c%1$s * 32u] & 4u); v%1$s += f%1$s ? 7u : in[c%1$s]; if (f%1$s) g[u]++;",
    };
    char *own = unique();
    const char *const end = expression(true, 1), *const e = expression(false, 1),
                      *const form = bodies[below(sizeof bodies / sizeof *bodies)];
    char *const body = say(form, own);
    if (chance(25)) {
        put(&kernel.outside,
            "__device__ unsigned columns%1$s(const unsigned *in, unsigned u, unsigned many) {\n"
            "    unsigned v%1$s = many;\n"
            "    for (unsigned c%1$s = 0; c%1$s < many; c%1$s++)\n"
            "        v%1$s = v%1$s * 31u + in[c%1$s * 32u + u];\n"
            "    return v%1$s;\n}\n",
            own);
        line(say("unsigned v%s = columns%s(in, u, %s %% 20u) + in[u];", own, own, end));
    } else {
        line(say("unsigned v%s = %s;", own, e));
        if (chance(40)) line(say("if (%s)", condition(false)));
        if (chance(30)) line(say("for (int o%1$s = 0; o%1$s < (int)(m %% 3u); o%1$s++)", own));
        line(chance(70) ? say("for (unsigned c%1$s = 0; c%1$s < %2$s %% 20u; c%1$s++) {", own, end)
                        : say("for (int c%1$s = (int)(%2$s %% 20u); c%1$s > 0; c%1$s--) {", own, end));
        line(say("    %s", body));
        line("}");
    }
    if (kernel.variable_count < 200)
        kernel.variables[kernel.variable_count++] = (struct variable){&objects[0], say("v%s", own), own, false, 0};
}

// A condition or loop with barriers that all threads agree on, which only memory can tell, or
// nothing but what each thread works out for itself.
void write_masked(void) {
    static const struct form forms[] = {
        {"", "if (in[%3$s] %% 7u > %4$s) {", ""},
        {"", "for (unsigned c%1$s = in[%3$s] %% 4u; c%1$s < 4u; c%1$s++) {", ""},
        {"", "for (int c%1$s = 0; c%1$s < (int)(in[%3$s] %% 4u); c%1$s += 1 + (in[3] & 1u)) {", ""},
        {"unsigned c%1$s = in[%3$s] %% 4u;", "while (c%1$s-- > 0u) {", ""},
        {"unsigned c%1$s = in[%3$s] %% 3u;", "do {", "while (c%1$s-- > 0u);"},
        // as many turns for each, by a counter of its own
        {"", "for (int c%1$s = (int)t; c%1$s < (int)t + %4$s; c%1$s++) {", ""},
        {"unsigned c%1$s = t + in[%3$s] %% 4u;", "while (c%1$s-- > t) {", ""},
        {"unsigned c%1$s = %2$s, d%1$s = c%1$s + 3u;", "do {", "while (++c%1$s != d%1$s);"},
        // counted down by one thread for all
        {"__shared__ unsigned c%1$s; if (t == 0) c%1$s = in[%3$s] %% 4u; __syncthreads();", "while (c%1$s > 0u) {", ""},
        {"unsigned c%1$s = in[%3$s] %% 4u;", "for (; (c%1$s & t) == c%1$s + 1u || c%1$s < 4u; c%1$s++) {", ""},
        {"unsigned c%1$s = %2$s;", "if ((c%1$s++ | 1u) > 0u) {", ""},
        {"", "if ((in[u & 63] | 1u) > %2$s %% 1u) {", ""},
    };
    char *own = unique();
    unsigned form = below(sizeof forms / sizeof *forms);
    form += form == 8 && kernel.left;
    kernel.met = true; // who returns from here on may have met a barrier that others come to
    const char *const closes = open_form(&forms[form], own, expression(false, 1));
    const bool loop = form > 0 && form < 10, counted = form == 8;
    const int variables = kernel.variable_count;
    for (int v = 0; v < variables && loop; v++) kernel.variables[v].locked += kernel.variables[v].uniform;
    const int mark = open_scope();
    kernel.loops += loop;
    statements(1 + (int)below(2));
    line("__syncthreads();");
    line("g[u] = g[u] * 3u + 1u;");
    statements(1 + (int)below(2));
    if (chance(50) || counted) line("__syncthreads();");
    if (counted) {
        line(say("if (t == 0) c%s--;", own));
        line("__syncthreads();");
    }
    kernel.loops -= loop;
    close_scope(mark);
    if (closes) line(closes);
    for (int v = 0; v < variables && loop; v++)
        kernel.variables[v].locked -= kernel.variables[v].locked > 0 && kernel.variables[v].uniform;
}

static void write_switch(void) {
    const bool uniform = kernel.together && chance(60), breakable = kernel.breakable;
    line(say("switch (%s %% 4u) {", expression(uniform, 1)));
    kernel.breakable = false;
    for (unsigned c = 0; c < 3; c++) {
        line(say(c < 2 ? "case %u: {" : "default: {", c));
        body(uniform, 1);
        line(chance(70) ? "break;" : ";");
    }
    kernel.breakable = breakable;
    line("}");
}

static void leave(void) {
    const bool uniform = kernel.together && (kernel.met || kernel.loops > 0 || chance(50));
    if (!uniform && (kernel.met || (kernel.kind == BLOCK && (kernel.loops > 0 || !kernel.together)))) return;
    line(say("if (%s) { g[u] += 3u; return; }", condition(uniform)));
    kernel.left = kernel.left || !uniform;
}

// ---- statements --------------------------------------------------------------------------------

static bool is_dropped(void) {
    for (const unsigned *d = kernel.dropped; d && *d; d++)
        if (*d == kernel.statement) return true;
    return false;
}

static void statement(void) {
    const bool small = kernel.indent > 4 || kernel.budget == 0;
    switch (below(small ? 11 : 19)) {
    case 0:
    case 1:
    case 2:
    case 3:
        if (!change_something()) declare();
        break;
    case 4:
    case 5: declare(); break;
    case 6: line(say("g[u] = g[u] * 31u + %s;", expression(false, 2))); break;
    case 7: draw(); break;
    case 8: line(say("atomicAdd(&acc[%u], %s);", below(8), expression(false, 1))); break;
    case 9:
        if (kernel.breakable && kernel.loops > 0)
            line(say("if (%s) %s;", condition(kernel.together), chance(50) ? "break" : "continue"));
        else
            line(say("g[u] ^= %s;", expression(false, 1)));
        break;
    case 10:
        if (kernel.together && kernel.kind == BLOCK && kernel.plain && !kernel.left && chance(40))
            (chance(60) ? meet_lanes : meet_at_lines)();
        else if (kernel.together && kernel.kind == BLOCK)
            barrier();
        break;
    case 11:
        if (kernel.together && kernel.kind == BLOCK) exchange();
        break;
    case 12:
    case 13: write_if(); break;
    case 14:
    case 15:
        if (kernel.kind == BLOCK && chance(25))
            write_edges();
        else if (kernel.kind == BLOCK && kernel.together && chance(15))
            add_in_place();
        else if (chance(30))
            write_columns();
        else
            write_loop();
        break;
    case 16:
        if (chance(50))
            write_switch();
        else if (kernel.together && kernel.kind == BLOCK && !kernel.left && chance(40))
            (chance(60) ? meet_lanes : meet_at_lines)();
        else
            leave();
        break;
    case 17: write_call(); break;
    default: line("{"); body(kernel.together, 2);
    }
}

void statements(int count) {
    for (int i = 0; i < count; i++) {
        kernel.budget -= kernel.budget > 0;
        kernel.statement++;
        const bool dropped = is_dropped();
        const size_t length = kernel.body.length;
        statement();
        if (dropped) {
            kernel.body.length = length;
            kernel.body.start[length] = '\0';
        }
    }
}
