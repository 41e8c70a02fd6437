// SPDX-License-Identifier: MIT
// Sums in place: in an element of memory, which is a thread's own, or which several threads begin
// anew and end with the same value; and over the elements of a block.
#include "kernel.h"

// A sum in an element of memory, turn by turn: `x` is what it and its terms depend on. In shared
// memory it is each thread's own: of others the runtime says, truly, that nothing orders them.
static void add_in_memory(char *own) {
    static const struct {
        const char *x, *element;
        bool shared; // threads of one x come to one element
    } elements[] = {
        {"t", "acc[4096u + u]", false},
        {"t / 4u", "acc[4096u + u - t + x%s]", true},
        {"t %% 5u", "acc[4096u + (u - t) + x%s %% nt]", true},
        {"threadIdx.x", "acc[4096u + u - t + x%s]", true},
        {"threadIdx.y", "acc[4096u + u - t + x%s]", true},
        {"0u", "acc[4096u + u - t + x%s]", true},
        {"t", "s%s[t]", false},
        {"nt - 1u - t", "s%1$s[x%1$s]", false},
    };
    static const char *const heads[] = {
        "for (unsigned c%1$s = 0; c%1$s < %2$s %% 20u; c%1$s++)",
        "for (int c%1$s = (int)(%2$s %% 20u); c%1$s > 0; c%1$s--)",
        "for (unsigned c%1$s = x%1$s %% 3u; c%1$s < 9u; c%1$s += 2u)",
        "for (unsigned o%1$s = 0; o%1$s < 2u; o%1$s++) for (unsigned c%1$s = 0; c%1$s < %2$s %% 7u; c%1$s++)",
    };
    static const char *const steps[] = {
        "%2$s += in[(x%1$s + c%1$s * 32u) & 2047u];",
        "%2$s = %2$s + in[c%1$s * 64u + (x%1$s & 63u)] * in[c%1$s];",
        "%2$s -= in[(x%1$s * 16u + c%1$s) & 2047u];",
        "%2$s = %2$s * 3u + c%1$s;",
        "{ const unsigned y = in[x%1$s + c%1$s]; if (y & 1u) %2$s += y; else %2$s ^= y; }",
        "p%1$s[0] += in[(c%1$s * 40u + x%1$s) & 2047u];",
        "*p%1$s ^= in[x%1$s + 3u * c%1$s] & x%1$s;",
    };
    static const char *const float_steps[] = {
        "%2$s += (float)(in[(x%1$s + c%1$s * 32u) & 2047u] & 255u) * 0.25f;",
        "%2$s = %2$s * 0.5f + (float)(in[c%1$s] & 15u);",
        "*p%1$s -= (float)(c%1$s + x%1$s);",
    };
    const size_t row = below(sizeof elements / sizeof *elements);
    const bool floats = chance(30);
    const char *const type = floats ? "float" : "unsigned", *element = say(elements[row].element, own);
    const char *const end = expression(true, 1);
    if (*element == 's')
        line(say("__shared__ %s s%s[256];", type, own));
    else if (floats)
        element = say("((float *)acc)%s", element + 3);
    line(say(say("const unsigned x%%s = %s;", elements[row].x), own));
    line(say("%s *const p%s = &%s;", type, own, element));
    line(say(chance(80)             ? "%s = 0;"
             : elements[row].shared ? "%s = 7;"
                                    : "%s = (unsigned char)t;",
             chance(70) ? element : say("*p%s", own)));
    if (chance(15) && !elements[row].shared) line(say("if (%s)", condition(false)));
    line(say(heads[below(sizeof heads / sizeof *heads)], own, end));
    line(say("    %s", say(floats ? float_steps[below(3)] : steps[below(7)], own, element)));
    line(say(floats ? "unsigned v%s = __float_as_uint(%s);" : "unsigned v%s = %s;", own, element));
    kernel.variables[kernel.variable_count++] = (struct variable){&objects[0], say("v%s", own), own, false, 0};
}

// The sum of a block's elements, or of those in front of each, where they are.
static void add_block(char *own) {
    static const char *const loops[] = {
        "for (unsigned d%1$s = (nt + 1u) / 2u, k%1$s = nt; k%1$s > 1u; k%1$s = d%1$s, d%1$s = (d%1$s + 1u) / 2u) { if "
        "(t < k%1$s / 2u) %2$s[t] += %2$s[t + d%1$s]; __syncthreads(); }",
        "for (unsigned d%1$s = 1u; d%1$s < nt; d%1$s *= 2u) { if (t %% (2u * d%1$s) == 0u && t + d%1$s < nt) %2$s[t] "
        "+= %2$s[t + d%1$s]; __syncthreads(); }",
        "for (unsigned d%1$s = 1u; d%1$s < nt; d%1$s *= 2u) { const unsigned y = t >= d%1$s ? %2$s[t - d%1$s] : 0u; "
        "__syncthreads(); %2$s[t] += y; __syncthreads(); }",
        "for (unsigned d%1$s = 1u; d%1$s < nt; d%1$s <<= 1) { unsigned i = (t + 1u) * 2u * d%1$s - 1u; if (i < nt) "
        "%2$s[i] += %2$s[i - d%1$s]; __syncthreads(); }",
        "if (t == nt - 1u) for (unsigned i%1$s = 1u; i%1$s < nt; i%1$s++) %2$s[i%1$s] += %2$s[i%1$s - 1u]; "
        "__syncthreads();",
    };
    const char *array = chance(60) ? say("s%s", own) : say("q%s", own);
    line(*array == 's' ? say("__shared__ unsigned s%s[256];", own)
                       : say("unsigned *const q%s = acc + 4096u + (u - t);", own));
    line(say("%s[t] = %s;", array, expression(false, 1)));
    line("__syncthreads();");
    line(say(loops[below(sizeof loops / sizeof *loops)], own, array));
    line(say("unsigned v%s = %s[%s];", own, array, chance(50) ? "0" : "t"));
    line("__syncthreads();");
    kernel.met = true;
    kernel.variables[kernel.variable_count++] = (struct variable){&objects[0], say("v%s", own), own, false, 0};
}

void add_in_place(void) {
    char *own = unique();
    if (kernel.variable_count >= 200) return;
    if (kernel.together && !kernel.left && chance(50)) {
        add_block(own);
        return;
    }
    add_in_memory(own);
    if (kernel.together && kernel.kind == BLOCK) {
        kernel.met = true;
        line("__syncthreads();");
    }
}
