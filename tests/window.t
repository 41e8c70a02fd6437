#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# common/pictures: window.h, cpu_bitmap.h and cpu_anim.h in real windows: opened in an X server of the test's
# own, photographed, compared with the saved pictures, resized, dragged, closed.
. "$(dirname "$0")/tap.sh"

for tool in Xvfb xdotool xwd convert compare identify "${CXX:=g++}" "${CC:=gcc}"; do
    command -v "$tool" >/dev/null || plan_skip "$tool is not installed"
done
. tests/display.sh

# Old packages of freeglut have no file for pkg-config.
flags=$(pkg-config --cflags --libs glut gl libpng x11 2>/dev/null) || flags='-lglut -lGL -lpng -lX11'
build() { # build OUTPUT SOURCE FLAGS...
    local output=$1 source=$2
    shift 2
    # shellcheck disable=SC2086
    "$CXX" -std=c++17 -g -O1 -Wall -Wextra -Werror "$@" "tests/window/$source" -o "$dir/$output" $flags
}
printf '#include <GL/freeglut.h>\n#include <png.h>\nint main() {}\n' >"$dir/probe.cpp"
# shellcheck disable=SC2086
"$CXX" "$dir/probe.cpp" -o "$dir/probe" $flags 2>/dev/null ||
    plan_skip "freeglut, OpenGL or libpng is missing"
ok 'the still program builds without warnings' build still still.cpp -DHAVE_PNG -DHAVE_GLUT
ok 'the animation builds without warnings' build anim anim.cpp -DHAVE_PNG -DHAVE_GLUT
ok 'the close button builds' "$CC" tests/window/close.c -o "$dir/close" -lX11

# Starts a program and waits for its window, whose id is then in $window. The window goes to the
# screen's corner: photographs are cut off at the screen's edges.
start() {
    local name=$1
    shift
    "$dir/$name" "$@" >"$dir/out" 2>"$dir/err" </dev/null &
    program=$!
    until_true find_window '^(still|anim|tenth frame) \(' && xdotool windowmove "$window" 0 0
}

# Waits for the program's end, and its window's, which the server may see to a little later: the next
# program's would be taken for it. The exit status is then in $status.
gone() { ! find_window '^(still|anim|tenth frame) \('; }
finish() {
    program_ends
    until_true gone
}

# (key presses to a window without focus make xdotool complain)
close_window() { "$dir/close" "$window"; }
size() { identify -format '%wx%h' "$1"; }
same() { [ "$(size "$1")" = "$(size "$2")" ] && [ "$(compare -metric AE "$1" "$2" null: 2>&1)" = 0 ]; }
looks_like() { photo photo.png && same "$dir/photo.png" "$1"; }
moves() { photo before.png && until_true differs; }
differs() { photo after.png && ! same "$dir/before.png" "$dir/after.png"; }
says() { grep -qxF -- "$1" "$dir/out"; }
complains() { grep -qF -- "$1" "$dir/err"; }

# Red and green rise slowly over the still picture, so that it doesn't matter which of two pixels
# is taken where a scaled one lies between them. Blue does not.
roughly() {
    photo photo.png && [ "$(size "$dir/photo.png")" = "$(size "$1")" ] &&
        [ "$(convert "$dir/photo.png" "$1" -compose difference -composite \
            -channel B -evaluate set 0 +channel -format '%[fx:maxima < 0.06]' info:)" = 1 ]
}

# resized WINDOW PICTURE [FILE]: a window of the size WINDOW shows all of FILE in the size PICTURE,
# in its middle, on grey.
resized() {
    xdotool windowsize "$window" "${1%x*}" "${1#*x}"
    convert "${3:-$dir/still.png}" -sample "$2!" -background '#404040' -gravity center \
        -extent "$1" "$dir/expected.png"
    until_true roughly "$dir/expected.png"
}

if ! start_server -noreset; then
    skip 'windows' 'Xvfb does not start'
    done_testing
fi

# A still picture.
start still 300 200 "$dir/still.png" save
ok 'the picture is saved before the window opens' test -s "$dir/still.png"
ok 'the title names the keys' find_window '^still \(s: save, Esc: close\)$'
ok 'the window shows the saved picture, pixel by pixel' until_true looks_like "$dir/still.png"
ok 'twice as large, letterboxed above and below' resized 600x500 600x400
ok 'smaller, letterboxed left and right' resized 475x150 225x150
ok 'tall and narrow' resized 75x400 75x50
ok 'the size of the picture again' resized 300x200 300x200
rm "$dir/still.png"
press s
ok 's saves the picture' until_true test -s "$dir/still.png"
ok 'and it is the one in the window' looks_like "$dir/still.png"
press space
press x
ok 'other keys change nothing' looks_like "$dir/still.png"
press Escape
finish
ok 'Escape ends it with status 0' test "$status" = 0
ok 'the exit callback has run' says 'exit callback: called'
ok 'the window returned to main' says 'back in main'
ok 'it said where the picture is' complains "the picture is in $dir/still.png"

start still 64 64 "$dir/unsaved.png"
close_window
finish
ok 'closing the window ends it with status 0' test "$status" = 0
ok 'the exit callback has run then too' says 'exit callback: called'
ok 'the window returned to main then too' says 'back in main'
ok 'nothing was printed on stderr' test ! -s "$dir/err"
ok 'no file was written' test ! -e "$dir/unsaved.png"

start still 2000 1000 "$dir/still.png" save
ok 'a picture larger than the screen is scaled to fit' resized 900x450 900x450
close_window
finish
start still 20000 200 "$dir/still.png" save
"$dir/still" 1000 10 "$dir/wide.png" no-window 2>/dev/null >&2
ok 'one wider than a texture is whole' resized 1000x10 1000x10 "$dir/wide.png"
close_window
finish
start still 1 1 "$dir/still.png" save
ok 'a picture of one pixel' until_true looks_like "$dir/still.png"
ok 'a picture of one pixel, enlarged' resized 40x20 20x20
close_window
finish
start still 64 64 "$dir/no/such/folder.png"
press s
ok 's into a missing folder gives one line' until_true complains 'No such file or directory'
close_window
finish
ok 'and does not end the program' test "$status" = 0

# An animation.
start anim 100 80 0 "$dir/anim.png"
ok 'an animation moves' moves
ok 'its title changes' until_true find_window '^tenth frame \(.*\)$'
ok 'and names the keys' find_window '\(drag: draw, space: pause, s: save, Esc: close\)$'
press space
ok 'the title says that it is paused, and how to go on' \
    until_true find_window '^[a-z ]*, paused \(drag: draw, space: go on, s: save, Esc: close\)$'
photo before.png
still_for() { for _ in 1 2 3 4 5; do sleep 0.1 && photo after.png && ! differs || return 1; done; }
ok 'space stops it' still_for
press s
ok 's saves a frame' until_true test -s "$dir/anim.png"
ok 'the one that is seen' looks_like "$dir/anim.png"
press space
ok 'space lets it go on' moves
xdotool mousemove --window "$window" 10 20 mousedown 1 mousemove --window "$window" 50 79 mouseup 1
ok 'a drag arrives in pixels of the picture' until_true says 'drag 10 59 50 0'
xdotool windowsize "$window" 400 160
wide() { photo photo.png && [ "$(size "$dir/photo.png")" = 400x160 ]; }
until_true wide
xdotool mousemove --window "$window" 150 40 mousedown 1 mousemove --window "$window" 399 81 mouseup 1
ok 'also in a resized window, held at the edge' until_true says 'drag 25 59 99 39'
ok 'then the title is as before' until_true find_window '^tenth frame \(drag: draw, space: pause, '
press q
finish
ok 'q ends the animation with status 0' test "$status" = 0
ok 'its exit callback has run' says 'exit callback'
ok 'it returned to main' says 'back in main'
start anim 100 80 0 "$dir/closed.png"
kill -STOP "$program" # so that the next frame is due when it learns of the close
sleep 0.1
close_window
kill -CONT "$program"
finish
ok 'closing the window ends the animation with status 0' test "$status" = 0
ok 'its exit callback has run then too' says 'exit callback'
ok 'no file was written for it' test ! -e "$dir/closed.png"
ok 'an animation of 20 frames ends by itself' "$dir/anim" 100 80 20 "$dir/anim20.png" save
ok 'and its last frame is saved' test -s "$dir/anim20.png"

# Memory, in windows that are drawn in, resized, saved from and left.
exercise() { # exercise DESCRIPTION PROGRAM ARGUMENTS...
    local description=$1
    shift
    start "$@"
    press s
    ok "$description: s saves" until_true test -s "$dir/memory.png"
    xdotool windowsize "$window" 200 150
    wide() { photo photo.png && [ "$(size "$dir/photo.png")" = 200x150 ]; }
    until_true wide
    press Escape
    finish
    ok "$description: no fault, no leak" test "$status" = 0
    [ "$status" = 0 ] || sed 's/^/# /' "$dir/err"
    rm -f "$dir/memory.png"
}
export LSAN_OPTIONS=suppressions=$PWD/tests/lsan.supp:print_suppressions=0
for name in still anim; do
    sizes=(100 80)
    [ "$name" = still ] || sizes+=(0)
    if build "$name-asan" "$name.cpp" -DHAVE_PNG -DHAVE_GLUT -fsanitize=address,undefined 2>/dev/null; then
        exercise "AddressSanitizer, $name" "$name-asan" "${sizes[@]}" "$dir/memory.png"
    else
        skip "AddressSanitizer, $name" 'the compiler lacks it'
    fi
    if command -v valgrind >/dev/null; then
        printf '#!/bin/sh\nexec valgrind -q --error-exitcode=9 --leak-check=full --suppressions=%s %s "$@"\n' \
            "$PWD/tests/valgrind.supp" "$dir/$name" >"$dir/$name-valgrind"
        chmod +x "$dir/$name-valgrind"
        exercise "Valgrind, $name" "$name-valgrind" "${sizes[@]}" "$dir/memory.png"
    else
        skip "Valgrind, $name" 'it is not installed'
    fi
done

# An X server that restarts when its last client leaves: the probe must not let go of it. A new server for each
# run, since one restarts after the run before, too, and may lose the next program's first call.
kill "$server"
wait "$server" 2>/dev/null
restarts() {
    for _ in 1 2 3 4 5; do
        start_server && "$dir/anim" 10 10 2 "$dir/restarts.png" || return
        kill "$server"
        wait "$server" 2>/dev/null
    done
}
ok 'a server that restarts does not lose the window' restarts
ok 'and no file replaced it' test ! -e "$dir/restarts.png"

# No window.
headless() { # headless DESCRIPTION PROGRAM ARGUMENTS... -- STDERR
    local description=$1 arguments=()
    shift
    while [ "$1" != -- ]; do
        arguments+=("$1")
        shift
    done
    "$dir/${arguments[0]}" "${arguments[@]:1}" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    ok "$description: status 0" test "$status" = 0
    ok "$description: one line" test "$(cat "$dir/err")" = "$2"
}
start_server -noreset -extension GLX
headless 'a display without OpenGL' still 30 20 "$dir/a.png" -- \
    "no OpenGL on this display: the picture is in $dir/a.png"
kill "$server"
wait "$server" 2>/dev/null
server=
headless 'a display that is gone' still 30 20 "$dir/b.png" -- \
    "no display: the picture is in $dir/b.png"
unset DISPLAY
headless 'no display' still 30 20 "$dir/c.png" -- "no display: the picture is in $dir/c.png"
headless 'no window wanted' still 30 20 "$dir/d.png" no-window -- \
    "no window wanted: the picture is in $dir/d.png"
headless 'an animation' anim 30 20 7 "$dir/e.png" -- "no display: the picture is in $dir/e.png"
headless 'a GIF' anim 30 20 7 "$dir/f.gif" -- "no display: the picture is in $dir/f.gif"
ok 'the picture is the same each time' same "$dir/a.png" "$dir/d.png"
ok 'the animation stopped at its seventh frame' test \
    "$(convert "$dir/e.png" -format '%[pixel:p{7,3}]%[pixel:p{6,3}]' info:)" = \
    'srgb(255,255,255)srgb(0,0,255)'
ok 'the GIF holds seven pictures' test "$(identify "$dir/f.gif" | wc -l)" = 7

mkdir "$dir/path"
ln -s "$(command -v sh)" "$dir/path/sh"
no_gif() { ! PATH=$dir/path "$dir/anim" 30 20 7 "$dir/g.gif" 2>"$dir/err"; }
ok 'a GIF without a tool for it fails' no_gif
ok 'and says why' complains 'a GIF needs ffmpeg or ImageMagick'
printf '#!/bin/sh\nexit 3\n' >"$dir/path/ffmpeg"
chmod +x "$dir/path/ffmpeg"
no_big_gif() { ! PATH=$dir/path "$dir/anim" 300 200 7 "$dir/g.gif" 2>"$dir/err"; }
ok 'a tool that dies is a failure' no_big_gif
ok 'and it is said' complains 'the tool that makes the GIF failed'
ok 'no half GIF and no temporary file is left' test -z "$(find "$dir" -name 'g.gif*' -o -name '*.tmp.*')"
done_testing
