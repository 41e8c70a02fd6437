#!/bin/sh
# SPDX-License-Identifier: MIT
# fetch.sh ORGANISATION PREFIX LAB FOLDER: fetches the repositories of an assignment by GitHub's gh, and puts what was handed in
# for the lab into FOLDER, one folder a student, called as the repository. Nothing of it is run.
set -eu
org=$1 prefix=$2 lab=$3 out=$4
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gh repo list "$org" --limit 1000 --json name --jq '.[].name' | while IFS= read -r name; do
    case $name in "$prefix"*) ;; *) continue ;; esac
    mkdir -p "$out/$name"
    gh repo clone "$org/$name" "$work/$name" -- --quiet --depth 1 </dev/null || continue # the page says that nothing is there
    for folder in "$work/$name/$lab"*/ "$work/$name/"; do # the lab's folder, or all of it
        [ ! -d "$folder" ] || [ -L "${folder%/}" ] || { cp -RP "$folder." "$out/$name/" && break; }
    done
    rm -rf "$out/$name/.git" "${work:?}/$name"
done
