# SPDX-License-Identifier: MIT
# A mask over a row of numbers, and what a block of eight results needs; a tile of a picture with its halo; slices in a ring.
BEGIN {
    svg_open(800, 252, "A mask over a row of numbers, a tile with its halo, and slices of a volume in a ring")
    text(20, 26, "a row: eight results, radius 2", "start", "big")
    n = split("5 1 3 0 2 4 1 2 6 1 0 3", v, " ")
    for (i = 1; i <= n; i++)
        label(20 + (i - 1) * 28, 100, 26, 26, i <= 2 || i > n - 2 ? "b" : "a", v[i], "small")
    m = split("1 2 4 2 1", w, " ")
    for (i = 1; i <= m; i++) {
        label(20 + (i + 1) * 28, 44, 26, 26, "n", w[i], "small")
        arrow(20 + (i + 1) * 28 + 13, 72, 20 + (i + 1) * 28 + 13, 98)
        arrow(20 + (i + 1) * 28 + 13, 128, 20 + 4 * 28 + 13 + (i - 3) * 3, 158)
    }
    text(224, 62, "the mask, one for all", "start", "small faint")
    for (i = 3; i <= n - 2; i++)
        label(20 + (i - 1) * 28, 160, 26, 26, "c", i == 5 ? 20 : "", "small")
    text(20, 208, "20 = 1 · 3 + 2 · 0 + 4 · 2 + 2 · 4 + 1 · 1", "start", "small faint")

    text(390, 26, "a picture: 4 × 4 results", "start", "big")
    for (y = 0; y < 8; y++)
        for (x = 0; x < 8; x++)
            rect(390 + x * 20, 44 + y * 20, 18, 18, x < 2 || x > 5 || y < 2 || y > 5 ? "b" : "a")
    text(390, 222, "blue: the block's own pixels", "start", "small faint")
    text(390, 238, "orange: the halo, three times that", "start", "small faint")

    text(640, 26, "slices, radius 1", "start", "big")
    split("slice 5|slice 6|slice 7|slice 8", name, "|")
    split("n|a|c|a", class, "|")
    for (i = 1; i <= 4; i++)
        label(640 + (i - 1) * 8, 44 + (i - 1) * 38, 90, 28, class[i], name[i], "small")
    text(640, 212, "slice 7 is worked out;", "start", "small faint")
    text(640, 228, "8 has taken the place of 5", "start", "small faint")
    svg_close()
}
