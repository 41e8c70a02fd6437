#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the system does not give: OS threads, and a folder /tmp. And a wrong number of threads asked for.
. "$(dirname "$0")/tap.sh"
unset CUDA_CPU_CHECK CUDA_CPU_THREADS CUDA_CPU_WATCHDOG

chmod 755 "$dir"
cat >"$dir/threads.cu" <<'END'
#include <cooperative_groups.h>
#include <stdio.h>
#include <string.h>
__global__ void plain(int *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void together(int *out) {
    atomicAdd(out, 1);
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0) out[7] = out[0] + 1;
}
__global__ void __cluster_dims__(8, 1, 1) in_cluster(int *out) {
    atomicAdd(out, 1);
    cooperative_groups::this_cluster().sync();
    if (blockIdx.x == 0) out[7] = out[0] + 1;
}
int main(int argc, char **argv) { // the launch, and what the copy after it answers
    int *dev, host[8] = {0}, devices;
    void *arguments[] = {&dev};
    cudaGetDeviceCount(&devices);
    cudaMalloc(&dev, sizeof host);
    cudaMemset(dev, 0, sizeof host);
    if (argc > 1 && strcmp(argv[1], "together") == 0)
        cudaLaunchCooperativeKernel((void *)together, 8, 1, arguments, 0, 0);
    else if (argc > 1)
        in_cluster<<<8, 1>>>(dev);
    else plain<<<4, 8>>>(dev);
    const cudaError_t error = cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s %d\n", cudaGetErrorName(error), host[7]);
}
END
ok 'the program compiles' cpu/bin/nvcc -o "$dir/threads" "$dir/threads.cu"

# The limit counts what all programs of a user have, and threads that have just ended may still be counted: each program
# is another user's.
somebody() { echo $((20000 + RANDOM)); }
# answers THREADS ERRORS WORDS ARGUMENT...: with so many OS threads to be had, a result or an error like that, and words
answers() {
    local threads=$1 errors=$2 words=$3
    shift 3
    CUDA_CPU_THREADS=8 setpriv --reuid "$(somebody)" --clear-groups prlimit --nproc="$threads" "$dir/threads" "$@" >"$dir/out" 2>"$dir/err"
    local status=$?
    cat "$dir/out" "$dir/err"
    [ "$status" = 0 ] && grep -qxE "$errors" "$dir/out" && { [ -z "$words" ] || grep -qF "$words" "$dir/err"; }
}
# bounded VALUE WORDS COMMAND...: that value of CUDA_CPU_THREADS is told of, and the result is right
bounded() {
    local value=$1 words=$2
    shift 2
    CUDA_CPU_THREADS=$value "$@" "$dir/threads" >"$dir/out" 2>"$dir/err"
    cat "$dir/out" "$dir/err"
    grep -qx 'cudaSuccess 7' "$dir/out" && grep -qxF "cuda-cpu: CUDA_CPU_THREADS=$value $words" "$dir/err"
}
none='the system gives this process no further OS thread (Resource temporarily unavailable)'
if [ "$(id -u)" = 0 ] && setpriv --reuid 65534 --clear-groups "$dir/threads" >/dev/null 2>&1; then
    ok 'no OS thread for a stream: an error, and why' answers 1 'cudaErrorOperatingSystem 0' "$none"
    for threads in 2 3 4 5 6 7 9 30; do
        ok "$threads OS threads are enough" answers "$threads" 'cudaSuccess 7' ''
    done
    for threads in 1 2 5 8; do
        ok "$threads OS thread(s) for 8 blocks that wait for each other: an error, and why" \
            answers "$threads" 'cudaErrorOperatingSystem 0' "$none" together
        ok '... in a cluster' answers "$threads" 'cudaErrorOperatingSystem 0' "$none" in_cluster
    done
    ok 'enough for those, too' answers 30 'cudaSuccess 9' '' together
    ok '... and in a cluster' answers 30 'cudaSuccess 9' '' in_cluster
    for value in 1000000 99999999999999999999; do
        ok "CUDA_CPU_THREADS=$value has a bound" bounded "$value" 'is more than 1024: 1024 it is' \
            setpriv --reuid "$(somebody)" --clear-groups prlimit --nproc=30
    done
else
    skip 'too few OS threads' 'only root can have another user run a program'
fi

for value in 0 -3 many 2x; do
    ok "CUDA_CPU_THREADS=$value is ignored, and that is said" bounded "$value" 'is no number from 1 to 1024: ignored'
done
says() { # says WORD ASSIGNMENT
    env "$2" "$dir/threads" >/dev/null 2>"$dir/err"
    grep -qF "cuda-cpu: $2 $1" "$dir/err"
}
for value in 0 two 3x; do
    ok "CUDA_CPU_DEVICES=$value, likewise" says 'is no number from 1 to 16: ignored' CUDA_CPU_DEVICES=$value
done
ok 'CUDA_CPU_DEVICES=50 has a bound' says 'is more than 16: 16 it is' CUDA_CPU_DEVICES=50
for value in soon -1 1e300; do
    ok "CUDA_CPU_WATCHDOG=$value is ignored, and that is said" says 'is no number of seconds: ignored' CUDA_CPU_WATCHDOG=$value
done

no_tmp() { # builds in a folder of its own, where no user may write to /tmp
    mkdir "$dir/mine" && bwrap --dev-bind / / --tmpfs /tmp --bind "$dir" "$dir" --bind "$PWD" "$PWD" --remount-ro /tmp \
        --setenv TMPDIR "$dir/mine" --setenv CCACHE_DISABLE 1 cpu/bin/nvcc -o "$dir/built" "$dir/threads.cu" &&
        [ -x "$dir/built" ] && [ -z "$(ls "$dir/mine")" ]
}
if bwrap --dev-bind / / --tmpfs /tmp true 2>/dev/null; then
    ok 'temporary files lie in TMPDIR' no_tmp
else
    skip 'temporary files lie in TMPDIR' 'no bwrap'
fi
done_testing
