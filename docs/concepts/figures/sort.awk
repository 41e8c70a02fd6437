# SPDX-License-Identifier: MIT
# Two passes of a radix sort of keys with two digits; and two threads that merge.
function digit(key, pass) { return int(key / (pass ? 10 : 1)) % 10 }
BEGIN {
    svg_open(740, 300, "Two passes of a radix sort, and two threads that merge")
    n = split("31 12 03 30 11 02 13 20", key, " ")
    text(20, 26, "eight keys, digit by digit", "start", "big")
    for (pass = 0; pass <= 2; pass++) {
        y = 44 + pass * 90
        for (i = 1; i <= n; i++)
            label(20 + (i - 1) * 44, y, 38, 26, pass == 0 ? "n" : pass == 1 ? "a" : "c", key[i], "small")
        if (pass == 2)
            break
        at = 0
        for (value = 0; value < 4; value++)
            for (i = 1; i <= n; i++)
                if (digit(key[i], pass) == value) {
                    moved[++at] = key[i]
                    arrow(20 + (i - 1) * 44 + 19, y + 28, 20 + (at - 1) * 44 + 19, y + 88)
                }
        for (i = 1; i <= n; i++)
            key[i] = moved[i]
        text(376, y + 52, pass ? "by the upper digit:" : "by the lower digit:", "start", "small faint")
        text(376, y + 68, "equal ones keep", "start", "small faint")
        text(376, y + 84, "their order", "start", "small faint")
    }
    text(510, 26, "two threads merge", "start", "big")
    split("1 4 6 9", left, " ")
    split("2 3 7 8", right, " ")
    split("1 2 3 4 6 7 8 9", result, " ")
    for (i = 1; i <= 4; i++) {
        label(510 + (i - 1) * 27, 60, 24, 26, i <= 2 ? "a" : "b", left[i], "small")
        label(624 + (i - 1) * 27, 60, 24, 26, i <= 2 ? "a" : "b", right[i], "small")
    }
    for (i = 1; i <= 8; i++)
        label(510 + (i - 1) * 27, 150, 24, 26, i <= 4 ? "a" : "b", result[i], "small")
    arrow(576, 88, 628, 148)
    arrow(690, 88, 634, 148)
    text(563, 52, "left run", "middle", "small faint")
    text(677, 52, "right run", "middle", "small faint")
    text(563, 192, "thread 0", "middle", "small faint")
    text(671, 192, "thread 1", "middle", "small faint")
    text(510, 224, "of the first four results, two come", "start", "small faint")
    text(510, 240, "from the left run: a binary search", "start", "small faint")
    text(510, 256, "finds them, for 4 < 7 and 3 < 6", "start", "small faint")
    svg_close()
}
