# SPDX-License-Identifier: MIT
# A scan of eight numbers in three steps; and a tile that looks back at those before it.
BEGIN {
    svg_open(740, 310, "A scan of eight numbers in three steps, and decoupled look-back")
    n = split("3 1 7 0 4 1 6 3", v, " ")
    text(20, 26, "eight numbers, three steps", "start", "big")
    for (step = 0; step <= 3; step++) {
        y = 44 + step * 66
        if (step > 0) {
            distance = 2 ^ (step - 1)
            for (i = n; i > distance; i--)
                v[i] += v[i - distance]
            for (i = 1; i <= n; i++) {
                if (i > distance)
                    arrow(20 + (i - 1 - distance) * 40 + 17, y - 40, 20 + (i - 1) * 40 + 13, y - 3)
                line(20 + (i - 1) * 40 + 17, y - 40, 20 + (i - 1) * 40 + 17, y - 1)
            }
            text(348, y + 17, "+ the sum " distance " to the left", "start", "small faint")
        }
        for (i = 1; i <= n; i++)
            label(20 + (i - 1) * 40, y, 34, 26, step == 0 ? "n" : i <= 2 ^ step ? "c" : "a", v[i], "small")
    }
    text(20, 294, "green: done, the sum of all up to here", "start", "small faint")
    text(510, 26, "one pass: tile 4 looks back", "start", "big")
    split("prefix 40|prefix 95|sum 31|sum 12|sum 27", said, "|")
    for (tile = 0; tile < 5; tile++) {
        y = 44 + tile * 46
        label(510, y, 70, 30, tile < 2 ? "c" : tile < 4 ? "a" : "b", "tile " tile)
        text(590, y + 19.5, said[tile + 1], "start", "small")
        if (tile > 0 && tile < 4)
            arrow(680, y + 60, 680, y + 18)
    }
    text(510, 282, "tile 4 begins at 12 + 31 + 95 = 138;", "start", "small faint")
    text(510, 298, "it tells the others: prefix 165", "start", "small faint")
    svg_close()
}
