# SPDX-License-Identifier: MIT
# Of several runs of a rung leaves the row with the median rate, or the lower of two. After csv.awk and median.awk; the file
# is named twice.

{ key = F["size"] SUBSEP F["what"] SUBSEP F["rung"] SUBSEP F["way"] SUBSEP F["gpus"] }

FNR == NR {
    rates[key, ++runs[key]] = F["value"] + 0
    next
}

!(key in middle) {
    for (i = 1; i <= runs[key]; i++)
        list[i] = rates[key, i]
    median(list, runs[key])
    middle[key] = list[int((runs[key] + 1) / 2)]
}

F["value"] + 0 != middle[key] || shown[key]++ { next }
