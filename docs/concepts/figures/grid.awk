# SPDX-License-Identifier: MIT
# A grid of blocks, a block of threads, and how blocks go to SMs.
BEGIN {
    svg_open(720, 430, "A grid, a block, a thread, and blocks on SMs")
    text(20, 24, "grid: 4 x 3 blocks", "start", "big")
    for (y = 0; y < 3; y++)
        for (x = 0; x < 4; x++)
            label(20 + x * 66, 36 + y * 46, 62, 42, x == 2 && y == 1 ? "b" : "a", "(" x "," y ")")
    text(330, 24, "block (2,1): 8 x 4 threads", "start", "big")
    line(218, 82, 330, 36)
    line(218, 124, 330, 172)
    rect(330, 36, 360, 138, "b")
    for (y = 0; y < 4; y++)
        for (x = 0; x < 8; x++)
            label(336 + x * 44, 42 + y * 32, 40, 28, x == 5 && y == 2 ? "c" : "n", x "," y, "small")
    text(330, 196, "x = threadIdx.x + blockIdx.x * blockDim.x = 5 + 2 * 8 = 21", "start", "mono small")
    text(330, 213, "y = threadIdx.y + blockIdx.y * blockDim.y = 2 + 1 * 4 = 6", "start", "mono small")
    text(330, 230, "warp: threads in order of x, then y: these 32 are one", "start", "small faint")

    text(20, 268, "Blocks wait in one queue; an SM with room takes the next", "start", "big")
    for (i = 0; i < 12; i++)
        label(20 + i * 31, 280, 28, 26, i < 8 ? "n" : "a", i, "small")
    text(402, 298, "8 to 11 still wait", "start", "small faint")
    for (s = 0; s < 4; s++) {
        x = 20 + s * 172
        rect(x, 334, 160, 62, "n")
        text(x + 80, 412, "SM " s, "middle")
        for (i = 0; i < 2; i++)
            label(x + 8 + i * 74, 342, 68, 46, "a", "block " (s + 4 * i), "small")
        arrow(x + 80, 310, x + 80, 332)
    }
    text(550, 298, "in any order, to its end", "start", "small faint")
    svg_close()
}
