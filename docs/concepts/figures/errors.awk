# SPDX-License-Identifier: MIT
# When a program hears of an error: at once, at the next call that looks, or when it waits.
BEGIN {
    svg_open(740, 250, "When the host hears of a refused launch, of a failed call, and of a kernel that breaks down")
    split("refused launch|lost check|broken kernel", name, "|")
    for (i = 1; i <= 3; i++) {
        y = 24 + (i - 1) * 72
        text(20, y + 18, name[i])
        line(150, y + 49, 720, y + 49)
    }
    y = 24
    label(150, y, 128, 28, "b", "fill<<<1, 2000>>>", "small mono")
    label(294, y, 124, 28, "a", "cudaGetLastError", "small mono")
    text(356, y + 42, "the error, once", "middle", "small tb")
    label(434, y, 124, 28, "n", "cudaGetLastError", "small mono")
    text(496, y + 42, "success", "middle", "small tc")
    y += 72
    label(150, y, 128, 28, "b", "cudaMalloc", "small mono")
    text(214, y + 42, "fails, not looked at", "middle", "small tb")
    label(294, y, 124, 28, "c", "fill<<<1, 32>>>", "small mono")
    text(356, y + 42, "right", "middle", "small tc")
    label(434, y, 124, 28, "a", "cudaGetLastError", "small mono")
    text(496, y + 42, "blames the launch", "middle", "small tb")
    y += 72
    label(150, y, 128, 28, "b", "break<<<1, 1>>>", "small mono")
    label(294, y, 124, 28, "a", "cudaGetLastError", "small mono")
    text(356, y + 42, "success: not yet run", "middle", "small tc")
    label(434, y, 124, 28, "a", "Synchronize", "small mono")
    text(496, y + 42, "the error", "middle", "small tb")
    label(574, y, 146, 28, "b", "any call", "small mono")
    text(647, y + 42, "the same error, for ever", "middle", "small tb")
    text(150, 240, "time: the calls of the host", "start", "small faint")
    svg_close()
}
