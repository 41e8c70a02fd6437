# SPDX-License-Identifier: MIT
# The median of list[1..n], which it puts in order.
function median(list, n,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = list[i]
        for (j = i; j > 1 && list[j - 1] + 0 > x + 0; j--)
            list[j] = list[j - 1]
        list[j] = x
    }
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}
