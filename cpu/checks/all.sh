#!/bin/sh
# SPDX-License-Identifier: MIT
# all.sh PROGRAM [ARGUMENT...]: runs a program under its three checks: bin/cpu-check-memory/PROGRAM, and
# bin/cpu-check-access/PROGRAM for races and for values that were never written. What the program prints is shown
# once, and so is what two checks find; the last line sums up. Exit status 1: something was found, or the program failed.
set -u
program=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
: >"$work/told"

# Passes on what no check before has told: a line, with the indented ones that belong to it.
news() {
    tee "$work/said" | awk -v told="$work/told" '
        BEGIN {
            while ((getline line < told) > 0)
                old[line]
        }
        !/^ / { known = $0 in old }
        !known {
            print
            fflush()
        }' >&2
    cat "$work/said" >>"$work/told"
}

status=0
exec 3>&1
for check in memory race init; do
    case $check in
    memory) build=memory what='accesses out of bounds' ;;
    race) build=access what='data races' ;;
    init) build=access what='values that were never written' ;;
    esac
    echo "--- $check: $what" >&2
    {
        CUDA_CPU_CHECK=$check "bin/cpu-check-$build/$program" "$@" 2>&1 >&3
        echo $? >"$work/status"
    } | news
    exec 3>/dev/null
    [ "$(cat "$work/status")" = 0 ] || status=1
done
found=$(grep '^cuda-cpu: ' "$work/told" | grep -v '^cuda-cpu: check-' | sort -u | grep -c .)
if [ "$found" != 0 ]; then
    [ "$found" = 1 ] && findings='one finding' || findings="$found findings, each told once"
    echo "--- $program: $findings"
elif [ $status = 1 ]; then
    echo "--- $program: nothing was found, but it failed with exit status $(cat "$work/status")"
else
    echo "--- $program: nothing was found"
fi >&2
exit $status
