# SPDX-License-Identifier: MIT
# C = A B, 4 x 4, in blocks of 2 x 2: what block (1,0) fetches and adds in its two phases.
function matrix(x, y, name, lit_row, lit_column, width, height, class,    i, j, on) {
    text(x + 60, y - 8, name, "middle", "big")
    for (j = 0; j < 4; j++)
        for (i = 0; i < 4; i++) {
            on = j >= lit_row && j < lit_row + height && i >= lit_column && i < lit_column + width
            label(x + i * 31, y + j * 31, 28, 28, on ? class : "n", j i, "small")
        }
}
BEGIN {
    svg_open(720, 420, "A product of 4 x 4 in tiles of 2 x 2, phase by phase")
    for (phase = 0; phase < 2; phase++) {
        y = 64 + phase * 190
        text(20, y - 36, "phase " phase, "start", "big")
        matrix(20, y, "A", 0, 2 * phase, 2, 2, "a")
        matrix(176, y, "B", 2 * phase, 2, 2, 2, "b")
        matrix(560, y, "C", 0, 2, 2, 2, "c")
        text(336, y + 12, "shared", "start", "big")
        for (j = 0; j < 2; j++)
            for (i = 0; i < 2; i++) {
                label(336 + i * 31, y + 22 + j * 31, 28, 28, "a", j "" (i + 2 * phase), "small")
                label(408 + i * 31, y + 22 + j * 31, 28, 28, "b", (j + 2 * phase) "" (i + 2), "small")
            }
        text(336, y + 104, "C02 += A0" 2 * phase " B" 2 * phase "2 + A0" (2 * phase + 1) " B" (2 * phase + 1) "2", "start", "mono small")
        text(336, y + 122, "C13 += A1" 2 * phase " B" 2 * phase "3 + A1" (2 * phase + 1) " B" (2 * phase + 1) "3", "start", "mono small")
        arrow(304, y + 50, 330, y + 50)
        arrow(482, y + 50, 552, y + 50)
    }
    text(20, 400, "Each thread of the block fetches one element of A and one of B per phase, and uses two of each:", "start", "faint")
    text(20, 416, "8 reads of global memory per phase; without sharing it would be 16.", "start", "faint")
    svg_close()
}
