# SPDX-License-Identifier: MIT
# tile_width.dat: width of a tile, median ms, least, most, GFLOP/s.
set title "Tiled product of two " . size . " × " . size . " matrices\n{/*0.8 " . where . "}"
set xlabel 'width of a tile [elements]; a block has its square in threads'
set ylabel 'speed [GFLOP/s]'
set style fill solid
set boxwidth 0.7
set xtics nomirror
set yrange [0:*]
unset key
set grid noxtics
plot data . '/tile_width.dat' using 0:5:xtic(1) with boxes linetype 1, \
     data . '/tile_width.dat' using 0:5:(gprintf($5 < 10 ? '%.2f' : '%.0f', $5)) with labels offset 0,0.7
