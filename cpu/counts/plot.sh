#!/bin/sh
# SPDX-License-Identifier: MIT
# plot.sh LANES.csv COUNTS.csv FOLDER DEVICE: two kinds of pictures, by gnuplot.
#   lanes-KERNEL.svg   a column an access of the first warp, a row a lane; the colour is the sector
#                      (global memory, textures), the bank (shared) or the word (constant)
#   traffic.svg        useful bandwidth that each kernel may reach: the memory's, or what L2 gives
#                      times the part of the moved bytes that was needed
command -v gnuplot >/dev/null || { echo 'the plots need gnuplot (make setup)' >&2; exit 77; }
lanes=$1 counts=$2 folder=$3 device=$4
here=$(dirname "$0")
sed 1d "$lanes" | cut -d'"' -f2 | sort -u | while IFS= read -r kernel; do
    file=$folder/lanes-$(printf %s "$kernel" | tr -c 'A-Za-z0-9_' _).svg
    awk -F, -v k="\"$kernel\"," 'index($0, k) == 1 { print $(NF - 2), $(NF - 1), $NF }' "$lanes" >"$lanes.one"
    gnuplot <<END || exit 1
set terminal svg size 800,500 background rgb 'white' font 'sans,12'
set output '$file'
set title "$kernel: the first warp" noenhanced
set xlabel 'access, in order'
set ylabel 'lane'
set cblabel 'sector from the lowest, bank, or word'
set yrange [-0.5:31.5]
set palette rgbformulae 22, 13, -31
plot '$lanes.one' using 1:2:3 with points pointtype 5 pointsize 0.7 linecolor palette notitle
END
done
awk -F, -v device="$device" -v roof="$lanes.roof" '
    FNR == NR { if (FNR == 1) for (i = 1; i <= NF; i++) g[$i] = i
                if ($1 == device) { memory = $g["memory_GBs"]; L2 = $g["L2_bytes_a_clock"] * $g["clock_GHz"] }
                next }
    FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    { gsub(/"[^"]*"/, "kernel<...>")
      moved[$1] += 32 * ($c["global_load_sectors"] + $c["global_store_sectors"] + $c["texture_sectors"])
      needed[$1] += $c["bytes_read"] + $c["bytes_written"] }
    END { for (k in moved) if (moved[k]) { x = needed[k] / moved[k]; y = L2 * x; if (y > memory) y = memory
          printf "%g %g \"%s\"\n", x, y, k }
          print memory, L2 >roof }' "$here/gpus.csv" "$counts" >"$lanes.points"
read -r memory L2 <"$lanes.roof"
gnuplot <<END
set terminal svg size 800,500 background rgb 'white' font 'sans,12'
set output '$folder/traffic.svg'
set title 'traffic on a $device: an upper bound, not a time'
set xlabel 'bytes needed / bytes moved through L1'
set ylabel 'useful GB/s, at most'
set logscale xy
set xrange [0.001:10]
set key off
plot (x * $L2 < $memory ? x * $L2 : $memory) with lines linewidth 2, \
     '$lanes.points' using 1:2 with points pointtype 7, \
     '$lanes.points' using 1:2:3 with labels offset 1,-1 left noenhanced font 'sans,9'
END
