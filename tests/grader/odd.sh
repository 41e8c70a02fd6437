#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# odd.sh FOLDER: submissions of lab 1 that are odd as files: what they consist of, how they are called and encoded, what they are
# next to. Prints a line each: NAME POINTS. Names that no table of words can hold are made too; they deserve nothing.
set -u
solution=$(cd "$(dirname "$0")/../../labs/solutions/01_first_kernel" && pwd)
into=$1

submission() { # submission NAME POINTS: an empty folder
    at=$into/$1
    mkdir -p "$at"
    echo "$1 $2"
}
solved() { # the same with the solution in it
    submission "$@"
    cp "$solution"/first_kernel.cu "$solution"/{answers,predictions}.txt "$at"
}
added() { # the same with task 2 alone, which is enough to see that a source is read as it should be
    solved "$1" 7
    each first_kernel.cu sed -E '/^ +(scale|add_strided|reverse)_on_device\(/d'
}
answered() { # its answers alone, whose points are the last of the lab's
    submission "$@"
    cp "$solution"/{answers,predictions}.txt "$at"
}
each() { # each FILE COMMAND...: the file is what the command makes of it
    local file=$at/$1
    shift
    "$@" <"$file" >"$at/new" && mv "$at/new" "$file"
}

# ---- as an editor, a browser or a system leaves them ----------------------------------------------------------------
# What becomes of a source and what becomes of answers are different matters: answers come without a source, which would only take
# its time.
added crlf_beside_odd_files
for file in first_kernel.cu answers.txt predictions.txt; do each $file sed 's/$/\r/'; done
for name in -o '-include secret' '--check=none' "a"$'\n'"b.cu" 'two words.cu' '@file' 'checks.h' 'lab.h' 'cuda_runtime.h'; do
    echo '#error "not mine"' >"$at/$name"
done
mkfifo "$at/pipe.cu"
truncate -s 1T "$at/large.cu"
ln -s / "$at/root"
ln -s /dev/zero "$at/zero.h"
added old_mac_setuid
for file in first_kernel.cu answers.txt predictions.txt; do each $file tr '\n' '\r'; done
cp /bin/true "$at/helper"
chmod 6755 "$at/helper" "$at/first_kernel.cu"
added .utf16_hidden
for file in first_kernel.cu answers.txt predictions.txt; do each $file iconv -f UTF-8 -t UTF-16; done
added byte_order_mark_and_megabytes
for file in first_kernel.cu answers.txt predictions.txt; do each $file sed '1s/^/\xef\xbb\xbf/'; done
head -c 5000000 /dev/zero | tr '\0' x >>"$at/answers.txt"
answered list_of_answers 4
each answers.txt sed 's/^/* **/; s/:/** :/'
each predictions.txt sed 's/^/- /; s/: /:\xc2\xa0/'
answered more_than_answers 2
printf 'q1: \\d \\u0041 "\\\nq2: \xe4\xff\xc0\xaf\xed\xa0\x80 24\nq3: 98\nq4: \xe2\x80\xae97\nq5: \t24\t\nq6: \x1b[2J\x01\n' >"$at/answers.txt"
answered markup 1
printf 'q1: \033[2J\033]0;mine\007<img src=x onerror=alert(1)>\302\2332J\nq2: "><script>alert(1)</script>\nq3: \v\f\b\r4\n' >"$at/answers.txt"
printf 'p1: </table><h1>22 of 22</h1>\np2: 1\np3: 1\np4: 1\n' >"$at/predictions.txt"
submission many_answers 0
for i in {1..3000}; do echo "q1: $i"; done >"$at/answers.txt"
submission answers_as_patterns 0
printf 'q1: 1|2|3|4\nq2: 0..100000\nq3: [0-9]*\nq4: .*\nq5: nan\nq6: 0x10\n' >"$at/answers.txt"
submission folder_in_folder 0
mkdir "$at/lab 1"
cp "$solution"/first_kernel.cu "$solution"/{answers,predictions}.txt "$at/lab 1"
submission renamed_by_a_browser 0
cp "$solution/first_kernel.cu" "$at/First_Kernel (1).cu"
submission first_kernel.cu 0

# ---- files that are none --------------------------------------------------------------------------------------------
submission nothing 0
submission empty 0
: >"$at/first_kernel.cu"
submission garbage 0
for file in first_kernel.cu answers.txt predictions.txt; do head -c 100000 "$(command -v bash)" >"$at/$file"; done
submission huge 0
for file in first_kernel.cu answers.txt; do truncate -s 20G "$at/$file"; done
submission fifo 0
mkfifo "$at/first_kernel.cu" "$at/answers.txt" "$at/predictions.txt"
submission links 0
ln -s "$solution/first_kernel.cu" "$at/first_kernel.cu"
ln -s "$solution/answers.txt" "$at/answers.txt"
ln -s /etc/passwd "$at/predictions.txt"
submission link_to_itself 0
ln -s first_kernel.cu "$at/first_kernel.cu"
submission folder_for_file 0
mkdir -p "$at/first_kernel.cu" "$at/answers.txt/predictions.txt"
if [ "$(id -u)" != 0 ]; then # root reads everything
    submission unreadable 0
    cp "$solution/first_kernel.cu" "$at"
    chmod 000 "$at/first_kernel.cu"
fi
submission nul 0
{ cat "$solution/first_kernel.cu" && printf 'int\0x = "'; } >"$at/first_kernel.cu"

# ---- what lies outside ------------------------------------------------------------------------------------------------
submission includes_solution 0
echo "#include \"$solution/first_kernel.cu\"" >"$at/first_kernel.cu"
submission takes_secret 0
{ printf 'asm(".globl secret\\nsecret: .incbin \\"%s\\"\\n");\n' "${solution%/*}/secret" && cat "$solution/first_kernel.cu"; } >"$at/first_kernel.cu"
submission embeds 0
{
    printf 'static const char secret[] = {\n#embed "%s"\n};\n' "${solution%/*}/secret"
    printf '#include "/proc/self/environ"\n#include "/proc/1/root/etc/shadow"\n'
    cat "$solution/first_kernel.cu"
} >"$at/first_kernel.cu"

# ---- names ----------------------------------------------------------------------------------------------------------
long=$(printf 'x%.0s' {1..252})
newline=$'\n'
# shellcheck disable=SC2016 # these are names
for name in 'a blank' -rf '--worker' "quote'" 'double"quote' 'comma,comma' '$(touch left-by-a-name)' '%s%n' '<b>bold' \
    "two${newline}lines" '..hidden' '=1+1' 'back\slash' $'\342\200\256turned' $'\033[2J' $'\377\300\257' "$long"; do
    mkdir -p "$into/$name"
    : >"$into/$name/answers.txt"
done
ln -s "$solution" "$into/link_to_folder"
ln -s / "$into/link_to_root"
mkdir "$into/__MACOSX" "$into/.git"
echo 'not a folder' >"$into/file"
