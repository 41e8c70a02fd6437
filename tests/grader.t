#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The grader of the labs (labs/grade) before submissions that mean harm, that are odd, and that are honest and look odd: each gets
# what it deserves, leaves nothing and delays no other. They are the files of tests/grader/. Usually those of each kind are
# graded; CUDA_CHAPTERS_LONG=1: all, and a class of 200.
. "$(dirname "$0")/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

mkdir "$dir/tmp" && export TMPDIR=$dir/tmp
chmod 711 "$dir" "$dir/tmp" # as root, runs are somebody else's
said=$dir/said
solution=labs/solutions/01_first_kernel

# ---- what a source is without its comments -----------------------------------------------------------------------------

# What the compiler takes for a directive is one for the grader too, whatever stands in front of it: each line of the file is put
# where a comment may seem to begin, and below it is a directive that no lab needs.
seen_behind() { # seen_behind TEXT
    local text
    text=$(printf '#if 0\n%b\n#endif\n#line 9 "other.h"\n' "$1" | LC_ALL=C awk -f labs/grader/bare.awk)
    if g++ -E -x c++ -std=gnu++17 - <<<"$text" 2>/dev/null | grep -q other.h; then
        LC_ALL=C awk -v words=1 -f labs/grader/bare.awk <<<"$text" | LC_ALL=C awk -f labs/grader/screen.awk | grep -q '^#line'
    fi
}
while IFS= read -r text; do
    ok "nothing is hidden behind $text" seen_behind "$text"
done <tests/grader/openers.txt
costs_nothing() { # what a source may have
    ! LC_ALL=C awk -v words=1 -f labs/grader/bare.awk <<<"$1" | LC_ALL=C awk -f labs/grader/screen.awk | grep .
}
for text in '#include <bits/stdc++.h>' '#include <cuda/std/array>' '#include <cuda/atomic>' '#include <thrust/device_vector.h>' \
    '#include "cub/cub.cuh"' '#pragma GCC diagnostic ignored "-Wall"' '#pragma omp parallel for' '#pragma unroll (TILE + 3) / 4'; do
    ok "nothing is lost by $text" costs_nothing "$text"
done
a_long_line() { # is read in a moment: its tokens are not copied with all that comes after them
    { printf 'void f() {' && head -c 250000 /dev/zero | tr '\0' ';' && echo ' asm("nop"); }'; } >"$dir/long"
    [ "$(LC_ALL=C awk -v words=1 -f labs/grader/bare.awk "$dir/long" | (ulimit -t 5 && LC_ALL=C awk -f labs/grader/screen.awk))" = asm ]
}
ok 'a long line is read in a moment' a_long_line
lines_are_kept() { # for the messages' sake, and nothing but comments is gone
    local file
    for file in labs/*/*.cu labs/solutions/*/*.cu vecadd/*.cu; do
        LC_ALL=C awk -f labs/grader/bare.awk "$file" >"$dir/bare"
        [ "$(wc -l <"$file")" = "$(wc -l <"$dir/bare")" ] || return
        cmp <(g++ -fpreprocessed -dD -E -P -x c++ -std=gnu++17 "$file" | tr -d ' \t\n') \
            <(g++ -fpreprocessed -dD -E -P -x c++ -std=gnu++17 "$dir/bare" | tr -d ' \t\n') || return
    done
}
ok 'a source without comments has as many lines, and the same words' lines_are_kept

# ---- Gradescope and GitHub Classroom ----------------------------------------------------------------------------------------

ok 'without bubblewrap nothing is graded, and what to do is said' sh -c "mkdir '$dir/bin' && for c in bash dirname sh tail cat; do
    ln -s \"\$(command -v \$c)\" '$dir/bin/'; done; ! PATH='$dir/bin' labs/grader/gradescope/can_grade.sh >'$said' && grep -q 'What the lecturer can do' '$said'"
archive_is_whole() {
    labs/grader/gradescope/pack.sh 1 "$dir/archive.zip" "$dir/secret" || return
    python3 - "$dir/archive.zip" <<'END'
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
names = set(archive.namelist())
assert {'setup.sh', 'run_autograder', 'cuda-chapters/labs/grade', 'cuda-chapters/cpu/bin/cudacc'} <= names, names
assert archive.read('cuda-chapters/lab') == b'01_first_kernel\n'
assert archive.read('cuda-chapters/labs/solutions/secret') == b'01 40 7\n'
END
}
echo '01 40 7' >"$dir/secret"
if git rev-parse HEAD >/dev/null 2>&1 && command -v python3 >/dev/null; then
    ok "Gradescope's archive holds all that it needs, with the class's own sizes" archive_is_whole
else
    skip "Gradescope's archive" 'no Git or no Python here'
fi
ok "a student's workflow knows no secret" sh -c "! grep -niE 'secrets|token:|cuda-chapters' labs/grader/classroom/pack.yml"

# ---- submissions ---------------------------------------------------------------------------------------------------------

if ! labs/grader/confine --seconds 60 true 2>"$said"; then
    skip 'submissions' "they can't be run safely here: $(tail -1 "$said")"
    done_testing
    exit
fi

# What stands in the table of a class, a line each: NAME POINTS LOOK-AT.
table() {
    awk '{
        n = 0
        rest = $0 ","
        while (match(rest, /^("([^"]|"")*"|[^",]*),/)) {
            cell[++n] = substr(rest, 1, RLENGTH - 1)
            gsub(/^"|"$/, "", cell[n])
            rest = substr(rest, RLENGTH + 1)
        }
        gsub(/ /, "_", cell[1])
        print cell[1], cell[2] == "" ? "none" : cell[2], cell[n]
    }' "$1"
}
# deserved most|exactly EXPECTED CSV: EXPECTED has lines NAME POINTS [WORDS]; each name is there, has these points (at most), and
# its last cell has the words.
deserved() {
    table "$3" >"$dir/table" || return
    awk -v most="$1" 'NR == FNR { points[$1] = $2; rest = $0; sub(/^[^ ]+ [^ ]+ ?/, "", rest); look[$1] = rest; next }
        { got[$1] = $2; told = $0; sub(/^[^ ]+ [^ ]+ /, "", told); words[$1] = told }
        END {
            for (name in points)
                if (!(name in got) || got[name] == "none" || (most == "most" ? got[name] + 0 > points[name] + 0 : got[name] != points[name]) ||
                    !index(words[name], look[name])) {
                    print name ": " got[name] " (" words[name] "), and should be " points[name] " (" look[name] ")"
                    bad = 1
                }
            exit bad
        }' "$2" "$dir/table"
}
graded() { labs/grade --csv "$dir/$1.csv" --pages "$dir/pages" "${@:2}" 01 "$dir/$1"; }

tests/grader/submissions.sh honest "$dir/honest" >"$dir/honest.list"
ok 'honest submissions that look odd are graded' graded honest
ok 'each has what it deserves' deserved exactly "$dir/honest.list" "$dir/honest.csv"

tests/grader/odd.sh "$dir/odd" >"$dir/odd.list"
# As the caller: a locale with a comma, and a file that is open. The names' order is the grader's.
ok 'odd files and names are graded' sh -c "cd '$dir' && exec 7<'$dir/secret' 8>'$dir/leak' && LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 \
    '$PWD/labs/grade' --csv odd.csv --pages pages 01 odd"
ok 'each of them, too, has what it deserves' deserved exactly "$dir/odd.list" "$dir/odd.csv"
folders=$(find "$dir/odd" -mindepth 1 -maxdepth 1 \( -type d -o -type l \) ! -name .git ! -name __MACOSX -printf x)
pages=$(find "$dir/pages" -newer "$dir/odd.list" -name '*.html' -printf x)
ok 'a row for each folder, and a page' test ${#folders} = $(($(wc -l <"$dir/odd.csv") - 1)) -a "$folders" = "$pages"
ok 'a folder in a folder is found' grep -q 'lab 1/first_kernel.cu is: put it at the top' "$dir/pages/folder_in_folder.txt"
ok 'no cell is a formula, or turns the text' sh -c "! LC_ALL=C grep -E '(^|,)\"?[-=+@]|'\$(printf '\342\200\256') '$dir/odd.csv'"
for name in more_than_answers markup; do
    labs/grade --json "$dir/$name.json" 01 "$dir/odd/$name" >/dev/null
    command -v python3 >/dev/null || continue
    ok "--json is JSON, of $name" python3 -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8"))' "$dir/$name.json"
done

# What does not end by itself gets less time, and goes first.
endless='endless_kernel endless_host fork_bomb'
# shellcheck disable=SC2086 # words
tests/grader/submissions.sh hostile "$dir/endless" $endless >"$dir/endless.list"
ok 'what does not end is graded' graded endless --seconds 20
ok 'it gets no more than it has earned' deserved most "$dir/endless.list" "$dir/endless.csv"

# One of each kind.
few='attribute_after_tab digraph_attribute pragma_by_macro libstdcxx_macro paste_if_watched pragma_renames line_as_finding writes_its_code
    own_read own_new own_terminate setenv_check fortify_dprintf
    hears_seal_first leaves_before_main forges_checks fileno_hack finds_seal_in_memory shadow_modf
    splits_process daemons kills_everybody stops_the_clock
    host_alone host_function_by_pointer host_empty_kernel host_beside_kernels host_copy_kernel host_by_pinned_memory host_for_large host_for_small guesses_seed barrier_in_if host_through_pointer device_variables
    element_by_element results_as_numbers host_function_beside_another host_between_kernels hands_in_device_pointer by_hand_when_watched task3_cached calls_lab_input hears_other_numbers asks_the_reference
    decoy_kernel dilutes_counts launch_without_loads barrier_by_order template_quote floods_report goes_by_address host_intrinsic record_many
    writes_everywhere says_10_GB error_html abort_at_end'
[ -z "${CUDA_CHAPTERS_LONG-}" ] || few=''
# shellcheck disable=SC2086 # words
tests/grader/submissions.sh hostile "$dir/hostile" $few >"$dir/hostile.list"
mkdir "$dir/hostile/zz_honest"
cp "$solution"/first_kernel.cu "$solution"/{answers,predictions}.txt "$dir/hostile/zz_honest"
echo 'zz_honest 22' >"$dir/honest.list"
printf '%s\n' '01 333 20411' '01 1 977' '01 4097 31337' >"$dir/small" # some of them launch a kernel, or copy, for each number
ok 'hostile submissions are graded, more at a time than there are cores' graded hostile --jobs 4 --secret "$dir/small"
ok 'they get no more than they have earned' deserved most "$dir/hostile.list" "$dir/hostile.csv"
ok 'who comes beside and after them gets what is due' deserved exactly "$dir/honest.list" "$dir/hostile.csv"

# The judge of lab 9 gets six million results of one task; beside it is an honest one.
mkdir -p "$dir"/ninth/{honest,busy}
cp labs/solutions/09_ladder/*.cu labs/solutions/09_ladder/{answers,predictions}.txt "$dir/ninth/honest"
echo "honest $(awk '/^[0-9.]/ && !/ time [0-9]+ [0-9]+ <=/ { sum += $1 } END { print sum }' labs/09_ladder/points)" >"$dir/beside.list"
cp labs/solutions/09_ladder/{answers,predictions}.txt tests/grader/ladder.cu "$dir/ninth/busy"
ok 'the judge is not kept busy' labs/grade --jobs 12 --csv "$dir/ninth.csv" 09 "$dir/ninth"
echo 'busy 4' >"$dir/ninth.list"
ok 'and gives what is due' deserved most "$dir/ninth.list" "$dir/ninth.csv"
ok 'also to the honest one beside it' deserved exactly "$dir/beside.list" "$dir/ninth.csv"

# A function of lab 14's makes numbers of what it gets: the grader knows those that are made of the lab's own, and no others.
mkdir -p "$dir/rows/told"
cp labs/solutions/14_sparse/rows.cu labs/solutions/14_sparse/{answers,predictions}.txt "$dir/rows/told"
patch --silent --fuzz=0 --no-backup-if-mismatch -p1 -d "$dir/rows/told" <tests/grader/rows.patch
echo "told $(head -1 tests/grader/rows.patch | cut -d' ' -f1) $(sed -n '2s/^look: //p' tests/grader/rows.patch)" >"$dir/rows.list"
ok 'a submission that makes numbers of its own is graded' labs/grade --csv "$dir/rows.csv" 14 "$dir/rows"
ok 'and told of' deserved most "$dir/rows.list" "$dir/rows.csv"

# The grader's own part fails: that is no submission's fault.
cannot_be_graded() {
    mkdir "$dir/broken" && cp -Rp labs "$dir/broken/" && mkdir -p "$dir/two/ann" "$dir/two/bob" || return
    cp "$solution/first_kernel.cu" "$dir/two/ann" && cp "$solution/first_kernel.cu" "$dir/two/bob" || return
    # The sandbox works once, for the grader's own try, and then no more.
    printf '%s\n' '#!/bin/bash' "[ ! -e '$dir/tried' ] && touch '$dir/tried' && exit" 'exit 125' >"$dir/broken/labs/grader/confine"
    TOOLKIT=$PWD/cpu "$dir/broken/labs/grade" --csv "$dir/two.csv" --pages "$dir/two.pages" 01 "$dir/two"
    [ $? = 3 ] && grep -qx 'ann,,22,.*,not graded' "$dir/two.csv" && grep -q 'not graded' "$dir/two.pages/bob.txt"
}
ok 'what cannot be graded has an empty cell, a page that says so, and status 3' cannot_be_graded

if [ -n "${CUDA_CHAPTERS_LONG-}" ]; then
    tests/grader/class.sh "$dir/class" >"$dir/class.list"
    ok 'a class of 200 is graded' graded class
    grep ' most$' "$dir/class.list" | sed 's/ most$//' >"$dir/class.hostile"
    grep -v ' most$' "$dir/class.list" >"$dir/class.honest"
    ok 'each has the points that are due' deserved exactly "$dir/class.honest" "$dir/class.csv"
    ok 'hostile ones no more' deserved most "$dir/class.hostile" "$dir/class.csv"
fi

# ---- other orders of threads ------------------------------------------------------------------------------------------------

ok 'a program is built to run its threads in other orders' \
    cpu/bin/nvcc --check=access -Xcompiler -O1,-g1 -o "$dir/orders" tests/grader/orders.cu
for order in reverse 1 2; do
    ok "each thread runs once, order $order" env CUDA_CPU_CHECK=race CUDA_CPU_SHUFFLE=$order "$dir/orders"
done

# ---- and nothing is left ----------------------------------------------------------------------------------------------------

ok 'nothing that they could read is in the pages' sh -c "! grep -rlE 'root:x:' '$dir/pages' && ! grep -l 20411 '$dir/pages/names_and_templates.txt'"
ok 'no command to a terminal either, and no markup' sh -c "! LC_ALL=C grep -rl '[[:cntrl:]]' '$dir/pages' &&
    ! grep -rlE --include='*.html' '<script|<img' '$dir/pages'"
# A run's world shows it files of this test: so its processes are told from those of another grader on the machine.
ok 'no process is left' sh -c "! grep -ls -- '${dir##*/}' /proc/[0-9]*/mountinfo"
ok 'nothing is left in the file system' sh -c "! ls -d /tmp/left-by* /var/tmp/full* /dev/shm/full* '$dir'/left-by* left-by* 2>/dev/null"
done_testing
