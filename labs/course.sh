#!/bin/sh
# SPDX-License-Identifier: MIT
# course.sh FOLDER: writes what students get: the labs with their pages, CUDA on the CPU, one README, one Makefile; and in
# reading/ the chapters and the concepts with the project's own Makefile, so that the commands on their pages run there. All of it
# is in a Git repository. No solutions, no hidden sizes and seeds, no grader; of the tests, programs that the pages speak of.
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
for page in */README.md; do # the chapters, and what they need
    case $page in cpu/* | labs/* | tests/*) continue ;; esac
    cp -R "${page%/README.md}" "$out/reading/"
done
cp -R docs tools "$out/reading/"
(cd "$out/reading/docs" && rm -r handbook slides syllabus.md development.md notebook.md)
mkdir "$out/reading/tests"
cp -R tests/count tests/faults "$out/reading/tests/" # programs for make count and make check: docs/counters.md, cpu/FAULTS.md
ln -s ../cpu "$out/reading/cpu"
# The commands that need what students do not get are no commands there.
sed -i '/^| .make test. /d' "$out/reading/docs/troubleshooting.md"
sed -E '/^make (course|grade|test|fuzz|handbook|slides)[ ,]/d; s/^(make FOLDER .*) labs$/\1/' Makefile >"$out/reading/Makefile"
(cd cpu && find . \( -path './lib*' ! -path './libraries*' -o -path ./build -o -name INSIDE.md -o -name .lock -o -name __pycache__ \) -prune -o \
    ! -type d -print) | (cd cpu && tar -cf - -T -) | (cd "$out/cpu" && tar -xf -)
# In the pages, what lies beside labs/ lies in reading/ here, and what students do not get is not linked.
(cd "$out" && find . -mindepth 1) >"$out/files"
find "$out" -name '*.md' ! -path "$out/README.md" | while IFS= read -r page; do
    at=${page#"$out/"}
    case $at in reading/*) from=${at#reading/} ;; cpu/*) from=$at ;; *) from=labs/$at ;; esac
    awk -v page="$from" -v at="$at" -f labs/course/links.awk "$out/files" "$page" >"$out/page"
    mv "$out/page" "$page"
done
rm "$out/files"
printf '%s\n' /bin/ '*.pgm' /reading/bin/ /reading/build/ '/reading/*.png' compile_commands.json /cpu/libexec/ /cpu/lib64/ /cpu/.lock >"$out/.gitignore"
cd "$out"
git init -q
git add -A
git -c user.name=course -c user.email=course@localhost commit -q -m 'The labs'
echo "$out: $(find [0-9]* -name '*.cu' | wc -l) programs with holes; hand it out by git, or as an archive"
