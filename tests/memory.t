#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Programs on the CPU backend under Valgrind and under AddressSanitizer, leaks included, and a ray tracer's
# window too: neither finds anything. Usually one program of each kind; CUDA_CHAPTERS_LONG=1 takes every program.
export CUDA_CHAPTERS_BACKEND=cpu
. "$(dirname "$0")/programs.sh"

. tests/display.sh

cat >"$dir/valgrind" <<END
#!/bin/sh
exec valgrind -q --error-exitcode=99 --leak-check=full --suppressions='$PWD/tests/valgrind.supp' "\$@"
END
chmod +x "$dir/valgrind"

# sound COMMAND ARGUMENT...: ends with status 0, and no tool has put a word on stderr.
sound() {
    rm -rf "$dir/run"
    mkdir "$dir/run"
    (cd "$dir/run" && "$@") >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    cat "$dir/out" "$dir/err"
    [ "$status" = 0 ] && ! grep -qE '^==[0-9]+==|Sanitizer' "$dir/err"
}
finds() { # or all the others would prove nothing
    ! sound "$@" && grep -qE 'Invalid (read|write)|heap-buffer-overflow|unknown-crash' "$dir/err" &&
        grep -q 'barriers\.cu:' "$dir/err"
}
refuses() { # the same where the program ends with status 2
    sound "$@"
    [ "$status" = 2 ] && [ "$(wc -l <"$dir/err")" = 1 ]
}

# A window that Escape ends; its program frees everything on its way out. A key may come before a busy program asks for keys: so it
# comes again until the program has ended.
escaped() { ended || { press Escape && false; }; }
there() { ended || find_window "^$1 \\("; }
in_window() { # in_window PROGRAM COMMAND ARGUMENT...
    local title=$1 window=
    shift
    "$@" >"$dir/out" 2>"$dir/err" </dev/null &
    program=$!
    if ! { until_true there "$title" && until_true escaped; }; then kill "$program"; fi
    program_ends
    cat "$dir/out" "$dir/err"
    [ "$status" = 0 ] && [ -n "$window" ] && ! grep -qE '^==[0-9]+==|Sanitizer' "$dir/err"
}

small() { # small PROGRAM: a size for a tool that slows it down a hundred times
    case $1 in
    vecadd_* | dot_* | adjacent_difference | stream_overlap) echo 5000 ;;
    *) echo 40 ;;
    esac
}

# A program of each chapter, and one of each further kind: a ladder, over MPI, over NCCL, in plain C.
by_valgrind=(enum_gpu vecadd_blocks dot_shared matmul_tiled ray_const heat_tex2d texture_features stream_overlap)
by_sanitizer=("${by_valgrind[@]}" vecadd_ladder heat_mpi dot_nccl dot_cpu)
if [ -n "${CUDA_CHAPTERS_LONG:-}" ]; then by_valgrind=("${programs[@]}") by_sanitizer=("${programs[@]}"); fi

# every_program TOOL BIN COMMAND...
every_program() {
    local tool=$1 place=$2 program some=("${by_sanitizer[@]}")
    shift 2
    [ "$tool" != Valgrind ] || some=("${by_valgrind[@]}")
    for program in "${some[@]}"; do
        local out=()
        local -x ASAN_OPTIONS=${asan_options:-}
        draws "$program" && out=(--out picture.png)
        # OpenMPI's modules are gone when the program ends: whole stacks say on whose behalf they asked for memory
        if ldd "$place/$program" | grep -q libmpi; then ASAN_OPTIONS+=:fast_unwind_on_malloc=0; fi
        ok "$tool: $program" \
            sound "$@" "$place/$program" --size "$(small "$program")" --runs 2 --no-window "${out[@]}"
        [ "$tool" = Valgrind ] ||
            ok "$tool: $program, size 1, CSV" sound "$@" "$place/$program" --size 1 --runs 1 --csv
    done
    # What handles options is the same in all of them.
    ASAN_OPTIONS=${asan_options:-}
    ok "$tool: $program, --help" sound "$@" "$place/$program" --help
    ok "$tool: $program refuses" refuses "$@" "$place/$program" --size 5x
    ok "$tool: kernels with barriers" sound "$@" "$place/barriers"
    ok "$tool finds an index that is one too large" finds "$@" "$place/barriers" fault
    if [ -n "$server" ]; then
        ok "$tool: a window" in_window ray_const "$@" "$place/ray_const" --size 64 --runs 1
    else
        skip "$tool: a window" 'no Xvfb or xdotool'
    fi
}

build_programs
for tool in Xvfb xdotool; do command -v "$tool" >/dev/null || server=none; done
if [ "$server" = none ] || ! start_server -noreset; then server=; fi

# Valgrind does not know AVX-512, and gcc up to 13.2 stores 64 bytes at once where AddressSanitizer's frames
# are aligned to 32: both get programs without it, from a tree of their own.
there=$PWD
arch=()
if grep -q avx512 /proc/cpuinfo 2>/dev/null; then
    there=$PWD/build/test-memory
    arch=(CPU_ARCH=x86-64-v3)
    tree build/test-memory
    cp -Rp tests build/test-memory/
fi

# Rendering in one thread without a compiler of its own: Valgrind would take minutes.
if valgrind -q sh -c : >/dev/null 2>&1; then
    ok 'the programs build for Valgrind' make -C "$there" -j2 BACKEND=cpu "${arch[@]}" \
        "${by_valgrind[@]/#/bin/cpu/}" bin/cpu/barriers
    GALLIUM_DRIVER=softpipe every_program Valgrind "$there/bin/cpu" "$dir/valgrind"
else
    skip Valgrind 'it is not installed, or the debug symbols of the C library are not'
fi

# A compiler may know the option and lack the library, its own or the C compiler's, which the runtime is built with.
has_sanitizer() {
    echo 'int main() {}' | "${CXX:-g++}" -fsanitize=address -x c++ - -o "$dir/probe" &&
        "$dir/probe" && echo 'int main(void) { return 0; }' | "${CC:-gcc}" -fsanitize=address -x c - -o "$dir/probe" &&
        "$dir/probe"
} >/dev/null 2>&1
# Not optimised, every access is still there to be looked at, and the ladders compile in seconds, not minutes.
if has_sanitizer; then
    ok 'the programs build with AddressSanitizer' \
        make -C "$there" -j2 BACKEND=cpu SANITIZE=address CXXFLAGS=-O0 "${arch[@]}" \
        "${by_sanitizer[@]/#/bin/cpu-address/}" bin/cpu-address/barriers
    asan_options=detect_leaks=1:detect_stack_use_after_return=1
    export LSAN_OPTIONS=suppressions=$PWD/tests/lsan.supp:print_suppressions=0
    every_program AddressSanitizer "$there/bin/cpu-address"
else
    skip AddressSanitizer 'it is not installed'
fi
done_testing
