#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The folders of cpu/: how many files each has, its page, and which other folders it may include. A folder is included
# by its one header, NAME/NAME.h; its other headers are its own.
. "$(dirname "$0")/tap.sh"

# FOLDER: the folders beside it that it may include. Each may include only those above it, but for the files below.
order='
cpu/runtime/diagnose:
cpu/runtime/device: diagnose
cpu/runtime/threads: diagnose device
cpu/runtime/streams: diagnose device threads
cpu/runtime/memory: diagnose device threads streams
cpu/runtime/launch: diagnose device threads streams
cpu/runtime/graphs: diagnose streams memory launch
cpu/runtime/nccl: diagnose device streams memory
cpu/libraries/cublas:
cpu/libraries/cudnn:
cpu/libraries/cub:
cpu/libraries/cufft:
cpu/libraries/curand:
cpu/libraries/cusolver:
cpu/libraries/cusparse:
cpu/libraries/libcudacxx:
cpu/libraries/thrust:
cpu/compiler/text:
cpu/compiler/parse: text
cpu/compiler/names: text parse
cpu/compiler/passes: text parse names
cpu/compiler/split: text parse names
cpu/compiler/vector: text parse names split
cpu/compiler/lower: text parse names split
cpu/compiler/crossing: text parse names
'
# FILE: the folders further down that this one file includes as well.
exceptions='
cpu/runtime/threads/watchdog.c: launch
cpu/runtime/streams/capture.c: memory launch graphs
cpu/runtime/streams/queue.c: memory launch
cpu/runtime/streams/wait.c: launch
cpu/runtime/streams/worker.c: launch
cpu/runtime/memory/copy.c: launch
'
# FILE: the one other folder that may include this header, which is no door.
shared='
cpu/compiler/split/fission.h: vector
'
mapfile -t folders < <(sed -n 's/:.*//p' <<<"$order")

allowed() { # allowed NAME LIST: what the row of NAME in the list names
    sed -n "s|^$1:||p" <<<"$2"
}
of_programs() { [ "$1" != cpu/compiler ] && [ -e "cpu/include/$2" ]; } # of_programs ROOT HEADER: the compiler knows none of them
includes_in_order() { # includes_in_order FOLDER
    local folder=$1 root=${1%/*} file header room bad=0
    for file in "$folder"/*.[ch] "$folder"/*.cc; do
        [ -e "$file" ] || continue
        while read -r header; do
            room=${header%/*}
            if [ "$room" = "$header" ]; then # its own, or one that stands above all folders
                [ -e "$folder/$header" ] || [ -e "$root/$header" ] || of_programs "$root" "$header" && continue
            elif [ ! -d "$root/$room" ]; then
                of_programs "$root" "$header" && continue
            elif [ "$header" = "$room/$room.h" ]; then
                [ "$root/$room" = "$folder" ] && continue
                [[ " $(allowed "$folder" "$order") $(allowed "$file" "$exceptions") " = *" $room "* ]] && continue
            elif [ "$(allowed "$root/$header" "$shared")" = " ${folder##*/}" ]; then
                continue
            fi
            echo "$file includes $header"
            bad=1
        done < <(sed -n 's/^ *# *include "\(.*\)"/\1/p' "$file")
    done
    return "$bad"
}
checks_know_hooks() { # the checks include no header of the runtime but these two
    local header bad=0
    while read -r header; do
        [ ! -e "cpu/runtime/$header" ] || [[ $header = hooks.h || $header = diagnose/diagnose.h ]] || { echo "$header" && bad=1; }
    done < <(sed -n 's/^ *# *include "\(.*\)"/\1/p' cpu/checks/*.[ch])
    return "$bad"
}
goes_one_way() { # no row of the table names a folder that stands below it
    awk -F: '/:/ { name = $1; sub(".*/", "", name); n = split($2, of, " ")
                   for (i = 1; i <= n; i++) if (!(of[i] in seen)) { print $1 " names " of[i]; bad = 1 }
                   seen[name] }
             END { exit bad }' <<<"$order"
}
exceptions_are_needed() {
    local row file room bad=0
    while IFS=: read -r file row; do
        for room in $row; do
            grep -q "#include \"$room/$room.h\"" "$file" || { echo "$file does not include $room" && bad=1; }
        done
    done < <(grep . <<<"$exceptions")
    return "$bad"
}
rows_are_complete() { # every folder below one that has rooms has a row
    diff <(printf '%s\n' "${folders[@]}" | sort) \
        <(printf '%s\n' "${folders[@]%/*}" | sort -u | while read -r root; do find "$root" -mindepth 1 -maxdepth 1 -type d; done | sort)
}
at_most_20_files() {
    local file_count
    file_count=$(find "$1" -maxdepth 1 -name '*.c' | wc -l)
    echo "$file_count"
    [ "$file_count" -le 20 ]
}
page() { # page FOLDER: its page has at most 20 lines
    echo "$(wc -l <"$1/README.md") lines"
    [ "$(wc -l <"$1/README.md")" -le 20 ]
}

keeps_no_state() { # keeps_no_state FOLDER FILE ...: no variable outside functions changes, but in these files
    local folder=$1 file bad=0
    shift
    for file in "$folder"/*.[ch]; do
        [[ " $* " = *" ${file##*/} "* ]] && continue
        sed -nE '/^[a-z][a-z_ *]* \**[a-z_]+(\[.*\])?( = .*|, [^(]*)?(;|\{$)/ { s/ = .*//; p; }' "$file" |
            grep -vE '\*const [a-z_]+(\[|;|$)|^(static |extern )*const [^*]*$|^struct [a-z_]+;|^typedef ' && echo "in $file" && bad=1
    done
    return "$bad"
}

ok 'every folder has a row' rows_are_complete
ok 'the checks know of the runtime its hooks' checks_know_hooks
ok 'the rows go one way' goes_one_way
ok 'the exceptions are needed' exceptions_are_needed
for folder in "${folders[@]}"; do ok "$folder includes what it may" includes_in_order "$folder"; done
ok 'split/ hands the state of a kernel on; it keeps the texts and the forms of all' keeps_no_state cpu/compiler/split inline.c kernel_forms.c
ok 'vector/ keeps no state' keeps_no_state cpu/compiler/vector
for folder in "${folders[@]}" cpu/checks cpu/counts cpu/debugger cpu/driver; do
    ok "$folder has at most 20 sources" at_most_20_files "$folder"
    ok "$folder has a page of at most 20 lines" page "$folder"
done
done_testing
