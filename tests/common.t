#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# common/options.h, digits.h and verify.h, in C11 and in C++17.
. "$(dirname "$0")/tap.sh"


understood() { # understood EXPECTED ARGUMENT...: the line that the options become
    local expected=$1 got
    shift
    got=$("$words" "$@")
    echo "got: $got"
    [ "$got" = "$expected" ]
}

refused() { # refused MESSAGE ARGUMENT...: that one line on stderr, nothing else, exit status 2
    local message=$1 status
    shift
    (cd "$dir" && "$words" "$@" >out 2>err)
    status=$?
    cat "$dir/out" "$dir/err"
    [ "$status" = 2 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
        [ "$(cat "$dir/err")" = "${words##*/}: $message" ]
}

has_help() { # has_help LINE ARGUMENT...: --help among the arguments prints that line
    local line=$1
    shift
    "$words" "$@" | grep -Fx -e "$line"
}

for language in c11 c++17; do
    words=$dir/words-$language
    case $language in
    c11) compiler="${CC:-gcc} -x c" ;;
    *) compiler="${CXX:-g++} -x c++" ;;
    esac
    for source in words numbers; do
        # shellcheck disable=SC2086
        ok "$source.c builds without warnings as $language" $compiler -std=$language \
            -O1 -Wall -Wextra -Werror -Icommon "tests/common/$source.c" -o "$dir/$source-$language" -lm
    done
    ok "$language: digits and comparisons" "$dir/numbers-$language"

    ok "$language: defaults" understood '1024 20 0.25 0 0 - 1 0'
    ok "$language: every word" understood '4096 2340 -0.5 18446744073709551615 7 a.csv 0 1' \
        --size 4096 --spheres=2340 --speed -5e-1 --seed 18446744073709551615 --runs 7 \
        --out a.csv --no-window --csv
    ok "$language: the last one counts" understood '3 20 0.25 0 0 - 1 0' --size 2 --size=3
    ok "$language: a word may be shortened" understood '1024 9 0.25 0 0 - 1 0' --sph 9
    ok "$language: help shows the program's default" has_help \
        '  --size N        pixels along an edge (1 to 4096, default 1024)' --size 7 --help

    # A newline in a value must not make a second line.
    for value in '' 0 -1 +1 ' 1' '1 ' 1x x 0x10 1e3 1.5 4097 18446744073709551617 \
        99999999999999999999999 $'1\n2'; do
        ok "$language: --size '${value//$'\n'/ }'" refused \
            "--size '${value//$'\n'/?}': not a whole number from 1 to 4096" --size "$value"
    done
    for value in '' -1 +1 ' 1' 18446744073709551616 x; do
        ok "$language: --seed '$value'" refused \
            "--seed '$value': not a whole number from 0 to 18446744073709551615" --seed "$value"
    done
    for value in '' nan inf 0x0 0.26 -1.1 '0 ' +0 1e-999 - 1e .; do
        ok "$language: --speed '$value'" refused \
            "--speed '$value': not a number from -1 to 0.25" --speed "$value"
    done
    ok "$language: no value" refused '--size: the value is missing' --csv --size
    ok "$language: a value too many" refused '--csv: takes no value' --csv=1
    ok "$language: an unknown word" refused '--sise: no such option (--help lists them)' --sise 3
    ok "$language: an unknown word with a value" \
        refused '--sise=3: no such option (--help lists them)' --sise=3
    ok "$language: an ambiguous word" refused '--s: no such option (--help lists them)' --s 3
    ok "$language: an unknown letter" refused '-x: no such option (--help lists them)' -x
    ok "$language: a stray word" refused "'9': only options are taken (--help lists them)" 9
    ok "$language: a stray word after --" \
        refused "'--csv': only options are taken (--help lists them)" -- --csv
    ok "$language: a single dash" refused "'-': only options are taken (--help lists them)" -
    ok "$language: no file name" refused "--out '': not a file name" --out ''
done
done_testing
