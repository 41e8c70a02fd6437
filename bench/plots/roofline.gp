# SPDX-License-Identifier: MIT
# roof.dat: operations per byte, TFLOP/s as published, of the best rung, of the best library, label.
# rungs.dat: the same of every rung on the way there.
# memory [GB/s], single, tf32, bf16 [TFLOP/s, 0: not measured]: the limits of the device.
set title "Roofline: what the device allows, and what the kernels reach\n{/*0.8 " . where . "}"
set xlabel 'operations per byte moved'
set ylabel 'speed [TFLOP/s]'
set logscale xy 10
set xrange [0.05:30000]
set yrange [0.01:*]
set key bottom right
set linetype 3 linecolor rgb '#909090' linewidth 2 pointtype 6 pointsize 1
set linetype 4 linecolor rgb '#404040' linewidth 2
set linetype 5 linecolor rgb '#80b8d8' linewidth 1 pointtype 7 pointsize 0.5
roof(x, top) = memory / 1000 * x < top ? memory / 1000 * x : top
best = bf16 > 0 ? bf16 : tf32 > 0 ? tf32 : single > 0 ? single : 1e9
tell(top, what) = sprintf('%.0f TFLOP/s, %s', top, what)
# Left of where a roof begins, above the slope, there is room.
if (single > 0) { set label tell(single, 'fp32') at 800 * single / memory, single right }
if (tf32 > 0) { set label tell(tf32, 'TF32') at 800 * tf32 / memory, tf32 right }
if (bf16 > 0) { set label tell(bf16, 'bf16') at 800 * bf16 / memory, bf16 right }
set label sprintf('%.0f GB/s, a copy', memory) at 0.055, memory / 1000 * 0.055 rotate by 31 offset 0, 1.2
# A name stands below its point; left of one above the roof, above one just under the flat part.
over(x, y) = y > 1.2 * roof(x, best)
under(x, y) = 1000 * best / memory < x && y > 0.6 * best && y <= best
plot [x = 0.05:30000] roof(x, best) linetype 4 notitle, \
     single > 0 ? roof(x, single) : NaN linetype 4 dashtype 2 notitle, \
     tf32 > 0 ? roof(x, tf32) : NaN linetype 4 dashtype 2 notitle, \
     data . '/rungs.dat' using 1:2 with points linetype 5 title 'rungs between', \
     data . '/roof.dat' using 1:2 with points linetype 3 title 'as published', \
     data . '/roof.dat' using 1:4 with points linetype 2 title 'a library', \
     data . '/roof.dat' using 1:3 with points linetype 1 title 'best rung', \
     data . '/roof.dat' using 1:(over($1, $3) ? $3 : NaN):5 with labels noenhanced right offset -1, 0.3 notitle, \
     data . '/roof.dat' using 1:(under($1, $3) ? $3 : NaN):5 with labels noenhanced left offset 0.8, 1.3 notitle, \
     data . '/roof.dat' using 1:(!over($1, $3) && !under($1, $3) ? $3 : NaN):5 with labels noenhanced left \
         offset 0.8, -0.7 notitle
