# SPDX-License-Identifier: MIT
# LADDER.dat for each of ladders: length of an edge, ms as published, of the best rung, of the best library.
set title "Time by the length of an edge: best rung, and as published (thin)\n{/*0.8 " . where . "}"
set xlabel 'rows and columns, pixels or cells along an edge'
set ylabel 'time [ms]'
set logscale x 2
set logscale y 10
set linetype 3 linecolor rgb '#009e73' linewidth 2 pointtype 9 pointsize 1
set linetype 4 linecolor rgb '#cc79a7' linewidth 2 pointtype 13 pointsize 1
set linetype 5 linecolor rgb '#e69f00' linewidth 2 pointtype 11 pointsize 1
plot for [i = 1:words(ladders)] data . '/' . word(ladders, i) . '.dat' using 1:3 with linespoints \
         linetype i title word(ladders, i) noenhanced, \
     for [i = 1:words(ladders)] data . '/' . word(ladders, i) . '.dat' using 1:2 with lines \
         linetype i linewidth 1 dashtype 2 notitle
