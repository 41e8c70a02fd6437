# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# The arguments of ladders.sh, chapters.sh and multi.sh, which source this: BIN_DIR RESULTS_DIR [NAME...]. They become $bin and
# $results; the names stay "$@". $work is a folder that goes away with the script.

if [ $# -lt 2 ] || [ ! -d "$1" ]; then
    echo "usage: ${0##*/} BIN_DIR RESULTS_DIR [NAME...], the folder of the programs and one for the results" >&2
    exit 2
fi
bin=${1%/} results=${2%/}
shift 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# The shared objects that say that they are for this ladder.
peers_of() { # peers_of PROGRAM
    for source in "$here"/peers/*.cu; do
        grep -q "^LADDER_PEERS(\"$1\"" "$source" || continue
        object=$bin/peers/$(basename "$source" .cu).so
        [ -e "$object" ] && printf '%s,' "$object"
    done | sed 's/,$//'
}

# add_rows FILE ROUND ROWS: a program's rows to the end of the file, `run` before them: the day and the round.
add_rows() {
    # shellcheck disable=SC2094 # whether it is empty yet
    {
        [ -s "$1" ] || sed -n '1s/^/run,/p' "$3" # the header stands there once
        sed "1d; s/^/$(date -u +%Y-%m-%d) $2,/" "$3"
    } >>"$1"
}

device_of() { # device_of FILE, of rows
    awk "$(cat "$here/csv.awk")"'{ print (F["backend"] == "cpu" ? "cpu " : "") F["device"]; exit }' "$1"
}
# The folder of a device's results: by its own name, with nothing in it but letters and digits, NVIDIA_H200.
folder_of() { # folder_of DEVICE
    printf '%s/%s\n' "$results" "$(printf '%s' "$1" | tr -cs 'A-Za-z0-9' '_' | sed 's/_*$//')"
}
