#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Each small source of tests/refused and tests/accepted (tests/case.sh). `make test T=refused/NAME` tries one.
set -u
cd "$(dirname "$0")/.." || exit 1
make -s -C cpu || exit 1
cases=(tests/refused/*.cu tests/accepted/*.cu)
printf '%s\n' "${cases[@]}" | xargs -P 2 -n 1 tests/case.sh
status=$?
echo "1..${#cases[@]}"
exit $((status > 0))
