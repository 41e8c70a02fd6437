// SPDX-License-Identifier: MIT
// Statements and expressions. All threads of a block come to the same barriers, since the generator
// knows of each variable whether it is the same for all of them; the compiler has to find out.
#include "kernel.h"

#include <stdio.h>
#include <string.h>

void line(const char *text) {
    put(&kernel.body, "%*s%s\n", 4 * kernel.indent, "", text);
}

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

// ---- expressions -------------------------------------------------------------------------------

static char *read_of(const struct variable *v, bool uniform) {
    const struct blanks blanks = {v->name, v->unique, NULL, NULL, uniform};
    return fill(v->form->read, &blanks);
}

// A variable that may be read anywhere, or NULL.
static const struct variable *readable(bool uniform) {
    for (int tries = 0; tries < 8 && kernel.variable_count > 0; tries++) {
        const struct variable *v = &kernel.variables[below((unsigned)kernel.variable_count)];
        if (!(v->form->flags & DRAWS) && (v->uniform || !uniform))
            return v;
    }
    return NULL;
}

static char *atom(bool uniform) {
    const struct variable *v = chance(65) ? readable(uniform) : NULL;
    if (v)
        return read_of(v, uniform);
    switch (below(uniform ? 5 : 9)) {
    case 0: return say("%uu", below(chance(50) ? 8 : 1000));
    case 1: return say("m");
    case 2: return kernel.kind == BLOCK ? say("blockIdx.x") : say("m");
    case 3: return say("in[%u]", below(64));
    case 4: return kernel.kind == BLOCK ? say("(unsigned)n") : say("17u");
    case 5: return say("in[(%s) %% 64u]", kernel.kind == BLOCK ? "t" : "u");
    case 6: return chance(kernel.kind == BLOCK ? 60 : 12) ? detour("threadIdx.x") : say("u");
    case 7: return say("in[u & 63]");
    default: return kernel.kind == BLOCK ? say("t") : say("u");
    }
}

char *expression(bool uniform, int depth) {
    if (depth <= 0 || chance(35))
        return say("(%s)", atom(uniform));
    char *a = expression(uniform, depth - 1), *b = expression(uniform, depth - 1);
    switch (below(14)) {
    case 0: return say("(%s + %s)", a, b);
    case 1: return say("(%s - %s)", a, b);
    case 2: return say("(%s * %s)", a, b);
    case 3: return say("(%s ^ %s)", a, b);
    case 4: return say("(%s & %s)", a, b);
    case 5: return say("(%s | %s)", a, b);
    case 6: return say("(%s >> %u)", a, below(32));
    case 7: return say("(%s / (%s | 1u))", a, b);
    case 8: return say("(%s %% %uu)", a, 1 + below(20));
    case 9: return say("((%s & 1u) ? %s : %uu)", a, b, below(9));
    case 10: return say("min(%s, %s)", a, b);
    case 11: return say("(unsigned)__popc(%s)", a);
    case 12: return say("(unsigned)(%s)%s", below(2) ? "unsigned char" : "short", a);
    default: return say("(unsigned)(%s < %s)", a, b);
    }
}

static char *condition(bool uniform) {
    char *a = expression(uniform, 1);
    switch (below(4)) {
    case 0: return say("%s & 1u", a);
    case 1: return say("%s %% 3u == %uu", a, below(3));
    case 2: return say("%s > %s", a, expression(uniform, 0));
    default: return say("%s %% 4u && %s != 3u", a, expression(uniform, 0));
    }
}

// ---- declarations and changes ------------------------------------------------------------------

void declare(void) {
    const unsigned without = kernel.kind == BLOCK ? 0 : IN_BLOCK;
    const bool of_thread = chance(kernel.kind == BLOCK ? 15 : 3);
    const struct object *form = of_thread ? pick_object(threads, thread_count, 0)
                                          : pick_object(objects, object_count, without);
    if ((form->flags & ONCE) && (kernel.indent > 1 || chance(50)))
        form = &objects[0];
    for (int v = 0; v < kernel.variable_count; v++)
        if ((form->flags & ONCE) && (kernel.variables[v].form->flags & ONCE))
            form = &objects[0];
    if (kernel.variable_count >= 200)
        return;
    char *own = unique();
    const bool uniform = kernel.together && !(form->flags & DIFFERS) && chance(60);
    const struct blanks blanks = {say("v%s", own), own, NULL, NULL, uniform};
    const char *outside = fill(form->outside, &blanks), *declares = fill(form->declare, &blanks);
    if (*outside)
        put(&kernel.outside, "%s\n", outside);
    line(declares);
    kernel.variables[kernel.variable_count++] =
        (struct variable){form, say("%s", blanks.name), own, uniform, 0};
}

// Does variable v stay the same for all threads when it is changed here? It may also become
// different from now on, where no loop counts on it. -1: it must not be changed.
static int stays_uniform(struct variable *v) {
    if (!v->uniform)
        return 0;
    if (kernel.together && (v->locked || chance(70)))
        return 1;
    if (v->locked)
        return -1;
    v->uniform = false;
    return 0;
}

static char *lvalue_of(const struct variable *v, const struct blanks *blanks) {
    char *lvalue = fill(v->form->lvalue, blanks);
    return strcspn(lvalue, "*.>[(") == strlen(lvalue) ? lvalue : say("(%s)", lvalue);
}

static void bind_change(struct variable *v, bool uniform, bool later) {
    const struct blanks of = {v->name, v->unique, NULL, NULL, uniform};
    char *number = unique();
    const struct change *form;
    do
        form = &changes[below((unsigned)change_count)];
    while (!is_chosen(changes, (size_t)(form - changes), form->outside) ||
           ((form->flags & IN_BLOCK) && kernel.kind != BLOCK));
    if (later && !*form->bind)
        later = false;
    const struct blanks blanks = {say("b%s", number), number, lvalue_of(v, &of), NULL, uniform};
    const char *outside = fill(form->outside, &blanks);
    if (*outside)
        put(&kernel.outside, "%s\n", outside);
    if (*form->bind)
        line(fill(form->bind, &blanks));
    if (!later)
        line(fill(form->use, &blanks));
    if (*form->bind && kernel.bond_count < 200)
        kernel.bonds[kernel.bond_count++] =
            (struct bond){form, say("%s", blanks.name), number, (int)(v - kernel.variables)};
}

// A change that was bound before.
static bool use_bond(void) {
    if (kernel.bond_count == 0)
        return false;
    const struct bond *bond = &kernel.bonds[below((unsigned)kernel.bond_count)];
    struct variable *v = &kernel.variables[bond->variable];
    const int uniform = stays_uniform(v);
    if (uniform < 0)
        return false;
    const struct blanks of = {v->name, v->unique, NULL, NULL, uniform};
    const struct blanks blanks = {bond->name, bond->unique, lvalue_of(v, &of), NULL, uniform};
    line(fill(bond->form->use, &blanks));
    return true;
}

bool change_something(void) {
    if (chance(40) && use_bond())
        return true;
    for (int tries = 0; tries < 8 && kernel.variable_count > 0; tries++) {
        struct variable *v = &kernel.variables[below((unsigned)kernel.variable_count)];
        const bool parameter = v->form >= parameters && v->form < parameters + parameter_count;
        const bool own = v->form->change && !parameter && (!v->form->lvalue || chance(40));
        if (!own && !v->form->lvalue)
            continue;
        const int uniform = stays_uniform(v);
        if (uniform < 0)
            continue;
        const struct blanks blanks = {v->name, v->unique, NULL, NULL, uniform};
        if (own)
            line(fill(v->form->change, &blanks));
        else
            bind_change(v, uniform, chance(40));
        return true;
    }
    return false;
}

// What reading it changes is read in a statement of its own.
static bool draw(void) {
    for (int v = 0; v < kernel.variable_count; v++) {
        struct variable *from = &kernel.variables[v];
        if (!(from->form->flags & DRAWS) || chance(40))
            continue;
        const int uniform = stays_uniform(from);
        if (uniform < 0)
            continue;
        char *own = unique();
        line(say("unsigned v%s = %s;", own, read_of(from, uniform)));
        if (kernel.variable_count < 200)
            kernel.variables[kernel.variable_count++] =
                (struct variable){&objects[0], say("v%s", own), own, uniform, 0};
        return true;
    }
    return false;
}

// ---- barriers ----------------------------------------------------------------------------------

static void barrier(void) {
    kernel.met = true;
    switch (below(12)) {
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

// Something of all threads to each of them, by way of shared memory.
static void exchange(void) {
    char *own = unique();
    static const char *const others[] = {"(t + 1u) % nt", "nt - 1u - t", "(t * 5u + 3u) % nt",
                                         "(t + nt / 2u) % nt"};
    const char *other = others[below(4)];
    if (kernel.left) { // who is gone has written nothing
        line(say("g[u] ^= %s;", expression(false, 1)));
        barrier();
        return;
    }
    const unsigned how = below(6);
    if (how == 0) { // in global memory
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
        kernel.variables[kernel.variable_count++] =
            (struct variable){&objects[0], say("v%s", own), own, how == 1, 0};
}

static void meet_lanes(void) {
    char *own = unique();
    static const char *const forms[] = {
        "__shfl_sync(w%s, %s, 0)", "__shfl_xor_sync(w%s, %s, 0)", "__ballot_sync(w%s, %s & 1u)",
        "(unsigned)__any_sync(w%s, %s > 3u)", "__shfl_down_sync(w%s, %s, 0)"};
    line(say("const unsigned w%s = nt - t / 32u * 32u >= 32u ? ~0u : (1u << nt %% 32u) - 1u;", own));
    const char *e = expression(false, 1);
    switch (below(5)) {
    case 0: e = say(forms[0], own, e); break;
    case 1: e = say(forms[1], own, e); break;
    case 2: e = say(forms[2], own, e); break;
    case 3: e = say(forms[3], own, e); break;
    default: e = say(forms[4], own, e);
    }
    line(say("unsigned v%s = %s;", own, e));
    kernel.variables[kernel.variable_count++] =
        (struct variable){&objects[0], say("v%s", own), own, false, 0};
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
    if (chance(15))
        line(say("if (unsigned q = %s; q & 2u) {", expression(uniform, 1)));
    else if (chance(10) && kernel.together)
        line(say("if (__syncthreads_or(%s)) {", condition(false)));
    else
        line(say("if (%s) {", condition(uniform)));
    body(uniform && kernel.together, 1 + (int)below(3));
    if (chance(40)) {
        line("else {");
        body(uniform, 1 + (int)below(2));
    }
}

static void write_loop(void) {
    const bool uniform = kernel.together && chance(65);
    char *own = unique(), *end = expression(uniform, 1);
    const int variables = kernel.variable_count;
    for (int v = 0; v < variables; v++)
        if (kernel.variables[v].uniform && !kernel.variables[v].locked && chance(30))
            kernel.variables[v].uniform = false;
    for (int v = 0; v < variables; v++)
        kernel.variables[v].locked += kernel.variables[v].uniform;
    if (uniform) // with variables that are still the same for all
        end = expression(true, 1);
    const char *closes = NULL;
    static const struct object counter = {"", "", "(unsigned)$n", 0, 0, CONSTANT};
    switch (below(7)) {
    case 0:
        line(say("for (int c%s = 0; c%s < (int)(%s %% 4u); c%s++) {", own, own, end, own));
        break;
    case 1:
        line(say("for (unsigned c%s = %s %% 5u; c%s > 0; --c%s) {", own, end, own, own));
        break;
    case 2:
        line(say("unsigned c%s = %s %% 4u;", own, end));
        line(say("while (c%s-- > 0u) {", own));
        break;
    case 3:
        line(say("unsigned c%s = %s %% 3u;", own, end));
        line("do {");
        closes = say("while (c%s-- > 0u);", own);
        break;
    case 4:
        line(say("for (unsigned c%s : {1u, %s, 3u}) {", own, end));
        break;
    case 5:
        put(&kernel.body, "#pragma unroll\n");
        line(say("for (unsigned c%s = 0; c%s < 3u; c%s += 1u + (%s & 1u)) {", own, own, own, end));
        break;
    default:
        line(say("for (unsigned c%s = 1u + %s %% 30u; c%s; c%s >>= 1) {", own, end, own, own));
        if (chance(50))
            line(say("    using K = unsigned; const K c_%s = c%s; g[u] += c_%s;", own, own, own));
    }
    const bool breakable = kernel.breakable;
    kernel.breakable = true;
    kernel.loops++;
    const int mark = open_scope(), before = kernel.together;
    kernel.together = uniform;
    kernel.variables[kernel.variable_count++] =
        (struct variable){&counter, say("c%s", own), own, uniform, uniform};
    statements(1 + (int)below(3));
    kernel.together = before;
    close_scope(mark);
    if (closes)
        line(closes);
    kernel.loops--;
    kernel.breakable = breakable;
    for (int v = 0; v < kernel.variable_count; v++)
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
    if (!uniform && kernel.kind == BLOCK && (kernel.met || kernel.loops > 0 || !kernel.together))
        return;
    line(say("if (%s) { g[u] += 3u; return; }", condition(uniform)));
    kernel.left = kernel.left || !uniform;
}

// ---- statements --------------------------------------------------------------------------------

bool is_dropped(void) {
    for (const unsigned *d = kernel.dropped; d && *d; d++)
        if (*d == kernel.statement)
            return true;
    return false;
}

static void statement(void) {
    const bool small = kernel.indent > 4 || kernel.budget == 0;
    switch (below(small ? 11 : 18)) {
    case 0: case 1: case 2: case 3:
        if (!change_something())
            declare();
        break;
    case 4: case 5: declare(); break;
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
        if (kernel.together && kernel.kind == BLOCK)
            barrier();
        break;
    case 11:
        if (kernel.together && kernel.kind == BLOCK)
            exchange();
        break;
    case 12: case 13: write_if(); break;
    case 14: case 15: write_loop(); break;
    case 16:
        if (chance(50))
            write_switch();
        else if (kernel.together && kernel.kind == BLOCK && !kernel.left && chance(40))
            meet_lanes();
        else
            leave();
        break;
    default:
        line("{");
        body(kernel.together, 2);
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
