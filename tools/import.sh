#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Of a folder of somebody's CUDA programs: which compile here, which run, and what stands in the way of
# the rest. `make import FROM=folder` calls
#
#     tools/import.sh FOLDER cpu|cuda
#
# A folder with a Makefile or a CMakeLists.txt that builds CUDA is built by it; all other .cu files one by
# one, and with the files beside them that they need. It works on a copy under build/import/ (large files
# and version control left out), and runs what it built there, without a display and for IMPORT_SECONDS
# (20) at most. Nothing is written into FOLDER.
set -u

root=$(cd "$(dirname "$0")/.." && pwd -P)
limit=${IMPORT_SECONDS:-20}
usage() {
    echo "import.sh: $1" >&2
    echo 'usage: make import FROM=folder [BACKEND=cpu|cuda]' >&2
    exit 2
}
[ $# -eq 2 ] || usage 'which folder, and for which backend?'
[ -n "$1" ] || usage 'which folder?'
case $2 in cpu | cuda) backend=$2 ;; *) usage "BACKEND=$2: it is cuda or cpu" ;; esac
[[ $limit =~ ^[1-9][0-9]{0,5}$ ]] || usage "IMPORT_SECONDS=$limit: a number of seconds"
from=$(cd "$1" 2>/dev/null && pwd -P) || usage "'$1' is no folder that can be read"
case $root/ in "$from"/*) usage "'$1' holds this project itself" ;; esac
work=$root/build/import
case $from/ in "$work"/*) usage "'$1' is where the copies are made" ;; esac
unset MAKEFLAGS MFLAGS MAKELEVEL DISPLAY WAYLAND_DISPLAY

if [ "$backend" = cpu ]; then
    toolkit=$root/cpu
    PATH=$root/cpu/bin:$PATH
else
    PATH=$PATH:/usr/local/cuda/bin
    toolkit=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")
fi

# ---- the copies --------------------------------------------------------------------------------------

copy() { # copy TREE: the folder as TREE/from, beside the project's own headers
    rm -rf "${work:?}/$1"
    mkdir -p "$work/$1/from" "$work/$1/made" || exit 1
    ln -sfn "$root/common" "$work/$1/common"
    (cd "$from" && find -L . \( -name .git -o -name .svn \) -prune -o -type f -size -64M -print0 |
        tar -chf - --null -T -) | (cd "$work/$1/from" && tar -xf -)
    chmod -R u+w "$work/$1/from"
}
copy as-is
mapfile -d '' programs < <(cd "$work/as-is/from" && find . -name '*.cu' -print0 | sort -z)
if [ ${#programs[@]} -eq 0 ]; then
    echo "there is no .cu file in $from"
    exit 0
fi
# The well-known headers, where the folder brings its own: a second try takes this project's instead,
# which need no display.
known=()
while IFS= read -r -d '' header; do
    [ ${#known[@]} -gt 0 ] || copy our-headers
    known+=("$header")
    printf '#include "%s/common/%s"\n' "$root" "${header##*/}" >"$work/our-headers/from/$header"
done < <(cd "$work/as-is/from" && find . \( -name book.h -o -name cpu_bitmap.h -o -name cpu_anim.h \
    -o -name gpu_anim.h -o -name gl_helper.h \) -print0)

gpu=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')
log=$work/log
clean() { sed -E "s|$work/[a-z-]*/||g; s|(^\|[ \"'])from/|\1|g"; }
first_error() { # of a compiler, a linker or nvcc; or CMake's, which is told a line further down
    {
        grep -aE 'error[ :]|Error: |undefined reference|cannot find -l|fatal  ' "$log" || awk '
            /^CMake Error/ { place = $0; next }
            place && NF { sub(/^ */, ""); print place, $0; exit }' "$log"
    } | head -n 1 | clean
}

# ---- folders that are built by their owners ----------------------------------------------------------

rows=() # of the table: PROGRAM COMPILES RUNS WHY, four elements a row
built=0 ran=0 parts=0 by_owner=0
add_row() {
    rows+=("$@")
    [ "$2" = no ] || built=$((built + 1))
    [ "$3" != yes ] || ran=$((ran + 1))
}

# The topmost folders with a CMakeLists.txt for CUDA, and every one with a Makefile that calls nvcc.
owners() {
    local file tops=() top
    while IFS= read -r file; do
        for top in "${tops[@]}"; do
            case $file in "$top"/*) continue 2 ;; esac
        done
        tops+=("${file%/*}")
        printf '%s\n' "$file"
    done < <(cd "$work/as-is/from" && find . -name CMakeLists.txt -print0 | xargs -0 -r grep -lsiE 'cuda' |
        awk -F/ '{ print NF, $0 }' | sort -n | cut -d' ' -f2-)
    (cd "$work/as-is/from" && find . \( -name Makefile -o -name makefile -o -name GNUmakefile \) -print0 |
        xargs -0 -r grep -lsE 'nvcc|NVCC|\.cu([^a-z]|$)' | sort)
}

build_folder() { # build_folder FILE: by its Makefile or CMakeLists.txt; its programs become rows
    local folder=$work/as-is/from/${1%/*} file=${1##*/} status program label count=0 name
    local settings=()
    for name in CUDA_PATH CUDA_HOME CUDA_DIR CUDA_ROOT CUDA_INSTALL_PATH CUDA_TOOLKIT_PATH CUDA_TOOLKIT_ROOT_DIR; do
        settings+=("$name=$toolkit")
    done
    # What other compilers than nvcc are to find, by no path.
    local -x CPATH=$toolkit/include${CPATH:+:$CPATH} LIBRARY_PATH=$toolkit/lib64${LIBRARY_PATH:+:$LIBRARY_PATH}
    touch "$work/before" && sleep 0.01
    if [ "$file" = CMakeLists.txt ]; then
        timeout 600 cmake -S "$folder" -B "$folder/build-import" "-DCUDAToolkit_ROOT=$toolkit" >"$log" 2>&1 </dev/null &&
            timeout 1200 make -k -C "$folder/build-import" >"$log" 2>&1 </dev/null
    else
        timeout 1200 make -k -C "$folder" -f "$file" "${settings[@]}" >"$log" 2>&1 </dev/null
    fi
    status=$?
    cp "$log" "$log.build"
    while IFS= read -r -d '' program; do
        [ "$(head -c 4 "$program")" = $'\177ELF' ] || continue
        case $program in *.so | *.so.* | *.o | */CMakeFiles/*) continue ;; esac
        count=$((count + 1))
        label=${program#"$work"/as-is/from/}
        runs=- why=
        [ "$backend$gpu" = cuda0 ] || run "$(dirname "$program")" "$program"
        add_row "${label#./}" yes "$runs" "$why"
        by_owner=$((by_owner + 1))
    done < <(find "$folder" -type f -perm -u+x -newer "$work/before" -print0 | sort -z)
    if [ $status != 0 ]; then
        cp "$log.build" "$log"
        why=$(first_error)
        why=${why:-$(tail -n 1 "$log" | clean)}
        advice=$(advise_on "$why")
        label=$1
        add_row "${label#./}" no - "$why${advice:+ -> $advice}"
        by_owner=$((by_owner + 1))
    fi
}

# ---- one file ----------------------------------------------------------------------------------------

options=(-w -std=c++17)
[ "$backend$gpu" != cuda0 ] || options+=("-arch=${ARCH:-sm_75}") # one that every toolkit knows

# own_files SOURCE FOLDER...: the source, and of what it includes the files that lie beside it or in one of
# the folders, a name a line.
own_files() {
    local file name folder known i
    local files=("$1")
    [ -f "$1" ] || return 0
    shift
    for ((i = 0; i < ${#files[@]} && i < 100; i++)); do
        while IFS= read -r name; do
            for folder in "$(dirname "${files[i]}")" "$@"; do
                file=$folder/$name
                [ -f "$file" ] || continue
                for known in "${files[@]}"; do
                    [ "$known" != "$file" ] || continue 3
                done
                files+=("$file")
                continue 2
            done
        done < <(sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]\([^>"]*\)[>"].*/\1/p' "${files[i]}")
    done
    printf '%s\n' "${files[@]}"
}

# What a source is compiled with beyond that: the folders of its tree with headers, its own and those
# above it first; and what it and its headers include, and the files linked with it, says which libraries it needs.
settings_of() { # settings_of TREE SOURCE [PARTNER...]: leaves $flags and $libraries
    local tree=$work/$1/from folder text source own
    shift
    flags=() libraries=()
    folder=$(dirname "$1")
    while :; do
        flags+=("-I$tree/$folder")
        [ "$folder" != . ] || break
        folder=$(dirname "$folder")
    done
    while IFS= read -r folder; do flags+=("-I$folder"); done < <(find "$tree" \( -name '*.h' -o -name '*.cuh' \
        -o -name '*.hpp' -o -name '*.inl' \) -printf '%h\n' | sort -u | head -n 60)
    flags+=("-I$root/common")
    text=$(for source; do
        mapfile -t own < <(own_files "$tree/${source#./}" "${flags[@]#-I}")
        cat "${own[@]}"
    done)
    includes() { grep -qE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($1)" <<<"$text"; }
    if includes 'omp\.h' || grep -q '^[[:space:]]*#[[:space:]]*pragma omp' <<<"$text"; then
        flags+=(-Xcompiler -fopenmp) libraries+=(-Xcompiler -fopenmp)
    fi
    ! includes '(GL/)?(free)?glut|GL/gl' || libraries+=(-lglut -lGL)
    ! includes 'GL/glu' || libraries+=(-lGLU)
    ! includes 'GL/glew' || libraries+=(-lGLEW)
    ! includes 'png\.h' || libraries+=(-lpng)
    ! includes 'zlib\.h' || libraries+=(-lz)
    ! includes 'cuda\.h' || libraries+=(-lcuda)
    ! includes 'mpi\.h' || { command -v mpicxx >/dev/null && flags+=(-ccbin mpicxx) && libraries+=(-ccbin mpicxx); }
    local library
    for library in cublasLt cublas cudnn curand cufft cusparse cusolver; do
        ! includes "$library" || libraries+=("-l$library")
    done
    if [ "$backend" = cuda ]; then
        ! includes nvrtc || libraries+=(-lnvrtc)
        while IFS= read -r folder; do flags+=("$folder"); done < <("$root/common/legacy/flags.sh" cuda "$tree/$1")
    fi
    libraries+=(-lm)
}

object_of() { printf '%s/%s/made/%s.o' "$work" "$1" "${2//\//@}"; } # object_of TREE SOURCE

compile_one() { # compile_one TREE SOURCE: an object; what is said is in $log, and where it fails kept: no source fails twice
    local object
    object=$(object_of "$1" "$2")
    [ ! -e "$object" ] || return 0
    settings_of "$1" "$2"
    [ ! -e "$object.log" ] || { cp "$object.log" "$log" && return 1; }
    (cd "$work/$1/from" && timeout 600 nvcc "${options[@]}" "${flags[@]}" -c -o "$object" "${2#./}") >"$log" 2>&1 </dev/null ||
        { cp "$log" "$object.log" && return 1; }
}

defines() { nm -g --defined-only "$1" 2>/dev/null | awk '{ print $NF }'; }
has_main() { defines "$1" | grep -qx main; }

# What a program lacks may be defined in the files beside it that have no main() of their own: they go into $objects,
# behind the first, and their sources into $partners.
find_partners() { # find_partners TREE SOURCE
    local tree=$1 missing source object other more=yes
    local candidates=()
    while IFS= read -r -d '' source; do
        [ "./${source#./}" = "./${2#./}" ] || candidates+=("$source")
    done < <(cd "$work/$tree/from" && find "$(dirname "$2")" \( -name '*.cu' -o -name '*.cpp' -o -name '*.cc' -o -name '*.cxx' \
        -o -name '*.c' \) -print0 | sort -z | head -z -n 60)
    while [ -n "$more" ]; do
        more=
        missing=$(nm -gu "${objects[@]}" 2>/dev/null | awk '$1 == "U" { print $2 }' | sort -u)
        missing=$(comm -23 <(printf '%s\n' "$missing") <(for object in "${objects[@]}"; do defines "$object"; done | sort -u))
        for source in "${candidates[@]}"; do
            object=$(object_of "$tree" "$source")
            case " ${objects[*]} " in *" $object "*) continue ;; esac
            if ! compile_one "$tree" "$source" || has_main "$object"; then continue; fi
            other=$(comm -12 <(printf '%s\n' "$missing") <(defines "$object" | sort -u) | head -n 1)
            [ -n "$other" ] || continue
            objects+=("$object") partners+=("$source") more=yes
            break
        done
    done
}

link() { # link TREE SOURCE: $objects, with $partners, become $program
    settings_of "$1" "$2" "${partners[@]}"
    nvcc "${options[@]}" "${libraries[@]}" -o "$program" "${objects[@]}" "${libraries[@]}" >"$log" 2>&1
}

compile() { # compile TREE PROGRAM: leaves $compiles (yes, no, part), $program and $why
    local object advice objects partners=()
    why='' program=$work/$1/made/${2//\//@}.out
    object=$(object_of "$1" "$2")
    if compile_one "$1" "$2"; then
        if ! has_main "$object"; then
            compiles=part why='it has no main(): part of a program of several files'
            return
        fi
        objects=("$object")
        if link "$1" "$2" || { find_partners "$1" "$2"; link "$1" "$2"; }; then
            compiles=yes
            [ ${#partners[@]} -eq 0 ] || why="with ${partners[*]##*/}"
            return
        fi
    fi
    compiles=no
    why=$(first_error)
    why=${why:-$(tail -n 1 "$log" | clean)}
    advice=$(advise_on "$why" "$work/$1/from/${2#./}")
    why=$why${advice:+ -> $advice}
}

# advise_on WHY [SOURCE]: what to do about it, where the cause is a known one.
advise_on() {
    local why=$1 header files=() lacks
    [ -z "${2-}" ] || mapfile -t files < <(own_files "$2" "${flags[@]#-I}")
    has() { [ ${#files[@]} -gt 0 ] && grep -qsE "$1" "${files[@]}"; }
    lacks=$(sed -n 's/^[^ ].*: \(.* is not on the CPU backend\): .*/\1: BACKEND=cuda/p' "$log" | head -n 1)
    if [ -n "$lacks" ]; then # the CPU backend's driver says so
        echo "$lacks"
        return
    fi
    has '(^|[^A-Za-z0-9_])surface[[:space:]]*<' &&
        echo 'surface references are not brought back: use surface objects' && return
    case $why in
    *'No such file'* | *'cannot open source file'*)
        header=$(sed -nE 's/.*(fatal error|error): ([^:"]+): No such file.*/\2/p; s/.*source file "([^"]+)".*/\1/p' <<<"$why")
        case $header in
        *helper_*.h | *cutil*.h | *shrUtils.h | *exception.h) echo "from NVIDIA's samples: put their Common folder's $header beside the program" ;;
        windows.h | conio.h | Windows.h | process.h) echo 'written for Windows' ;;
        GL/* | GLUT/* | *glut.h) echo 'OpenGL or GLUT is not installed: make setup' ;;
        cublas* | curand* | cufft* | cusparse* | cusolver* | cudnn* | npp* | nccl*) echo "install the library that $header belongs to" ;;
        *) echo "$header is neither in the folder nor installed" ;;
        esac
        ;;
    *'PTX that this backend'*) echo 'write it in CUDA C, or BACKEND=cuda' ;;
    *'calling a __host__ function'*) echo 'mark that function or constructor __host__ __device__' ;;
    *'undefined in device code'*) echo 'if it is a texture reference: declare it at file scope, with texture<...> in the same file' ;;
    *'undefined reference to'*)
        case $why in
        *cublas* | *cudnn* | *curand* | *cufft* | *cusparse* | *cusolver*) echo 'needs a library that nothing it includes tells of' ;;
        *\`cu[A-Z]*) echo 'the driver API is not there: the table in cpu/SUPPORTED.md' ;;
        *\`glu[A-Z]* | *\`glew*) echo 'needs -lGLU or -lGLEW' ;;
        *\`cuda[A-Z]* | *\`__cuda*) echo 'the CPU backend lacks it: the table in cpu/SUPPORTED.md' ;;
        *) echo 'defined in no file beside it: part of a larger program' ;;
        esac
        ;;
    *rdc* | *'separate compilation'*) echo 'kernels that launch kernels need -rdc=true' ;;
    *[Ss]ymbol*'char'*) echo 'symbols named by a string left with CUDA 5: pass the variable itself' ;;
    *'not declared'* | *'not a member'* | *'undefined'* | *'does not name a type'* | *'no member named'*)
        if [ "$backend" = cpu ] && grep -qE "[^A-Za-z_](cuda[A-Z]|cu[A-Z]|__[a-z]|tex[1-3A-Z]|surf)" <<<"$why"; then
            echo 'the CPU backend lacks it: the table in cpu/SUPPORTED.md'
        fi
        ;;
    esac
}

run() { # run FOLDER PROGRAM: leaves $runs (yes, no) and $why
    local status said ended
    { (cd "$1" && exec timeout -k 5 "$limit" "$2" >"$log.out" 2>"$log" </dev/null); } 2>/dev/null
    status=$?
    runs=no
    said=$(grep -av '^[[:space:]]*$' "$log" | head -n 1 | cut -c1-150 | clean)
    said=${said:-$(grep -av '^[[:space:]]*$' "$log.out" | tail -n 1 | cut -c1-150)}
    # Of what the runtime names, a kernel that was ended is no success, whatever the program made of it.
    ended=$(grep -aE '^cuda-cpu: .*(illegal access|misaligned|for ever|gave up|error that a kernel left)' "$log" |
        head -n 1 | cut -c1-150 | clean)
    case $status in
    0)
        [ -n "$ended" ] || runs=yes
        said=$(grep -a '^cuda-cpu: ' "$log" | head -n 1 | cut -c1-150 | clean)
        why=$why${said:+${why:+; }${ended:-$said}}
        ;;
    124 | 137) why="still running after $limit s (IMPORT_SECONDS=...)" ;;
    *)
        why="status $status${said:+: $said}"
        if [ $status -gt 128 ] && [ $status -le 192 ]; then
            why="crashed ($(kill -l $((status - 128)))): a build with -Xcompiler -fsanitize=address finds out where${said:+; $said}"
        fi
        if grep -qaE 'open display|DISPLAY' "$log" "$log.out"; then
            why="$why -> it opens a window of its own: run it where a display is"
        elif grep -qaiE 'usage' "$log" "$log.out"; then
            why="$why -> it wants arguments"
        fi
        ;;
    esac
}

# ---- all of them -------------------------------------------------------------------------------------

mapfile -t owned < <(owners)
for file in "${owned[@]}"; do
    build_folder "$file"
done
for source in "${programs[@]}"; do
    for file in "${owned[@]}"; do
        case $source in "${file%/*}"/*) continue 2 ;; esac
    done
    compile as-is "$source"
    tree=as-is runs=-
    try() { if [ $compiles = yes ] && [ "$backend$gpu" != cuda0 ]; then run "$work/$tree/from/$(dirname "$source")" "$program"; fi; }
    try
    if [ ${#known[@]} -gt 0 ] && { [ $compiles = no ] || [ $runs = no ]; } &&
        grep -qE 'include.*(book|cpu_bitmap|cpu_anim|gpu_anim|gl_helper)\.h' "$work/as-is/from/$source"; then
        first=("$compiles" "$runs" "$why")
        tree=our-headers runs=-
        compile $tree "$source"
        try
        if [ $compiles = no ] || [ $runs = no ]; then # no better
            compiles=${first[0]} runs=${first[1]} why=${first[2]}
        else
            why="with this project's common/ instead of the folder's; as it is: ${first[2]}"
        fi
    fi
    [ "$compiles" != part ] || parts=$((parts + 1))
    add_row "${source#./}" "${compiles/part/yes}" "$runs" "$why"
done

# ---- the table ---------------------------------------------------------------------------------------

width=7
for ((i = 0; i < ${#rows[@]}; i += 4)); do
    [ ${#rows[i]} -le "$width" ] || width=${#rows[i]}
done
[ "$width" -le 48 ] || width=48
row() { # blanks at the end are for nobody
    printf "%-${width}s  %-8s  %-4s  %s" "$@" | sed 's/ *$//'
    echo
}
echo "$from on the $backend backend"
row program compiles runs 'what stands in the way'
for ((i = 0; i < ${#rows[@]}; i += 4)); do
    row "${rows[@]:i:4}"
done
echo
printf '%d %s: %d compile, %d run' $((${#rows[@]} / 4)) "$([ $by_owner = 0 ] && echo files || echo 'programs and files')" $built $ran
[ $parts -eq 0 ] || printf ', %d without main()' $parts
[ "$backend$gpu" != cuda0 ] || printf '; there is no GPU here to run them on'
echo
