#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a program never holds, and how long it may be.
. "$(dirname "$0")/tap.sh"

# Hidden folders are somebody's own, but for .ci; so are the cells of the notebook, and hostile submissions.
rooms() {
    find . \( -name '.?*' ! -name .ci -o -name bin -o -name build -o -name cells -o -name hostile \) -prune -o -type f "$@" -print | sort
}
chapters() {
    rooms \( -name '*.cu' -o -name '*.c' -o -name '*.h' -o -name '*.cpp' \) |
        grep -vE '^\./(bench|common|cpu|labs|tests)/'
}
mapfile -t programs < <(chapters | grep -v '\.h$')
mapfile -t teaching < <(chapters)
# A ladder is as long as its rungs are many, heat_mpi has files and ranks that die; hopper.h asks, once, for which chip it is built.
mapfile -t short < <(printf '%s\n' "${programs[@]}" | grep -vE '/(ladder|mpi)/')
mapfile -t unconditional < <(printf '%s\n' "${teaching[@]}" | grep -vx ./matmul/ladder/hopper/hopper.h)
mapfile -t device_headers < <(find cpu/include -name '*.h' | sort)
mapfile -t sources < <(rooms \( -name '*.cu' -o -name '*.c' -o -name '*.h' -o -name '*.cpp' \))
mapfile -t scripts < <(rooms \( -name '*.sh' -o -name '*.t' -o -path './.ci/run' -o -path './labs/grade' -o -path './labs/grader/confine' \))

absent() { # absent PATTERN FILE...: the lines that have it are a failure
    local pattern=$1
    shift
    ! grep -nE -- "$pattern" "$@"
}
everywhere() { # everywhere PATTERN FILE...: files without it are a failure
    local pattern=$1
    shift
    [ -z "$(grep -LE -- "$pattern" "$@" | tee /dev/stderr)" ]
}
at_most() { # at_most LINES FILE...
    local most=$1
    shift
    awk -v most="$most" 'FNR > most { print FILENAME; bad = 1; nextfile } END { exit bad }' "$@"
}
all_checked() { # a call that begins a statement stands alone: its result is not looked at
    awk '/^ *cuda[A-Z][A-Za-z]*\(/ && before !~ /[(,=]$/ { print FILENAME ":" FNR ": " $0; bad = 1 }
         { before = $0 }
         END { exit bad }' "$@"
}
gl_in_one_file() { # common/legacy is for old listings, which make OpenGL calls of their own; one header shares buffers
    local files
    files=$(grep -lE '#[[:space:]]*include[[:space:]]*<(GL|GLUT|OpenGL)/' "${sources[@]}" |
        grep -vE '^\./(tests|common/legacy)/|^\./cpu/include/cuda_gl_interop\.h$')
    echo "$files"
    [ "$files" = ./common/pictures/window.h ]
}
one_screen() { # one_screen LINES PROGRAM PROGRAM: the difference between the two, which is the lesson
    local lines
    lines=$(diff "$2" "$3" | wc -l)
    echo "$lines lines"
    [ "$lines" -gt 0 ] && [ "$lines" -le "$1" ]
}
include_order() { # system headers, then common/, then the chapter's own
    local file
    for file in "${programs[@]}"; do
        awk -v chapter="${file%/*}" '
            /^#include </ { if (rank > 0) bad = FILENAME ":" FNR }
            /^#include "/ {
                name = $2
                gsub("\"", "", name)
                own = system("test -e " chapter "/" name) == 0
                if (own < rank - 1) bad = FILENAME ":" FNR
                rank = own + 1
            }
            END { if (bad) { print bad; exit 1 } }' "$file" || return
    done
}

small_chapters() { # at most eight sources, and a page of four sheets
    local page chapter sources words status=0
    for page in */README.md; do
        chapter=${page%/*}
        case $chapter in bench | common | cpu | docs | labs | notebook | tests) continue ;; esac
        sources=$(find "$chapter" -maxdepth 1 -name '*.[ch]' -o -maxdepth 1 -name '*.cu' | wc -l)
        words=$(wc -w <"$page")
        [ "$sources" -gt 0 ] && [ "$sources" -le 8 ] && [ "$words" -le 1600 ] && continue
        echo "$chapter: $sources sources, $words words"
        status=1
    done
    return "$status"
}

ok 'there are programs' test ${#programs[@]} -gt 0
ok 'every source and script names its licence' everywhere 'SPDX-License-Identifier: MIT$' \
    "${sources[@]}" "${scripts[@]}"
ok 'no program has more than 150 lines, but for ladders and heat over MPI' at_most 150 "${short[@]}"
ok 'no chapter has more than eight sources, nor a page of more than 1 600 words' small_chapters
ok 'no chapter knows which backend it is on' \
    absent '#[[:space:]]*(if|elif).*(BACKEND|__CUDACC__|__NVCC__|__CUDA_ARCH__)' \
    "${teaching[@]}"
ok 'no chapter has a conditional at all, but for the guards of headers' \
    absent '^#[[:space:]]*(if |ifdef|elif)' "${unconditional[@]}"
ok 'OpenGL is included in common/pictures/window.h and nowhere else' gl_in_one_file
ok 'no chapter calls OpenGL' absent '\b(gl|glut|glX)[A-Z][A-Za-z]*\(' "${teaching[@]}"
ok 'nothing that newer toolkits lack' absent \
    'cudaThreadSynchronize|cudaThreadExit|cudaBindTexture|\btexture *<[^<]|\.(clockRate|deviceOverlap|kernelExecTimeoutEnabled)\b' \
    "${teaching[@]}"
ok 'no seed from the clock, no atoi, no rand' absent '\b(time\((NULL|0)\)|atoi\(|s?rand\()' "${teaching[@]}"
mapfile -t calling < <(printf '%s\n' "${device_headers[@]}" | grep -v '/count\.h$') # which defines two of them
ok 'in headers for kernels no mem functions that _FORTIFY_SOURCE may check: their builtins' absent \
    '(^|[^_[:alnum:]])mem(cpy|set|move|cmp|chr)\(' "${calling[@]}"
# The first program has nothing around its lesson; every other one checks.
mapfile -t checking < <(printf '%s\n' "${teaching[@]}" | grep -vx ./vecadd/first.cu)
ok 'no unchecked CUDA call' all_checked "${checking[@]}"
ok 'no trailing blanks, no tabs' absent $'[[:space:]]$|\t' "${sources[@]}" "${scripts[@]}"
ok 'the system, then common/, then the chapter: the order of includes' include_order
while read -r folder one other; do
    ok "diff $one.cu $other.cu fits one screen" one_screen 50 "$folder/$one.cu" "$folder/$other.cu"
done <<'END'
vecadd vecadd_one_thread vecadd_blocks
vecadd vecadd_blocks vecadd_blocks_threads
chapter06_raytrace ray_global ray_const
chapter07_heat heat_global heat_tex1d
chapter07_heat heat_tex1d heat_tex2d
chapter08_graphics ripple_copy ripple_shared
chapter09_atomics hist_global hist_shared
sparse spmv_thread spmv_warp
END

if command -v clang-format >/dev/null; then
    ok 'clang-format has nothing to change' clang-format --dry-run -Werror "${sources[@]}"
else
    skip 'clang-format' 'it is not installed'
fi
if command -v shellcheck >/dev/null; then
    ok 'shellcheck has nothing to say' shellcheck -x -P SCRIPTDIR -P . "${scripts[@]}"
else
    skip 'shellcheck' 'it is not installed'
fi
# An editor reads the programs by compile_commands.json, through clang, with no toolkit.
as_an_editor() {
    make -s BACKEND=cpu compile_commands.json || return
    local command
    command=$(sed -nE "s|.*\"command\": \"(.*/$1)\"\}.*|\1|p" compile_commands.json)
    [ -n "$command" ] && $command -fsyntax-only -o /dev/null
}
for program in ray_const dot_shared heat_tex2d; do
    if command -v clang++ >/dev/null; then
        ok "an editor understands $program" as_an_editor "$program.cu"
    else
        skip "an editor understands $program" 'clang++ is not installed'
    fi
done
done_testing
