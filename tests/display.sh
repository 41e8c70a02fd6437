# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What tests with windows share: a display of their own, and the end of their program ($program) and server ($server).
# To be sourced after tap.sh.
program=
server=
cleanup() {
    [ -z "$program" ] || kill -9 "$program"
    [ -z "$server" ] || kill "$server"
    wait
    rm -rf "${dir:?}"
} 2>/dev/null
trap cleanup EXIT

start_server() { # start_server OPTIONS...: an X server, and $DISPLAY; false if it does not start
    : >"$dir/display"
    Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp "$@" 3>"$dir/display" 2>/dev/null &
    server=$!
    until_true test -s "$dir/display" || return
    DISPLAY=:$(cat "$dir/display")
    export DISPLAY
}

find_window() { window=$(xdotool search --onlyvisible --name "$1" 2>/dev/null) && [ -n "$window" ]; }
press() { xdotool key --window "$window" "$1" >/dev/null 2>&1; }
ended() { ! kill -0 "$program" 2>/dev/null; }
photo() { xwd -silent -id "$window" 2>/dev/null | convert xwd:- "$dir/$1" 2>/dev/null; }

# Waits for the program's end, or ends it: $status.
program_ends() {
    until_true ended || kill -9 "$program"
    wait "$program"
    # shellcheck disable=SC2034 # the test looks at it
    status=$?
    program=
}

# need_screen DESCRIPTION TOOL...: a server, and these tools beside those for windows; without them the rest is skipped.
need_screen() {
    local description=$1 tool
    shift
    for tool in Xvfb xdotool "$@"; do
        command -v "$tool" >/dev/null || { skip "$description" "$tool is not installed" && done_testing; }
    done
    start_server -noreset || { skip "$description" 'Xvfb does not start' && done_testing; }
}
