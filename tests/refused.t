#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What nvcc refuses, the CPU backend refuses at the same lines (tests/refused/), warns of what it warns of
# (tests/warned/), and takes what it takes (tests/accepted/). A file there holds many small programs, one after
# each line `//// name`. Usually each ninth of them is tried; CUDA_CHAPTERS_LONG=1 tries all, and asks nvcc,
# where it is, about the same lines. A line `// nvcc --option` says what both are told.
# shellcheck disable=SC2317 # called through ok
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
every=9
[ -z "${CUDA_CHAPTERS_LONG:-}" ] || every=1
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)

# split FILE: its programs as $dir/NUMBER.cu, their names in $dir/NUMBER.name
split() {
    rm -f "$dir"/*.cu "$dir"/*.name
    awk -v dir="$dir" '
        /^\/\/\/\/ / { out = sprintf("%s/%03d", dir, ++n); print substr($0, 6) > (out ".name") }
        n { print > (out ".cu") }' "$1"
}

# lines KIND FILE.cu: the lines that are marked so
marked() { grep -n "// $1" "$2" | cut -d: -f1 | tr '\n' ' '; }

# named KIND LOG: the lines of FILE.cu that a log names: FILE.cu(3): error: or FILE.cu:3:5: error:
named() {
    grep -oE "[.]cu(\([0-9]+\)|:[0-9]+(:[0-9]+)?): $1" "$2" | sed -E 's/^[.]cu[(:]([0-9]+).*/\1/' | sort -nu | tr '\n' ' '
}

# options FILE.cu: what nvcc has to be told of it, as `// nvcc --extended-lambda` says
options() { sed -n 's,^// nvcc ,,p' "$1"; }

strict=-Wall,-Wextra, # what else the compiler would say of what was made
# shellcheck disable=SC2046 # options are words
compile() { cpu/bin/cudacc -std=c++17 $(options "$1") -c -Xcompiler "$strict-fsyntax-only" -o "$dir/out.o" "$1" 2>"$dir/log"; }

is_refused() { # is_refused FILE.cu
    ! compile "$1" || return
    cat "$dir/log"
    [ "$(marked error "$1")" = "$(named error "$dir/log")" ] && ! grep -q 'error:.*cuda_cpu\|cuda_cpu.*error:' "$dir/log"
}

is_warned_of() { # is_warned_of FILE.cu
    compile "$1"
    local status=$?
    cat "$dir/log"
    [ "$status" = 0 ] && [ "$(marked warning "$1")" = "$(named warning "$dir/log")" ]
}

is_taken() { # is_taken FILE.cu: built without a warning of ours, and prints ok
    # shellcheck disable=SC2046
    cpu/bin/cudacc -std=c++17 $(options "$1") -O1 -o "$dir/program" "$1" 2>&1 | tee "$dir/log"
    ! grep -q '[.]cu([0-9]*): ' "$dir/log" && [ "$("$dir/program")" = ok ]
}

nvcc_agrees() { # nvcc_agrees KIND FILE.cu; the assembler knows no lines but its own
    # shellcheck disable=SC2046
    "$nvcc" -std=c++17 $(options "$2") -c -o "$dir/out.o" "$2" >"$dir/log" 2>&1
    local status=$? kind=$1
    case $kind in warning) kind='[Ww]arning' ;; error) kind='[Ee]rror' ;; esac
    case $1 in error) [ "$status" != 0 ] ;; *) [ "$status" = 0 ] ;; esac &&
        { [ "$1" = ok ] || grep -q ^ptxas "$dir/log" || [ "$(marked "$1" "$2")" = "$(named "$kind" "$dir/log")" ]; }
}

try() { # try CHECK KIND FILE...
    local check=$1 kind=$2 file program count=0 name
    shift 2
    for file; do
        split "$file"
        for program in "$dir"/*.cu; do
            count=$((count + 1))
            [ $((count % every)) = 0 ] || continue
            name="${file#tests/}: $(cat "${program%.cu}.name")"
            ok "$name" "$check" "$program"
            [ $every -gt 1 ] || [ -z "$nvcc" ] || ok "$name, nvcc" nvcc_agrees "$kind" "$program"
        done
    done
}

points_at() { # points_at TEXT SOURCE: the caret of its message stands under TEXT, as nvcc's does
    printf '%s\nint main() {}\n' "$2" >"$dir/caret.cu"
    compile "$dir/caret.cu"
    cat "$dir/log"
    awk -v text="$1" '/^ *\^$/ { exit found = index(substr(before, index($0, "^")), text) == 1 } { before = $0 }
        END { exit !found }' "$dir/log"
}

told_in_order() { # told_in_order LINES SOURCE: its errors, by their lines
    printf '%s\n' "$2" >"$dir/order.cu"
    ! compile "$dir/order.cu" || return
    cat "$dir/log"
    [ "$(grep -oE '[.]cu\([0-9]+\): error' "$dir/log" | tr -dc '0-9\n' | uniq | tr '\n' ' ')" = "$1" ]
}

not_linked() { # not_linked SOURCE: it compiles, and does not link for what stands in the lines that are marked
    printf '%s\n' "$1" >"$dir/linked.cu"
    cpu/bin/cudacc -c -o "$dir/linked.o" "$dir/linked.cu" 2>&1 && ! cpu/bin/cudacc -o "$dir/linked" "$dir/linked.o" 2>"$dir/log"
    local status=$?
    cat "$dir/log"
    [ "$status" = 0 ] && [ "$(marked error "$dir/linked.cu")" = "$(named error "$dir/log")" ]
}

make -s -C cpu || exit 1
ok 'shared memory of the host: a caret under its name' points_at 's[4]' 'void host() { static __shared__ int s[4]; }'
ok "a device variable in a function: likewise" points_at 'c;' 'void host() { __device__ int c; }'
ok 'a defaulted constructor: under the word' points_at '__host__' 'struct S { __host__ S() = default; };'
ok 'a launch without arguments: behind it' points_at ';' '__global__ void k() {} void h() { k<<<1, 1>>>; }'
ok '... without a configuration: behind <<<' points_at '>>>(f' '__global__ void k(int) {} void h(int f) { k<<<>>>(f); }'
ok '... with five values: at the fifth' points_at '4>>>' '__global__ void k() {} void h() { k<<<1, 1, 0, 0, 4>>>(); }'
ok 'an object that the device makes: at its name' points_at 'a(1)' 'struct A { __device__ A(int) {} }; void h() { A a(1); }'
ok '... by new: at the word' points_at 'new' 'struct A { __device__ A() {} }; void h() { new A; }'
ok '... or ends: at its name' points_at 'b;' 'struct A { __device__ ~A(); }; void h() { A b; }'
ok '... or adds: at the sign' points_at '+' 'struct A { __device__ A operator+(A); }; void h(A a) { a + a; }'
ok 'threadIdx in main: the linker refuses it, by its line' not_linked 'int main() {
    return threadIdx.x; // error
}'
ok '... and what functions of the host call' not_linked 'struct S { int m; S() : m(blockIdx.x) {} }; // error
inline int size() {
    return [] { return warpSize; }() + // error
        gridDim.y; // error
}
inline unsigned in_vain() { return blockDim.x; }
int main() { return S().m + size(); }'
ok 'device code: functions, templates behind who asks for them, kernels, methods' told_in_order '7 2 12 9 10 5 3 ' 'int host();
template <typename T> __device__ T of(T x) { return x + host(); }
struct S { int v; __device__ S() { v = host(); } };
template <typename T> __global__ void made(T *p) {
    *p = host(); }
__device__ int f(int x) {
    return of(x) + host(); }
__global__ void k(int *p) {
    *p = host();
    p[1] = host();
    S s; }
__device__ int g(int x) { return x + host(); }
int main() { made<<<1, 1>>>((int *)0); }'
ok "a lambda of the host's given to a kernel: the launch, and then the call" told_in_order '3 2 ' 'template <class F> __global__ void k(int *o, F f) {
    *o = f(*o); }
int main() { int *o = nullptr, n = 3; k<<<1, 1>>>(o, [=](int x) { return x * n; }); }'
try is_refused error tests/refused/*.cu
try is_warned_of warning tests/warned/warned.cu
strict='' # it would say the same once more
try is_warned_of warning tests/warned/language.cu
try is_taken ok tests/accepted/*.cu
done_testing
