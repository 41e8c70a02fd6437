# SPDX-License-Identifier: MIT
# All interactions of n bodies as a square: what one thread, one block and one tile do; and an interaction's instructions.
BEGIN {
    svg_open(740, 300, "The interactions of all bodies, cut into blocks and tiles, and the instructions of one interaction")
    text(20, 24, "each body pulls at each", "start", "big")
    for (i = 0; i < 16; i++)
        for (j = 0; j < 16; j++)
            rect(40 + j * 14, 40 + i * 14, 12, 12, i >= 4 && i < 8 ? (j >= 4 && j < 8 ? "b" : "a") : "n")
    text(272, 110, "a block: its rows,", "start", "small ta")
    text(272, 126, "tile after tile", "start", "small ta")
    text(272, 152, "a tile: four bodies read,", "start", "small tb")
    text(272, 168, "sixteen interactions", "start", "small tb")
    text(40, 284, "a row: all that pulls at one body; a thread has one row, or four", "start", "small faint")

    text(450, 24, "one interaction: 13 instructions", "start", "big")
    n = split("sub|sub|sub|fma|fma|fma|rsqrt|mul|mul|mul|fma|fma|fma", op, "|")
    for (i = 1; i <= n; i++) {
        x = 450 + ((i - 1) % 7) * 40
        y = 44 + int((i - 1) / 7) * 34
        label(x, y, 36, 28, op[i] == "rsqrt" ? "d" : op[i] == "fma" ? "c" : "a", op[i], "small")
    }
    text(450, 140, "a scheduler sends one instruction a clock: 13 clocks", "start", "small")
    rect(450, 152, 260, 16, "a")
    text(450, 192, "the pipe of floats takes one a clock: 12", "start", "small")
    rect(450, 204, 240, 16, "c")
    text(450, 244, "the pipe of rsqrt takes one in eight clocks: 8", "start", "small")
    rect(450, 256, 160, 16, "d")
    svg_close()
}
