#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Kernels split at their barriers leave what whole ones do: each program of tests/fission is built both ways, and with
# CUDA_CHAPTERS_LONG=1 optimised. What the compiler makes of them is generated.t's business.
# Takes the names of cases: prove tests/fission.t :: scopes warps
. "$(dirname "$0")/tap.sh"

level=-O0
[ -z "${CUDA_CHAPTERS_LONG:-}" ] || level=-O1
flags=(-std=c++17 -w -D__CUDACC__ -D__NVCC__ "$level" -march=native -Icpu/include)

build() { # build NAME FORM [OPTION]: the program, its kernels split or whole
    cpu/libexec/cuda2cpp ${3+"$3"} <"$dir/$1.cu.ii" >"$dir/$1.$2.ii" &&
        g++ "${flags[@]}" -o "$dir/$1.$2" "$dir/$1.$2.ii" cpu/lib64/libcudart_static.a -pthread -ldl -lrt -lm
}
# Block after block, on one core: many of the kernels add to what another block adds to, where blocks side by side race.
export CUDA_CPU_THREADS=1
same() { # the same words from both, kernel by kernel
    timeout 600 "$dir/$1.split" >"$dir/$1.split.out" && timeout 600 "$dir/$1.whole" >"$dir/$1.whole.out" &&
        [ -s "$dir/$1.whole.out" ] && diff "$dir/$1.whole.out" "$dir/$1.split.out"
}
some_split() { ! cmp -s "$dir/$1.split.ii" "$dir/$1.whole.ii"; }
vectorised() { # vectorised NAME OPTION...: the same where neighbours go side by side
    local form name=$1
    for form in split whole; do
        g++ "${flags[@]}" -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math "${@:2}" -o "$dir/$name.$form" "$dir/$name.$form.ii" \
            cpu/lib64/libcudart_static.a -pthread -ldl -lrt -lm || return
    done
    same "$name"
}
without_masks() { # without_masks NAME: rows end otherwise where vectors have none
    local flags=("${flags[@]}" -mno-avx512f)
    g++ "${flags[@]}" -E -x c++ -include cuda_runtime.h -o "$dir/$1.cu.ii" "tests/fission/$1.cu" &&
        build "$1" split && build "$1" whole --no-split && same "$1"
}
told() { # told FORM: what is said of barriers that threads miss, without the thread that stands for its kind
    "$dir/masks.$1" 2>&1 >/dev/null | sed 's/, thread.*//' | grep -A2 'mask_half,\|mask_uneven' | sort -u
}
both_lines() { # of mask_two_lines
    "$dir/masks.split" 2>&1 >/dev/null | grep -A2 'kernel mask_two_lines' | grep -c '[35] wait at .*masks.cu:[0-9]*,'
}
of_warps() { # of which kernels it is said that lanes of a warp miss others
    "$dir/masks.$1" 2>&1 >/dev/null | sed -n 's/.*kernel \([a-z_]*\),.*names lanes that never arrive.*/\1/p'
}
silent_about() { ! "$dir/$1.split" 2>&1 >/dev/null | grep "$2"; }

ok 'the compiler and the runtime build' make --no-print-directory BACKEND=cpu cpu/libexec/cuda2cpp
[ $# -gt 0 ] || set -- tests/fission/*.cu
for source; do
    name=$(basename "$source" .cu)
    ok "$name is preprocessed" g++ "${flags[@]}" -E -x c++ -include cuda_runtime.h -o "$dir/$name.cu.ii" "tests/fission/$name.cu"
    ok "$name builds with its kernels split" build "$name" split
    ok "$name builds with its kernels whole" build "$name" whole --no-split
    case $name in library | hidden) ;; *) ok "$name: some kernels are split" some_split "$name" ;; esac
    ok "$name: split kernels leave what whole ones do" same "$name"
    case $name in
    edges) ok 'a division after a condition is not done before a loop over threads' silent_about edges kept_from ;;
    hidden) ok 'a barrier in a destructor at the end of a kernel is not one that threads miss' silent_about hidden destructor_waits_k ;;
    sums) ok 'sums: the same bits, optimised' vectorised sums ;;
    masks)
        ok 'a barrier that threads miss is reported as in whole kernels' test "$(told split)" = "$(told whole)"
        ok 'with both lines' test "$(both_lines)" = 2
        ok 'lanes that miss __syncwarp() are reported, warps that stay away are not' \
            test "$(of_warps split) $(of_warps whole)" = 'mask_half_warp mask_half_warp'
        ;;
    esac
    case $(uname -m)/$name in
    x86_64/edges) ok "$name: the same without masks" without_masks "$name" ;;
    esac
done
done_testing
