# SPDX-License-Identifier: MIT
# Bandwidth / 4 bytes against the peak of arithmetic, for three GPUs, by the data sheets.
function bar(y, name, bandwidth, peak,    reach, share) {
    reach = bandwidth / 4
    share = 100 * reach / peak
    text(20, y + 16, name, "start", "big")
    rect(170, y, 500, 22, "n")
    rect(170, y, 500 * reach / peak, 22, "b")
    text(670, y + 38, sprintf("peak %g GFLOP/s", peak), "end", "small faint")
    text(170, y + 38, sprintf("%g GB/s / 4 bytes = %g GFLOP/s: %.1f %% of the peak", bandwidth, reach, share), "start", "small")
}
BEGIN {
    svg_open(720, 250, "What bandwidth leaves of the peak where each operand comes from memory")
    bar(20, "Tesla C2075", 144, 1030)
    bar(90, "Tesla K20c", 208, 3520)
    bar(160, "H200", 4800, 67000)
    text(20, 234, "The same product in tiles of 32 x 32 uses each number 32 times: 32 times the orange part.", "start", "faint")
    svg_close()
}
