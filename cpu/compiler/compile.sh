#!/bin/sh
# SPDX-License-Identifier: MIT
# compile.sh UNIT COMMAND...: COMMAND compiles UNIT.ii, which build/cuda2cpp made of UNIT.cu.ii. Where that
# fails and kernels are split in it, it is made once more with all kernels whole, and what the compiler
# says then counts.
unit=$1
shift
if "$@" 2>"$unit.log"; then
    cat "$unit.log" >&2
elif grep -q cuda_cpu_split_ "$unit.ii"; then
    build/cuda2cpp --no-split <"$unit.cu.ii" >"$unit.ii" && exec "$@"
else
    cat "$unit.log" >&2
    exit 1
fi
