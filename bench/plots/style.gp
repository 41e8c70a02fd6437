# SPDX-License-Identifier: MIT
# What the plots share. plots.sh sets kind (png or svg), data (the folder of the numbers), where
# (backend and device) and size (of the problem).
svg(wide, high) = sprintf("svg size %d,%d enhanced background rgb 'white' font 'sans-serif,14'", wide, high)
png(wide, high) = sprintf("pngcairo size %d,%d enhanced font 'Sans,11'", wide, high)
canvas(wide, high) = 'set terminal ' . (kind eq 'svg' ? svg(wide, high) : png(wide, high))
eval canvas(800, 500)
set encoding utf8
set border 3 linecolor rgb '#404040'
set tics nomirror textcolor rgb '#404040'
set grid linecolor rgb '#d8d8d8' linetype 1
set key top left reverse Left
# Colours that people who see no red or no green can tell apart, and shapes besides.
set linetype 1 linecolor rgb '#0072b2' linewidth 2 pointtype 7 pointsize 1
set linetype 2 linecolor rgb '#d55e00' linewidth 2 pointtype 5 pointsize 1
