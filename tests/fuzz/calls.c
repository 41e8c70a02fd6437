// SPDX-License-Identifier: MIT
// Functions with a loop that the threads of a block may go through side by side, and what calls
// them: their results alone, in expressions, handed on to functions that wait.
#include "kernel.h"

// The thread's place in its block, as a function works it out for itself.
static const char *place(void) {
    static const char *const places[] = {"threadIdx.x + threadIdx.y * blockDim.x",
                                         "blockDim.x * threadIdx.y + threadIdx.x",
                                         "(threadIdx.y * blockDim.x) + (unsigned)threadIdx.x", "threadIdx.x"};
    return places[kernel.one_dimension ? below(4) : below(3)];
}

// `do_it` to element i of n, in the order of one thread.
static const char *loop(const char *do_it) {
    const char *const i = chance(70) ? "unsigned" : chance(50) ? "size_t" : "int";
    const char *const n = *i == 'i' ? "(int)n" : "n", *const all = "blockDim.x * blockDim.y";
    switch (below(4)) {
    case 0: {
        return say("    %s i = %s;\n    while (i < %s) {\n        %s\n        i += %s;\n    }\n", i, place(), n, do_it,
                   all);
    }
    case 1:
        return say("    const unsigned by = %s;\n    for (%s i = %s; i < %s; i += by)\n"
                   "        %s\n",
                   all, i, place(), n, do_it);
    case 2:
        return say("    const unsigned first = %s;\n    for (%s i = first; i < %s; i = i + %s) {\n"
                   "        if (i %% 7u == 3u)\n            continue;\n        %s\n    }\n",
                   place(), i, n, all, do_it);
    default: return say("    for (%s i = %s; i < %s; i += %s) {\n        %s\n    }\n", i, place(), n, all, do_it);
    }
}

static const char *early(const char *returned) {
    return chance(25) ? say("    if (n == %uu)\n        return%s;\n", below(4), returned) : "";
}

// Works something out of the input.
static void write_sum(const char *own) {
    const bool floats = chance(30);
    static const char *const steps[] = {"s = s * 31u + a[i];", "s += a[i] ^ (unsigned)i;", "s = max(s, a[i]);",
                                        "{ const unsigned x = a[i]; s -= x * x; }"};
    static const char *const float_steps[] = {"s += (float)(a[i] & 255u) * 0.5f;",
                                              "s = s * 0.5f + (float)(a[i] & 15u);"};
    put(&kernel.outside, "%s__device__ unsigned sum%s(const unsigned *a, unsigned n%s) {\n%s",
        chance(30) ? "static inline " : "", own, chance(20) ? ", unsigned = 0" : "", early(" 5u"));
    put(&kernel.outside, "    %s s = %u;\n%s    return %s;\n}\n", floats ? "float" : "unsigned", below(9),
        loop(floats ? float_steps[below(2)] : steps[below(4)]),
        floats       ? "__float_as_uint(s)"
        : chance(50) ? "s"
                     : "s ^ threadIdx.x");
}

// Changes elements of which each is the same thread's in all such loops.
static void write_change(const char *own) {
    static const char *const steps[] = {"to[i] = to[i] * 5u + x;", "to[i] ^= x + (unsigned)i;",
                                        "{ to[i] += a[i]; to[i] *= 3u; }"};
    put(&kernel.outside, "__device__ void change%s(unsigned *to, const unsigned *a, unsigned n, unsigned x) {\n%s%s}\n",
        own, early(""), loop(steps[below(3)]));
}

// Others of that name, which other numbers would choose.
static void write_overload(const char *own) {
    static const char *const types[] = {"int", "float", "unsigned long", "unsigned char"};
    const char *const type = types[below(4)];
    put(&kernel.outside, "__device__ unsigned pass%s(%s x) {\n    __syncthreads();\n    return (unsigned)x * %uu;\n}\n",
        own, type, 3 + below(5));
}

// Gives each thread what another one brings.
static void write_pass(const char *own) {
    const unsigned others = below(5); // in front of it, after it, or none
    if (others == 0) write_overload(own);
    put(&kernel.outside,
        "__device__ unsigned pass%s(unsigned x%s) {\n    __shared__ unsigned room[256];\n"
        "    const unsigned t = threadIdx.x + threadIdx.y * blockDim.x, nt = blockDim.x * blockDim.y;\n"
        "    room[t] = x;\n    __syncthreads();\n    x = room[(t + %uu) %% nt];\n"
        "    __syncthreads();\n    return x;\n}\n",
        own, chance(20) ? ", unsigned = 3" : "", below(40));
    if (others == 1) write_overload(own);
}

void write_call(void) {
    char *const own = unique();
    const bool meets = kernel.together && kernel.kind == BLOCK;
    if (kernel.kind == BLOCK && chance(40)) {
        write_change(own);
        const char *const to = "acc + 6144u + (blockIdx.y * gridDim.x + blockIdx.x) * 256u";
        line(say("change%s(%s, in, %s %% 256u, %s);", own, to, expression(true, 1), expression(false, 1)));
        return;
    }
    write_sum(own);
    const char *const call = say("sum%s(in + %u, %s %% 90u)", own, below(9), expression(meets && chance(70), 1));
    if (meets && !kernel.left && chance(50)) {
        write_pass(own);
        kernel.met = true;
        line(say("unsigned v%s = pass%s(%s%s);", own, own, call, chance(30) ? " + 1u" : ""));
        if (chance(40)) line(say("v%s = pass%s(pass%s(v%s));", own, own, own, own));
    } else {
        line(say("unsigned v%s = %s%s;", own, call, chance(40) ? " ^ 9u" : ""));
    }
    if (kernel.variable_count < 200)
        kernel.variables[kernel.variable_count++] = (struct variable){&objects[0], say("v%s", own), own, false, 0};
}
