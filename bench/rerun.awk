# SPDX-License-Identifier: MIT
# Which rungs of a problem are worth more runs, with commas between them: the limit, the libraries', those that a target names,
# and our best with what is within 5 % of it. None where there is no target for the problem. After csv.awk, the files targets.csv and
# then the rows of one run.

FNR == NR {
    named[F["program"], F["size"], F["what"]] = named[F["program"], F["size"], F["what"]] "|" F["of"] "|" F["against"]
    next
}

F["check"] == "right" {
    rungs = named[F["program"], F["size"], F["what"]]
    name[++n] = F["rung"]
    rate[n] = F["value"] + 0
    beside[n] = F["role"] == "peer" || F["role"] == "limit"
    if (!beside[n] && rate[n] > best)
        best = rate[n]
}

END {
    for (i = 1; i <= n && rungs != ""; i++)
        if (beside[i] || rate[i] >= 0.95 * best || index(rungs "|", "|" name[i] "|")) {
            printf "%s%s", comma, name[i]
            comma = ","
        }
}
