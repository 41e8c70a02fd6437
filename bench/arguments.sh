# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# The arguments of ladders.sh and chapters.sh, which source this: BIN_DIR RESULTS_DIR [NAME...]. They become $bin and
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
