# SPDX-License-Identifier: MIT
# vecadd_ladder.dat, dot_ladder.dat: elements, GB/s as published, of the best rung, of the best library.
set title "Bandwidth by the length of the vectors\n{/*0.8 " . where . "}"
set xlabel 'elements in each vector'
set ylabel 'bandwidth [GB/s]'
set logscale x 2
set logscale y 10
set format x '2^{%L}'
set xtics 4
set key bottom right
set linetype 3 linecolor rgb '#909090' linewidth 2 pointtype 6 pointsize 1
draws(name) = system('test -s ' . data . '/' . name . '.dat && echo 1 || echo 0') + 0
names = (draws('vecadd_ladder') ? 'vecadd ' : '') . (draws('dot_ladder') ? 'dot' : '')
plot for [i = 1:words(names)] data . '/' . word(names, i) . '_ladder.dat' using 1:3 with linespoints \
         linetype i title word(names, i) . ', best rung', \
     for [i = 1:words(names)] data . '/' . word(names, i) . '_ladder.dat' using 1:4 with lines \
         linetype i dashtype 2 title word(names, i) . ', best library', \
     for [i = 1:words(names)] data . '/' . word(names, i) . '_ladder.dat' using 1:2 with linespoints \
         linetype i pointtype 6 linewidth 1 title word(names, i) . ', as published'
