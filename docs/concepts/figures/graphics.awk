# SPDX-License-Identifier: MIT
# The ways of a picture to the screen: copied through the host, or drawn into a buffer that CUDA and OpenGL share; and whose the
# buffer is, call by call.
function sides(x) {
    rect(x, 40, 340, 52, "n")
    text(x + 10, 58, "host", "start", "small")
    rect(x, 140, 340, 70, "n")
    text(x + 10, 201, "device", "start", "small")
}
function call(x, width, class, words) {
    label(x, 262, width, 26, class, words, "small")
}
BEGIN {
    svg_open(752, 336, "A picture copied to the host and back to OpenGL, and one drawn into a shared buffer; the calls of a frame, and whose the buffer is")
    text(20, 24, "copied", "start", "big")
    sides(20)
    label(30, 150, 60, 30, "d", "kernel", "small")
    arrow(90, 165, 114, 165)
    label(116, 150, 64, 30, "a", "pixels", "small")
    arrow(148, 150, 148, 83)
    label(116, 51, 64, 30, "a", "pixels", "small")
    arrow(180, 66, 214, 148)
    text(140, 120, "cudaMemcpy", "end", "small mono")
    text(204, 112, "glDrawPixels", "start", "small mono")
    label(192, 150, 74, 30, "c", "OpenGL's", "small")
    arrow(266, 165, 290, 165)
    label(292, 150, 60, 30, "b", "screen", "small")

    text(392, 24, "shared", "start", "big")
    sides(392)
    label(402, 150, 60, 30, "d", "kernel", "small")
    arrow(462, 165, 492, 165)
    rect(494, 150, 64, 30, "a")
    rect(558, 150, 64, 30, "c")
    text(558, 169.5, "pixel buffer", "middle", "small")
    text(558, 134, "registered once: a device pointer while it is mapped", "middle", "small faint")
    arrow(622, 165, 660, 165)
    label(662, 150, 60, 30, "b", "screen", "small")

    text(20, 240, "a frame", "start", "big")
    call(100, 92, "n", "map")
    call(194, 92, "n", "pointer")
    call(288, 120, "d", "kernel")
    call(410, 92, "n", "unmap")
    call(504, 130, "c", "draw")
    text(20, 279, "calls", "start", "small")
    text(20, 309, "the buffer is", "start", "small")
    label(100, 296, 402, 18, "a", "CUDA's", "small")
    label(504, 296, 130, 18, "c", "OpenGL's", "small")
    arrow(640, 275, 722, 275)
    text(722, 291, "time", "end", "small faint")
    svg_close()
}
