# SPDX-License-Identifier: MIT
# How a tensor core gets its numbers: through registers, through shared memory and registers, and on Hopper from shared memory.
function way(x, title, rung) {
    text(x, 24, title, "start", "big")
    text(x, 42, rung, "start", "small mono faint")
    label(x, 58, 226, 32, "n", "global memory")
    label(x, 300, 226, 32, "d", "tensor cores")
}
function step(x, y, to, words) {
    arrow(x, y, x, to)
    text(x + 10, (y + to) / 2 + 5, words, "start", "small")
}
# A ring of stages: those that are there, and one that is being filled.
function ring(x, y,    i) {
    for (i = 0; i < 4; i++)
        label(x + i * 40, y, 36, 32, i == 3 ? "box" : "b", i == 3 ? "..." : "", "small")
}
BEGIN {
    svg_open(790, 366, "Three ways to a tensor core: from global memory to registers; by copies to shared memory and from there to registers; by the copy engine to shared memory, from which the tensor cores read")
    way(20, "a warp on its own", "_warp")
    step(133, 92, 216, "32 lanes load")
    label(20, 218, 226, 32, "a", "registers: a, b and sums")
    step(133, 252, 298, "mma, one warp")

    way(282, "tiles, a ring", "_tile, _async")
    step(361, 92, 130, "all threads copy")
    ring(282, 132)
    text(446, 153, "shared", "start", "small")
    step(361, 168, 216, "32 lanes load")
    label(282, 218, 226, 32, "a", "registers: a, b and sums")
    step(395, 252, 298, "mma, one warp")

    way(544, "Hopper", "_wgmma, _ring and up")
    step(623, 92, 130, "the copy engine")
    ring(544, 132)
    text(708, 153, "shared", "start", "small")
    arrow(580, 168, 580, 298)
    text(590, 197, "wgmma, four warps", "start", "small")
    label(630, 218, 140, 32, "a", "registers: sums")
    arrow(700, 298, 700, 252)
    text(20, 356, "while a warp loads, it does not multiply: from left to right there is less and less for it to load", "start", "small faint")
    svg_close()
}
