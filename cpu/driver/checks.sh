# shellcheck shell=bash disable=SC2034,SC2154 # the parts of the driver share their variables
# SPDX-License-Identifier: MIT
# The builds of --check=NAME: a row a check. To check is to put calls in front of what a program does
# (the compiler's instrumentation), and to answer them from ../checks instead of the compiler's library.

# use_check NAME: leaves
#   check_build       ../lib64/libcuda_check_$check_build.a answers
#   check_number      which checks the headers know of (include/cuda_cpu/watch.h)
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
        check_redirected=(memcpy memmove memset malloc free _Znam _ZdaPv _ZdaPvm _ZdlPv _ZdlPvm printf __printf_chk
            vprintf puts putchar fwrite fread memcmp)
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
        check_redirected=(memcpy memmove memset free _ZdlPv _ZdlPvm _ZdaPv _ZdaPvm)
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

# ---- --check=all -------------------------------------------------------------------------------------

# Every command is done three times over, for a build without checks and for each with one, whose objects, libraries and
# programs lie beside the plain ones under names of their own (object.o.check-memory). The program itself becomes a script
# that runs the checks in turn.
build_for_all_checks() {
    local word build arguments=() link_line unchecked=()
    for word in "${all_arguments[@]}"; do
        case $word in -check=* | --check=*) ;; *) arguments+=("$word") ;; esac
    done
    # As CMake would have it, which links with the first word of this line.
    link_line=("$home/bin/cudacc" --check=all "${arguments[@]}" "-L$lib")
    [ "$phase" = link ] || unchecked=(-DCUDA_CPU_UNCHECKED)
    unset NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS
    CUDACC_TWINS=yes CUDACC_SUFFIX='' "$home/bin/cudacc" "${unchecked[@]}" "${arguments[@]}" || exit
    case $phase in compile | lib | link) ;; *) exit 0 ;; esac
    for build in memory access; do
        CUDACC_SUFFIX=.check-$build "$home/bin/cudacc" --check=$build "${arguments[@]}" || exit
    done
    [ "$phase" = link ] || exit 0
    [ -z "$verbose$dryrun" ] || printf '#$ %s \n' "$(quoted "${link_line[@]}")" >&3
    ! is_shared || exit 0
    write_check_script "${output:-a.out}"
    exit
}

is_shared() { case " ${inputs[*]} " in *' -shared '*) ;; *) return 1 ;; esac }

# The program moves aside, and a script that runs the checks takes its place.
write_check_script() { # write_check_script PROGRAM
    [ -z "$dryrun" ] || return 0
    cat >"$1.new" <<'END'
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
    chmod +x "$1.new" && mv -f "$1.new" "$1"
}

# An object tells where its twins for the checks lie, for it may go into an archive or move.
twins=.cuda_cpu_twins
tell_of_twins() { # tell_of_twins OBJECT
    local path
    case $1 in /*) path=$1 ;; *) path=$PWD/$1 ;; esac
    printf '%s' "$path" >"$work/twins"
    run objcopy --remove-section $twins --add-section "$twins=$work/twins" "$1"
}

# twin_of FILE: what stands for an object or a library in this check; FILE itself where there is nothing.
twin_of() {
    local path=$1
    if [ -e "$path$CUDACC_SUFFIX" ] && [ ! "$path" -nt "$path$CUDACC_SUFFIX" ]; then
        echo "$path$CUDACC_SUFFIX"
        return
    fi
    case $path in
    *.a) twin_archive "$path" && return ;;
    *.so | *.so.*) ;;
    *)
        objcopy --dump-section "$twins=$work/twins" "$path" "$work/same.o" 2>/dev/null && path=$(cat "$work/twins")
        if [ -e "$path$CUDACC_SUFFIX" ]; then
            echo "$path$CUDACC_SUFFIX"
            return
        fi
        ;;
    esac
    echo "$1"
}

# An archive made anew of its objects' twins; names may occur twice in one.
twin_archive() { # twin_archive ARCHIVE
    local member folder=$work/archive made count some='' path
    local -A seen=()
    local objects=()
    path=$(readlink -f "$1")
    folder=$(mktemp -d "$folder.XXXXXX") || return
    while IFS= read -r member; do
        seen[$member]=$((${seen[$member]-0} + 1))
        count=${seen[$member]}
        mkdir -p "$folder/$count"
        (cd "$folder/$count" && ar xN "$count" "$path" "$member") || return
        made=$(twin_of "$folder/$count/$member")
        [ "$made" = "$folder/$count/$member" ] || some=yes
        objects+=("$made")
    done < <(ar t "$path" 2>/dev/null)
    [ -n "$some" ] || return
    ar qcs "$folder/${1##*/}" "${objects[@]}" && echo "$folder/${1##*/}"
}

# The library that -lNAME means, among the -L before and behind it, if it has twins: leaves $found.
find_library() { # find_library NAME
    local word file
    found=
    for word in "${inputs[@]}"; do
        case $word in -L*) ;; *) continue ;; esac
        for file in "${word#-L}/lib$1.so" "${word#-L}/lib$1.a"; do
            [ -e "$file" ] || continue
            found=$(twin_of "$file")
            [ "$found" != "$file" ] || found=
            return
        done
    done
}

# Objects and libraries that were made by other commands, or by ar.
take_twins() {
    local i found
    [ -n "$CUDACC_SUFFIX" ] || return 0
    for i in "${!inputs[@]}"; do
        case ${inputs[i]} in
        -l?*)
            find_library "${inputs[i]#-l}"
            [ -z "$found" ] || inputs[i]=$found
            ;;
        -* | "$work"/*) ;;
        *) [ ! -f "${inputs[i]}" ] || inputs[i]=$(twin_of "${inputs[i]}") ;;
        esac
    done
}
