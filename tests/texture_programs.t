#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# texture_features against values worked out by hand from the programming guide's formulas, and blur
# against filters whose result is known beforehand.
. "$(dirname "$0")/programs.sh"

ok "the programs build for $backend" make BACKEND="$backend" texture_features blur
[ "${tap_failed:?}" = 0 ] || done_testing

# ---- texture_features --------------------------------------------------------------------------

# The texels are 10, 60, 200, 255. As fractions of 255: 0.03922, 0.23529, 0.78431, 1. As signed
# bytes of 127: 10, 60, -56, -1. At 1.75, say, the middles 1.5 (60) and 2.5 (200) mix, 3 : 1, to 95,
# that is 0.37255. At -0.875 wrapped, -1.375 lies between the middles of texel -2, which is 200, and
# -1, which is 255: 200 + 0.625 * 55 = 234.375.
cat >"$dir/hand" <<'END'
-1.750 0.0392 0.0392 10 0.0787 0.0392 0 0.6471 0.3725
-0.875 0.0392 0.0392 10 0.0787 0.0392 0 0.9191 0.1127
0.000 0.0392 0.0392 10 0.0787 0.0392 0.0196 0.5196 0.0392
0.875 0.0392 0.1127 10 0.0787 0.1127 0.1127 0.1127 0.1127
1.750 0.2353 0.3725 60 0.4724 0.3725 0.3725 0.3725 0.3725
2.625 0.7843 0.8113 200 -0.4409 0.8113 0.8113 0.8113 0.8113
3.500 1 1 255 -0.0079 1 1 1 1
4.375 1 1 255 -0.0079 1 0.1250 0.1593 1
5.250 1 1 255 -0.0079 1 0 0.1863 0.8382
6.125 1 1 255 -0.0079 1 0 0.5784 0.4412
END
by_hand() {
    run texture_features
    grep -E '^ +-?[0-9.]+( +-?[0-9.]+){8}$' "$dir/out" >"$dir/table"
    paste -d ' ' "$dir/table" "$dir/hand" | awk '
        NF != 18 { exit bad = 1 }
        { for (i = 1; i <= 9; i++) { off = $i - $(i + 9); if (off * off > 0.004 ^ 2) bad = 1 } }
        END { exit bad || NR != 10 }'
}
ok 'the table holds the values worked out by hand' by_hand
ok 'its columns are the eight ways' grep -qE \
    '^ +x +POINT +LINEAR +ELEMENT +SIGNED +CLAMP +BORDER +WRAP +MIRROR$' "$dir/out"
for size in 1 2 3 17 100 333; do ok "panels of $size pixels" right texture_features --runs 1 --size $size; done
quiet() { run texture_features --csv && ! grep -q LINEAR "$dir/out" && [ -z "$(ls "$dir/run")" ]; }
ok '--csv prints no table and writes no picture' quiet
ok '--size 20001 is refused' refused '--size' texture_features --size 20001

# pixel FILE X Y: red green blue of a PPM's pixel, counted from the top left corner
pixel() {
    local width header
    width=$(sed -n 2p "$1" | cut -d ' ' -f 1)
    header=$(head -n 3 "$1" | wc -c)
    od -An -tu1 -v -j $((header + 3 * ($2 + $3 * width))) -N 3 "$1" | xargs
}
is() { [ "$(pixel "$dir/picture.ppm" "$1" "$2")" = "$3" ] || { pixel "$dir/picture.ppm" "$1" "$2" && false; }; }

# Panels of 16 pixels, 2 a texel, begin at 3, 22, 41 and 60 from the left and at 12 and 40 from the
# top. The R's foot is the byte 255, to its left is 0, to its right 12 * 2.
ok 'a picture of 79 x 59 pixels' right texture_features --size 16 --out "$dir/picture.ppm"
ok 'of that size' test "$(sed -n 2p "$dir/picture.ppm")" = '79 59'
ok 'POINT: the texel at the lower left is 0' is 3 27 '0 0 0'
ok 'POINT: the R beside it is 255' is 5 27 '255 255 255'
ok 'POINT: and to the right of its foot is 24' is 7 27 '24 24 24'
ok 'ELEMENT: the same' is 45 27 '24 24 24'
ok 'SIGNED: 255 is -1, next to black, and blue' is 62 27 '0 1 2'
ok 'SIGNED: 24 is 24 / 127' is 64 27 '48 48 48'
ok 'BORDER: outside is 0' is 22 55 '0 0 0'

# ---- blur --------------------------------------------------------------------------------------

for radius in 0 1 2 5; do ok "radius $radius" right blur --size 61 --runs 1 --radius $radius; done
ok 'radius 64, far beyond the picture' right blur --size 9 --runs 1 --radius 64
for size in 1 2 33 130; do ok "a picture of $size pixels" right blur --runs 1 --size $size; done
ok 'any seed' right blur --size 40 --seed 18446744073709551615

grey() { # grey WIDTH HEIGHT LEVEL...: a PPM of grey pixels, in $dir/in.ppm
    local level
    printf 'P6\n%d %d\n255\n' "$1" "$2"
    for level in "${@:3}"; do
        # shellcheck disable=SC2059 # the format is made here
        printf "$(printf '\\%03o\\%03o\\%03o' "$level" "$level" "$level")"
    done
}
filtered() { right blur --runs 1 --in "$dir/in.ppm" --out "$dir/picture.ppm" "$@"; }

# Panels of 5 x 5 begin at 3 and 11 from the left, at 12 and 29 from the top: the original, box,
# Gaussian, Sobel.
grey 5 5 0 0 0 0 0 0 0 0 0 0 0 0 225 0 0 0 0 0 0 0 0 0 0 0 0 >"$dir/in.ppm"
ok 'one white pixel, radius 1' filtered --radius 1
ok 'the original is there' is 5 14 '225 225 225'
ok 'box: a ninth of it in the middle' is 13 14 '25 25 25'
ok 'box: a ninth of it in the corner of 3 x 3' is 12 13 '25 25 25'
ok 'box: nothing beyond' is 11 12 '0 0 0'
ok 'Sobel: nothing in the middle' is 13 31 '0 0 0'
ok 'Sobel: half of it beside the middle' is 12 31 '113 113 113'
ok 'radius 0' filtered --radius 0
ok 'box of radius 0 changes nothing' is 13 14 '225 225 225'
ok 'Gaussian of radius 0 changes nothing' is 5 31 '225 225 225'

grey 4 3 90 90 90 90 90 90 90 90 90 90 90 90 >"$dir/in.ppm"
ok 'a grey picture, wider than high, radius 7' filtered --radius 7
ok 'box: as grey as before, into the corner' is 10 12 '90 90 90'
ok 'Gaussian: as grey as before' is 3 27 '90 90 90'
ok 'Sobel: black' is 10 27 '0 0 0'

grey 6 1 0 0 0 255 255 255 >"$dir/in.ppm"
ok 'an edge, radius 1' filtered --radius 1
ok 'Sobel: white left of the edge' is 14 25 '255 255 255'
ok 'Sobel: white right of the edge' is 15 25 '255 255 255'
ok 'Sobel: black before' is 13 25 '0 0 0'

ok '--radius 65 is refused' refused '--radius' blur --radius 65
ok '--in of a missing file is refused' refused missing.png blur --in missing.png
ok '--in of a file that is not a picture is refused' refused hand blur --in "$dir/hand"
ok '--out without an extension is refused' refused picture blur --out picture
done_testing
