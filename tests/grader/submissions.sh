#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# submissions.sh KIND FOLDER [NAME...]: submissions of lab 1, a folder each: all of tests/grader/KIND/, or those named. NAME.cu is
# a source, NAME.patch what the solution has otherwise; answers and predictions are the solution's. The first line of each says
# how many points it deserves (of a hostile one, at most), and a line `look: WORDS` what the class's table has to say of it.
# Prints a line each: NAME POINTS WORDS. In a source,
#     // here: PART   stands for the solution; for what has a fault (parts/PART.patch); or for parts/PART.cu, which
#                     several submissions share
#     // main: CODE   is what the part's main does first
set -eu
kind=$1 into=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
solution=$here/../../labs/solutions/01_first_kernel
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
cp "$here"/parts/*.cu "$parts"
cp "$solution/first_kernel.cu" "$parts/solution.cu"
for fault in "$here"/parts/*.patch; do
    patch --silent --fuzz=0 -o "$parts/$(basename "$fault" .patch).cu" "$solution/first_kernel.cu" "$fault"
done
for file in "$here/$kind"/*; do
    name=$(basename "${file%.*}")
    [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
    at=$into/$name
    mkdir -p "$at"
    cp "$solution"/{answers,predictions}.txt "$at"
    case $file in
    *.cu)
        LC_ALL=C awk -v parts="$parts" '
            /^\/\/ main: / { first = substr($0, 10); next }
            !/^\/\/ here: / { print; next }
            {
                part = parts "/" $3 ".cu"
                while ((getline <part) > 0) {
                    if (/^    lab_begin\(/ && first != "") print first
                    print
                }
            }' "$file" >"$at/first_kernel.cu"
        ;;
    *.patch)
        cp "$solution/first_kernel.cu" "$at"
        patch --silent --fuzz=0 --no-backup-if-mismatch -p1 -d "$at" <"$file"
        ;;
    esac
    points=$(head -1 "$file" | sed -E 's|^(// )?([0-9.]+).*|\2|')
    look=$(sed -nE '2s|^(// )?look: ||p' "$file")
    echo "$name $points $look"
done
