# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What the tests of the programs share. Source it instead of tap.sh.
#
#     backend=cpu|cuda        under test: CUDA_CHAPTERS_BACKEND, or what make picks
#     programs=(NAME...)      all that the Makefile knows, less those that are broken on purpose
#     bin=/.../bin/$backend   where they are built

. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"
# What `make test` was told does not hold for the makes in here; and no program opens a window.
unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE WERROR DISPLAY

backend=${CUDA_CHAPTERS_BACKEND:-$(make help | sed -nE 's/^make, .* build every program for ([a-z]+) .*/\1/p')}
programs=()
for program in $(make BACKEND="$backend" help | sed -n 's/^make PROGRAM *build one: //p'); do
    compgen -G "*/broken/$program.c*" >/dev/null || programs+=("$program")
done
bin=$PWD/bin/$backend

# A test without its programs can't go on.
build_programs() {
    ok "every program builds for $backend" make -j2 BACKEND="$backend" all ladders
    [ "${tap_failed:?}" = 0 ] || done_testing
    ok "there are programs" test ${#programs[@]} -gt 0
}

# is_ladder PROGRAM: it prints a row a rung (common/ladders), and has tests of its own.
is_ladder() { grep -qs 'ladder_climb(' ./*/ladder/"$1".cu; }

# picture_diff compares pictures; it needs libpng.
build_picture_diff() {
    ok 'picture_diff builds' "${CC:-gcc}" -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Werror -Icommon -DHAVE_PNG \
        tests/picture_diff.c -o "$dir/picture_diff" -lpng
}

has_png() { echo '#include <png.h>' | "${CC:-gcc}" -fsyntax-only -x c - 2>/dev/null; }

# picture NAME PROGRAM ARGUMENT...: its last one, in $dir/NAME.ppm
picture() {
    run "$2" --runs 1 --out "$dir/$1.ppm" "${@:3}"
    [ "$status" = 0 ] && grep -q '^result: right' "$dir/out"
}

# golden PROGRAM: it draws the room that people have looked at. Colours are rounded by the C library's pow, whose last digit differs
# from one to the next: so one level off is allowed.
golden() {
    picture golden "$1" --size 32 --steps 20 --frames 3 &&
        "$dir/picture_diff" tests/golden/room.png "$dir/golden.ppm" "$dir/difference.ppm" 1
}

# draws PROGRAM: its --out is a picture. For the others it is the same rows as --csv prints.
draws() { "$bin/$1" --help | grep -q '^  --out .*\.png'; }

# tree DIRECTORY: the sources once more, for a build with other flags or of other programs. They keep
# their times, so that what was built there before is not built again.
tree() {
    local room
    mkdir -p "$1"
    for room in Makefile */; do
        case $room in
        bin/ | build/ | tests/ | docs/) ;;
        *)
            rm -rf "${1:?}/${room%/}"
            cp -Rp "${room%/}" "$1/"
            ;;
        esac
    done
}

# spoiled_tree HEADER...: $dir/tree, a tree of links, with a folder broken for sources with a fault. The Makefile finds programs
# in any folder.
spoiled_tree() {
    mkdir -p "$dir/tree/broken"
    ln -s "$PWD/Makefile" "$PWD/common" "$PWD/cpu" "$PWD/tools" "$dir/tree/"
    [ $# = 0 ] || cp -R "$@" "$dir/tree/broken/"
}

# spoil NAME: $dir/tree/broken/NAME.cu, which is a program with the fault of tests/spoiled/NAME.patch; or a header beside
# it, which keeps its name.
spoil() {
    local patch=tests/spoiled/$1.patch source spoiled=$1.cu
    source=$(sed -n 's,^--- a/,,p' "$patch")
    [[ $source = *.cu ]] || spoiled=${source##*/}
    patch -s -o "$dir/tree/broken/$spoiled" "$source" "$patch"
}

# run PROGRAM ARGUMENT...: in an empty folder, $dir/run; leaves $status, $dir/out and $dir/err, and
# prints both, for the test's report.
run() {
    local name=$1
    shift
    rm -rf "$dir/run"
    mkdir "$dir/run"
    (cd "$dir/run" && "$bin/$name" "$@") >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    echo "status $status"
    cat "$dir/out" "$dir/err"
}

right() { # right PROGRAM ARGUMENT...: it ends well, and says so
    run "$@"
    [ "$status" = 0 ] && tail -n 1 "$dir/out" | grep -q '^result: right ('
}
wrong() { # wrong PROGRAM ARGUMENT...: it finds its own result wrong, and no time stands beside that
    run "$@"
    [ "$status" = 1 ] && tail -n 1 "$dir/out" | grep -q '^result: WRONG: ' &&
        grep -q '^first mismatch: ' "$dir/err" && ! grep -qE ' ms( |$)' "$dir/out"
}
refused() { # refused WORD PROGRAM ARGUMENT...: in one line, which has that word, and nothing is written
    local word=$1
    shift
    run "$@"
    [ "$status" = 2 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
        grep -qF -- "$word" "$dir/err" && [ -z "$(ls -A "$dir/run")" ]
}
