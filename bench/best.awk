# SPDX-License-Identifier: MIT
# A line for one run of a ladder: its best rung, and the best library beside it. After csv.awk.

F["check"] == "wrong" { wrong = wrong " " F["rung"] }

F["check"] == "right" && F["role"] != "limit" {
    whose = F["role"] == "peer" ? "peer" : "own"
    if (F["value"] + 0 > best[whose] + 0) { # a field is a string: "98" > "4437"
        best[whose] = F["value"] + 0
        name[whose] = F["rung"]
    }
    unit = F["unit"]
    noted += F["note"] != ""
    size = F["what"] != "" ? F["size"] ", " F["what"] : F["size"]
}

END {
    if (name["own"] != "")
        printf "  %s: %s %.4g %s", size, name["own"], best["own"], unit
    if (name["peer"] != "")
        printf "; %s %.4g", name["peer"], best["peer"]
    print (wrong != "" ? "; WRONG:" wrong : "") (noted ? "; " noted " rows have a note" : "")
}
