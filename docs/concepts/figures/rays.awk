# SPDX-License-Identifier: MIT
# Parallel rays out of pixels, and which sphere each meets first.
BEGIN {
    svg_open(720, 330, "Parallel rays out of pixels meet spheres")
    text(30, 24, "picture", "start", "big")
    for (i = 0; i < 10; i++)
        rect(40, 40 + i * 24, 22, 22, i >= 2 && i <= 5 ? "b" : i == 6 || i == 7 ? "c" : "n")
    for (i = 0; i < 10; i++) {
        y = 51 + i * 24
        x = 690
        if (i >= 2 && i <= 5) { dy = y - 135; x = 330 - sqrt(58 * 58 - dy * dy) }
        else if (i == 6 || i == 7) { dy = y - 190; x = 530 - sqrt(64 * 64 - dy * dy) }
        arrow(66, y, x, y)
    }
    circle(330, 135, 58, "b")
    circle(530, 190, 64, "c")
    line(330, 135, 330, 99, "ink")
    line(330, 99, 284.5, 99, "ink")
    line(330, 135, 284.5, 99, "ink")
    text(338, 120, "dx, dy", "start", "small")
    text(300, 93, "dz", "start", "small")
    text(296, 127, "r", "start", "small")
    text(420, 300, "dz = sqrt(r² - dx² - dy²): the hit lies at z + dz, the largest wins", "middle", "mono small")
    text(420, 320, "the colour is scaled by dz / r, the cosine of the angle to the ray", "middle", "small faint")
    text(120, 300, "one thread per pixel", "middle", "small faint")
    text(640, 60, "along -z", "middle", "small faint")
    svg_close()
}
