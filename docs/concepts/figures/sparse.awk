# SPDX-License-Identifier: MIT
# A sparse matrix of 4 x 4: in compressed rows, in the form ELL, and as a path that is cut into equal pieces.
BEGIN {
    svg_open(780, 300, "A sparse matrix in compressed rows, in ELL, and as a merge path in equal pieces")
    text(20, 26, "the matrix", "start", "big")
    split("5 . . 2 . . . . . 3 . . 1 . 4 6", m, " ")
    for (i = 0; i < 16; i++) {
        x = 20 + i % 4 * 30
        y = 44 + int(i / 4) * 30
        label(x, y, 28, 28, m[i + 1] == "." ? "box" : class(int(i / 4)), m[i + 1] == "." ? "" : m[i + 1], "small")
    }
    text(180, 26, "compressed rows (CSR)", "start", "big")
    row_of_boxes(250, 44, "5 2 3 1 4 6", "0 0 2 3 3 3", "value")
    row_of_boxes(250, 80, "0 3 1 0 2 3", "0 0 2 3 3 3", "column")
    row_of_boxes(250, 116, "0 2 2 3 6", "4 4 4 4 4", "begin")
    text(20, 196, "row 1 is empty: begin[1] = begin[2]", "start", "small faint")

    text(520, 26, "ELL: as long as the longest", "start", "big")
    split("5 . 3 1 2 . . 4 . . . 6", e, " ")
    for (i = 0; i < 12; i++)
        label(520 + int(i / 4) * 44, 44 + i % 4 * 30, 40, 28, e[i + 1] == "." ? "box" : class(i % 4), e[i + 1] == "." ? "" : e[i + 1], "small")
    for (k = 0; k < 3; k++)
        arrow(540 + k * 44, 166, 540 + k * 44, 188)
    text(664, 110, "stored downwards", "start", "small faint")

    text(20, 232, "the path: a step for each nonzero, one for each end of a row (|), cut into pieces of four", "start", "big")
    split("5 2 | | 3 | 1 4 6 |", p, " ")
    split("0 0 0 1 2 2 3 3 3 3", r, " ")
    for (i = 1; i <= 10; i++)
        label(20 + (i - 1) * 40 + int((i - 1) / 4) * 24, 248, 36, 28, p[i] == "|" ? "n" : class(r[i]), p[i] == "|" ? "end " r[i] : p[i], "small")
    for (i = 1; i <= 3; i++)
        text(20 + (i - 1) * 184, 292, "thread " (i - 1), "start", "small faint")
    svg_close()
}
function class(row) {
    return substr("abcd", row + 1, 1)
}
function row_of_boxes(x, y, words, rows, name,    w, r, n, i) {
    n = split(words, w, " ")
    split(rows, r, " ")
    text(x - 10, y + 19, name, "end", "small mono")
    for (i = 1; i <= n; i++)
        label(x + (i - 1) * 34, y, 30, 28, r[i] == 4 ? "n" : class(r[i]), w[i], "small")
}
