# SPDX-License-Identifier: MIT
# constant.dat, global.dat: addresses, median ms, least, most.
set title "Reads by a warp of so many different addresses\n{/*0.8 " . where . "}"
set xlabel 'different addresses among the 32 threads of a warp'
set ylabel 'kernel time [ms]'
set xrange [0:33]
set xtics (1, 2, 4, 8, 16, 32)
set yrange [0:*]
set offsets 0, 0, graph 0.25, 0
plot data . '/constant.dat' using 1:2 with linespoints title 'constant memory', \
     data . '/global.dat' using 1:2 with linespoints title 'global memory'
