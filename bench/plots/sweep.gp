# SPDX-License-Identifier: MIT
# After style.gp. folder: fp32.dat, tf32.dat, ...: a line a shape, own speed by the library's, ascending. out: the SVG.
set output out
set title 'Random shapes and lengths: our speed by the library''s'
set xlabel 'share of them [%]'
set ylabel 'times as fast as the library'
set logscale y 2
set key top left noenhanced
kinds = system('cd ' . folder . ' && ls *.dat | sed s/.dat//')
count(name) = system('wc -l < ' . folder . '/' . name . '.dat') + 0
set linetype 3 linecolor rgb '#009e73' linewidth 2
set linetype 4 linecolor rgb '#cc79a7' linewidth 2
set linetype 5 linecolor rgb '#909090' linewidth 2
set linetype 6 linecolor rgb '#e69f00' linewidth 2
plot [0:100] for [i = 1:words(kinds)] folder . '/' . word(kinds, i) . '.dat' \
         using (100.0 * ($0 + 0.5) / count(word(kinds, i))):1 with lines linetype i title word(kinds, i), \
     1 with lines linetype 5 dashtype 2 notitle
