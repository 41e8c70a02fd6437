# SPDX-License-Identifier: MIT
# What a texture read answers: nearest and linear, inside and outside.
function value(mode, x,    i, n) {
    split("10 60 200 255", texel, " ")
    n = 4
    if (mode == "point") {
        i = int(x)
        return texel[(i < 0 || x < 0 ? 0 : i > 3 ? 3 : i) + 1]
    }
    x -= 0.5
    i = x < 0 ? int(x) - 1 : int(x)
    if (x == int(x)) i = x
    f = x - i
    a = i < 0 ? 0 : i > 3 ? 3 : i
    b = i + 1 < 0 ? 0 : i + 1 > 3 ? 3 : i + 1
    return (1 - f) * texel[a + 1] + f * texel[b + 1]
}
function curve(mode, class,    x, path) {
    path = ""
    for (x = -0.99; x <= 5; x += 0.02)
        path = path sprintf("%s%.1f %.1f", path == "" ? "M" : "L", 140 + x * 110, 220 - value(mode, x) * 0.65)
    printf "<path d=\"%s\" class=\"%s\" stroke-width=\"2\"/>\n", path, class
}
BEGIN {
    svg_open(720, 300, "Four texels, read by point and linearly, clamped outside")
    for (i = 0; i < 4; i++) {
        rect(140 + i * 110, 40, 110, 180, "n")
        text(195 + i * 110, 240, "texel " i, "middle", "small")
    }
    split("10 60 200 255", texel, " ")
    for (i = 0; i < 4; i++) {
        circle(195 + i * 110, 220 - texel[i + 1] * 0.65, 4, "b")
        text(189 + i * 110, 210 - texel[i + 1] * 0.65, texel[i + 1], "end", "small tb")
    }
    curve("point", "ink")
    print "<g style=\"stroke-dasharray: 5 4\">"
    curve("linear", "ink")
    print "</g>"
    for (i = 0; i <= 4; i++)
        text(140 + i * 110, 258, i, "middle", "small faint")
    text(60, 258, "x =", "start", "small faint")
    text(20, 60, "clamped: the", "start", "small faint"); text(20, 76, "texel at the edge", "start", "small faint")
    text(600, 150, "clamped", "start", "small faint")
    text(20, 286, "solid: the texel that contains x. Dashed: a mean of the two nearest texels, weighted in steps of 1/256", "start", "small")
    svg_close()
}
