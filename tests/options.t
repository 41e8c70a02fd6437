#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a program can't do costs one line on stderr, nothing on stdout, exit status 2 (1 where CUDA
# refuses), and leaves no file. Every option of every program, every bad value; usually each program
# gets every third of the values, in turns, and with CUDA_CHAPTERS_LONG=1 all.
. "$(dirname "$0")/programs.sh"

# unallocatable PROGRAM ARGUMENT...: the same, but CUDA may be the one that refuses.
unallocatable() {
    run "$@"
    [[ $status == [12] ]] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
        [ -z "$(ls -A "$dir/run")" ]
}

# A file that was there must be there afterwards, as it was.
keeps() { # keeps PROGRAM FILE ARGUMENT...
    local name=$1 file=$dir/$2
    shift 2
    echo old >"$file"
    run "$name" "$@" --out "$file"
    [ "$status" = 2 ] && [ "$(cat "$file")" = old ] && [ "$(find "$dir" -name "${file##*/}*")" = "$file" ]
}

protected() { # protected PROGRAM FILE: a file that must not be written
    local file=$dir/$2
    echo old >"$file"
    chmod 444 "$file"
    refused "${file##*/}" "$1" --size 5 --out "$file" && [ "$(cat "$file")" = old ]
}

helps() { # helps PROGRAM
    run "$1" --help
    cp "$dir/out" "$dir/help"
    run "$1" -h
    [ "$status" = 0 ] && grep -q "^usage: $1 " "$dir/help" && cmp "$dir/help" "$dir/out" && rm "$dir/help"
}

every=3 turn=0
[ -z "${CUDA_CHAPTERS_LONG:-}" ] || every=1
# Not another program's turn; each has its first value somewhere else in the list.
in_turn() { turn=$((turn + 1)) && [ $((turn % every)) = 0 ]; }

build_programs
mkdir "$dir/folder" "$dir/folder.png"
for program in "${programs[@]}"; do
    [[ $program != first && $program != errors ]] || continue # they take none
    counts='size runs'
    most=
    case $program in
    ray_*) counts='size runs spheres' most=1000000 ;;
    shared_bitmap) most=1000000 ;;
    vecadd_* | dot_shared | dot_cpu) most=1000000000000000 ;;
    esac
    file=rows.csv
    ! draws "$program" || file=picture.png
    for word in $counts; do
        for value in '' 0 -1 -0 +5 ' 5' '5 ' 5x x 1e3 0x10 1.5 nan 5,000 \
            9223372036854775808 18446744073709551617 99999999999999999999999; do
            ! in_turn || ok "$program --$word '$value'" refused "--$word '$value'" "$program" "--$word" "$value"
        done
        ok "$program --$word without a value" refused "--$word" "$program" "--$word"
    done
    for value in '' -1 +5 ' 5' 5x 1e3 18446744073709551616; do
        ! in_turn || ok "$program --seed '$value'" refused "--seed '$value'" "$program" --seed "$value"
    done
    ok "$program --runs 1001" refused '--runs' "$program" --runs 1001
    ok "$program --sise 5" refused '--sise' "$program" --sise 5
    ok "$program -x" refused '-x' "$program" -x
    ok "$program -h is --help" helps "$program"
    ok "$program 5" refused "'5'" "$program" 5
    ok "$program --csv=yes" refused '--csv' "$program" --csv=yes
    ok "$program --size 5 --size" refused '--size' "$program" --size 5 --size
    ok "$program --out without a value" refused '--out' "$program" --out
    ok "$program --out ''" refused '--out' "$program" --size 5 --out ''
    ok "$program --out in a missing folder" \
        refused "no/such/$file" "$program" --size 5 --out "$dir/no/such/$file"
    ok "$program --out beyond a file" \
        refused "out/$file" "$program" --size 5 --out "$dir/out/$file"
    [ -p "$dir/fifo-$file" ] || mkfifo "$dir/fifo-$file"
    ok "$program --out is a FIFO without a reader" refused "fifo-$file" "$program" --size 5 --out "$dir/fifo-$file"
    ok "$program --out is a folder" refused folder "$program" --size 5 --out "$dir/folder"
    ok "$program --out is a folder, with a name that would do" \
        refused folder.png "$program" --size 5 --out "$dir/folder.png"
    if [ -w / ]; then
        skip "$program --out is protected" 'root may write everywhere'
    else
        ok "$program --out is protected" protected "$program" "protected-$file"
    fi
    if [ -n "$most" ]; then
        ok "$program --size $((most + 1))" refused "$((most + 1))" "$program" --size $((most + 1))
        ok "$program --size $most: more than there is" unallocatable "$program" --size "$most"
    fi
    ok "$program: a bad word leaves an old file alone" keeps "$program" "$file" --size 5x
    ! draws "$program" || for name in picture picture.jpg picture.png.gz .png png; do
        ok "$program --out $name" refused "$name" "$program" --size 5 --out "$name"
    done
done
case " ${programs[*]} " in *' ray_const '*)
    ok 'ray_const --spheres 2341: too many for 64 KB' refused 2340 ray_const --spheres 2341
    ok 'ray_global --spheres 1000001' refused 1000000 ray_global --spheres 1000001
    ;;
esac
done_testing
