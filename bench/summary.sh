#!/bin/sh
# SPDX-License-Identifier: MIT
# The summary of what was measured on one device: the best rung of each ladder, and the targets (targets.csv). What stands in
# summary.md before its tables stays.
#
#     summary.sh FOLDER       such as bench/results/NVIDIA_H200
#
# Exit status: 0, 1 where the summary cannot be written, 2 bad arguments.
set -u
if [ $# != 1 ] || [ ! -e "$1/summary.md" ]; then
    echo "usage: ${0##*/} FOLDER, of the results of one device" >&2
    exit 2
fi
here=$(dirname "$0")
{
    sed '/^|/,$d' "$1/summary.md"
    awk -f "$here/csv.awk" -f "$here/median.awk" -f "$here/summary.awk" "$here/targets.csv" "$1"/*.csv
} >"$1/.summary.$$" && mv "$1/.summary.$$" "$1/summary.md" && exit
rm -f "$1/.summary.$$"
exit 1
