# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# TAP for tests in bash. Source it, which goes to the project's root; then plan_skip, or any number of ok and skip, then
# done_testing. $dir is a folder that goes when the test ends.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'chmod -R u+rwX "$dir"; rm -rf "$dir"' EXIT

tap_count=0
tap_failed=0

# plan_skip REASON...: ends a test that can't run here.
plan_skip() {
    echo "1..0 # SKIP $*"
    exit 0
}

# ok DESCRIPTION COMMAND...: one check, passed where the command succeeds. Its output is shown on
# failure. It runs in a subshell: variables that it sets are lost.
ok() {
    local description=$1 output
    shift
    tap_count=$((tap_count + 1))
    if output=$("$@" 2>&1); then
        echo "ok $tap_count - $description"
    else
        tap_failed=$((tap_failed + 1))
        echo "not ok $tap_count - $description"
        printf '%s\n' "failed: $*" "$output" | sed 's/^/# /'
    fi
}

# skip DESCRIPTION REASON...: a check that can't run here.
skip() {
    local description=$1
    shift
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $description # SKIP $*"
}

# relay NAME PROGRAM LOG: each check of a program that says TAP becomes one of ours; what it says on stderr goes to LOG. Ending early
# or with no check is a failure.
relay() {
    local line output status
    output=$("$2" 2>"$3")
    status=$?
    while IFS= read -r line; do
        case $line in
        "ok "* | "not ok "*) ok "$1: ${line#*- }" test "${line%% *}" = ok ;;
        esac
    done <<<"$output"
    ok "$1 ran to its end" test "$status" -eq 0 -a "$(tail -n 1 <<<"$output" | cut -c1-3)" = 1..
}

until_true() { # until_true COMMAND...: polls for ten minutes at most, which a busy machine may need
    local i
    for ((i = 0; i < 6000; i++)); do
        "$@" && return
        sleep 0.1
    done
    return 1
}

done_testing() {
    echo "1..$tap_count"
    exit $((tap_failed > 0))
}
