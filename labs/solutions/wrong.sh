#!/bin/sh
# SPDX-License-Identifier: MIT
# wrong.sh LAB/NAME FOLDER: puts a typical wrong solution into FOLDER: the lab's solution, with LAB/wrong/NAME.patch
# applied. The patch's first line says how many points it should earn, and what is wrong.
set -eu
cd "$(dirname "$0")"
lab=${1%/*}
mkdir -p "$2"
cp "$lab"/*.cu "$lab/answers.txt" "$lab/predictions.txt" "$2"
patch --silent --fuzz=0 --no-backup-if-mismatch -p1 -d "$2" <"$lab/wrong/${1#*/}.patch"
