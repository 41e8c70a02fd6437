# SPDX-License-Identifier: MIT
# One array of six numbers as C and as cuBLAS see it; and CUB's two calls.
function cells(x, y, rows, columns, by_column,    r, c, k) {
    for (r = 0; r < rows; r++)
        for (c = 0; c < columns; c++) {
            k = by_column ? c * rows + r : r * columns + c
            label(x + c * 34, y + r * 34, 32, 32, k < 3 ? "a" : "b", k + 1)
        }
}
BEGIN {
    svg_open(752, 316, "Six numbers in memory, read by C as two rows of three and by cuBLAS as the transpose; and CUB called twice, once for the size and once for the work")
    text(20, 24, "whose rows?", "start", "big")
    text(20, 62, "memory", "start", "small")
    cells(90, 40, 1, 6, 0)
    arrow(120, 78, 84, 108)
    arrow(240, 78, 273, 108)
    text(87, 124, "C: row after row", "middle", "small")
    cells(36, 134, 2, 3, 0)
    text(87, 222, "a, 2 × 3", "middle", "small faint")
    text(273, 124, "cuBLAS: column after column", "middle", "small")
    cells(240, 134, 3, 2, 1)
    text(273, 256, "the transpose of a, 3 × 2", "middle", "small faint")
    text(20, 288, "c = a b is asked for as the product of b's and a's transposes:", "start", "small")
    text(20, 304, "cublasSgemm(..., dev_b, ..., dev_a, ..., dev_c, ...)", "start", "small mono")

    text(424, 24, "called twice", "start", "big")
    text(424, 58, "host", "start", "small")
    text(424, 208, "device", "start", "small")
    label(474, 42, 76, 34, "n", "SortKeys", "small")
    label(556, 42, 84, 34, "c", "cudaMalloc", "small")
    label(646, 42, 76, 34, "n", "SortKeys", "small")
    text(474, 98, "no memory:", "start", "small faint")
    text(474, 112, "returns bytes", "start", "small faint")
    text(732, 98, "with memory: puts kernels", "end", "small faint")
    text(732, 112, "into the stream, returns", "end", "small faint")
    arrow(661, 120, 661, 188)
    label(612, 190, 30, 30, "d", "", "small")
    label(646, 190, 30, 30, "d", "", "small")
    label(680, 190, 30, 30, "d", "", "small")
    text(661, 238, "the kernels of the sort", "middle", "small faint")
    line(474, 262, 722, 262)
    arrow(702, 262, 724, 262)
    text(474, 280, "time: the first call launches nothing", "start", "small faint")
    svg_close()
}
