// SPDX-License-Identifier: MIT
// Assembly of a GPU: what special registers hold is known; other PTX ends the kernel that comes to
// it.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "rewrite.h"

// Special registers that programs read, and what they hold here.
static const char *const registers[][2] = {
    {"laneid", "::cuda_cpu::lane_id()"},
    {"warpid", "::cuda_cpu::thread_rank() / 32"},
    {"smid", "::cuda_cpu_core()"},
    {"clock", "(unsigned)clock64()"},
    {"clock_hi", "(unsigned)(clock64() >> 32)"},
    {"clock64", "clock64()"},
    {"globaltimer", "::cuda_cpu::nanoseconds()"},
    {"globaltimer_lo", "(unsigned)::cuda_cpu::nanoseconds()"},
    {"lanemask_eq", "1u << ::cuda_cpu::lane_id()"},
    {"lanemask_lt", "(1u << ::cuda_cpu::lane_id()) - 1"},
    {"lanemask_le", "(2u << ::cuda_cpu::lane_id()) - 1"},
    {"lanemask_gt", "0u - (2u << ::cuda_cpu::lane_id())"},
    {"lanemask_ge", "0u - (1u << ::cuda_cpu::lane_id())"},
};

// What `mov.u32 %0, %%name;` and nothing else reads (nvcc takes a single % too); NULL if it is not
// that, or not known.
static const char *special_register(const char *code) {
    char type[8], name[32], rest[2];
    if (sscanf(code, " \"mov.%7[a-z0-9] %%0, %%%%%31[a-z0-9_] %1[;]", type, name, rest) == 3 ||
        sscanf(code, " \"mov.%7[a-z0-9] %%0, %%%31[a-z0-9_] %1[;]", type, name, rest) == 3)
        for (size_t k = 0; k < sizeof registers / sizeof *registers; k++)
            if (strcmp(name, registers[k][0]) == 0)
                return registers[k][1];
    return NULL;
}

// Assembly of a GPU, not of this machine: an instruction with a type (mov.u32), a register, or
// what stops.
static bool is_ptx(const char *code) {
    for (const char *c = code + 1; *c && c[1]; c++)
        if (*c == '.' && isalnum((unsigned char)c[-1]) && islower((unsigned char)c[1]))
            return true;
    return strstr(code, ".reg ") || strstr(code, "trap;") || strstr(code, "exit;");
}

// asm at token i, in a function
void rewrite_asm(size_t i) {
    size_t open = i + 1;
    while (is(open, "volatile") || is(open, "__volatile__") || is(open, "__volatile"))
        open++;
    if (!is(open, "(") || open + 1 >= token_count || tokens[open + 1].kind != STRING)
        return;
    size_t close = closing(open), last = open + 1;
    if (close == token_count)
        return;
    while (tokens[last + 1].kind == STRING)
        last++;
    char *code = joined(open + 1, last, false), *operands = text("%s", ""), *first = NULL;
    if (!is_ptx(code))
        return;
    for (size_t t = last + 1; t + 1 < close; t++)
        if (tokens[t].kind == STRING && is(t + 1, "(")) {
            char *operand = joined(t + 1, closing(t + 1), false);
            first = first ? first : operand;
            operands = text("%s, %s", operands, operand);
            t = closing(t + 1);
        }
    const char *value = special_register(code);
    erase(i, close);
    insert_before(
        i, value && first
               ? text("(%s = %s)", first, value)
               : text("::cuda_cpu::ptx(__builtin_FILE(), __builtin_LINE(), %s%s)", code, operands));
}
