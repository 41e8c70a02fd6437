#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The notebook, executed whole on the CPU backend: pictures, a kernel in a cell, a fault found, counts.
# With CUDA_CHAPTERS_LONG also from an empty folder, where it fetches the project.
export CUDA_CHAPTERS_BACKEND=cpu
. "$(dirname "$0")/programs.sh"

for python in python3 /usr/bin/python3; do
    "$python" -c 'import nbclient, nbformat, ipykernel' 2>/dev/null && break
    python=
done
[ -n "$python" ] || plan_skip 'nbclient is not installed (python3-nbclient, python3-ipykernel)'
export BACKEND=cpu

# execute FOLDER: the notebook beside nothing but what is there. Leaves all that its cells said in
# $dir/said, and the kinds of what they showed in $dir/shown.
execute() {
    "$python" - "$1" "$dir/said" "$dir/shown" <<'END'
import sys
import nbformat
from nbclient import NotebookClient

folder, said, shown = sys.argv[1:]
notebook = nbformat.read("notebook/cuda_chapters.ipynb", 4)
NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
with open(said, "w") as text, open(shown, "w") as kinds:
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            print(output.get("text", ""), file=text)
            print(*output.get("data", {}), file=kinds)
END
}
says() { grep -qE -- "$1" "$dir/said" || { cat "$dir/said" && false; }; }
shows() { [ "$(grep -c "$1" "$dir/shown")" = "$2" ]; }

all() {
    ok 'three pictures are shown' shows image/png 3
    ok 'and a plot' shows image/svg 1
    ok 'both ray tracers are right' test "$(grep -c '^result: right (0 wrong bytes in 262144' "$dir/said")" = 3
    ok 'a kernel in a cell runs' says '^0 1 4 \.\.\. 998001$'
    ok 'the fault in another is found, by line, block and thread' \
        says 'kernel squares, block \(7, 0, 0\), thread \(10[4-9], 0, 0\): writes 4 bytes past the end'
    ok 'the counts are those that follow from the addresses' \
        says '^\[\(1, 4\.0\), \(2, 8\.0\), \(4, 16\.0\), \(8, 32\.0\), \(16, 32\.0\)\]$'
    ok 'the counts stand below the cell' says '^copy: 5 launches, 32 blocks of 128 threads'
    ok 'so does the report' shows text/html 1
    ok 'the room is right' says '^result: right \(0 mismatches, 65536 cells'
}
tree "$dir/tree" # which has the notebook's folder too
ok 'the whole notebook runs' execute "$dir/tree/notebook"
[ "${tap_failed:?}" = 0 ] || done_testing
all
if [ -n "${CUDA_CHAPTERS_LONG-}" ] && git rev-parse HEAD >/dev/null 2>&1; then
    export CUDA_CHAPTERS_REPOSITORY=file://$PWD
    mkdir "$dir/elsewhere"
    ok 'it runs in an empty folder, where it fetches the project' execute "$dir/elsewhere"
    all
fi
done_testing
