#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The heat programs: one room in three programs, the laws of heat over a thousand steps, a picture
# known to be right, the options, the animation in files and in a window.
. "$(dirname "$0")/programs.sh"

trio='heat_global heat_tex1d heat_tex2d'
# shellcheck disable=SC2086
ok "the heat programs build for $backend" make BACKEND="$backend" $trio
[ "${tap_failed:?}" = 0 ] || done_testing

agree() { # agree ARGUMENT...: three programs, one picture
    local program
    for program in $trio; do picture "$program" "$program" "$@" || return; done
    cmp "$dir/heat_global.ppm" "$dir/heat_tex1d.ppm" && cmp "$dir/heat_global.ppm" "$dir/heat_tex2d.ppm"
}

for size in 1 2 3 17 64 101 255; do ok "size $size: the same picture" agree --size $size --frames 3; done
ok 'odd steps, noise, a small k: the same picture' \
    agree --size 130 --frames 3 --steps 7 --seed 9 --k 0.1
ok 'no heaters, the classic colours: the same picture' \
    agree --size 77 --frames 2 --no-heaters --hue --seed 18446744073709551615

if has_png; then
    build_picture_diff
    for program in $trio; do ok "$program draws the picture that is known to be right" golden "$program"; done
else
    skip 'the picture that is known to be right' 'libpng is missing'
fi
one_way() {
    picture a heat_global --size 50 --steps 90 --frames 2 &&
        picture b heat_global --size 50 --steps 45 --frames 4 && cmp "$dir/a.ppm" "$dir/b.ppm"
}
ok '2 frames of 90 steps are 4 frames of 45' one_way
other() {
    picture a heat_global --size 50 && picture b heat_global --size 50 "$@" &&
        ! cmp -s "$dir/a.ppm" "$dir/b.ppm"
}
ok '--seed changes the picture' other --seed 1
ok '--k changes the picture' other --k 0.2
ok '--hue changes the picture' other --hue
ok '--no-heaters changes the picture' other --no-heaters

# The laws. The programs hold themselves to them; here their figures are looked at.
figures() { sed -nE "s/^after $1 steps: cells from (.*) to (.*), heat (.*)$/\1 \2 \3/p" "$dir/out"; }
within() { # within PROGRAM: 1 080 steps of a heated room, no cell outside [0, 1], the heater at 1
    run "$1" --no-window --runs 1 --size 90 --frames 12 &&
        [ "$status" = 0 ] && figures 1080 | awk '{ exit !(NF == 3 && $1 >= 0 && $2 == 1) }'
}
keeps_heat() { # keeps_heat PROGRAM: no heaters; not a ten-thousandth of the heat gets lost
    local before after
    run "$1" --no-window --runs 1 --size 90 --seed 4 --no-heaters --steps 1 --frames 1 || return
    before=$(figures 1)
    run "$1" --no-window --runs 1 --size 90 --seed 4 --no-heaters --frames 12
    after=$(figures 1080)
    echo "before: $before, after: $after"
    [ "$status" = 0 ] && echo "$before $after" | awk '
        { change = ($6 - $3) / $3; exit !(NF == 6 && change ^ 2 < 1e-8 && $4 > $1 && $5 < $2) }'
}
for program in $trio; do
    ok "$program: 1 080 steps within the first temperatures" within "$program"
    ok "$program: 1 080 steps keep the heat of a room without heaters" keeps_heat "$program"
done

all_refuse() { # all_refuse WORD ARGUMENT...
    local program
    for program in $trio; do refused "$1" "$program" "${@:2}" || return; done
}
for k in 0.26 0.2500001 0 -0.1 nan inf 1/4 ''; do ok "--k '$k' is refused" all_refuse "--k '$k'" --k "$k"; done
ok '--size 0 is refused' all_refuse '--size' --size 0
ok '--frames 0 is refused' all_refuse '--frames' --frames 0
ok '--steps 0 is refused' all_refuse '--steps' --steps 0
ok '--out room.jpg is refused' all_refuse 'room.jpg' --out room.jpg
ok '--out in a missing folder is refused' all_refuse 'no/such' --out no/such/room.gif

# Without a window: a file of the last frame, or of all.
by_default() {
    run heat_global --size 20 --frames 1
    [ "$status" = 0 ] && [[ $(ls "$dir/run") == room.p[np][gm] ]]
}
ok 'without a display the last frame is in room.png' by_default
average() {
    run heat_tex2d --size 20 --frames 2
    grep -qE '^Average Time per frame:  [0-9]+(\.[0-9]+)? ms$' "$dir/out"
}
ok 'the average time of a frame is printed' average
csv() {
    run heat_global --csv --size 20 --frames 2 --out "$dir/csv.ppm"
    [ "$status" = 0 ] && [ -s "$dir/csv.ppm" ] && grep -q ',frame,20,' "$dir/out"
}
ok '--csv has a row for the frames' csv
gif() {
    run heat_global --size 40 --frames 5 --out room.gif
    [ "$status" = 0 ] && [ "$(head -c 4 "$dir/run/room.gif")" = GIF8 ] || return
    ! command -v identify >/dev/null || [ "$(identify "$dir/run/room.gif" | wc -l)" = 5 ]
}
no_gif() {
    run heat_global --size 40 --frames 5 --out room.gif
    [ "$status" = 2 ] && [ "$(wc -l <"$dir/err")" = 1 ] && [ -z "$(ls -A "$dir/run")" ]
}
if [ -n "$(command -v ffmpeg || command -v magick || command -v convert)" ]; then
    ok 'a GIF of five frames' gif
else
    ok 'a GIF is refused without a tool for it' no_gif
fi

# In a window, on an X server of the test's own.
. tests/display.sh
need_screen 'the room in a window' xwd convert
mkdir "$dir/window"
(cd "$dir/window" && exec "$bin/heat_global" --size 200 --steps 9 --runs 1 >"$dir/out" 2>"$dir/err") &
program=$!
if ! until_true find_window '^heat_global \(drag: heat, .*\)$'; then
    if grep -qE 'no window support|no OpenGL' "$dir/err"; then
        skip 'the room in a window' "$(cat "$dir/err")"
    else
        ok 'the title names the keys' false
    fi
    done_testing
fi
ok 'the title names the keys' test -n "$window"
xdotool windowmove "$window" 0 0

moved() { photo after.ppm && ! cmp -s "$dir/before.ppm" "$dir/after.ppm"; }
# A light yellow is the colour of a heater.
hot() { photo hot.ppm && [ "$(convert "$dir/hot.ppm" -format "%[fx:p{$1,$2}.r > 0.9 && p{$1,$2}.g > 0.8]" info:)" = 1 ]; }
cold() { ! hot "$@"; }
photo before.ppm
ok 'the room moves' until_true moved
# Below the room: a scale from the coldest colour to the hottest, and in three lines what frame it is.
scale() { convert "$dir/after.ppm" -format "%[pixel:p{$1,214}]" info:; } # scale X: the colour there
strip() {
    [ "$(convert "$dir/after.ppm" -format '%wx%h' info:)" = 200x276 ] &&
        [ "$(scale 26)" != "$(scale 70)" ] && [ "$(scale 26)" != 'srgb(64,64,64)' ] &&
        [ "$(convert "$dir/after.ppm" -crop 190x48+0+228 -format '%[fx:maxima > 0.8]' info:)" = 1 ]
}
ok 'below it are the colours and the frame' strip
ok 'a cold corner is cold' cold 190 100
xdotool mousemove --window "$window" 170 100 mousedown 1 mousemove --window "$window" 199 100 mouseup 1
ok 'a drag paints heat there' until_true hot 190 100
sleep 0.5
ok 'and it stays' hot 190 100
press space
rests() { photo before.ppm && sleep 0.3 && ! moved; }
ok 'space pauses' until_true rests
press s
ok 's saves' until_true test -s "$dir/window/room.png" -o -s "$dir/window/room.ppm"
press space
ok 'space goes on' until_true moved
press Escape
program_ends
ok 'Escape ends it with status 0' test "$status" = 0
last() { cat "$dir/out" "$dir/err" && tail -n 1 "$dir/out" | grep -q '^result: right'; }
ok 'and with the verdict' last
done_testing
