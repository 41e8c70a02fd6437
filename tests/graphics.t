#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Chapter 8: rings as arithmetic has them, the room as chapter 7 draws it; the same picture whether it goes through the
# host or lies in a buffer shared with OpenGL, in a window and in a file; and what is done where nothing can be shared.
. "$(dirname "$0")/programs.sh"

pair='ripple_copy ripple_shared' four='ripple_copy ripple_shared heat_copy heat_shared'
# shellcheck disable=SC2086
ok "the programs build for $backend" make -j2 BACKEND="$backend" $four heat_global
[ "${tap_failed:?}" = 0 ] || done_testing

# The rings of a frame, by awk: grey = 128 + 127 cos(d / 10 - t / 7) / (d / 10 + 1).
rings() { # rings SIZE FRAME FILE
    awk -v size="$1" -v t="$2" 'BEGIN {
        printf "P3\n%d %d\n255\n", size, size
        for (y = size - 1; y >= 0; y--)
            for (x = 0; x < size; x++) {
                dx = x - int(size / 2); dy = y - int(size / 2); d = sqrt(dx * dx + dy * dy)
                grey = int(128 + 127 * cos(d / 10 - t / 7) / (d / 10 + 1))
                print grey, grey, grey
            } }' | convert ppm:- -depth 8 "$3"
}
drawn() { # drawn PROGRAM SIZE FRAME: within one level, as the cosines of two libraries may differ
    picture drawn "$1" --size "$2" --frames "$3" && rings "$2" "$3" "$dir/rings.ppm" &&
        "$dir/picture_diff" "$dir/rings.ppm" "$dir/drawn.ppm" "$dir/difference.ppm" 1
}
room() { # room ARGUMENT...: the same as chapter 7's, byte for byte
    picture room heat_global "$@" && picture copy heat_copy "$@" && picture shared heat_shared "$@" &&
        cmp "$dir/room.ppm" "$dir/copy.ppm" && cmp "$dir/room.ppm" "$dir/shared.ppm"
}
if has_png && command -v convert >/dev/null; then
    build_picture_diff
    for program in $pair; do
        for size in 1 2 33 100; do ok "$program draws the rings, size $size" drawn "$program" $size 7; done
        ok "$program draws the rings after a thousand frames" drawn "$program" 64 1000
    done
    for program in heat_copy heat_shared; do
        ok "$program draws the room that is known to be right" golden "$program"
    done
else
    skip 'the rings and the room that are known to be right' 'libpng or ImageMagick is missing'
fi
for size in 1 2 17 101; do ok "the room of chapter 7, size $size" room --size $size --frames 3 --steps 20; done
ok 'the room of chapter 7, its own steps' room --size 64 --frames 2 --steps 90

# Without a window: to a file, through the host.
by_default() { # by_default PROGRAM FILE
    run "$1" --size 20
    [ "$status" = 0 ] && [[ $(ls "$dir/run") == "$2".p[np][gm] ]] && [ "$(wc -l <"$dir/err")" = 1 ] &&
        grep -qE "^no .*: the picture is in $2\." "$dir/err"
}
through_host() { # through_host PROGRAM
    run "$1" --size 20 --frames 4 --no-window
    grep -q '^4 frames of 0\.00160 MB: 4 copies through the host, 0 saved$' "$dir/out" &&
        grep -qE '^Average Time per frame:  [0-9.]+ ms, [0-9.]+ frames/s$' "$dir/out"
}
frame_row() {
    run "$1" --csv --size 20 --frames 2 --out "$dir/csv.ppm"
    [ "$status" = 0 ] && [ -s "$dir/csv.ppm" ] && grep -qE ',frame,20,.*,frames/s,right$' "$dir/out"
}
for program in $four; do
    file=ripple
    [[ $program = ripple_* ]] || file=room
    ok "$program: without a display the last frame is in a file" by_default "$program" $file
    ok "$program: without a window a copy for each frame" through_host "$program"
    ok "$program: --csv has a row for the frames" frame_row "$program"
done

# In windows, on an X server of the test's own.
. tests/display.sh
need_screen 'in windows' xwd convert compare
mkdir "$dir/window"

# In the window's run: how many copies went through the host, and how many were saved.
figures() { sed -nE 's/^([0-9]+) frames of [0-9.]+ MB: ([0-9]+) copies through the host, ([0-9]+) saved$/\1 \2 \3/p' "$dir/out"; }
copies() { # copies WHICH: two for each frame, all of them saved or none; on a GPU, all if the server is on it
    figures | awk -v which="$1" '{ good = NF == 3 && $1 > 0 && (which == "saved" ? $2 == 0 && $3 == 2 * $1 : $2 == 2 * $1 && $3 == 0) }
                                 END { exit !good }'
}
same_as_file() { # same_as_file PROGRAM ARGUMENT...: the last frame, which may lie with OpenGL until the window goes
    DISPLAY='' picture file "$@" --size 60 --frames 12 && picture window "$@" --size 60 --frames 12 &&
        cmp "$dir/window.ppm" "$dir/file.ppm"
}
seen() { photo photo.ppm && [ "$(compare -metric AE "$dir/photo.ppm" "$1" null: 2>&1)" = 0 ]; }
# A key may come before the program listens: space again until the title says so.
paused() { [[ $(xdotool getwindowname "$window") == *', paused ('* ]] || { press space && sleep 0.3 && false; }; }
photographed() { # photographed PROGRAM FILE: paused, s, compared; then Escape
    local like=1
    (cd "$dir/window" && rm -f "$2".p* && exec "$bin/$1" --size 150 --runs 1 >"$dir/out" 2>"$dir/err") &
    program=$!
    until_true find_window "^$1 \\(" && xdotool windowmove "$window" 0 0 && until_true paused && press s &&
        until_true compgen -G "$dir/window/$2.p[np][gm]" && until_true seen "$dir/window/$2".p[np][gm] && like=0
    press Escape
    program_ends
    cat "$dir/out" "$dir/err"
    [ "$like$status" = 00 ] && tail -n 1 "$dir/out" | grep -q '^result: right'
}
if ! picture first ripple_copy --size 20 --frames 2 || [ "$(figures)" = '2 2 0' ]; then
    skip 'in windows' "$(cat "$dir/err")"
    done_testing
fi
shares='copied' # Xvfb draws on the CPU: to a GPU there is nothing to share
[ "$backend" = cuda ] || shares=saved
for program in $four; do
    file=ripple steps=()
    [[ $program = ripple_* ]] || { file=room && steps=(--steps 9); }
    ok "$program: the window's last frame is that of a file" same_as_file "$program" "${steps[@]}"
    case $program in
    *_copy) ok "$program: each frame is copied twice" copies copied ;;
    *) ok "$program: the copies are $shares" copies $shares ;;
    esac
    ok "$program: a photograph of the window is the picture that s saves" photographed "$program" $file
done
says_why() { [ "$(grep -c '^CUDA cannot share a buffer with OpenGL (cudaError[A-Za-z]*): the pixels are copied$' "$dir/err")" = 1 ]; }
if [ "$backend" = cuda ]; then
    picture first ripple_shared --size 20 --frames 2
    ok 'what is not on the GPU is said' says_why
else
    old_opengl() { MESA_GL_VERSION_OVERRIDE=1.4 same_as_file ripple_shared && copies copied; }
    ok 'an OpenGL without buffers: copied' old_opengl
    # A buffer that CUDA does not take: another number than OpenGL's.
    spoiled_tree chapter08_graphics/{ripple,screen}.h
    spoil unshared
    cp chapter08_graphics/ripple_shared.cu "$dir/tree/broken/unshared.cu"
    ok 'a program that CUDA refuses to share with builds' make -C "$dir/tree" BACKEND=cpu unshared
    bin=$dir/tree/bin/cpu
    ok '... and its frames are right' same_as_file unshared
    ok '... and copied' copies copied
    ok '... and it says why, in one line' says_why
fi
done_testing
