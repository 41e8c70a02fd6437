#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# class.sh FOLDER [COUNT]: a class for lab 1, 200 submissions or so many: solutions, the typical wrong ones, skeletons, honest ones
# that look odd, and a hostile one in ten. Prints a line each: `NAME POINTS`, and after that of a hostile one `most`.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
lab=$here/../../labs/01_first_kernel
solution=$here/../../labs/solutions/01_first_kernel
into=$1 count=${2:-200}
hostile=(endless_host endless_kernel sleeps fork_bomb daemons threads memory_hog says_10_GB template_bomb
    preprocessor_bomb includes_zero host_empty_kernel prints_right asks_the_reference forges_checks filters_checks
    leaves_before_main kills_everybody own_read)
wrong=("$solution"/wrong/*.patch)
honest=("$here"/honest/*.patch)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

for ((i = 0; i < count; i++)); do
    printf -v name 'student%03d' "$i"
    at=$into/$name
    case $((i % 10)) in
    0)
        which=${hostile[i / 10 % ${#hostile[@]}]}
        read -r _ points _ < <("$here/submissions.sh" hostile "$made" "$which")
        points="$points most"
        ;;
    1 | 2)
        which=skeleton points=4 # the answers and predictions are there
        mkdir -p "$made/$which"
        cp "$lab/first_kernel.cu" "$solution"/{answers,predictions}.txt "$made/$which"
        ;;
    3 | 4 | 5)
        patch=${wrong[i / 10 % ${#wrong[@]}]}
        which=wrong
        "$solution/../wrong.sh" "01_first_kernel/$(basename "$patch" .patch)" "$made/$which"
        points=$(head -1 "$patch" | cut -d' ' -f1)
        ;;
    6 | 7)
        which=$(basename "${honest[i / 10 % ${#honest[@]}]}" .patch)
        read -r _ points _ < <("$here/submissions.sh" honest "$made" "$which")
        ;;
    *)
        which=solution points=22
        mkdir -p "$made/$which"
        cp "$solution"/first_kernel.cu "$solution"/{answers,predictions}.txt "$made/$which"
        ;;
    esac
    mkdir -p "$into"
    mv "$made/$which" "$at"
    echo "$name $points"
done
