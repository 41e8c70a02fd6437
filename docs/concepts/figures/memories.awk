# SPDX-License-Identifier: MIT
# Which memory lies where.
BEGIN {
    svg_open(740, 380, "The memories of a GPU, from a thread to the host")
    rect(20, 20, 470, 340, "box")
    text(32, 40, "device", "start", "big")
    for (s = 0; s < 2; s++) {
        x = 36 + s * 224
        rect(x, 52, 210, 170, "n")
        text(x + 10, 70, s ? "SM 1" : "SM 0")
        for (t = 0; t < 3; t++)
            label(x + 10 + t * 64, 80, 60, 40, "a", "registers", "small")
        text(x + 105, 134, "a thread's own", "middle", "small faint")
        label(x + 10, 142, 92, 34, "c", "shared")
        label(x + 108, 142, 92, 34, "b", "L1, texture")
        label(x + 10, 182, 190, 30, "d", "constant cache")
    }
    label(36, 232, 434, 30, "b", "L2, for all SMs")
    rect(36, 274, 434, 70, "n")
    text(48, 292, "device memory (DRAM)")
    split("global|local|constant|texture", kind, "|")
    split("a|a|d|b", class, "|")
    for (i = 1; i <= 4; i++)
        label(46 + (i - 1) * 106, 302, 98, 32, class[i], kind[i])
    label(574, 132, 126, 60, "n", "host memory")
    arrow(494, 156, 572, 156)
    arrow(572, 170, 494, 170)
    text(500, 138, "PCIe, NVLink", "start", "small faint")
    text(560, 210, "pinned: copies run by", "start", "small faint")
    text(560, 226, "themselves, beside kernels", "start", "small faint")
    text(560, 256, "local: a thread's data that", "start", "small faint")
    text(560, 272, "gets no register; it is in", "start", "small faint")
    text(560, 288, "device memory, and is slow", "start", "small faint")
    svg_close()
}
