# shellcheck shell=bash disable=SC2034,SC2154 # the parts of the driver share their variables
# SPDX-License-Identifier: MIT
# The builds of --check=NAME: a row a check. To check is to put calls in front of what a program does
# (the compiler's instrumentation), and to answer them from ../checks instead of the compiler's library.

# use_check NAME: leaves
#   check_build       ../lib64/libcuda_check_$check_build.a answers
#   check_number      which checks the headers are told of (include/cuda_cpu/watch.h)
#   check_chosen      the one that runs if the environment's CUDA_CPU_CHECK does not say, as a number
#   check_rewriting   options of cuda2cpp
#   check_compiling   options of the compiler
#   check_linking     options of the linker
#   check_redirected  symbols that objects ask for, and get from ../checks as cuda_cpu_checked_SYMBOL
use_check() {
    local n
    check_linking=()
    case $1 in
    race | init | access)
        check_build=access check_number=3
        case $1 in race) check_chosen=1 ;; init) check_chosen=2 ;; *) check_chosen=3 ;; esac
        check_rewriting=(--arrays)
        check_compiling=(-fsanitize=thread --param=tsan-distinguish-volatile=1 -Wno-tsan
            -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset)
        check_redirected=(memcpy memmove memset free _ZdlPv _ZdlPvm printf __printf_chk vprintf puts putchar fwrite
            memcmp)
        ;;
    count) # counts/, for make count. As nvcc does, loops of known length are unrolled, and what two branches load
        # alike is loaded once. As it does not, structures are moved whole, so that a float4 is seen to be one; and no
        # block of the source may be there twice.
        check_build=count check_number='' check_chosen=0
        check_rewriting=()
        check_compiling=(-DCUDA_CPU_COUNT=1 -fsanitize=thread --param=tsan-distinguish-volatile=1 -Wno-tsan
            -fsanitize-coverage=trace-pc -fno-tree-sra -fno-tree-vectorize -fno-store-merging -fno-thread-jumps
            -fno-crossjumping -fno-tree-tail-merge -fno-split-paths -fno-split-loops -fno-unswitch-loops -fno-ipa-icf
            -fno-ipa-cp-clone -fno-tree-partial-pre -fno-reorder-blocks --param=max-completely-peel-times=64
            --param=max-completely-peeled-insns=1000)
        check_redirected=()
        ;;
    debug) # debugger/, for make debug
        check_build=debug check_number=8 check_chosen=8
        check_rewriting=(--no-split)
        check_compiling=()
        check_redirected=()
        ;;
    memory)
        check_build=memory check_number=4 check_chosen=4
        check_rewriting=(--apart)
        check_compiling=("-fsanitize=address,alignment" --param=asan-instrumentation-with-call-threshold=0
            -fno-omit-frame-pointer)
        check_linking=(-fsanitize=address)
        check_redirected=(memcpy memmove memset)
        for n in 1 2 4 8 16 N; do
            check_redirected+=("__asan_load$n" "__asan_store$n")
        done
        ;;
    *) fatal "Value '$1' is not defined for option 'check'" ;;
    esac
    [ -z "$check_number" ] || check_compiling=("-DCUDA_CPU_CHECK=$check_number" "${check_compiling[@]}")
}

# The object asks for what the check has in the library's place.
redirect() { # redirect OBJECT
    local symbol words=()
    [ ${#check_redirected[@]} -gt 0 ] || return 0
    for symbol in "${check_redirected[@]}"; do
        words+=(--redefine-sym "$symbol=cuda_cpu_checked_$symbol")
    done
    run objcopy "${words[@]}" "$1"
}

# An object that says which check runs where nobody asks.
choose_check() { # choose_check OBJECT
    echo "const int cuda_cpu_check_chosen = $check_chosen;" >"$work/chosen.c"
    run "${cc[@]}" -c -o "$1" "$work/chosen.c"
}

# --check=all: every command is done three times over, for a build without checks and for each with
# one, whose objects and programs lie beside the plain ones under names of their own
# (object.o.check-memory). The program itself becomes a script that runs the checks in turn.
build_for_all_checks() {
    local word build status=0 arguments=()
    for word in "${all_arguments[@]}"; do
        case $word in -check=* | --check=*) ;; *) arguments+=("$word") ;; esac
    done
    unset NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS
    CUDACC_SUFFIX='' "$home/bin/cudacc" "${arguments[@]}" || exit
    case $phase in compile | link) ;; *) exit 0 ;; esac
    for build in memory access; do
        CUDACC_SUFFIX=.check-$build "$home/bin/cudacc" --check=$build "${arguments[@]}" || exit
    done
    [ "$phase" = link ] || exit 0
    output=${output:-a.out}
    cat >"$output" <<'END'
#!/bin/sh
# Built by cudacc --check=all: runs each check in turn; the exit status is the first that is not 0.
status=0
for check in memory race init; do
    build=$check
    [ $check = memory ] || build=access
    CUDA_CPU_CHECK=$check "$0.check-$build" "$@"
    this=$?
    [ $status != 0 ] || status=$this
done
exit $status
END
    chmod +x "$output" || status=1
    exit $status
}
