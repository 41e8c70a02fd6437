#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the figures of the concept pages (make docs): NAME.svg from NAME.awk.
#
#     draw.sh [DIR]         into DIR, default: here
cd "$(dirname "$0")" || exit 1
out=${1:-.}
for figure in *.awk; do
    [ "$figure" != svg.awk ] || continue
    awk -f svg.awk -f "$figure" >"$out/.${figure%.awk}.$$" && mv "$out/.${figure%.awk}.$$" "$out/${figure%.awk}.svg" || exit 1
done
