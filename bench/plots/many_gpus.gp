# SPDX-License-Identifier: MIT
# After style.gp: what multi.awk wrote into the folder data.
eval canvas(900, 450)
set multiplot layout 1,2 title "Heat on many GPUs\n{/*0.8 " . where . "}"
set yrange [0:1.15]
set key bottom left
set linetype 3 linecolor rgb '#009e73' linewidth 2 pointtype 9 pointsize 1
set linetype 4 linecolor rgb '#404040' linewidth 2 pointtype 6 pointsize 1.5
set logscale x 2
set title 'two GPUs, measured'
set xlabel 'cells along an edge'
set ylabel 'share of twice one GPU'
plot data . '/single.dat' with linespoints linetype 1 title 'one step per pass', \
     data . '/eight.dat' with linespoints linetype 2 title 'eight steps per pass'
set title 'many GPUs, by the model'
set xlabel 'GPUs'
set ylabel 'efficiency'
set xrange [1:20000]
plot data . '/model.dat' using 1:2 with lines linetype 1 title '32768 × 32768', \
     data . '/model.dat' using 1:3 with lines linetype 2 title '262144 × 262144', \
     data . '/model.dat' using 1:4 with lines linetype 3 title '16384 × 16384 per GPU', \
     data . '/measured.dat' with points linetype 4 title 'measured'
unset multiplot
