# SPDX-License-Identifier: MIT
# compare.awk [-v kernels=a,b] COUNTS.csv [COUNTS.csv]: two programs, or two kernels of one, side by
# side: the sums of all their launches, and the ratio.
BEGIN { FS = ","; wanted = split(kernels, want, ",") }
FNR == 1 { file++; columns = NF; for (i = 2; i <= NF; i++) name[i] = $i; next }
{
    gsub(/"[^"]*"/, "kernel<...>")
    side = wanted ? 0 : file
    for (k = 1; k <= wanted; k++) if ($1 == want[k]) side = k
    if (!side) next
    if (index(" " title[side] " ", " " $1 " ") == 0) title[side] = title[side] (title[side] == "" ? "" : " ") $1
    # a launch of each, so that programs that time themselves compare
    launches[side]++
    for (i = 2; i <= columns; i++) sum[side, i] += $i
}
END {
    if (!launches[1] || !launches[2]) { print "make count: nothing to compare: no launch of " (kernels ? "two such kernels: " kernels : "both") > "/dev/stderr"; exit 2 }
    printf "\n%-34s %16s %16s %10s\n", "a launch, on average", substr(title[1], 1, 16), substr(title[2], 1, 16), "ratio"
    for (i = 2; i <= columns; i++) {
        a = sum[1, i] / launches[1]; b = sum[2, i] / launches[2]
        if (a || b) printf "%-34s %16.0f %16.0f %10s\n", name[i], a, b, a ? sprintf("%.3f", b / a) : "-"
    }
}
