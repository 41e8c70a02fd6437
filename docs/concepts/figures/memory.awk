# SPDX-License-Identifier: MIT
# Managed memory: pages that move when they are touched, or beforehand; and what that does to the time.
# A side with its pages, of which some are there; its name is away from the other side.
function side(x, y, words, from, to, class,    i, above) {
    above = words == "host"
    rect(x, y, 216, 58, "n")
    text(x + 10, above ? y + 18 : y + 49, words, "start", "small")
    for (i = 0; i < 8 && to; i++)
        rect(x + 10 + i * 25, above ? y + 28 : y + 10, 20, 20, i >= from && i < to ? class : "box")
}
function bar(y, name) {
    text(20, y + 17, name, "start", "small")
}
function span(x, y, width, class, words) {
    label(x, y, width, 24, class, words, "small")
}
BEGIN {
    svg_open(752, 372, "Pages of managed memory that move by faults or by a prefetch, and the time that it takes")
    text(20, 24, "touched", "start", "big")
    side(20, 34, "host", 3, 8, "a")
    side(20, 132, "device", 0, 3, "a")
    arrow(115, 84, 115, 142)
    text(124, 110, "page 4 is touched:", "start", "small")
    text(124, 124, "its thread waits", "start", "small")
    text(272, 24, "prefetched", "start", "big")
    side(272, 34, "host", 8, 8, "c")
    side(272, 132, "device", 0, 8, "c")
    for (i = 0; i < 8; i++)
        arrow(292 + i * 25, 84, 292 + i * 25, 142)
    text(524, 24, "zero-copy", "start", "big")
    side(524, 34, "host", 0, 8, "b")
    side(524, 132, "device", 0, 0, "b")
    for (i = 0; i < 8; i++)
        line(544 + i * 25, 84, 632, 144)
    label(590, 144, 84, 24, "d", "threads", "small")

    y = 214
    bar(y, "copies")
    span(110, y, 56, "a", "a in")
    span(168, y, 56, "a", "b in")
    span(226, y, 14, "d", "")
    span(242, y, 56, "a", "c out")
    y += 32
    bar(y, "touched")
    for (i = 0; i < 16; i++) {
        rect(110 + i * 20, y, 13, 24, "b")
        rect(124 + i * 20, y, 5, 24, "d")
    }
    for (i = 16; i < 26; i++)
        rect(110 + i * 20, y, 17, 24, "b")
    text(110 + 320, y - 6, "the host's faults", "start", "small faint")
    y += 32
    bar(y, "prefetched")
    span(110, y, 60, "c", "a in")
    span(172, y, 60, "c", "b in")
    span(234, y, 14, "d", "")
    span(250, y, 90, "c", "c out")
    y += 32
    bar(y, "zero-copy")
    span(110, y, 120, "d", "add, over the link")
    line(110, 344, 720, 344)
    arrow(700, 344, 722, 344)
    text(110, 362, "time (not to scale); purple: the kernel", "start", "small faint")
    svg_close()
}
