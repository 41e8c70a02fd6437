#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# case.sh FILE.cu: one case, as a line of TAP.
#   tests/refused/   does not compile: the first error is in a line marked `// refused`, and every marked line has one
#   tests/accepted/  compiles, runs and exits with status 0
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
    [ -s "$dir/marked" ] && head -1 "$dir/told" | grep -qxFf "$dir/marked" && ! grep -qvxFf "$dir/told" "$dir/marked"
}
accepted() { compile -Xcompiler -O0 && "$dir/out"; }

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
