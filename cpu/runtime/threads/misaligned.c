// SPDX-License-Identifier: MIT
// Loads and stores of 16 bytes and more are made by instructions that want an address which is a
// multiple of that, as a GPU does. Of one that is not, and of an address that no memory can have,
// the processor says no more than that there was a fault; so the instruction is read, for the
// address that it names.
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include "fiber.h"

#if defined(__x86_64__)

// How an instruction begins: whether its address counts from the thread's pointer, the bits R, X
// and B of its registers, how many bytes it moves, and by how much a displacement of one byte
// counts.
struct beginning {
    bool of_thread;
    unsigned bits, bytes, scale;
};

// Whether the operation of one byte has a byte after it that names its operands: moves, arithmetic.
static bool names_operands(uint8_t operation) {
    return (operation < 0x40 && (operation & 7) < 4) || operation == 0x63 || operation == 0x69 ||
           operation == 0x6b || (operation >= 0x80 && operation <= 0x8f) ||
           (operation & 0xfe) == 0xc0 || (operation & 0xfe) == 0xc6 || operation >= 0xfe ||
           (operation & 0xfe) == 0xf6 || (operation >= 0xd8 && operation <= 0xdf);
}

// The byte after it, the operation; NULL: no instruction that is known.
static const uint8_t *read_beginning(const uint8_t *code, struct beginning *b) {
    *b = (struct beginning){.bytes = 16, .scale = 1};
    for (; *code && strchr("\x26\x2e\x36\x3e\x64\x65\x66\x67\xf2\xf3", *code); code++)
        b->of_thread = b->of_thread || *code == 0x64; // the prefixes
    if ((*code & 0xf0) == 0x40)
        b->bits = *code++ & 7u;
    switch (*code) {
    case 0xc5: // AVX
        b->bytes = code[1] & 4 ? 32 : 16;
        return code + 2;
    case 0xc4:
        b->bits = (unsigned)~code[1] >> 5 & 7;
        b->bytes = code[2] & 4 ? 32 : 16;
        return code + 3;
    case 0x62: // AVX-512
        b->bits = (unsigned)~code[1] >> 5 & 7;
        b->bytes = b->scale = 16u << (code[3] >> 5 & 3);
        return code + 4;
    case 0x0f:
        return code[1] == 0x38 || code[1] == 0x3a ? code + 2 : code + 1;
    default:
        b->bytes = 1;
        return names_operands(*code) ? code : NULL;
    }
}

static int32_t displacement(const uint8_t *code) {
    int32_t d;
    memcpy(&d, code, sizeof d);
    return d;
}

// The address in memory that the instruction names, and how many bytes it moves; 0: not known.
static uintptr_t operand(const void *context, unsigned *bytes) {
    static const int numbered[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                   REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                   REG_R12, REG_R13, REG_R14, REG_R15};
    enum { GENERAL_PROTECTION = 13, SIB = 4, NO_INDEX = 4, NO_BASE = 5 };
    const greg_t *const registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    struct beginning b;
    if (registers[REG_TRAPNO] != GENERAL_PROTECTION)
        return 0;
    const uint8_t *code = read_beginning((const uint8_t *)registers[REG_RIP], &b);
    if (!code)
        return 0;
    const unsigned mode = code[1] >> 6, of = code[1] & 7;
    unsigned base = of;
    uintptr_t address = b.of_thread ? (uintptr_t)__builtin_thread_pointer() : 0;
    code += 2;
    if (mode == 3 || (mode == 0 && of == NO_BASE)) // a register; what lies beside the code
        return 0;
    if (of == SIB) {
        const unsigned index = (*code >> 3 & 7u) | (b.bits & 2) << 2;
        if (index != NO_INDEX)
            address += (uintptr_t)registers[numbered[index]] << (*code >> 6);
        base = *code++ & 7;
    }
    if (of == SIB && mode == 0 && base == NO_BASE)
        address += (uintptr_t)displacement(code);
    else
        address += (uintptr_t)registers[numbered[base | (b.bits & 1) << 3]];
    if (mode == 1)
        address += (uintptr_t)(intptr_t)((int8_t)*code * (int)b.scale);
    else if (mode == 2)
        address += (uintptr_t)displacement(code);
    *bytes = b.bytes;
    return address;
}

// Whether memory may have the address: of 64 bits, these processors use 48.
static bool may_exist(uintptr_t address) {
    return (uintptr_t)((intptr_t)(address << 16) >> 16) == address;
}

uintptr_t cuda_cpu_misaligned(const void *info, const void *context) {
    unsigned bytes = 1;
    const uintptr_t address = operand(context, &bytes);
    (void)info;
    return may_exist(address) && address % bytes ? address : 0;
}

uintptr_t cuda_cpu_fault_address(const void *info, const void *context) {
    unsigned bytes;
    const uintptr_t given = (uintptr_t)((const siginfo_t *)info)->si_addr;
    const uintptr_t address = given ? 0 : operand(context, &bytes);
    return may_exist(address) ? given : address;
}

#else

uintptr_t cuda_cpu_misaligned(const void *info, const void *context) {
    (void)context;
    const siginfo_t *const i = (const siginfo_t *)info;
    return i->si_signo == SIGBUS && i->si_code == BUS_ADRALN ? (uintptr_t)i->si_addr : 0;
}

uintptr_t cuda_cpu_fault_address(const void *info, const void *context) {
    (void)context;
    return (uintptr_t)((const siginfo_t *)info)->si_addr;
}

#endif
