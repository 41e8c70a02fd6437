# SPDX-License-Identifier: MIT
# ray_global.dat, ray_const.dat: spheres, median ms, least, most. A sphere has 28 bytes.
set title "Rendering " . size . " × " . size . " pixels, kernel alone\n{/*0.8 " . where . "}"
set xlabel 'spheres in the scene; above, its size: 28 bytes a sphere'
set ylabel 'fastest kernel time for each sphere [µs]'
set logscale x 10
set logscale x2 10
set xrange [0.8:2500]
set x2range [0.8 * 28:2500 * 28]
set xtics (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
set x2tics \
    ('64 B' 64, '256 B' 256, '1 KB' 1024, '2 KB' 2048, '4 KB' 4096, '8 KB' 8192, '16 KB' 16384, \
     '32 KB' 32768, '64 KB' 65536)
set border 7
set key top right
set yrange [0:*]
plot data . '/ray_const.dat' using 1:(1000 * $3 / $1) with linespoints title 'constant memory', \
     data . '/ray_global.dat' using 1:(1000 * $3 / $1) with linespoints title 'global memory'
