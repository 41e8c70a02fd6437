#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Of a folder of somebody's CUDA programs: which compile here, which run, and what stands in the way of
# the rest. `make import FROM=folder` calls
#
#     ./import.sh FOLDER cpu|cuda
#
# It works on a copy under build/import/ (large files and version control left out), and runs what it
# built there, without a display and for IMPORT_SECONDS (20) at most. Nothing is written into FOLDER.
set -u

root=$(cd "$(dirname "$0")" && pwd -P)
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

# ---- the copies --------------------------------------------------------------------------------------

copy() { # copy TREE: the folder as TREE/from, beside the project's own rooms
    local room
    rm -rf "${work:?}/$1/from" "${work:?}/$1/bin"
    mkdir -p "$work/$1/from" || exit 1
    for room in Makefile common cpu; do
        ln -sfn "$root/$room" "$work/$1/$room"
    done
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

# ---- one program -------------------------------------------------------------------------------------

gpu=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')
options=(WERROR= 'NVCCFLAGS=-w' 'CXXFLAGS=-w')
[ "$backend$gpu" != cuda0 ] || options+=("ARCH=${ARCH:-sm_75}") # one that every toolkit knows
log=$work/log
clean() { sed -E "s|$work/[a-z-]*/||g; s|(^\|[ \"'])from/|\1|g"; }

compile() { # compile TREE PROGRAM: leaves $compiles (yes, no, part) and $why
    local name
    name=$(basename "$2" .cu)
    why=
    case $2 in *[!A-Za-z0-9_./+-]*)
        compiles=no why='its path has characters that make cannot take: rename it'
        return
        ;;
    esac
    rm -rf "${work:?}/$1/bin/$backend" "$work/$1/build/$backend/$name".*
    if make --no-print-directory -C "$work/$1" "BACKEND=$backend" "SOURCES=from/${2#./}" "${options[@]}" \
        "bin/$backend/$name" >"$log" 2>&1 </dev/null; then
        compiles=yes
        return
    fi
    if grep -qE "undefined reference to .main'|undefined symbol: main" "$log"; then
        compiles=part why='it has no main(): part of a program of several files'
        return
    fi
    compiles=no
    why=$(grep -E 'error[ :]|Error: |undefined reference|cannot find -l' "$log" | head -n 1 | clean)
    why=${why:-$(tail -n 1 "$log" | clean)}
    advice=$(advise "$work/$1/from/${2#./}")
    why=$why${advice:+ -> $advice}
}

# advise SOURCE: what to do about $why, where the cause is a known one.
advise() {
    local source=$1 header
    has() { grep -qE "$1" "$source"; }
    if [ "$backend" = cpu ]; then
        local lacks
        lacks=$("$root/cpu/compiler/lacks.sh" "$source")
        if [ -n "$lacks" ]; then
            echo "$lacks"
            return
        fi
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
        cooperative_groups* | cuda_fp16* | cuda_bf16*) echo 'not on the CPU backend: BACKEND=cuda' ;;
        *) echo "$header is neither in the folder nor installed" ;;
        esac
        ;;
    *'calling a __host__ function'*) echo 'mark that function or constructor __host__ __device__' ;;
    *'undefined in device code'*) echo 'if it is a texture reference: declare it at file scope, with texture<...> in the same file' ;;
    *'undefined reference to'*)
        case $why in
        *cublas* | *curand* | *cufft* | *cusparse* | *cusolver*) echo 'link its library: make ... LIBS=-lcublas (or -lcurand ...)' ;;
        *\`cu[A-Z]*) echo 'the driver API needs its library: make ... LIBS=-lcuda' ;;
        *\`glu[A-Z]* | *\`glew*) echo 'needs -lGLU or -lGLEW: make ... LIBS=...' ;;
        *\`cuda[A-Z]* | *\`__cuda*) echo 'the CPU backend lacks it: the table in cpu/README.md' ;;
        *) echo 'defined in another file: part of a program of several files' ;;
        esac
        ;;
    *rdc* | *'separate compilation'*) echo 'kernels that launch kernels need NVCCFLAGS=-rdc=true' ;;
    *[Ss]ymbol*'char'*) echo 'symbols named by a string left with CUDA 5: pass the variable itself' ;;
    *'not declared'* | *'not a member'* | *'undefined'* | *'does not name a type'* | *'no member named'*)
        if [ "$backend" = cpu ] && grep -qE "[^A-Za-z_](cuda[A-Z]|cu[A-Z]|__[a-z]|tex[1-3A-Z]|surf)" <<<"$why"; then
            echo 'the CPU backend lacks it: the table in cpu/README.md'
        fi
        ;;
    esac
}

run() { # run TREE PROGRAM: leaves $runs (yes, no) and $why
    local status name said
    name=$(basename "$2" .cu)
    { (cd "$work/$1/from/$(dirname "$2")" &&
        exec timeout -k 5 "$limit" "$work/$1/bin/$backend/$name" >"$log.out" 2>"$log" </dev/null); } 2>/dev/null
    status=$?
    runs=no
    said=$(grep -av '^[[:space:]]*$' "$log" | head -n 1 | cut -c1-150 | clean)
    said=${said:-$(grep -av '^[[:space:]]*$' "$log.out" | tail -n 1 | cut -c1-150)}
    case $status in
    0) runs=yes why= ;;
    124 | 137) why="still running after $limit s (IMPORT_SECONDS=...)" ;;
    *)
        why="status $status${said:+: $said}"
        [ $status -lt 128 ] || why="crashed ($(kill -l $((status - 128)))): a build with SANITIZE=address finds out where${said:+; $said}"
        if grep -qaE 'open display|DISPLAY' "$log" "$log.out"; then
            why="$why -> it opens a window of its own: run it where a display is"
        elif grep -qaiE 'usage' "$log" "$log.out"; then
            why="$why -> it wants arguments"
        fi
        ;;
    esac
    if grep -qa 'PTX, which a CPU does not run' "$log"; then # whether the program noticed or not
        runs=no
        why="$(grep -a 'PTX, which a CPU does not run' "$log" | head -n 1 | cut -c1-150 | clean)"
        why="$why -> write it in CUDA C, or BACKEND=cuda"
    fi
}

# ---- the table ---------------------------------------------------------------------------------------

width=7
for program in "${programs[@]}"; do
    program=${program#./}
    [ ${#program} -le "$width" ] || width=${#program}
done
[ "$width" -le 48 ] || width=48
row() { # blanks at the end are for nobody
    printf "%-${width}s  %-8s  %-4s  %s" "$@" | sed 's/ *$//'
    echo
}
echo "$from on the $backend backend"
row program compiles runs 'what stands in the way'
built=0 ran=0 parts=0
for program in "${programs[@]}"; do
    compile as-is "$program"
    tree=as-is runs=-
    try() { if [ $compiles = yes ] && [ "$backend$gpu" != cuda0 ]; then run "$tree" "$program"; fi; }
    try
    if [ ${#known[@]} -gt 0 ] && { [ $compiles = no ] || [ $runs = no ]; } &&
        grep -qE 'include.*(book|cpu_bitmap|cpu_anim|gpu_anim|gl_helper)\.h' "$work/as-is/from/$program"; then
        first=("$compiles" "$runs" "$why")
        tree=our-headers runs=-
        compile $tree "$program"
        try
        if [ $compiles = no ] || [ $runs = no ]; then # no better
            compiles=${first[0]} runs=${first[1]} why=${first[2]}
        else
            why="with this project's common/ instead of the folder's; as it is: ${first[2]}"
        fi
    fi
    [ "$compiles" = no ] || built=$((built + 1))
    [ "$compiles" != part ] || parts=$((parts + 1))
    [ "$runs" != yes ] || ran=$((ran + 1))
    row "${program#./}" "${compiles/part/yes}" "$runs" "$why"
done
echo
printf '%d files: %d compile, %d run' ${#programs[@]} $built $ran
[ $parts -eq 0 ] || printf ', %d without main()' $parts
[ "$backend$gpu" != cuda0 ] || printf '; there is no GPU here to run them on'
echo
