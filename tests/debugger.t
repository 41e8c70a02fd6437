#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The debugger: the session in docs/debugger.md, each command and each line of the answers; breakpoints of one thread
# among many; and that lines of loops stand where they were written, in every build.
. "$(dirname "$0")/tap.sh"
gdb -nx -batch -ex 'python print(1)' >/dev/null 2>&1 || plan_skip 'no gdb with Python'

page=docs/debugger.md

# What changes from run to run: addresses and numbers of processes. And what gdb says of OS threads.
plain() {
    grep -vE '^\[(New|Switching|Thread)|^Using host libthread_db|^$' | sed -E 's/0x[0-9a-f]+/0x/g; s/\(process [0-9]+\)/(process)/; s/^#[0-9]+ /# /'
}
session() { # session PROGRAM <COMMANDS: what gdb answers, each command in front of its answer
    local line commands=()
    while IFS= read -r line; do commands+=(-ex "echo (gdb) $line\\n" -ex "$line"); done
    timeout 600 gdb -nx -batch -ex 'set confirm off' -x cpu/debugger/cuda.py "${commands[@]}" "$@" 2>&1 </dev/null
}
page_session() {
    sed -n '/^## A session/,/^## In an editor/s/^    //p' "$page" | plain >"$dir/page"
    sed -n 's/^(gdb) //p' "$dir/page" | session bin/cpu-check-debug/call_barrier_skipped | plain >"$dir/seen"
    [ "$(grep -c '^(gdb)' "$dir/page")" -gt 10 ] && diff "$dir/page" "$dir/seen"
}
says() { grep -qE -- "$1" "$dir/out" || { cat "$dir/out" && return 1; }; }

ok 'make debug starts gdb on the program' env make --silent debug P=call_barrier_skipped GDB_FLAGS='-batch -ex "info line sums"'
[ "${tap_failed:?}" = 0 ] || done_testing
if [ "$(uname -m)" = x86_64 ]; then
    ok "the session of $page" page_session
else
    skip "the session of $page" 'threads that wait are looked at on x86-64 only'
fi

# A template, shared memory of a size that the launch gives, a function of the device; blocks and threads that have not begun.
cat >"$dir/sums.cu" <<'END'
__device__ int twice(int x) {
    int result = 2 * x;
    return result;
}
template <class T> __global__ void sums(T *a, int n) {
    extern __shared__ T part[];
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    part[threadIdx.x] = twice(i);
    __syncthreads();
    if (threadIdx.x == 0)
        a[blockIdx.x] = part[0] + part[blockDim.x - 1];
}
int main() {
    int *a;
    cudaMalloc(&a, 4000 * sizeof *a);
    sums<<<4000, 8, 8 * sizeof(int)>>>(a, 8 * 4000);
    cudaDeviceSynchronize();
    return cudaFree(a);
}
END
sums() {
    cpu/bin/nvcc --check=debug -o "$dir/sums" "$dir/sums.cu" && session "$dir/sums" <<'END' >"$dir/out"
cuda threads
cuda break 8 block (3998,0,0) thread (5)
run
cuda
step
next
backtrace 2
cuda shared
next
next
next
next
cuda thread (1,0,0)
cuda block (3999,0,0)
cuda thread (3,0,0)
cuda block (1,0,0)
cuda thread (9,0,0)
cuda break nowhere thread five
info breakpoints
continue
cuda
print 1
END
}
ok 'a breakpoint of one thread among 32 000' sums
ok 'without a program that runs' says '^the program does not run$'
ok 'it is that thread' says '^kernel sums, block \(3998,0,0\) of \(4000,1,1\), thread \(5,0,0\) of \(8,1,1\)$'
ok 'step goes into functions of the device' says '^#0 .*twice \(x=31989\)'
ok 'shared memory of a size that the launch gives' says '^part = \{63968, 63970, 63972, 63974, 63976, -1, -1, -1\}$'
ok 'next goes over the barrier' says '^10[[:space:]]'
ok 'a thread that has returned' says '^thread \(1,0,0\) has returned$'
ok 'a block that has not begun' says '^kernel sums, block \(3999,0,0\) of \(4000,1,1\), thread \(0,0,0\)'
ok 'a thread that has not begun' says '^kernel sums, block \(3999,0,0\) of \(4000,1,1\), thread \(3,0,0\)'
ok 'a block that is over' says '^block \(1,0,0\) is over: block \(3999,0,0\) runs$'
ok 'a thread that is none' says '^a block has \(8,1,1\) threads: there is no \(9,0,0\)$'
ok 'a word that is no index' says 'an index is written|No line|not defined'
ok 'it stopped once' says 'already hit 1 time$'
ok 'then no kernel runs' says '^(the program does not run|no kernel runs)$'

# Shuffles, whose code is inlined in the kernel; frames; out of the kernel; Ctrl-C, as a signal of the program's own.
cat >"$dir/fold.cu" <<'END'
#include <csignal>
__device__ float half(float x) {
    return x / 2;
}
__global__ void fold(float *a) {
    float sum = half(threadIdx.x);
    sum += __shfl_down_sync(0xffffffff, sum, 16);
    sum += __shfl_down_sync(0xffffffff, sum, 8);
    a[threadIdx.x] = sum;
}
int main() {
    float *a;
    cudaMalloc(&a, 32 * sizeof *a);
    fold<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    raise(SIGINT);
    fold<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    return cudaFree(a);
}
END
fold() {
    cpu/bin/nvcc --check=debug -o "$dir/fold" "$dir/fold.cu" && session "$dir/fold" <<'END' >"$dir/out"
cuda break half thread (31)
run
backtrace
delete 1
finish
next
cuda thread (9)
next
next
next
next
continue
cuda break 9 thread (3)
continue
END
}
ok 'shuffles under the debugger' fold
ok 'backtrace has the program'"'"'s frames alone' awk '/^#[0-9]/ && !/fold\.cu/ { bad = 1 } /^#1 .* fold \(a=/ { seen = 1 } END { exit bad || !seen }' "$dir/out"
if [ "$(uname -m)" = x86_64 ]; then
    ok 'next goes over a shuffle with a thread that waits in it' awk '/next/ { n = 1 } n && /warp\.h/ { exit 1 } /^9[[:space:]]/ { seen = 1 } END { exit !seen }' "$dir/out"
    ok 'a step out of the kernel' says '^thread \(9,0,0\) has returned$'
fi
ok 'a line is one of the program, though gdb stands in a library' says 'hit Breakpoint 2, fold .*fold\.cu:9$'

# Lines of loops whose threads go side by side (stride.c): a breakpoint in them is hit.
cat >"$dir/lines.cu" <<'END'
__global__ void add(const float *a, float *b, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
         i += blockDim.x * gridDim.x)
        b[i] =
            a[i] + 1;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    while (i < n) {
        b[i] += 2;
        i += blockDim.x * gridDim.x;
    }
}
int main() {
    float *a;
    cudaMalloc(&a, 4000);
    add<<<4, 64>>>(a, a, 1000);
    cudaDeviceSynchronize();
    return cudaFree(a);
}
END
stops_at() { # stops_at LINE: under plain gdb, in a build with -G
    echo "break lines.cu:$1
run" | session "$dir/lines" >"$dir/out"
    says "^$1[[:space:]]"
}
ok 'a build with -G' cpu/bin/nvcc -G -o "$dir/lines" "$dir/lines.cu"
for line in 5 8; do ok "a breakpoint in a strided loop, line $line" stops_at $line; done

understood() { # clangd, but for trials of its own refactorings
    clangd --check="$1" --log=error 2>&1 | grep -v 'tweak:' >"$dir/out"
    ! grep '^E\[' "$dir/out"
}
programs=(matmul/ladder/matmul_tensor.cu chapter11_many_gpus/ladder/matmul_nccl.cu)
[ -z "${CUDA_CHAPTERS_LONG:-}" ] || programs=({chapter*,matmul,vecadd,blur}{,/*}/*.cu)
ok 'compile_commands.json' make -s BACKEND=cpu compile_commands.json
for program in "${programs[@]}"; do
    if command -v clangd >/dev/null; then
        ok "clangd has no error in $program" understood "$program"
    else
        skip "clangd has no error in $program" 'it is not installed'
    fi
done
done_testing
