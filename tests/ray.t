#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The ray tracers' pictures: the same from both programs, byte for byte; the same for the same seed;
# and those in tests/golden, which people have looked at. A picture that is not as expected leaves
# its difference in build/test-failures.
#
#     UPDATE_GOLDEN=1 tests/ray.t     writes tests/golden anew: look at the pictures before you keep them
. "$(dirname "$0")/programs.sh"

failures=build/test-failures

# render PROGRAM FILE ARGUMENT...: a .ppm holds nothing but the pixels, so files compare as they are.
render() {
    local name=$1 file=$2
    shift 2
    "$bin/$name" --csv --runs 1 --out "$file" "$@" >"$dir/out" 2>"$dir/err"
}

both_equal() { # both_equal ARGUMENT...
    render ray_global "$dir/global.ppm" "$@" && render ray_const "$dir/const.ppm" "$@" &&
        cmp "$dir/global.ppm" "$dir/const.ppm"
}

pixels() { # pixels FILE WIDTH: a whole PPM of that width and height
    printf 'P6\n%d %d\n255\n' "$2" "$2" >"$dir/header"
    local header
    header=$(wc -c <"$dir/header")
    head -c "$header" "$1" | cmp - "$dir/header" &&
        [ "$(wc -c <"$1")" = $((header + 3 * $2 * $2)) ]
}

repeats() { # repeats PROGRAM: the seed makes the picture, and nothing else does
    render "$1" "$dir/a.ppm" --size 200 --seed 3 && render "$1" "$dir/b.ppm" --size 200 --seed 3 &&
        cmp "$dir/a.ppm" "$dir/b.ppm" && render "$1" "$dir/c.ppm" --size 200 --seed 4 &&
        ! cmp -s "$dir/a.ppm" "$dir/c.ppm"
}

default_seed() { # with no --seed, the seed that --help tells
    local seed
    seed=$("$bin/$1" --help | sed -n 's/^  --seed.*(default \([0-9]*\)).*/\1/p')
    render "$1" "$dir/a.ppm" --size 100 && render "$1" "$dir/b.ppm" --size 100 --seed "$seed" &&
        cmp "$dir/a.ppm" "$dir/b.ppm"
}

# Spheres cover at least a quarter of the picture, or half of what it shows is hidden from the tests.
# The sky is the colour of its first pixel.
colourful() { # colourful FILE
    tail -n +4 "$1" | od -An -v -tu1 -w3 | awk 'NR == 1 { sky = $0 } $0 != sky { seen++ } END { exit !(seen > NR / 4) }'
}

writes_png() { # writes_png PROGRAM: the file that --out names is the picture, and its only file
    run "$1" --size 333 --out picture.PNG --no-window
    [ "$status" = 0 ] && [ "$(ls "$dir/run")" = picture.PNG ] &&
        render "$1" "$dir/a.ppm" --size 333 &&
        "$dir/picture_diff" "$dir/a.ppm" "$dir/run/picture.PNG" "$dir/difference.ppm"
}

replaces() { # a file that was there before
    run "$1" --size 10 --out picture.ppm
    cp "$dir/run/picture.ppm" "$dir/small.ppm"
    (cd "$dir/run" && "$bin/$1" --size 20 --out picture.ppm && "$bin/$1" --size 10 --out picture.ppm) \
        >/dev/null 2>&1
    cmp "$dir/small.ppm" "$dir/run/picture.ppm" && [ "$(ls "$dir/run")" = picture.ppm ]
}

without_display() { # it says where the picture is, in one line
    run "$1" --size 50
    [ "$status" = 0 ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
        grep -qE '^no [a-z ]+: the picture is in ray\.p[np][gm]$' "$dir/err" &&
        [ "$(ls "$dir/run")" = "$(sed 's/.* //' "$dir/err")" ]
}

golden() { # golden PROGRAM NAME ARGUMENT...
    local name=$1 picture=tests/golden/$2.png
    shift 2
    render "$name" "$dir/picture.ppm" "$@" || return
    mkdir -p "$failures"
    "$dir/picture_diff" "$picture" "$dir/picture.ppm" "$failures/$name-${picture##*/}"
}

has_png || plan_skip 'libpng is missing'
ok "the ray tracers build for $backend" make BACKEND="$backend" ray_global ray_const
[ "${tap_failed:?}" = 0 ] || done_testing
build_picture_diff

if [ -n "${UPDATE_GOLDEN-}" ]; then
    render ray_global tests/golden/ray.png --size 128
    render ray_global tests/golden/ray_crowd.png --size 127 --spheres 300 --seed 2
fi

for size in 1 2 17 333 1000; do
    ok "both programs: size $size" both_equal --size $size
    ok "the picture is $size pixels wide and high" pixels "$dir/const.ppm" $size
done
for seed in 0 1 18446744073709551615; do ok "both programs: seed $seed" both_equal --size 500 --seed $seed; done
for spheres in 1 2 33 2340; do
    ok "both programs: $spheres spheres" both_equal --size 160 --spheres $spheres
done
ok 'both programs: 2340 spheres, another seed' both_equal --size 161 --spheres 2340 --seed 5
ok 'both programs: 2500 pixels, 50 spheres' both_equal --size 2500 --spheres 50
ok 'the default picture' both_equal
ok 'the default picture is not mostly sky' colourful "$dir/const.ppm"

for program in ray_global ray_const; do
    ok "$program: the seed makes the picture" repeats $program
    ok "$program: the seed by default" default_seed $program
    ok "$program: --out as a PNG" writes_png $program
    ok "$program: --out replaces a file" replaces $program
    ok "$program without a display" without_display $program
    ok "$program: golden, the default scene" golden $program ray --size 128
    ok "$program: golden, another seed, 300 spheres, an odd size" \
        golden $program ray_crowd --size 127 --spheres 300 --seed 2
done

# A picture that is wrong has to be found, and its difference written.
finds_difference() {
    render ray_const "$dir/wrong.ppm" --size 128 --seed 8
    ! "$dir/picture_diff" tests/golden/ray.png "$dir/wrong.ppm" "$dir/difference.png" >"$dir/out" &&
        grep -q 'pixels differ' "$dir/out" && [ -s "$dir/difference.png" ]
}
allows_levels() { # one level off is no difference where one is allowed
    printf 'P6 2 1 255\n\001\002\003\004\005\006' >"$dir/a.ppm"
    printf 'P6 2 1 255\n\001\002\003\004\006\006' >"$dir/b.ppm"
    "$dir/picture_diff" "$dir/a.ppm" "$dir/b.ppm" "$dir/difference.ppm" 1 &&
        ! "$dir/picture_diff" "$dir/a.ppm" "$dir/b.ppm" "$dir/difference.ppm"
}
ok 'another picture than the golden one is found' finds_difference
ok 'picture_diff: within so many levels' allows_levels
rmdir $failures 2>/dev/null
done_testing
