#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the figures of docs/concepts, and writes into the pages every figure that was measured (make docs), from docs/figures/*.csv and
# bench/results/NVIDIA_H200/*.csv: figures.awk says how a page asks for one.
#
#     figures.sh            writes          figures.sh --check      says which pages differ
#
# Exit status: 0; 1 where a page differs, or asks for what no file has; 2 bad arguments.
set -u
cd "$(dirname "$0")/.." || exit 1
case $#${1-} in
0) check= ;;
1--check) check=1 ;;
*)
    echo "usage: ${0##*/} [--check]" >&2
    exit 2
    ;;
esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# csv.awk's function without its rules, which read a file a line at a time
sed -n '/^function csv_fields/,/^}/p' bench/csv.awk >"$work/csv.awk"
status=0
if [ -z "$check" ]; then
    docs/concepts/figures/draw.sh || status=1
else
    mkdir "$work/drawn"
    docs/concepts/figures/draw.sh "$work/drawn" || status=1
    for drawn in "$work"/drawn/*.svg; do
        cmp "$drawn" "docs/concepts/figures/${drawn##*/}" || status=1
    done
fi
for page in README.md */*.md docs/*/*.md */ladder/README.md */ladder/*/README.md; do
    [ -e "$page" ] || continue
    grep -q '^<!-- figures/' "$page" || continue
    awk -v docs=docs -f "$work/csv.awk" -f bench/median.awk -f docs/figures.awk bench/results/NVIDIA_H200/*.csv docs/figures/h200.csv \
        page=1 "$page" >"$work/page" || {
        status=1
        continue
    }
    cmp -s "$page" "$work/page" && continue
    if [ -n "$check" ]; then
        echo "$page: its figures are not those of the CSV files; make docs writes them in"
        diff "$page" "$work/page"
        status=1
    else
        cat "$work/page" >"$page" && echo "$page"
    fi
done
exit $status
