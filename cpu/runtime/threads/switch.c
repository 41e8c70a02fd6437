// SPDX-License-Identifier: MIT
// Switching stacks, for each processor.
#include <stdint.h>
#include <string.h>

#include "switch.h"

#if defined(__x86_64__)
__asm__(".text\n"
        ".p2align 4\n"
        ".globl cuda_cpu_switch\n"
        ".hidden cuda_cpu_switch\n"
        ".type cuda_cpu_switch, @function\n"
        "cuda_cpu_switch:\n"
        "    push %rbp\n"
        "    push %rbx\n"
        "    push %r12\n"
        "    push %r13\n"
        "    push %r14\n"
        "    push %r15\n"
        "    mov %rsp, (%rdi)\n"
        "    mov %rsi, %rsp\n"
        "    pop %r15\n"
        "    pop %r14\n"
        "    pop %r13\n"
        "    pop %r12\n"
        "    pop %rbx\n"
        "    pop %rbp\n"
        "    ret\n"
        ".size cuda_cpu_switch, . - cuda_cpu_switch\n"
        ".p2align 4\n"
        ".globl cuda_cpu_call_on\n"
        ".type cuda_cpu_call_on, @function\n"
        "cuda_cpu_call_on:\n"
        "    .cfi_startproc\n"
        "    push %rbp\n"
        "    .cfi_def_cfa_offset 16\n"
        "    .cfi_offset %rbp, -16\n"
        "    mov %rsp, %rbp\n"
        "    .cfi_def_cfa_register %rbp\n"
        "    mov %rdi, %rsp\n"
        "    call *%rsi\n"
        "    mov %rbp, %rsp\n"
        "    pop %rbp\n"
        "    .cfi_def_cfa %rsp, 8\n"
        "    ret\n"
        "    .cfi_endproc\n"
        ".size cuda_cpu_call_on, . - cuda_cpu_call_on\n");
const bool cuda_cpu_can_call_on = true;
void *cuda_cpu_first_frame(char *top, void (*entry)(void)) {
    void **sp = (void **)top;
    *--sp = NULL;                     // where entry would return to: keeps the alignment of a call
    *--sp = (void *)(uintptr_t)entry; // where the switch returns to
    sp -= 6;
    return memset(sp, 0, 6 * sizeof *sp);
}
#elif defined(__aarch64__)
__asm__(".text\n"
        ".p2align 4\n"
        ".globl cuda_cpu_switch\n"
        ".hidden cuda_cpu_switch\n"
        ".type cuda_cpu_switch, %function\n"
        "cuda_cpu_switch:\n"
        "    stp x29, x30, [sp, #-160]!\n"
        "    stp x19, x20, [sp, #16]\n"
        "    stp x21, x22, [sp, #32]\n"
        "    stp x23, x24, [sp, #48]\n"
        "    stp x25, x26, [sp, #64]\n"
        "    stp x27, x28, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #16]\n"
        "    ldp x21, x22, [sp, #32]\n"
        "    ldp x23, x24, [sp, #48]\n"
        "    ldp x25, x26, [sp, #64]\n"
        "    ldp x27, x28, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    ldp x29, x30, [sp], #160\n"
        "    br x30\n"
        ".size cuda_cpu_switch, . - cuda_cpu_switch\n"
        ".p2align 4\n"
        ".globl cuda_cpu_call_on\n"
        ".type cuda_cpu_call_on, %function\n"
        "cuda_cpu_call_on:\n"
        "    .cfi_startproc\n"
        "    stp x29, x30, [sp, #-16]!\n"
        "    .cfi_def_cfa_offset 16\n"
        "    .cfi_offset x29, -16\n"
        "    .cfi_offset x30, -8\n"
        "    mov x29, sp\n"
        "    .cfi_def_cfa_register x29\n"
        "    mov sp, x0\n"
        "    blr x1\n"
        "    mov sp, x29\n"
        "    ldp x29, x30, [sp], #16\n"
        "    .cfi_def_cfa sp, 0\n"
        "    ret\n"
        "    .cfi_endproc\n"
        ".size cuda_cpu_call_on, . - cuda_cpu_call_on\n");
const bool cuda_cpu_can_call_on = true;
void *cuda_cpu_first_frame(char *top, void (*entry)(void)) {
    void **sp = (void **)top - 20;
    memset(sp, 0, 160);
    sp[1] = (void *)(uintptr_t)entry;
    return sp;
}
#else
// Elsewhere the C library switches, at the price of a system call.
#include <ucontext.h>

void cuda_cpu_switch(void **from, void *to) {
    ucontext_t here;
    *from = &here;
    swapcontext(&here, to);
}

const bool cuda_cpu_can_call_on = false;
void cuda_cpu_call_on(char *top, void (*function)(void)) {
    (void)top;
    function();
}

void *cuda_cpu_first_frame(char *top, void (*entry)(void)) {
    ucontext_t *context = (ucontext_t *)(top - (sizeof(ucontext_t) + 63) / 64 * 64);
    getcontext(context);
    context->uc_stack.ss_sp = top - STACK_BYTES / 2;
    context->uc_stack.ss_size = (size_t)((char *)context - (top - STACK_BYTES / 2));
    context->uc_link = NULL;
    makecontext(context, entry, 0);
    return context;
}
#endif
