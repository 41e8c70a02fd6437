# SPDX-License-Identifier: MIT
# Where the counters of a histogram are: one array for all, one for each block, one for each warp.
function warps(x, y,    w, t) {
    for (w = 0; w < 4; w++) {
        rect(x + w * 50 + (w > 1) * 10, y, 44, 22, w % 2 ? "a" : "b")
        text(x + w * 50 + (w > 1) * 10 + 22, y + 15.5, "warp", "middle", "small")
    }
    text(x + 47, y - 8, "block 0", "middle", "small faint")
    text(x + 157, y - 8, "block 1", "middle", "small faint")
}
function counters(x, y, width, class, words,    i) {
    for (i = 0; i < 4; i++)
        rect(x + i * width / 4, y, width / 4, 20, class)
    if (words != "")
        text(x + width / 2, y + 34, words, "middle", "small faint")
}
BEGIN {
    svg_open(740, 268, "The counters of a histogram: in global memory, for each block, for each warp")
    split("one array in global memory|one for each block|one for each warp", title, "|")
    split("hist_global|hist_shared|hist_warps", program, "|")
    for (p = 1; p <= 3; p++) {
        x = 20 + (p - 1) * 245
        text(x + 102, 24, title[p], "middle", "big")
        warps(x, 60)
        for (w = 0; w < 4; w++) {
            at = x + w * 50 + (w > 1) * 10
            if (p == 1)
                arrow(at + 22, 84, x + 102 + (w - 1.5) * 14, 196)
            else if (p == 2)
                arrow(at + 22, 84, x + 47 + (w > 1) * 110 + (w % 2 ? 10 : -10), 122)
            else {
                arrow(at + 22, 84, at + 22, 122)
                counters(at, 124, 44, "c", "")
                arrow(at + 22, 146, x + 102 + (w - 1.5) * 14, 196)
            }
        }
        if (p == 2)
            for (b = 0; b < 2; b++) {
                counters(x + b * 110, 124, 94, "c", "")
                arrow(x + b * 110 + 47, 146, x + 102 + (b ? 12 : -12), 196)
            }
        counters(x + 22, 198, 160, "d", program[p])
    }
    label(20, 246, 14, 14, "c", "")
    text(40, 257, "counters in shared memory", "start", "small faint")
    label(216, 246, 14, 14, "d", "")
    text(236, 257, "the histogram, in global memory", "start", "small faint")
    svg_close()
}
