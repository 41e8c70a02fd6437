#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# common/pictures/image.h: PNG and PPM written and read back, what can't be written, and the builds that
# lack a library.
. "$(dirname "$0")/tap.sh"

for tool in "${CXX:=g++}" "${CC:=gcc}"; do
    command -v "$tool" >/dev/null || plan_skip "$tool is not installed"
done
warnings=(-Wall -Wextra -Werror)
flags=(-std=c++17 -g -O1 "${warnings[@]}")
png=$(pkg-config --cflags --libs libpng 2>/dev/null) || png=-lpng

refuses() { # refuses TEXT COMMAND...: fails with exactly one line on stderr, which holds TEXT
    local text=$1
    shift
    ! "$@" >"$dir/out" 2>"$dir/err" && [ "$(wc -l <"$dir/err")" = 1 ] && grep -qF -- "$text" "$dir/err"
}
nothing_left() { [ -z "$(find "$dir" -name 'picture*' -o -name '*.tmp.*')" ]; }
is_ppm() { [ "$(head -c 2 "$1")" = P6 ]; }

# Without libpng and without freeglut, as C and as C++.
ok 'image.h builds as C, without libpng' \
    "$CC" -std=c11 -D_DEFAULT_SOURCE -g "${warnings[@]}" tests/window/image.c -o "$dir/image"
ok 'image.h builds as C++, without libpng' \
    "$CXX" -x c++ "${flags[@]}" tests/window/image.c -o "$dir/image++"
ok 'a still program builds without any library' \
    "$CXX" "${flags[@]}" tests/window/still.cpp -o "$dir/still"
ok 'an animation builds without any library' "$CXX" "${flags[@]}" tests/window/anim.cpp -o "$dir/anim"

for size in '1 1' '1 7' '7 1' '33 20' '20 33' '640 480'; do
    # shellcheck disable=SC2086
    ok "PPM round trip, $size" "$dir/image" trip $size "$dir/trip.ppm"
done
printf 'P6 # width, height\n2 # and\n1\n3\n\001\002\003\000\000\000' >"$dir/small.ppm"
ok 'a PPM with comments and few levels' \
    test "$("$dir/image" pixel "$dir/small.ppm" 0 0)" = '2x1: 85 170 255 255'
printf 'P6 2 2 255\n123456789012 top, then bottom' >"$dir/rows.ppm"
ok 'the top row of the file is the last in memory' \
    test "$("$dir/image" pixel "$dir/rows.ppm" 0 0)" = '2x2: 55 56 57 255'

ok 'without libpng a .png becomes a .ppm' "$dir/image" make 5 4 "$dir/picture.png"
ok 'which is a PPM' is_ppm "$dir/picture.ppm"
ok 'and no .png is there' test ! -e "$dir/picture.png"
"$dir/image" make 5 4 "$dir/picture.png" 2>"$dir/err"
ok 'which one line says' test "$(cat "$dir/err")" = \
    "no libpng in this build: wrote $dir/picture.ppm in place of $dir/picture.png"
rm -f "$dir"/picture*
"$dir/still" 30 20 "$dir/picture.png" >"$dir/out" 2>"$dir/err"
ok 'without freeglut a still picture goes to a file' is_ppm "$dir/picture.ppm"
ok 'and it is said why' grep -qxF \
    "no window support in this build: the picture is in $dir/picture.ppm" "$dir/err"
ok 'and the exit callback ran' grep -qxF 'exit callback: called' "$dir/out"
ok 'an animation does so too' "$dir/anim" 30 20 3 "$dir/picture.ppm"
rm -f "$dir"/picture*

# What can't be written leaves nothing, and says why before the work and after it.
mkdir "$dir/folder.ppm"
long=$(printf '%0300d' 0)
unwritable() { # unwritable REASON PATH
    ok "check: $1" refuses "$1" "$dir/image" check "$2"
    ok "write: $1" refuses "$1" "$dir/image" make 5 4 "$2"
}
unwritable 'the file name is empty' ''
unwritable 'Is a directory' "$dir/folder.ppm"
unwritable 'No such file or directory' "$dir/none/picture.ppm"
unwritable 'Not a directory' "$dir/small.ppm/picture.ppm"
mkfifo "$dir/fifo.ppm"
unwritable 'it is a device or a pipe, not a file' "$dir/fifo.ppm"
ok 'a FIFO is still one' test -p "$dir/fifo.ppm"
ln -s nowhere.ppm "$dir/dangling.ppm"
unwritable 'it is a link to a file that is not there' "$dir/dangling.ppm"
linked() { # what a link leads to is replaced, and the link stays
    : >"$dir/real.ppm" && ln -s real.ppm "$dir/link.ppm" && "$dir/image" make 5 4 "$dir/link.ppm" &&
        [ -L "$dir/link.ppm" ] && [ ! -L "$dir/real.ppm" ] && is_ppm "$dir/real.ppm"
}
ok 'through a link' linked
unwritable 'must end in .png or .ppm' "$dir/picture.jpg"
unwritable 'must end in .png or .ppm' "$dir/picture"
unwritable 'must end in .png or .ppm' "$dir/.ppm"
unwritable 'must end in .png or .ppm' "$dir/folder.ppm/"
unwritable 'File name too long' "$dir/picture$long.ppm"
unwritable 'cannot write' /proc/picture.ppm
if [ "$(id -u)" = 0 ]; then
    skip 'no permission' 'root may write everywhere'
else
    mkdir -m 555 "$dir/locked"
    unwritable 'Permission denied' "$dir/locked/picture.ppm"
    touch "$dir/protected.ppm"
    chmod 444 "$dir/protected.ppm"
    unwritable 'Permission denied' "$dir/protected.ppm"
fi
too_large() { # a limit on the size of files stands for a full disk
    (
        trap '' XFSZ
        ulimit -f 8
        refuses 'File too large' "$dir/image" make 300 300 "$dir/$1"
    )
}
ok 'a full disk' too_large picture.ppm
ok 'no picture at all' refuses 'there is no picture' "$dir/image" make 0 5 "$dir/picture.ppm"
ok 'nothing of all that is left behind' nothing_left
ok 'a writable name is taken' "$dir/image" check "$dir/picture.ppm"
ok 'capitals too' "$dir/image" check "$dir/picture.PPM"
ok 'and left alone' nothing_left

# What can't be read.
printf 'P6 2 2 255\n12345' >"$dir/short.ppm"
printf 'P6 2 -2 255\n12345' >"$dir/header.ppm"
printf 'P6 2 2 65535\n12345' >"$dir/deep.ppm"
printf 'P6 999999 999999 255\n12345' >"$dir/huge.ppm"
printf 'GIF89a' >"$dir/other.png"
: >"$dir/empty.png"
ok 'reading: no such file' refuses 'No such file' "$dir/image" pixel "$dir/none.ppm" 0 0
ok 'reading: a directory' refuses 'Is a directory' "$dir/image" pixel "$dir" 0 0
ok 'reading: an empty file' refuses 'the file is empty' "$dir/image" pixel "$dir/empty.png" 0 0
ok 'reading: another format' refuses 'neither a PNG nor a PPM' "$dir/image" pixel "$dir/other.png" 0 0
ok 'reading: a PPM cut off' refuses 'ends too early' "$dir/image" pixel "$dir/short.ppm" 0 0
ok 'reading: a negative height' refuses 'header is damaged' "$dir/image" pixel "$dir/header.ppm" 0 0
ok 'reading: 16 bits a channel' refuses 'not of 8 bits' "$dir/image" pixel "$dir/deep.ppm" 0 0
ok 'reading: more than there is memory for, or than there is' refuses 'cannot read' \
    "$dir/image" pixel "$dir/huge.ppm" 0 0
printf '\211PNG\r\n\032\n' >"$dir/magic.png"
ok 'reading: a PNG without libpng' refuses 'no libpng' "$dir/image" pixel "$dir/magic.png" 0 0

# With libpng.
# shellcheck disable=SC2086
if ! printf '#include <png.h>\nint main(void) { return 0; }\n' | "$CC" -x c - -o "$dir/probe" $png 2>/dev/null; then
    skip 'PNG' 'libpng is missing'
    done_testing
fi
# shellcheck disable=SC2086
ok 'image.h builds with libpng' \
    "$CC" -std=c11 -D_DEFAULT_SOURCE -g "${warnings[@]}" -DHAVE_PNG tests/window/image.c -o "$dir/image" $png
for size in '1 1' '1 7' '7 1' '33 20' '20 33' '640 480'; do
    # shellcheck disable=SC2086
    ok "PNG round trip, $size" "$dir/image" trip $size "$dir/trip.png"
done
ok 'PPM round trip, in the same build' "$dir/image" trip 33 20 "$dir/trip.ppm"
ok 'PPM to PNG' "$dir/image" copy "$dir/rows.ppm" "$dir/rows.png"
ok 'keeps the bottom row at the bottom' \
    test "$("$dir/image" pixel "$dir/rows.png" 0 0)" = '2x2: 55 56 57 255'
"$dir/image" make 100 100 "$dir/whole.png"
head -c 5000 "$dir/whole.png" >"$dir/cut.png"
ok 'reading: a PNG cut off' refuses 'cannot read' "$dir/image" pixel "$dir/cut.png" 0 0
ok 'reading: only the magic of a PNG' refuses 'cannot read' "$dir/image" pixel "$dir/magic.png" 0 0
ok 'a full disk' too_large picture.png
ok 'a directory' refuses 'Is a directory' "$dir/image" make 5 4 "$dir/folder.ppm"
ok 'a missing folder' refuses 'No such file' "$dir/image" check "$dir/none/picture.png"
ok 'nothing is left' nothing_left
if command -v convert >/dev/null; then
    convert -size 3x2 xc:'#102030' -depth 16 "$dir/deep.png"
    convert -size 3x2 xc:gray50 -colorspace Gray "$dir/grey.png"
    convert -size 3x2 xc:'#10203040' "PNG32:$dir/clear.png"
    convert -size 3x2 xc:'#102030' "PNG8:$dir/palette.png"
    pixel() { test "$("$dir/image" pixel "$dir/$1" 2 1)" = "3x2: $2"; }
    ok 'a PNG of 16 bits' pixel deep.png '16 32 48 255'
    ok 'a grey PNG' pixel grey.png '127 127 127 255'
    ok 'a PNG with alpha' pixel clear.png '16 32 48 64'
    ok 'a PNG with a palette' pixel palette.png '16 32 48 255'
else
    skip 'PNGs of other kinds' 'ImageMagick is not installed'
fi
done_testing
