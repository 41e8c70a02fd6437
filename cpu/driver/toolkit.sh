# shellcheck shell=bash disable=SC2034,SC2154 # the parts of the driver share their variables
# SPDX-License-Identifier: MIT
# The toolkit that the driver stands in: which compiler it works with, and whether compiler and runtime
# are built. In a source tree they are, on first use, by ../Makefile; an installed one has them.

# Leaves $cxx, $cc (arrays), $machine, $is_clang, $native (the processor's flag), $lib and $variant.
choose_host_compiler() {
    local found
    ccbin=${ccbin:-$NVCC_CCBIN}
    if [ -z "$ccbin" ]; then
        for found in g++ clang++ c++; do
            ! command -v $found >/dev/null || break
        done
        ccbin=$found
    elif [ -d "$ccbin" ]; then
        ccbin=${ccbin%/}/g++
    fi
    # shellcheck disable=SC2206 # it may be two words, `ccache g++`
    if [ -x "$ccbin" ]; then cxx=("$ccbin"); else cxx=($ccbin); fi
    local last=${cxx[${#cxx[@]} - 1]}
    case ${last##*/} in # CUDA C is C++, whatever the compiler was named by
    *gcc*) last=${last%gcc*}g++${last##*gcc} ;;
    *clang++* | *clang-cpp*) ;;
    *clang*) last=${last%clang*}clang++${last##*clang} ;;
    cc) last=c++ ;;
    esac
    cxx[${#cxx[@]} - 1]=$last
    local about
    about=$("${cxx[@]}" -v 2>&1) || fatal "Failed to run the host compiler '${cxx[*]}'"
    machine=${about#*Target: } machine=${machine%%[[:space:]]*}
    cc=("${cxx[@]}")
    case $last in
    *clang++*) cc[${#cc[@]} - 1]=${last%clang++*}clang${last##*clang++} ;;
    *g++*) cc[${#cc[@]} - 1]=${last%g++*}gcc${last##*g++} ;;
    *) command -v gcc >/dev/null && cc=(gcc) || cc=(cc) ;;
    esac
    is_clang=
    case $about in *clang\ version*) is_clang=yes ;; esac
    variant=
    native=${CUDA_CPU_ARCH:+-march=$CUDA_CPU_ARCH}
    case $machine in
    "$HOSTTYPE"-*) native=${native:--march=native} ;;
    *) variant=/$machine ;;
    esac
    case " ${host_flags[*]} " in *' -fsanitize='*address*) variant=$variant/address ;; esac
    lib=$home/lib64$variant
}

is_built() {
    [ -e "$lib/.complete" ] || return
    [ -e "$home/runtime" ] || return 0 # an installed toolkit
    [ -z "$CUDA_CPU_ARCH" ] || [ "$(cat "$lib/.complete")" = "$CUDA_CPU_ARCH" ] || return
    [ -z "$(find "$home/Makefile" "$home/compiler" "$home/runtime" "$home/checks" "$home/counts" "$home/debugger" "$home/include" \
        -newer "$lib/.complete" -print 2>/dev/null)" ]
}

# One driver builds; the others wait for it. A lock whose owner has gone is nobody's.
prepare_toolkit() {
    local lock=$home/.lock owner log status missed=0
    ! is_built || return 0
    [ -e "$home/runtime" ] || { say "fatal   : $home has no runtime for $machine${variant##*/"$machine"}" && return 1; }
    while ! mkdir "$lock" 2>/dev/null; do
        [ ! -d "$lock" ] || missed=0 # it may have gone meanwhile
        missed=$((missed + 1))
        [ "$missed" -lt 10 ] || { say "fatal   : $home cannot be written to: make install PREFIX=..." && return 1; }
        owner=$(cat "$lock/owner" 2>/dev/null)
        if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
            rm -rf "$lock"
        fi
        sleep 0.1
    done
    echo $$ >"$lock/owner"
    if is_built; then
        rm -rf "$lock"
        return 0
    fi
    [ ! -t 2 ] || say 'builds its own parts first: half a minute, once'
    local hostcc=gcc
    command -v gcc >/dev/null || hostcc=cc
    log=$(env -i PATH="$PATH" HOME="$HOME" TMPDIR="${TMPDIR:-/tmp}" make -s -j2 -C "$home" CC="${cc[*]}" HOSTCC=$hostcc \
        LIB="lib64$variant" ${CUDA_CPU_ARCH:+ARCH="$CUDA_CPU_ARCH"} \
        "$(case $variant in */address) echo SANITIZE=address ;; *) echo SANITIZE= ;; esac)" 2>&1)
    status=$?
    if [ $status = 0 ]; then
        [ -z "$log" ] || printf '%s\n' "$log" >&2
        echo "${CUDA_CPU_ARCH:-native}" >"$lib/.complete"
    else
        printf '%s\n' "$log" >&2
        say "fatal   : the runtime in $home does not build"
    fi
    rm -rf "$lock"
    return $status
}

# What nvcc -v says of itself before the commands: CMake reads it.
show_environment() {
    cat >&2 <<END
#\$ _NVVM_BRANCH_=nvvm
#\$ _SPACE_=${blanks:0:1}
#\$ _CUDART_=cudart
#\$ _HERE_=$home/bin
#\$ _THERE_=$home/bin
#\$ _TARGET_SIZE_=
#\$ _TARGET_DIR_=
#\$ TOP=$home
#\$ NVVMIR_LIBRARY_DIR=$home/nvvm/libdevice
#\$ LD_LIBRARY_PATH=$lib:$LD_LIBRARY_PATH
#\$ PATH=$home/bin:$PATH
#\$ INCLUDES="-I$home/include"
#\$ LIBRARIES="-L$lib"
#\$ CUDAFE_FLAGS=
#\$ PTXAS_FLAGS=-arch compute_${arch:-90}
END
}

show_version() {
    cat <<'END'
nvcc: NVIDIA (R) Cuda compiler driver
Copyright (c) the cuda-chapters project: this is cudacc, CUDA on the CPU, in nvcc's place
Cuda compilation tools, release 13.0, V13.0.88
Build cuda_13.0.r13.0/cudacc
END
}
