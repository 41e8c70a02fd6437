# shellcheck shell=bash disable=SC2034,SC2154 # the parts of the driver share their variables
# SPDX-License-Identifier: MIT
# A source becomes an object.

# What every source that is preprocessed knows, the host's own too.
version_macros=(-D__NVCC__ -D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 -D__CUDACC_VER_BUILD__=88
    -D__CUDA_API_VER_MAJOR__=13 -D__CUDA_API_VER_MINOR__=0 -D__NVCC_DIAG_PRAGMA_SUPPORT__=1)

# The kind of a source: cu, c, c++; none: it is for the linker.
kind_of() {
    if [ -n "$language" ]; then
        case $1 in *.o | *.a | *.so | *.so.*) ;; *) echo "$language" ;; esac
        return
    fi
    case $1 in
    *.cu) echo cu ;;
    *.c) echo c ;;
    *.cpp | *.cxx | *.cc | *.C | *.c++ | *.CPP) echo c++ ;;
    *.ii) echo c++-cpp-output ;;
    *.i) echo cpp-output ;;
    *.s | *.S) echo assembler-with-cpp ;;
    esac
}

stem_of() { # stem_of FILE: its name without folder and ending
    local name=${1##*/}
    printf '%s' "${name%.*}"
}

# Flags of the dependency file: leaves $depending. It lies beside the object, or beside the program where there is no
# object to keep.
depend_for() { # depend_for SOURCE OBJECT
    local object=$2
    depending=()
    [ ${#dependencies[@]} -gt 0 ] && [ "$phase" != depend ] || return 0
    case $phase in
    link | lib)
        object=$(stem_of "$1").o
        [ "$count" != 1 ] || object=${output:-$object}
        ;;
    esac
    depending=("${dependencies[@]}" -MF "${dependency_file:-${object%.*}.d}")
    if [ ${#dependency_target[@]} -gt 0 ]; then depending+=("${dependency_target[@]}"); else depending+=(-MQ "$object"); fi
}

# What preprocesses a .cu, but for its name: leaves $preprocess. $1: options that come first.
preprocess_cu() {
    local level=3
    [ -z "$debug_device" ] || level=0
    case $check in '') ;; count) level=3 ;; debug) level=0 ;; *) level=1 ;; esac
    [ -n "$keep" ] || keep_folder=$work
    # threadIdx and its kin are unsigned, and whoever compares them with an int has not been warned of it by nvcc.
    # CUDA C reads numbers of one type through pointers to another, where C++ would have it that nobody does. In a
    # program each call returns to where it stands, a function's last one too: so a message can name its line.
    generating=("-O$level" -g "${native_flags[@]}" -fno-math-errno -fno-trapping-math "${check_compiling[@]}")
    case $standard in
    c++20) generating=(-std=c++20 "${generating[@]}") ;;
    c++*) generating=(-std=c++17 "${generating[@]}") ;;
    *) generating=(-std=gnu++17 "${generating[@]}") ;;
    esac
    preprocess=("${cxx[@]}" -E -x c++ "${generating[@]}" -D__CUDACC__ -D__CUDA_ARCH_LIST__=900 "${version_macros[@]}"
        "${defines[@]}" "-I$home/include" -include cuda_runtime.h "$@" "${preprocessing[@]}" "${host_flags[@]}")
}

# Old code asks for names that CUDA no longer has. legacy_flags UNIT.cu.ii: leaves in $legacy what brings
# them back, if the program's own lines (not the toolkit's, nor the project's headers) use any.
legacy_flags() {
    local folder=$home/legacy file mine=
    [ -d "$folder" ] || folder=$home/../common/legacy
    legacy=()
    [ -d "$folder" ] || return 0
    while IFS= read -r file; do # whose headers have what they need
        [ ! "$folder/../${file##*/}" -ef "$file" ] || mine=$mine$file$'\n'
    done < <(sed -n 's/^# [0-9]* "\([^<].*\)".*/\1/p' "$1" | sort -u)
    MINE=$mine awk -v toolkit="$home/include/" '
        BEGIN { n = split(ENVIRON["MINE"], names, "\n"); for (i = 1; i <= n; i++) others[names[i]] = 1 }
        /^# [0-9]+ "/ {
            system_header = / 3( 4)?$/
            name = $0; sub(/^# [0-9]+ "/, "", name); sub(/"[ 0-9]*$/, "", name)
            own = !system_header && name !~ /^</ && index(name, toolkit) != 1 && !(name in others)
            next
        }
        own' "$1" >"$work/own.txt"
    while IFS= read -r file; do
        [ -z "$file" ] || legacy+=("$file")
    done < <("$folder/flags.sh" cpu "$work/own.txt")
}

# compile_cu SOURCE OBJECT
compile_cu() {
    local source=$1 object=$2 unit rewriting=("${check_rewriting[@]}")
    local preprocess generating depending legacy=() unit_macro=() judged=() device='' told='' alone=() lacking='' refused=''
    if [ -n "$rdc" ]; then
        rewriting+=(--rdc)
    else # a name for this file among those of its program
        read -r unit _ < <(printf '%s\n' "$PWD" "$source" "$object" | cksum)
        unit=u$unit
        rewriting+=("--unit=$unit")
        unit_macro=("-DCUDA_CPU_UNIT=$unit")
    fi
    [ -z "$rolled" ] || rewriting+=(--rolled)
    case $standard in c++03 | c++11 | c++14) rewriting+=(--old-standard) ;; esac
    depend_for "$source" "$object"
    preprocess_cu "${unit_macro[@]}" "${legacy_folder[@]}"
    unit=${source##*/} unit=$keep_folder/${unit%.*}
    run "${preprocess[@]}" "${depending[@]}" -o "$unit.cu.ii" "$source" || { give_advice "$source" && return 1; }
    if [ -z "$dryrun" ]; then
        legacy_flags "$unit.cu.ii"
        case " ${legacy[*]} " in
        *' -include '*)
            preprocess_cu "${unit_macro[@]}" "${legacy[@]}"
            run "${preprocess[@]}" "${depending[@]}" -o "$unit.cu.ii" "$source" || { give_advice "$source" && return 1; }
            ;;
        esac
    fi
    # nvcc's two passes: the second one, with __CUDA_ARCH__, only where a file of the program asks for that.
    if [ -z "$dryrun" ] && asks_for_arch "$unit.cu.ii"; then
        device=$unit.device.cu.ii
        run "${preprocess[@]}" -D__CUDA_ARCH__=900 -o "$device" "$source" || return
        alone=("${rewriting[@]}")
        rewriting+=("--device=$device")
    fi
    judged=("--judge=${cxx[*]} ${generating[0]}" ${relaxed:+"$relaxed"} ${lambdas:+"$lambdas"})
    local rewritten=$unit.ii status
    [ "$phase" != rewrite ] || rewritten=$object
    rewrite "$unit.cu.ii" "$rewritten" "${judged[@]}" "${rewriting[@]}" 2>"$unit.log"
    status=$?
    [ ! -s "$unit.log" ] || told=$(sed -n 's/^\([^ ].*\)(\([0-9]*\)): [a-z]* #940-D: .*/\1:\2/p' "$unit.log" | tr '\n' '|')
    if [ -n "$lacking" ] && [ -s "$lacking" ] && ! check_passes "$source" "$unit"; then
        give_advice "$source"
        return 1
    fi
    tell "$source" "$unit" 2>"$work/warnings" || status=$?
    if [ $status != 0 ] || [ "$phase" = rewrite ]; then
        say_warnings $status
        [ $status = 0 ] || give_advice "$source"
        return $status
    fi
    local whole=() far=() command=("${cxx[@]}" "${generating[@]}" -fno-optimize-sibling-calls -fno-strict-aliasing
        "${compiler_flags[@]}" -Wno-unknown-pragmas -Wno-psabi -Wno-sign-compare "${compiling[@]}" "${host_flags[@]}" -c -o "$object")
    [ ! -e "$unit.narrowed" ] || rm -f "$unit.narrowed"
    (in_english && run "${command[@]}" "$unit.ii") 2>"$unit.log"
    judge_narrowing $?
    status=$?
    # An index in an address, q[d - 1] where d is 0, for which GCC itself has no instruction (see below).
    if [ $status != 0 ] && [ -z "$refused" ] && grep -q 'error: unrecognizable insn' "$unit.log" &&
        rewrite "$unit.cu.ii" "$unit.ii" --far "${rewriting[@]}" 2>/dev/null; then
        (in_english && run "${command[@]}" "$unit.ii") 2>"$unit.log"
        judge_narrowing $?
        status=$?
        far=(--far)
    fi
    # A kernel that does not compile taken apart is compiled whole; what is said then counts.
    if [ $status != 0 ] && [ -z "$refused" ] && grep -q cuda_cpu_split_ "$unit.ii" &&
        rewrite "$unit.cu.ii" "$unit.ii" --no-split "${far[@]}" "${rewriting[@]}" 2>/dev/null; then
        (in_english && run "${command[@]}" "$unit.ii") 2>"$unit.log"
        judge_narrowing $?
        status=$?
        whole=(--no-split)
    fi
    { tell "$source" "$unit" || status=$?; } 2>"$work/errors"
    say_warnings $status
    [ ! -s "$work/errors" ] || cat "$work/errors" >&2
    if [ $status != 0 ]; then
        give_advice "$source"
        return $status
    fi
    # An index in an address: those of __shared__ variables are asked for then, and kept in registers.
    if holds_far_addresses "$object"; then
        rewrite "$unit.cu.ii" "$unit.ii" --far "${whole[@]}" "${rewriting[@]}" 2>/dev/null || return
        run "${command[@]}" "$unit.ii" 2>/dev/null || return
    fi
    [ -z "$check" ] || redirect "$object"
}

# tell_both UNIT SOURCE STATUS: what the C++ compiler refuses is told with what cuda2cpp does, which left that status, in
# UNIT.log: nvcc's front end, which finds both, tells one after the other.
tell_both() {
    [ -z "$dryrun" ] && grep -q '^[^ ].*([0-9]*): error' "$1.log" || return 0
    rewrite "$1.cu.ii" "$1.early.ii" --recover --no-split "${rewriting[@]}" 2>/dev/null || return 0
    (in_english && run "${cxx[@]}" "${generating[0]}" "${native_flags[@]}" -w -Wno-narrowing -fsyntax-only "$1.early.ii") 2>"$1.early.log"
    merge "$2" "$1" "$3" "$1.log" "$1.early.log"
    mv "$1.early.ii" "$1.ii"
    rm -f "$1.early.log"
}

# merge SOURCE UNIT STATUS LOG LOG: what cuda2cpp, which left that status, and the C++ compiler say, to UNIT.log
merge() {
    awk -v source="$1" -v own="$home/include/" -v status="$3" -f "$home/driver/merge.awk" "$4" "$5" >"$2.told.log"
    mv "$2.told.log" "$2.log"
}

# check_passes SOURCE UNIT: each of nvcc's two passes by itself, where it may lack a name that it uses (lacking.c), or has
# a function that is not in the program made of both. What the C++ compiler says of such names, and in such functions,
# counts; it stops at the first pass that is wrong.
check_passes() {
    local side text said
    for side in host device; do
        grep -q "^$side " "$lacking" || continue
        text=$2 said=$unit.$side.told
        [ "$side" = host ] || text=$2.device
        rewrite "$text.cu.ii" "$2.alone.ii" --no-split "${alone[@]}" 2>/dev/null || continue
        (in_english && run "${cxx[@]}" "${generating[0]}" -w -Wno-narrowing -fsyntax-only "$2.alone.ii") 2>"$said" && continue
        mv "$2.log" "$2.merged.log"
        awk -v side="$side" '
            FNR == NR && $1 == side && $2 == "@" {
                file = $0; sub(/^[^ ]* @ [0-9]* [0-9]* /, "", file)
                for (line = $3; line <= $4; line++) dropped[file ":" line]
            }
            FNR == NR { if ($1 == side && $2 != "@") lacks[$2]; next }
            /^[^ ].*:[0-9]+:[0-9]+: (fatal error|error|warning|note): / {
                said = $0
                gsub(/cuda_cpu_launch_|cuda_cpu_device_/, "", said)
                match(said, /:[0-9]+:[0-9]+: /)
                place = substr(said, 1, RSTART - 1) ":" substr(said, RSTART + 1) + 0
                named = place in dropped && said ~ /: error: /
                for (word in lacks)
                    named = named || said ~ ": error: .*[^A-Za-z0-9_]" word "[^A-Za-z0-9_]"
            }
            named' "$lacking" "$said" >"$text.log"
        tell "$1" "$text" || return 1
        mv "$2.merged.log" "$2.log"
    done
}

# judge_narrowing STATUS: where the C++ compiler, which left that status, speaks of numbers that narrow: nvcc refuses
# some of which it only warns, and takes others. It is asked again, without them, where it refuses some. Leaves $refused.
judge_narrowing() { return "$1"; }

# holds_far_addresses OBJECT: whether GCC has put an index into the address of a thread-local variable, as it may where
# that is read in no turn that ever comes, and the sum is none that the linker can take: 256 MiB and more away.
holds_far_addresses() {
    [ -z "$dryrun$is_clang" ] && command -v readelf >/dev/null &&
        readelf -rW "$1" 2>/dev/null | grep -qE 'R_X86_64_D?TPOFF32 .* [+-] [0-9a-f]{8,}$'
}

# asks_for_arch UNIT.cu.ii: whether a file that it was made of, the toolkit's own left out, asks for __CUDA_ARCH__.
asks_for_arch() {
    local files=() file
    while IFS= read -r file; do
        case $file in "$home"/include/* | '<'*) ;; *) files+=("$file") ;; esac
    done < <(sed -n 's/^# [0-9]* "\([^"]*\)" *[12]*\( 3\)\{0,1\}.*/\1/p' "$1" | sort -u)
    grep -qs __CUDA_ARCH__ "${files[@]}" /dev/null
}

# In a subshell: messages are in English, which messages.awk reads, and in the user's characters.
in_english() {
    export LC_CTYPE=${LC_ALL:-${LC_CTYPE:-$LANG}} LC_MESSAGES=C LC_ALL=
} 2>/dev/null # no such locale

# tell SOURCE UNIT: what is in UNIT.log, as nvcc would say it; 2 if it was errors that nvcc's front end finds.
tell() {
    [ ! -s "$2.log" ] || cat "$2.log" >&2
}

# say_warnings STATUS: what cuda2cpp has said. nvcc gives some warnings in its second pass over a file, which it does not
# come to where the first has found errors.
say_warnings() {
    [ -s "$work/warnings" ] || return 0
    awk -v status="$1" '
        status != 0 && /^[^ ].*: warning #(177|181|224|225|226|550)-D: / { second = 1 }
        !second { print }
        /^$/ { second = 0 }' "$work/warnings" >&2
}

# rewrite FROM TO OPTION...: what C++ cannot parse
rewrite() {
    local from=$1 to=$2
    shift 2
    [ -z "$verbose$dryrun" ] || printf '#$ %s < %s > %s \n' "$(quoted cuda2cpp "$@")" "$(quoted "$from")" "$(quoted "$to")" >&3
    [ -n "$dryrun" ] || "$home/libexec/cuda2cpp" "$@" <"$from" >"$to"
}

give_advice() { # give_advice SOURCE
    local word advice files=() folders=()
    [ -z "$dryrun" ] || return 0
    for word in "${preprocessing[@]}"; do
        case $word in -*) ;; *) [ ! -d "$word" ] || folders+=("$word") ;; esac
    done
    while IFS= read -r word; do files+=("$word"); done < <(own_files "$1" "${folders[@]}")
    advice=$(advise "${files[@]}")
    [ -z "$advice" ] || printf '%s: %s\n' "$1" "$advice" >&2
}

# compile_host SOURCE KIND OBJECT: what is not CUDA C
compile_host() {
    local depending flags=()
    case $2 in c++) [ -z "$standard" ] || flags+=("-std=$standard") ;; esac
    depend_for "$1" "$3"
    run "${cxx[@]}" -x "$2" "${flags[@]}" ${optimise:+"-O$optimise"} "${version_macros[@]}" "${defines[@]}" \
        "-I$home/include" "${preprocessing[@]}" "${check_compiling[@]}" ${check:+-g} "${compiling[@]}" \
        "${host_flags[@]}" "${depending[@]}" -c -o "$3" "$1" || return
    [ -z "$check" ] || redirect "$3"
}

# show SOURCE KIND: it preprocessed (-E), or what it includes (-M)
show() {
    local preprocess generating command target=() level=()
    if [ "$2" = cu ]; then
        preprocess_cu "${legacy_folder[@]}"
        command=("${preprocess[@]}")
    else
        command=("${cxx[@]}" -E -x "$2" "${version_macros[@]}" "${defines[@]}" "-I$home/include" "${preprocessing[@]}"
            "${host_flags[@]}")
    fi
    if [ "$phase" = depend ]; then
        command+=("${dependencies[@]}")
        target=("${dependency_target[@]}")
        [ ${#target[@]} -gt 0 ] || target=(-MQ "$(stem_of "$1").o")
        [ -z "$dependency_file" ] || output=${output:-$dependency_file}
    fi
    run "${command[@]}" "${target[@]}" ${output:+-o "$output"} "$1"
}

# Every source of the command line; in the place of each its object stands in $inputs then.
compile_all() {
    local i kind object option source stem count=0 status=0
    for i in "${!inputs[@]}"; do
        case ${inputs[i]} in -?*) ;; *) [ -z "$(kind_of "${inputs[i]}")" ] || count=$((count + 1)) ;; esac
    done
    if [ -n "$output" ] && [ $count -gt 1 ] && [ "$phase" != link ] && [ "$phase" != lib ]; then
        fatal 'A single input file is required for a non-link phase when an outputfile is specified'
    fi
    # A large frame of a kernel meets the page below its stack, and not what lies beyond it.
    native_flags=(${native:+"$native"})
    case $machine in x86_64-*) native_flags+=(-fstack-clash-protection) ;; esac
    compiler_flags=()
    case $check${is_clang:+-clang}:$machine:$home in
    *,*) ;; # -Wa's own
    count:x86_64-*linux*) check_compiling+=("-Wa,$home/include/cuda_cpu/count_inline.s") ;;
    esac
    if [ -n "$is_clang" ]; then
        # Lanes other than the leader bring a variable that nothing has written to a shuffle: clang must not conclude
        # that every lane is the leader. The option's name depends on the version; before 14 there is none, and no need.
        for option in -no-enable-noundef-analysis -disable-noundef-analysis; do
            "${cxx[@]}" -Xclang "$option" -fsyntax-only -x c++ /dev/null 2>/dev/null || continue
            compiler_flags=(-Xclang "$option")
            break
        done
    else
        # What a launch knows of its texture is decided once, outside the loop over its threads (GCC's word).
        # Nor does anything follow from an index that is out of bounds in a turn that never comes: GCC would write such
        # turns out, with addresses that the linker can't take.
        # messages.awk looks columns up in what was preprocessed, not in what the user sees.
        compiler_flags=(--param=max-unswitch-insns=1000 -fno-aggressive-loop-optimizations
            -fdiagnostics-column-unit=byte)
        # Messages need lines. Where optimised code keeps each variable is for a debugger, and a seventh of the time.
        case " ${compiling[*]} " in
        *' -g '*) ;;
        *) compiler_flags+=(-fno-var-tracking -fno-var-tracking-assignments) ;;
        esac
    fi
    legacy_folder=()
    if [ -d "$home/legacy" ]; then
        legacy_folder=("-I$home/legacy/include")
    elif [ -d "$home/../common/legacy" ]; then
        legacy_folder=("-I$home/../common/legacy/include")
    fi
    for i in "${!inputs[@]}"; do
        source=${inputs[i]}
        case $source in -?*) continue ;; esac
        kind=$(kind_of "$source")
        [ -n "$kind" ] || continue
        if [ "$source" = - ]; then # which is read more than once
            source=$work/stdin
            [ -n "$dryrun" ] || cat >"$source"
            preprocessing+=(-iquote .)
        fi
        stem=$(stem_of "$source")
        case $phase in
        depend | preprocess)
            show "$source" "$kind" || status=1
            continue
            ;;
        rewrite) object=${output:-${source##*/}.cpp.ii} ;;
        compile) object=${output:-${object_folder:+$object_folder/}$stem.o}$CUDACC_SUFFIX ;;
        *)
            object=$work/$i/$stem.o
            mkdir -p "$work/$i"
            ;;
        esac
        case $kind in
        cu) compile_cu "$source" "$object" || status=$? ;;
        *) compile_host "$source" "$kind" "$object" || status=$? ;;
        esac
        [ -z "$CUDACC_TWINS" ] || [ "$phase" != compile ] || [ $status != 0 ] || tell_of_twins "$object"
        inputs[i]=$object
    done
    return $status
}
