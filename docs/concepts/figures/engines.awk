# SPDX-License-Identifier: MIT
# Four pieces, copied in, worked on, copied out: one copy engine and two, in two orders of launches.
# A piece's in, kernel and out take one unit each; an engine takes its work in the order of the launches.
# On the C2050 the kernels that follow one another without a copy between count as done together.
function schedule(order, engines, together,    n, i, p, k, e, begin) {
    n = split(order, work, " ")
    split("", free)
    split("", done)
    last = 0
    for (i = 1; i <= n; i++) {
        k = substr(work[i], 1, 1)
        p = substr(work[i], 2)
        e = k == "k" ? "kernel" : engines == 1 ? "copy" : k
        begin = free[e] + 0
        if (done[p] > begin)
            begin = done[p]
        if (together && k == "o" && free["kernel"] > begin)
            begin = free["kernel"]
        start[i] = begin
        engine[i] = e
        free[e] = done[p] = begin + 1
        if (begin + 1 > last)
            last = begin + 1
    }
    return n
}
function draw(y, title, order, engines, together,    n, i, rows, row, k) {
    n = schedule(order, engines, together)
    text(20, y, title, "start", "big")
    split("", row)
    if (engines == 1) { row["copy"] = 0; row["kernel"] = 1; rows = 2; text(20, y + 27, "copies", "start", "small"); text(20, y + 53, "kernels", "start", "small") }
    else { row["i"] = 0; row["kernel"] = 1; row["o"] = 2; rows = 3; text(20, y + 27, "in", "start", "small"); text(20, y + 53, "kernels", "start", "small"); text(20, y + 79, "out", "start", "small") }
    for (i = 1; i <= n; i++) {
        k = substr(work[i], 1, 1)
        label(80 + start[i] * 46, y + 10 + row[engine[i]] * 26, 44, 24, k == "i" ? "a" : k == "k" ? "c" : "b", work[i], "small")
    }
    text(86 + last * 46, y + 27 + row[engine[n]] * 26, last, "start", "faint")
}
BEGIN {
    one = "i1 k1 o1 i2 k2 o2 i3 k3 o3 i4 k4 o4"
    two = "i1 i2 i3 i4 k1 k2 k3 k4 o1 o2 o3 o4"
    svg_open(720, 570, "Engines of old and new GPUs as time lines")
    draw(24, "one copy engine (Tesla C1060), version 1: piece by piece", one, 1)
    draw(120, "one copy engine, version 2: step by step", two, 1)
    draw(216, "two copy engines, one queue (Tesla C2050), version 1", one, 2)
    draw(336, "the same, version 2", two, 2, 1)
    draw(456, "two copy engines, one queue per stream (K20c and later), either version", two, 2)
    text(20, 564, "i: copy in, k: kernel, o: copy out, of pieces 1 to 4. The number at the end: units of time; sequentially, 12.", "start", "small faint")
    svg_close()
}
