#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# class.sh FOLDER [COUNT]: a class for lab 1, 200 submissions or so many: solutions, the typical wrong ones, skeletons, solutions in
# another form, and a hostile one in ten. What it says is a line each: `NAME POINTS`, and behind those of a hostile one `most`.
set -u
here=$(cd "$(dirname "$0")" && pwd)
lab=$here/../../labs/01_first_kernel
solution=$here/../../labs/solutions/01_first_kernel
into=$1 count=${2:-200}
hostile=(endless_host endless_kernel sleeps fork_bomb daemons threads memory_hog says_10_GB files_10_GB template_bomb
    preprocessor_bomb includes_zero includes_solution prints_right asks_the_reference forges_checks filters_checks
    leaves_before_main kills_everybody links)
wrong=("$solution"/wrong/*.patch)

for ((i = 0; i < count; i++)); do
    printf -v name 'student%03d' "$i"
    mkdir -p "$into/$name"
    cp "$solution/answers.txt" "$solution/predictions.txt" "$into/$name"
    case $((i % 10)) in
    0)
        rm -r "${into:?}/$name"
        line=$("$here/hostile.sh" "$into" "${hostile[i / 10 % ${#hostile[@]}]}")
        mv "$into/${line% *}" "$into/$name"
        echo "$name ${line#* } most"
        continue
        ;;
    1 | 2)
        cp "$lab/first_kernel.cu" "$into/$name"
        echo "$name 4"
        ;;
    3 | 4 | 5)
        patch=${wrong[i / 10 % ${#wrong[@]}]}
        "$solution/../wrong.sh" "01_first_kernel/$(basename "$patch" .patch)" "$into/$name"
        echo "$name $(head -1 "$patch" | cut -d' ' -f1)"
        ;;
    6)
        sed "s/THREADS = 256/THREADS = $((32 * (1 + i % 32)))/" "$solution/first_kernel.cu" >"$into/$name/first_kernel.cu"
        echo "$name 22"
        ;;
    7)
        { sed 's/threadIdx.x + blockIdx.x \* blockDim.x/blockDim.x * blockIdx.x + threadIdx.x/; s/\bi\b/number/g' "$solution/first_kernel.cu" | tr -s ' '; } \
            >"$into/$name/first_kernel.cu"
        echo "$name 22"
        ;;
    *)
        cp "$solution/first_kernel.cu" "$into/$name"
        echo "$name 22"
        ;;
    esac
done
