# SPDX-License-Identifier: MIT
# timeline.dat: line, label, begin and end in us, 1 the rest, 2 edges, 3 exchange. After style.gp.
stats data . '/timeline.dat' using 1 name 'line' nooutput
eval canvas(800, 230 + 24 * -line_min)
set title "The last pass of a period on two GPUs\n{/*0.8 " . where . "}"
set xlabel 'us from its start'
set grid noytics
set ytics noenhanced nomirror
set yrange [line_min - 0.8:-0.2]
set style fill solid
set bmargin 6
set key at screen 0.5, screen 0.02 bottom center horizontal
set linetype 3 linecolor rgb '#009e73'
plot data . '/timeline.dat' using 3:1:ytic(2) with dots linecolor rgb 'white' notitle, \
     for [k = 1:3] data . '/timeline.dat' \
         using 3:($5 == k ? $1 : NaN):3:4:($1 + (k == 1 ? -0.40 : 0.02)):($1 + (k == 1 ? -0.02 : 0.40)) \
         with boxxyerror linetype k title (k == 1 ? 'the rest' : k == 2 ? 'edges' : 'exchange')
