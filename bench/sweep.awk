# SPDX-License-Identifier: MIT
# A line for each shape of a sweep: kind, m, k, n, our best time, the library's, how many times faster
# we are. A length counts as an m. After csv.awk.

function finish(    side) {
    if (own == "" || library == "")
        return
    split(shape, side, / x |, /)
    printf "%s,%s,%s,%s,%s,%s,%.4f\n", kind, side[1], side[2], side[3], own, library, library / own
}

F["program"] == "program" { next } # a header again: the next shape
(F["what"] != "" ? F["what"] : F["size"]) != shape {
    finish()
    shape = F["what"] != "" ? F["what"] : F["size"]
    own = library = ""
}
F["check"] != "right" || F["role"] == "limit" { next }
F["role"] == "peer" { if (library == "" || F["median_ms"] + 0 < library + 0) library = F["median_ms"]; next }
own == "" || F["median_ms"] + 0 < own + 0 { own = F["median_ms"] }
END { finish() }
