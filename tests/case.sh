#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# case.sh FILE.cu: one case, as a line of TAP.
#   tests/refused/   does not compile: every line marked `// refused` has an error, and no other line has one
#   tests/accepted/  compiles, runs and exits with status 0. With lines `// says PATTERN`, each pattern is found in a
#                    line `cuda-cpu: ...` of its output, and each such line has one of them; HERE in a pattern is the
#                    number of the line that ends in `// HERE`
# A line `// nvcc OPTION...` holds options for the compiler.
set -u
cd "$(dirname "$0")/.." || exit 1
case=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
read -ra options < <(sed -n 's,^// nvcc ,,p' "$case")
compile() { cpu/bin/nvcc -std=c++17 "${options[@]}" -o "$dir/out" "$@" "$case"; }

refused() {
    ! compile -c -Xcompiler -fsyntax-only || return
    # nvcc's form is FILE(3): error, g++'s is FILE:3:5: error
    grep -oE "^$case(\([0-9]+\)|:[0-9]+(:[0-9]+)?): (fatal )?error" "$dir/log" | sed -E 's/.*[.]cu[(:]([0-9]+).*/\1/' >"$dir/told"
    grep -n '// refused' "$case" | cut -d: -f1 >"$dir/marked"
    [ -s "$dir/marked" ] && ! grep -qvxFf "$dir/told" "$dir/marked" && ! grep -qvxFf "$dir/marked" "$dir/told"
}
accepted() {
    local here
    compile -Xcompiler -O0 && "$dir/out" || return
    here=$(grep -n '// HERE$' "$case" | cut -d: -f1)
    sed -n 's,^// says ,,p' "$case" | sed "s/HERE/$here/" >"$dir/patterns"
    [ -s "$dir/patterns" ] || return 0
    grep '^cuda-cpu: ' "$dir/log" >"$dir/words"
    while IFS= read -r pattern; do
        grep -qE -- "$pattern" "$dir/words" || { echo "no word like: $pattern" && return 1; }
    done <"$dir/patterns"
    ! grep -vE -f "$dir/patterns" "$dir/words" || { echo 'no pattern is like the words above' && return 1; }
}

case $case in
tests/refused/*) check=refused ;;
tests/accepted/*) check=accepted ;;
*) echo "$case: neither in tests/refused nor in tests/accepted" >&2 && exit 2 ;;
esac
name=${case#tests/}
if $check >"$dir/log" 2>&1; then
    echo "ok - ${name%.cu}"
else
    # in one write, since several cases may run at a time
    printf '%s\n' "not ok - ${name%.cu}
$(head -c 3000 "$dir/log" | sed 's/^/# /')"
    exit 1
fi
