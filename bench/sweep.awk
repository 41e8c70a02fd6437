# SPDX-License-Identifier: MIT
# A line for each shape of a sweep: kind, m, k, n, our best time, the time that it is held against,
# how many times faster we are, the seed. A length counts as an m. After csv.awk. Held against each
# other are our rungs, or with -v fitted=NAME that one, and the libraries', or with -v choice=1 our others.

function finish(    side) {
    if (own == "" || other == "")
        return
    split(shape, side, / x |, /)
    printf "%s,%s,%s,%s,%s,%s,%.4f,%s\n", kind, side[1], side[2], side[3], own, other, other / own, seed
}

F["program"] == "program" { next } # a header again: the next shape
(F["what"] != "" ? F["what"] : F["size"]) != shape {
    finish()
    shape = F["what"] != "" ? F["what"] : F["size"]
    own = other = ""
}
F["check"] != "right" || F["role"] == "limit" { next }
{
    is_peer = F["role"] == "peer"
    is_own = fitted != "" ? F["rung"] == fitted : !is_peer
    ms = F["median_ms"] + 0
}
is_own && (own == "" || ms < own) { own = ms }
!is_own && is_peer == !choice && (other == "" || ms < other) { other = ms }
END { finish() }
