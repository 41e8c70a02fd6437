# SPDX-License-Identifier: MIT
# bars.dat: row, rung, rate, limit, 1 published, 2 the ladder's own, 3 a library's. title, unit.
stats data . '/bars.dat' using 3 name 'rate' nooutput
stats data . '/bars.dat' using 4 name 'most' nooutput
# Many rungs need a higher picture.
high = rate_records > 10 ? 180 + 32 * rate_records : 500
eval canvas(800, high)
set title title . "\n{/*0.8 " . where . "}"
set xlabel unit
set grid noytics
set ytics noenhanced nomirror
set yrange [-0.6:rate_records - 0.4]
top = most_records > 0 && most_max > rate_max ? most_max : rate_max
# Rates that lie far apart: by their logarithm, from a power of ten.
if (rate_max > 60 * rate_min) {
    set logscale x 10
    low = 10 ** floor(log10(rate_min) - 0.2)
    right = 10 ** (log10(top) + 0.2 * log10(top / low))
    along(x) = log10(x / low) / log10(right / low)
} else {
    low = 0
    right = 1.25 * top
    along(x) = x / right
}
set xrange [low:right]
# A number that would lie over the line of the limit stands on its other side.
number_at(rate, limit) = limit > rate && along(limit) < along(rate) + 0.14 ? limit : rate
set style fill solid
set bmargin at screen 125.0 / high
set key at screen 0.5, 10.0 / high bottom center horizontal
set linetype 3 linecolor rgb '#909090' linewidth 2
set linetype 4 linecolor rgb '#000000' linewidth 2
short(x) = gprintf(x < 0.1 ? '%.4f' : x < 10 ? '%.2f' : x < 100 ? '%.1f' : '%.0f', x)
share(x) = gprintf(x < 1 ? '%.2f' : x < 10 ? '%.1f' : '%.0f', x)
plot data . '/bars.dat' using (low):1:ytic(2) with dots linecolor rgb 'white' notitle, \
     for [k = 1:3] data . '/bars.dat' using (low):($5 == k ? $1 : NaN):(low):3:($1 - 0.36):($1 + 0.36) \
         with boxxyerror linetype (k == 1 ? 3 : k == 2 ? 1 : 2) \
         title (k == 1 ? 'as published' : k == 2 ? 'this ladder' : 'a library'), \
     data . '/bars.dat' using 4:($1 - 0.45):(0):(0.9) with vectors nohead linetype 4 dashtype 2 \
         title 'limit of the device', \
     data . '/bars.dat' using (number_at($3, $4)):1:($4 > 0 ? short($3) . ', ' . share(100 * $3 / $4) . ' %' : short($3)) \
         with labels left offset 0.6, 0 notitle
