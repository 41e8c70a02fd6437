#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The labs: every skeleton, solution and typical wrong one gets what it deserves, and a right one in another style
# (tests/grader/styles). Usually a wrong submission is graded for each form of a condition, and the skeletons of two labs.
# CUDA_CHAPTERS_LONG=1: all of them.
# The grader before hostile and odd submissions: tests/grader.t.
# What students get: tests/course.t.
. "$(dirname "$0")/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

said=$dir/said

# ---- points --------------------------------------------------------------------------------------------

earns() { # earns CSV STUDENT POINTS-FILE: exactly what stands first in the file; `all` for all there are
    local got wanted
    wanted=$(head -1 "$3" | cut -d' ' -f1)
    got=$(awk -F, -v student="$2" '$1 == student { print $2 " of " $3 }' "$1")
    [ -n "$got" ] && [ "${got% of *}" = "${wanted/all/${got#* of }}" ] && return
    echo "$2: $got, and it should be $wanted"
    cat "$dir/pages/$2.txt"
    return 1
}

# They lose points by count, memory, quiet and an answer, result, race and init, calls, a device, the host.
wrongs='01_first_kernel/stride_of_the_block 01_first_kernel/no_guard 02_finding_faults/barrier_in_if
    03_honest_timing/no_wait 04_shared_memory/no_barrier 08_streams/no_event 10_several_gpus/one_device
    15_unified_memory/host_alone'
skeletons='01_first_kernel 12_scan'
[ -z "${CUDA_CHAPTERS_LONG-}" ] || skeletons=$(cd labs && printf '%s ' [0-9]*)
[ -z "${CUDA_CHAPTERS_LONG-}" ] || wrongs=$(cd labs/solutions && printf '%s\n' */wrong/*.patch | sed 's|/wrong/|/|; s/.patch$//')

if labs/grader/confine --seconds 60 true 2>"$said"; then
    echo all >"$dir/all"
    for lab in labs/[0-9]*/; do
        lab=$(basename "$lab")
        class=$dir/class/$lab
        mkdir -p "$class/solution"
        if [[ " $skeletons " = *" $lab "* ]]; then
            mkdir "$class/skeleton"
            cp labs/"$lab"/*.cu labs/"$lab"/*.txt "$class/skeleton"
        fi
        cp labs/solutions/"$lab"/*.cu labs/solutions/"$lab"/{answers,predictions}.txt "$class/solution"
        if [ -f "tests/grader/styles/$lab.patch" ]; then
            cp -R "$class/solution" "$class/style"
            patch --silent --fuzz=0 --no-backup-if-mismatch -p1 -d "$class/style" <"tests/grader/styles/$lab.patch"
        fi
        for wrong in $wrongs; do
            [ "${wrong%/*}" != "$lab" ] || labs/solutions/wrong.sh "$wrong" "$class/wrong_${wrong#*/}"
        done
        if [ "$lab" = 02_finding_faults ]; then # what the runtime says of its barrier has to be heard all the same
            cp -R "$class/wrong_barrier_in_if" "$class/silent"
            patch --silent --fuzz=0 --no-backup-if-mismatch -p1 -d "$class/silent" <tests/grader/silent.patch
        fi
        ok "$lab: a class is graded" labs/grade --seconds 1000 --csv "$dir/$lab.csv" --pages "$dir/pages" "$lab" "$class"
        ok "$lab: the solution earns all" earns "$dir/$lab.csv" solution "$dir/all"
        ok "$lab: and leaves nothing to look at" grep -qE '^solution,.*,$' "$dir/$lab.csv"
        [ ! -d "$class/style" ] || ok "$lab: in another style" earns "$dir/$lab.csv" style "tests/grader/styles/$lab.patch"
        [ ! -d "$class/skeleton" ] || ok "$lab: as it is handed out" earns "$dir/$lab.csv" skeleton "labs/solutions/$lab/skeleton_points"
        for wrong in "$class"/wrong_*/; do
            [ -d "$wrong" ] || continue # none of this lab
            wrong=$(basename "$wrong")
            ok "$lab: $wrong" earns "$dir/$lab.csv" "$wrong" "labs/solutions/$lab/wrong/${wrong#wrong_}.patch"
        done
        [ ! -d "$class/silent" ] || ok "$lab: closing standard error earns nothing" earns "$dir/$lab.csv" silent tests/grader/silent.patch
    done
else
    skip 'points' "submissions can't be run safely here: $(tail -1 "$said")"
fi

# ---- who calls -----------------------------------------------------------------------------------------

refused() { # refused PATTERN ARGUMENT...: status 2, and one line that says why
    local pattern=$1 status
    shift
    labs/grade "$@" >"$said" 2>&1
    status=$?
    cat "$said"
    [ "$status" = 2 ] && [ "$(wc -l <"$said")" = 1 ] && grep -q -- "$pattern" "$said"
}
ok 'no arguments' refused usage:
ok 'one' refused usage: 01
ok 'no such lab' refused 'no lab 77' 77 labs
ok 'no such folder' refused 'no such folder' 01 "$dir/none"
ok 'a folder without submissions' refused 'neither first_kernel.cu nor' 01 labs/grader/gradescope
ok 'no such option' refused 'no such option' --colour 01 labs
ok 'an option without its value' refused 'missing' --csv
ok 'jobs that are no number' refused 'not a number' --jobs x 01 labs
ok 'seconds that are no number' refused 'not a number' --seconds 0 01 labs
ok 'no secret file' refused "can't be read" --secret "$dir/none" 01 labs
echo '02 1 1' >"$dir/secret"
ok 'a secret file without the lab' refused 'has no line' --secret "$dir/secret" 01 labs
ok '--help' sh -c 'labs/grade --help | grep -q "A lab.s .points. file"'

done_testing
