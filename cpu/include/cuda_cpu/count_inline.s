# SPDX-License-Identifier: MIT
# Assembled in front of what gcc makes of a program for `make count`, on x86-64: the calls that it puts
# before each access, and at each basic block, become a few instructions where they stand. What they
# do is note_here() of cpu/counts/record.c: if this is the next step of the trail, the lane takes it.
# If not the call is made after all, and its return address is the pc that steps go by either way. At
# such a call no register holds anything that it may not change.

.macro cuda_cpu_step target
        movq    cuda_cpu_now@gottpoff(%rip), %rdx
        movq    %fs:(%rdx), %rax
        leaq    .Lstep\@(%rip), %rcx
        cmpq    %rcx, (%rax)
        je      .Ltaken\@
        callq   \target
.Lstep\@:
        jmp     .Ldone\@
.Ltaken\@:
        .if     cuda_cpu_kind == 2
        movq    %fs:8(%rdx), %rcx
        movq    %rdi, (%rax,%rcx)
        .endif
        addq    $8, %rax
        movq    %rax, %fs:(%rdx)
.Ldone\@:
.endm

# Of those calls: 1, which note no address, and 2, which note that in %rdi.
.macro cuda_cpu_accesses target, name
        .irp    bytes, 1, 2, 4, 8, 16
        .ifc    \target,\name\bytes
        .set    cuda_cpu_kind, 2
        .endif
        .ifc    \target,\name\bytes@PLT
        .set    cuda_cpu_kind, 2
        .endif
        .endr
.endm

.macro call target:vararg
        .set    cuda_cpu_kind, 0
        .ifc    \target,__sanitizer_cov_trace_pc
        .set    cuda_cpu_kind, 1
        .endif
        .ifc    \target,__sanitizer_cov_trace_pc@PLT
        .set    cuda_cpu_kind, 1
        .endif
        cuda_cpu_accesses "\target", __tsan_read
        cuda_cpu_accesses "\target", __tsan_write
        cuda_cpu_accesses "\target", __tsan_unaligned_read
        cuda_cpu_accesses "\target", __tsan_unaligned_write
        cuda_cpu_accesses "\target", __tsan_volatile_read
        cuda_cpu_accesses "\target", __tsan_volatile_write
        .if     cuda_cpu_kind
        cuda_cpu_step \target
        .else
        callq   \target
        .endif
.endm
