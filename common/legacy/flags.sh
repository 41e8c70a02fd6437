#!/bin/sh
# SPDX-License-Identifier: MIT
# What an old listing needs on the compiler's command line. The Makefile asks for every .cu:
#
#     common/legacy/flags.sh cpu|cuda SOURCE
#
# Any source may include a header that the backend's own folders lack (include/). One that uses a name
# from before CUDA 13 or of the old book.h, itself or in a header of its own, gets legacy.h first.
set -u

folder=$(dirname "$0")
backend=$1

# `names` has a pattern per line, after what it asks for: old names, of which one too many does no harm, since the
# headers only add; and functions of the system's that once came without <unistd.h>. The CPU backend's driver reads it,
# too.
patterns() { sed -n "s/^$1 //p" "$folder/names"; }

# The source, and what it includes in quotes or in angle brackets from its own folders, one absolute name a line. The
# project's own headers are no part of it.
absolute() { (cd -P "$(dirname "$1")" 2>/dev/null && printf '%s/%s\n' "$PWD" "${1##*/}"); }
sources=$(absolute "$2")
while :; do
    more=$(printf '%s\n' "$sources" | while IFS= read -r file; do
        printf '%s\n' "$file"
        sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]([^">]+)[">].*/\1/p' "$file" |
            while IFS= read -r name; do
                header=${file%/*}/$name
                [ ! -f "$header" ] || cmp -s "$folder/../${name##*/}" "$header" || absolute "$header"
            done
    done | sort -u)
    [ "$more" != "$sources" ] || break
    sources=$more
done
uses() { # uses KIND...
    wanted=$(for kind; do patterns "$kind"; done)
    printf '%s\n' "$sources" | while IFS= read -r file; do
        ! grep -qE "$wanted" "$file" || echo yes
    done | grep -q yes
}

# Behind the toolkit's headers; but a toolkit beside the CPU backend is none of its business. One flag a
# line: the folder may have a blank in its name.
set -- "-I$folder/include"
[ "$backend" = cpu ] || set -- -Xcompiler "-idirafter,$folder/include"
if uses textures votes old; then
    set -- "$@" -include "$folder/legacy.h"
    # these become macros, so only where they must
    ! uses textures || set -- "$@" -DLEGACY_TEXTURES
    ! uses votes || set -- "$@" -DLEGACY_VOTES
    [ "$backend" = cpu ] || set -- "$@" -Wno-deprecated-declarations
fi
! uses system || set -- "$@" -include unistd.h
printf '%s\n' "$@"
