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

# Old names. One too many does no harm: the headers only add.
votes='__(any|all|ballot)[[:space:]]*\('
texture='(^|[^A-Za-z0-9_])texture[[:space:]]*<([^<]|$)'
old="$texture|$votes|cudaTextureType|cuda(Unb|B)indTexture|cudaGetTextureAlignmentOffset"
old="$old|cudaThread(Synchronize|Exit|[GS]et(Limit|CacheConfig))"
old="$old|clockRate|memoryClockRate|deviceOverlap|kernelExecTimeoutEnabled|computeMode|maxTexture1DLinear"
old="$old|singleToDoublePrecisionPerfRatio|cooperativeMultiDeviceLaunch"
old="$old|__shfl(_up|_down|_xor)?[[:space:]]*\\("
old="$old|(^|[^A-Za-z0-9_])IMAGE[[:space:]]+[A-Za-z_]|HandleError|swap[[:space:]]*\\(|big_random_block|float_to_color"
old="$old|CUTThread|CUT_THREAD|(start|end|destroy)_thread|wait_for_threads|(^|[^A-Za-z])[Bb]itmap(\\.|->)[xy]([^A-Za-z_]|\$)"

old="$old|cuda(MemcpyToSymbol|GetSymbolSize)[[:space:]]*\\([[:space:]]*\"|cuda(MemcpyFromSymbol|GetSymbolAddress)[[:space:]]*\\([^,]*,[[:space:]]*\""
# Functions of the system's that once came without <unistd.h>.
system='(^|[^A-Za-z0-9_.>:])(getpid|gethostname|lseek|sleep|usleep)[[:space:]]*\('

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
uses() { # uses PATTERN
    printf '%s\n' "$sources" | while IFS= read -r file; do
        ! grep -qE "$1" "$file" || echo yes
    done | grep -q yes
}

# Behind the toolkit's headers; but a toolkit beside the CPU backend is none of its business. One flag a
# line: the folder may have a blank in its name.
set -- "-I$folder/include"
[ "$backend" = cpu ] || set -- -Xcompiler "-idirafter,$folder/include"
if uses "$old"; then
    set -- "$@" -include "$folder/legacy.h"
    # these become macros, so only where they must
    ! uses "$texture" || set -- "$@" -DLEGACY_TEXTURES
    ! uses "$votes" || set -- "$@" -DLEGACY_VOTES
    [ "$backend" = cpu ] || set -- "$@" -Wno-deprecated-declarations
fi
! uses "$system" || set -- "$@" -include unistd.h
printf '%s\n' "$@"
