#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What students get (make course), as they have it, a clone: nothing in it gives anything away, its links lead somewhere, its
# programs build, and the commands on its pages are commands. CUDA_CHAPTERS_LONG=1: CUDA on the CPU builds from nothing, and the
# commands on the labs' pages run.
. "$(dirname "$0")/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

made=$dir/made
course=$dir/course

ok 'make course' make -s course OUT="$made"
ok 'not into a folder that holds something' sh -c "! make -s course OUT='$made'"
ok 'all of it is in its repository' sh -c "[ -z \"\$(git -C '$made' status --porcelain --ignored)\" ] && git clone -q '$made' '$course'"
nothing_given_away() {
    ! find "$course" \( -name points -o -name 'secret*' -o -name key.txt -o -name instructor.md -o -name '*.t' -o -path '*/solutions*' \
        -o -name '*.patch' -o -name wrong.sh -o -name grade -o -name judge.cu -o -name checks.sh.orig \) -not -path '*/.git/*' | grep .
}
ok 'no solutions, points, sizes, tests' nothing_given_away

# ---- pages ---------------------------------------------------------------------------------------------

links_resolve() { # every relative link of the pages leads somewhere
    local page target status=0
    while IFS= read -r page; do
        while read -r target; do
            target=${target%%#*}
            case $target in '' | http*) continue ;; esac
            [ -e "$(dirname "$page")/$target" ] || { echo "$page: $target" && status=1; }
        done < <(grep -oE '\]\([^)]+\)|src(set)?="[^"]+"' "$page" | sed -E 's/^\]\(//; s/\)$//; s/^src(set)?="//; s/"$//')
    done < <(find "$course" -name '*.md' ! -path '*/.git/*')
    return "$status"
}
ok "the pages' links lead somewhere" links_resolve
no_dead_symlink() { ! find -L "$course" -type l | grep .; }
ok 'so do symbolic links' no_dead_symlink
course_is_there() { # the pages of the reading order
    local page status=0
    for page in $(python3 docs/handbook/pages.py | sed -n 's/^The course\t//p'); do
        case $page in labs/*) page=${page#labs/} ;; *) page=reading/$page ;; esac
        [ -e "$course/$page" ] || { echo "$page" && status=1; }
    done
    return "$status"
}
ok 'every page of the reading order is there' course_is_there

# What make knows in the course's folder, and in reading/.
knows() {
    make -s -C "$course" | sed -nE 's/^make ([a-z]+).*/\1/p; s/^NAME is one of: //p' | tr ' ' '\n' >"$dir/labs"
    {
        make -s -C "$course/reading" help | sed -nE 's/^make (PROGRAM|FOLDER) .*: //p; s/^make ([a-z-]+).*/\1/p' | tr ' ' '\n'
        printf '%s\n' all cpu
        find "$course"/reading/tests -name '*.cu' -exec basename -s .cu {} +
        find "$course"/reading/bench -maxdepth 1 -name '*.cu' | sed -E 's,.*/(.*)[.]cu,\1\nbin/cuda/\1,' # by their file: bin/cuda/NAME
        sed -n 's/^ *__global__ void \([a-z_]*\).*/\1/p' "$course/reading/tests/count/transposes.cu" # COMPARE= takes kernels, too
    } >"$dir/reading"
}
knows
known() { # known FOLDER PAGE...: what the pages' commands name is known in that folder
    local page word status=0
    for page in "${@:2}"; do
        while read -r word; do
            grep -qxF -- "$word" "$dir/$1" || { echo "$page: $word" && status=1; }
        done < <(awk -v names=1 -f tests/commands.awk "$page")
    done
    return "$status"
}
mapfile -t pages < <(find "$course/reading" -name '*.md')
ok 'there are pages' test ${#pages[@]} -gt 30
ok "the labs' pages name programs and commands that are there" known labs "$course"/[0-9]*/README.md
ok "so do the chapters' and the concepts'" known reading "${pages[@]}"
# shellcheck disable=SC2016 # a page's backticks
printf 'Try `make frist`.\n' >"$dir/page.md"
unknown() { ! known reading "$dir/page.md"; }
ok 'a command that is none is found' unknown

# ---- programs ------------------------------------------------------------------------------------------

# CUDA on the CPU is there as it is here: so it builds as here. Usually it takes what was built here.
same_toolkit() {
    diff -r -x __pycache__ -x '*.md' -x 'lib*' -x build -x .lock cpu "$course/cpu" || return
    [ -n "${CUDA_CHAPTERS_LONG-}" ] || { cp -Rp cpu/libexec cpu/lib64 "$course/cpu/" && touch "$course/cpu/lib64/.complete"; }
}
ok 'CUDA on the CPU is all there' same_toolkit
builds_and_says() { # each program builds, runs and says what is missing
    local name status=0
    for name in "$course"/[0-9]*/*.cu; do
        name=$(basename "$name" .cu)
        make -s -C "$course" NVCC='cpu/bin/cudacc -Xcompiler -O1' "$name"
        if ! (cd "$course" && "bin/$name" 2>&1) | grep -qE 'tasks right'; then
            echo "$name"
            status=1
        fi
    done
    return "$status"
}
ok 'each program builds, and says what is missing' builds_and_says
ok 'make check there' sh -c "make -s -C '$course' check P=hunt ARGS='--task 1' 2>&1 | grep -q 'check-memory: 1 finding'"
ok 'make count there' sh -c "cp labs/solutions/01_first_kernel/first_kernel.cu '$course/01_first_kernel/' && make -s -C '$course' count P=first_kernel 2>&1 | grep -q '^counted'"
report_there() { make -s -C "$course" report P=first_kernel && grep -q '<b>writes global</b>' "$course/bin/first_kernel.html"; }
if command -v python3 >/dev/null; then ok 'make report there' report_there; else skip 'make report there' 'no python3'; fi
ok "a chapter's program there" sh -c "cd '$course/reading/vecadd' && make BACKEND=cpu first && ../bin/cpu/first"
every_command() { # of the labs' pages: a program with holes may end with 1
    local page command status=0
    for page in "$course"/[0-9]*/README.md; do
        while IFS= read -r command; do
            (cd "$course" && eval "$command") >"$dir/said" 2>&1
            [ $? -le 1 ] || grep -q 'Error 1$' "$dir/said" || { echo "$page: $command" && cat "$dir/said" && status=1; }
        done < <(awk -f tests/commands.awk "$page")
    done
    return "$status"
}
if [ -n "${CUDA_CHAPTERS_LONG-}" ]; then
    ok "every command of the labs' pages runs" every_command
else
    skip "every command of the labs' pages runs" 'with CUDA_CHAPTERS_LONG=1'
fi
done_testing
