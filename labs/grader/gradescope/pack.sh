#!/bin/sh
# SPDX-License-Identifier: MIT
# pack.sh LAB FILE.zip [SECRET]: makes the archive that Gradescope asks for (Configure Autograder), of what is committed here:
# this folder's two scripts, CUDA on the CPU and the labs, and the number of the lab. SECRET: the class's own sizes and seeds.
set -eu
if [ $# -lt 2 ]; then
    echo 'usage: pack.sh LAB FILE.zip [SECRET]' >&2
    exit 2
fi
lab=$1 zip=$(realpath "$2") secret=$(realpath "${3:-$(dirname "$0")/../../solutions/secret}")
cd "$(dirname "$0")/../../.."
set -- "labs/$lab" "labs/${lab}_"* "labs/0${lab}_"*
for folder; do
    [ ! -f "$folder/points" ] || break
done
if [ ! -f "$folder/points" ] || [ ! -f "$secret" ]; then
    echo "pack.sh: there is no lab $lab, or no file $secret" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
basename "$folder" >"$work/lab"
cp "$secret" "$work/secret"
git archive --format=zip --output="$zip" --prefix= --add-file=labs/grader/gradescope/setup.sh \
    --add-file=labs/grader/gradescope/run_autograder --prefix=cuda-chapters/ --add-file="$work/lab" \
    --prefix=cuda-chapters/labs/solutions/ --add-file="$work/secret" --prefix=cuda-chapters/ \
    HEAD -- labs cpu LICENSE ':!labs/solutions/secret'
