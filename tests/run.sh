#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh NAME...: the tests of that name: a .t file (heat), a folder of cases (refused), or cases by their names or
# files (calls_of_kernels, tests/fission/scopes.cu). What they need is built first.
set -u
cd "$(dirname "$0")/.." || exit 1
make -s -C cpu compiler runtime || exit 1
status=0
for name; do
    name=${name#tests/}
    name=${name%.*}
    if [ -f "tests/$name.t" ]; then
        prove -v "tests/$name.t" || status=1
        continue
    fi
    found=()
    for file in "tests/$name"/*.cu "tests/$name.cu" tests/*/"$name.cu"; do
        [ ! -f "$file" ] || found+=("$file")
    done
    [ ${#found[@]} -gt 0 ] || { echo "no test or case '$name' in tests/" >&2 && exit 2; }
    for file in "${found[@]}"; do
        folder=${file%/*} case=$(basename "$file" .cu)
        case $folder in
        tests/refused | tests/accepted) tests/case.sh "$file" || status=1 ;;
        *) # a file of tests that takes its cases' names
            grep -q '^# Takes the names of cases' "$folder.t" || { echo "$file is part of $folder.t: make test T=${folder#tests/}" >&2 && exit 2; }
            prove -v "$folder.t" :: "$case" || status=1
            ;;
        esac
    done
done
exit "$status"
