#!/bin/sh
# SPDX-License-Identifier: MIT
# course.sh FOLDER: writes what students get: the labs with their pages, what these pages refer to, CUDA on the CPU, one README,
# one Makefile, all of it in a Git repository. No solutions, no hidden sizes and seeds, no tests, no grader.
set -eu
cd "$(dirname "$0")/.."
out=${1-}
if [ $# != 1 ] || [ -z "$out" ]; then
    echo 'usage: make course OUT=folder' >&2
    exit 2
fi
if [ -e "$out" ] && [ -n "$(ls -A "$out")" ]; then
    echo "$out is not empty" >&2
    exit 2
fi
mkdir -p "$out/reading" "$out/cpu"
out=$(cd "$out" && pwd)
trap '[ $? = 0 ] || rm -rf "$out"' EXIT

cp labs/course/Makefile labs/lab.h LICENSE "$out/"
for lab in labs/[0-9]*/; do
    cp -R "$lab" "$out/"
    rm "$out/$(basename "$lab")/points"
    awk -v folder="$(basename "$lab")" '
        /^# Lab/ { sub(/^# Lab /, ""); sub(/:/, ","); title = $0 }
        sub(/^\*\*Goal\.\*\* /, "") { reading = 1 }
        reading && NF { goal = goal (goal ? " " : "") $0 }
        !NF { reading = 0 }
        END { print "| [" title "](" folder "/README.md) | " goal " |" }' "$lab/README.md"
done >"$out/labs"
sed -e "/^| LABS |/{r $out/labs" -e 'd;}' labs/course/README.md >"$out/README.md"
rm "$out/labs"
for page in */README.md; do # a chapter is a folder with a page
    case $page in bench/* | cpu/* | labs/*) ;; *) cp -R "${page%/*}" "$out/reading/" ;; esac
done
<<<<<<< HEAD
cp -R docs "$out/reading/"
=======
cp -R common matmul memory nbody scan vecadd blur chapter[0-9]* docs "$out/reading/"
>>>>>>> 44ace01 (nbody: the page, with its limit counted in instructions, and pi by a generator without a state; memory: the sixth way as an H200 has it)
mkdir -p "$out/reading/bench"
cp -R bench/results "$out/reading/bench/" # the pages' figures
find "$out/reading" \( -name build.mk -o -name '*_ladder.cu' -o -name '*.sh' \) -exec rm -f {} +
(cd cpu && find bin driver compiler runtime checks counts debugger include Makefile ./*.md -type f -o -type l) 2>/dev/null |
    (cd cpu && tar -cf - -T -) | (cd "$out/cpu" && tar -xf -)
# In the pages, what lies beside labs/ lies in reading/ here, and what students do not get is not linked.
(cd "$out" && find . -mindepth 1) >"$out/files"
find "$out" -name '*.md' ! -path "$out/README.md" | while IFS= read -r page; do
    at=${page#"$out/"}
    case $at in reading/*) from=${at#reading/} ;; cpu/*) from=$at ;; *) from=labs/$at ;; esac
    awk -v page="$from" -v at="$at" -f labs/course/links.awk "$out/files" "$page" >"$out/page"
    mv "$out/page" "$page"
done
rm "$out/files"
printf '%s\n' bin/ '*.pgm' cpu/libexec/ cpu/lib64/ >"$out/.gitignore"
cd "$out"
git init -q
git add -A
git -c user.name=course -c user.email=course@localhost commit -q -m 'The labs'
echo "$out: $(find [0-9]* -name '*.cu' | wc -l) programs with holes; hand it out by git, or as an archive"
