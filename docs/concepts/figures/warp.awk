# SPDX-License-Identifier: MIT
# A few large cores against many small lanes; and a warp that diverges at a branch.
BEGIN {
    svg_open(800, 336, "A CPU, a GPU, and a warp that diverges at a branch")
    text(20, 26, "CPU: few cores, each quick with one thread", "start", "big")
    for (i = 0; i < 4; i++) {
        rect(20 + i * 60, 40, 54, 70, "n")
        label(26 + i * 60, 46, 42, 26, "a", "ALUs", "small")
        label(26 + i * 60, 77, 42, 27, "n", "control", "small")
    }
    label(20, 116, 234, 26, "b", "cache")
    text(20, 170, "GPU: many SMs, with lanes for whole warps", "start", "big")
    for (i = 0; i < 8; i++) {
        rect(20 + i * 42, 182, 38, 60, "n")
        for (j = 0; j < 16; j++)
            rect(23 + i * 42 + j % 4 * 8.2, 186 + int(j / 4) * 8.2, 6.6, 6.6, "a")
        label(23 + i * 42, 221, 32, 17, "b", "L1", "small")
    }
    label(20, 248, 332, 20, "b", "L2", "small")
    text(20, 292, "While one warp waits for memory, its SM issues from", "start", "faint")
    text(20, 310, "another: that hides the wait. A CPU needs a cache hit.", "start", "faint")

    text(460, 26, "A warp: 32 threads, one instruction", "start", "big")
    text(460, 48, "if (i < 12) x = f(i); else x = g(i);", "start", "mono small")
    split("compare|f, for 12 lanes|g, for the other 20|together again", step, "|")
    for (row = 1; row <= 4; row++) {
        y = 62 + (row - 1) * 42
        text(460, y + 10, step[row], "start", "small")
        for (lane = 0; lane < 32; lane++) {
            on = row == 1 || row == 4 || (row == 2 && lane < 12) || (row == 3 && lane >= 12)
            rect(460 + lane * 9.6, y + 15, 8, 14, on ? (row == 2 ? "c" : row == 3 ? "d" : "a") : "n")
        }
    }
    text(460, 246, "Lanes that do not take part wait, and cost as much.", "start", "faint")
    text(460, 264, "Two warps on two sides do not wait for each other.", "start", "faint")
    text(460, 300, "Grey: idle. An if within a warp takes the sum of", "start", "faint")
    text(460, 318, "both sides; between warps one of them.", "start", "faint")
    svg_close()
}
