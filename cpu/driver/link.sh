# shellcheck shell=bash disable=SC2034,SC2154 # the parts of the driver share their variables
# SPDX-License-Identifier: MIT
# Objects become a program, a library, or nothing much.

# Leaves what an executable is linked with behind its own objects in $libraries.
choose_libraries() {
    libraries=()
    if [ -n "$check" ]; then
        choose_check "$work/chosen.o"
        libraries=("$work/chosen.o" "-Wl,--whole-archive" "$lib/libcuda_check_$check_build.a" "-Wl,--no-whole-archive")
    fi
    libraries+=("-L$lib")
    case $cudart in
    static) libraries+=(-lcudadevrt -lcudart_static) ;;
    shared) libraries+=(-lcudadevrt -lcudart) ;;
    none) ;;
    esac
    libraries+=(-lrt -lpthread -ldl -lm)
}

# What the linker says. threadIdx and its kin have names in the host's code that nobody defines (compiler/builtin.c):
# where those are missing, and why, is told by the source's lines.
say_linked() {
    sed -E 's/^([^ ]*ld: )?(.*):([0-9]+): undefined reference to .__device_builtin_variable_([A-Za-z]*).$/\2(\3): error: "\4" is there in device code alone, and nobody defines it for a __host__ function/'
}

link_program() {
    local words=() word libraries i
    take_twins
    if [ -n "$running" ] && [ ${#inputs[@]} = 1 ] && [ -x "${inputs[0]}" ]; then
        output=${inputs[0]} # a program that is there already
        return
    fi
    for ((i = 0; i < ${#inputs[@]}; i++)); do
        word=${inputs[i]}
        case $word in
        -Xlinker)
            i=$((i + 1))
            words+=(-Xlinker "${inputs[i]}")
            ;;
        # The runtime is named below, and the driver's interface is in it. Other toolkits' are not for us.
        -lcudart | -lcudart_static | -lcudadevrt | -lcuda) ;;
        -L*) [ -e "${word#-L}/libcudadevrt.a" ] || words+=("$word") ;;
        */libcudart_static.a | */libcudadevrt.a) ;;
        */libcuda.so | */libcudart.so) [ "$cudart" != static ] || [ -n "$check" ] || cudart=shared ;;
        *) words+=("$word") ;;
        esac
    done
    choose_libraries
    if [ -n "$CUDACC_SUFFIX" ] && is_shared; then # the program has the check; and asks for this library where it lies
        libraries=(-Xlinker -soname -Xlinker "$(realpath -m "${output:-a.out}")$CUDACC_SUFFIX")
    fi
    output=${output:-a.out}
    run "${cxx[@]}" "${check_linking[@]}" "${host_flags[@]}" -Wl,--start-group "${words[@]}" "${libraries[@]}" \
        -Wl,--end-group -o "$output$CUDACC_SUFFIX" 2>"$work/link.log"
    local status=$?
    say_linked <"$work/link.log" >&2
    # As in compile.sh, of an object that was made without a look at its addresses.
    if grep -q 'truncated to fit: R_X86_64_TPOFF32' "$work/link.log"; then
        echo "nvcc error   : the compiler has put an index into an address of the lines above, which is no fault of theirs;" \
            "they compile with readelf installed, or with -Xcompiler -fno-tree-vectorize" >&2
    fi
    return $status
}

# There is no device code to link: an object with nothing in it.
device_link() {
    echo 'typedef int cuda_cpu_nothing;' >"$work/nothing.c"
    run "${cc[@]}" "${host_flags[@]}" -c -o "${output:-a_dlink.o}" "$work/nothing.c"
}

archive() {
    local word objects=()
    take_twins
    for word in "${inputs[@]}"; do
        case $word in -*) ;; *) objects+=("$word") ;; esac
    done
    run ar rcs "${output:-a.a}$CUDACC_SUFFIX" "${objects[@]}"
}

run_program() {
    [ -n "$running" ] || return 0
    case $output in */*) ;; *) output=./$output ;; esac
    run "$output" "${run_arguments[@]}"
}
