#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what the handbook and the slides are built with into build/handbook/.venv, in the versions of requirements.txt, unless
# it is there. Exit status: 0; 2 where it can't be had.
set -eu
cd "$(dirname "$0")/../.."
list=docs/handbook/requirements.txt
out=build/handbook
mkdir -p $out
! cmp -s $list $out/.venv/installed || exit 0
echo "handbook: installing MkDocs with Material into $out/.venv"
if ! { python3 -m venv $out/.venv && $out/.venv/bin/pip install -q -r $list &&
    $out/.venv/bin/pip install -q --no-deps sphinx-revealjs==3.2.1; } >$out/log 2>&1; then
    echo "handbook: it needs Python with venv (apt-get install python3-venv), and the network once; $out/log has more" >&2
    exit 2
fi
cp $list $out/.venv/installed
