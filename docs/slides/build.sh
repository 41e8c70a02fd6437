#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the decks into build/slides/ (README.md). reveal.js comes with a pinned package of Python's, into build/handbook/.venv.
# Exit status: 0; 1 where a deck asks for what is not there; 2 what it needs can't be had.
set -eu
cd "$(dirname "$0")/../.."
venv=build/handbook/.venv
export PYTHONDONTWRITEBYTECODE=1
docs/handbook/install.sh
for chromium in chromium chromium-browser google-chrome ''; do
    command -v "$chromium" >/dev/null 2>&1 && break
done
[ -n "$chromium" ] || echo 'slides: no PDF, which needs Chromium: apt-get install chromium fonts-dejavu'
reveal=$(find $venv/lib -type d -path '*/sphinx_revealjs/_static/revealjs')
$venv/bin/python docs/slides/build.py "$reveal" ${chromium:+"$chromium"}
