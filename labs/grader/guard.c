// SPDX-License-Identifier: MIT
// Functions of the C and C++ libraries, and of the runtime, that a GPU does not have. The compiler
// refuses them in a kernel by name; but a kernel may reach them through a pointer, which would end
// it on a GPU, and here no check sees what they read and write. So a submission that is graded
// calls them by way of here: grade writes for each such NAME a function (guarded.sed in labs/grade)
//
//     lab_host_NAME: call lab_guard; jump to NAME
//
// and gives it NAME's place in the submission's objects. lab_guard leaves all as it is that may
// hold an argument, and ends the kernel where there is one.
#include <stdio.h>

#include "hooks.h"
#include "threads/threads.h"

// from: the address in the submission's code that the call returns to
void lab_called_by_host(void *from);
void lab_called_by_host(void *from) {
    char name[256], place[256] = "a line that is not known";
    const struct cuda_cpu_call call = {{from}, 1};
    if (!cuda_cpu_in_kernel())
        return;
    cuda_cpu_find_call(&call, name, sizeof name, place, sizeof place);
    fprintf(stderr,
            "cuda-cpu: a kernel has come to a function of the host's, through a pointer, at %s: a "
            "GPU would end it there\n",
            place);
    cuda_cpu_crash(cudaErrorInvalidPc);
}

#if defined(__x86_64__)
__asm__(".text\n"
        ".globl lab_guard\n"
        "lab_guard:\n" // 8(%rsp): the submission's return address
        "    push %rbp\n"
        "    mov %rsp, %rbp\n"
        "    push %rax\n"
        "    push %rcx\n"
        "    push %rdx\n"
        "    push %rsi\n"
        "    push %rdi\n"
        "    push %r8\n"
        "    push %r9\n"
        "    push %r10\n"
        "    sub $128, %rsp\n"
        "    movups %xmm0, (%rsp)\n"
        "    movups %xmm1, 16(%rsp)\n"
        "    movups %xmm2, 32(%rsp)\n"
        "    movups %xmm3, 48(%rsp)\n"
        "    movups %xmm4, 64(%rsp)\n"
        "    movups %xmm5, 80(%rsp)\n"
        "    movups %xmm6, 96(%rsp)\n"
        "    movups %xmm7, 112(%rsp)\n"
        "    mov 16(%rbp), %rdi\n"
        "    sub $8, %rsp\n" // what a call needs: a multiple of 16
        "    call lab_called_by_host\n"
        "    add $8, %rsp\n"
        "    movups (%rsp), %xmm0\n"
        "    movups 16(%rsp), %xmm1\n"
        "    movups 32(%rsp), %xmm2\n"
        "    movups 48(%rsp), %xmm3\n"
        "    movups 64(%rsp), %xmm4\n"
        "    movups 80(%rsp), %xmm5\n"
        "    movups 96(%rsp), %xmm6\n"
        "    movups 112(%rsp), %xmm7\n"
        "    add $128, %rsp\n"
        "    pop %r10\n"
        "    pop %r9\n"
        "    pop %r8\n"
        "    pop %rdi\n"
        "    pop %rsi\n"
        "    pop %rdx\n"
        "    pop %rcx\n"
        "    pop %rax\n"
        "    pop %rbp\n"
        "    ret\n");
#elif defined(__aarch64__)
__asm__(".text\n"
        ".globl lab_guard\n"
        "lab_guard:\n" // 8(sp): the submission's return address
        "    stp x29, x30, [sp, -224]!\n"
        "    mov x29, sp\n"
        "    stp x0, x1, [sp, 16]\n"
        "    stp x2, x3, [sp, 32]\n"
        "    stp x4, x5, [sp, 48]\n"
        "    stp x6, x7, [sp, 64]\n"
        "    stp x8, x9, [sp, 80]\n"
        "    stp q0, q1, [sp, 96]\n"
        "    stp q2, q3, [sp, 128]\n"
        "    stp q4, q5, [sp, 160]\n"
        "    stp q6, q7, [sp, 192]\n"
        "    ldr x0, [sp, 232]\n"
        "    bl lab_called_by_host\n"
        "    ldp x0, x1, [sp, 16]\n"
        "    ldp x2, x3, [sp, 32]\n"
        "    ldp x4, x5, [sp, 48]\n"
        "    ldp x6, x7, [sp, 64]\n"
        "    ldp x8, x9, [sp, 80]\n"
        "    ldp q0, q1, [sp, 96]\n"
        "    ldp q2, q3, [sp, 128]\n"
        "    ldp q4, q5, [sp, 160]\n"
        "    ldp q6, q7, [sp, 192]\n"
        "    ldp x29, x30, [sp], 224\n"
        "    ret\n");
#endif
