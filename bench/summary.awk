# SPDX-License-Identifier: MIT
# The best rung of each ladder at each size, and then the targets, as tables in Markdown. After
# csv.awk, with -v targets=FILE (or none); a line of that file is
#
#     program,size,what,of,against,least,device
#
# of: rungs with | between them, the fastest counts; best: any rung of the ladder's own.
# against: the same; limit: what the device allows; peer: the fastest library; or a rate.
# device: the only one that the target is for; where it is empty, any.

function key() { return F["program"] "," F["size"] "," F["what"] }

function place(k,    part) {
    split(k, part, ",")
    return part[1] "`, " part[2] (part[3] != "" ? ", " part[3] : "")
}

# The fastest of the rungs that a list names, or "".
function fastest(k, list,    names, n, i, j, name, top) {
    if (list == "peer" || list == "best") {
        return list == "peer" ? peer[k] : own[k]
    }
    n = split(list, names, "|")
    top = ""
    for (i = 1; i <= n; i++)
        if ((k, names[i]) in value && (top == "" || value[k, names[i]] > value[k, top]))
            top = names[i]
    return top
}

!(key() in seen) {
    seen[key()] = 1
    order[++problems] = key()
}

F["check"] == "right" {
    device = F["device"]
    k = key()
    rung = F["rung"]
    value[k, rung] = F["value"] + 0
    limit[k, rung] = F["limit"] + 0
    times[k, rung] = F["times_published"]
    if (F["note"] != "")
        notes[k, rung] = "; " rung ": " F["note"]
    unit[k] = F["unit"]
    if (F["role"] == "peer" && (peer[k] == "" || value[k, rung] > value[k, peer[k]]))
        peer[k] = rung
    if ((F["role"] == "rung" || F["role"] == "published") && (own[k] == "" || value[k, rung] > value[k, own[k]]))
        own[k] = rung
}

F["check"] == "wrong" { wrong[key()] = wrong[key()] "; " F["rung"] " is WRONG" }

END {
    print "| ladder | best rung | rate | % of the limit | × published | fastest library | own ÷ library | note |"
    print "|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= problems; i++) {
        k = order[i]
        o = own[k]
        if (o == "")
            continue
        p = peer[k]
        note = notes[k, o] notes[k, p] wrong[k]
        sub(/^; /, "", note)
        printf "| `%s | %s | %.4g %s | %s | %s | %s | %s | %s |\n", place(k), o, value[k, o], unit[k],
            (limit[k, o] > 0 ? sprintf("%.1f", 100 * value[k, o] / limit[k, o]) : ""), times[k, o],
            (p != "" ? sprintf("%s %.4g", p, value[k, p]) : ""),
            (p != "" ? sprintf("%.3f", value[k, o] / value[k, p]) : ""), note
    }
    if (targets == "")
        exit
    print "\n| target | at least | measured | |"
    print "|---|---|---|---|"
    while ((getline line < targets) > 0) {
        if (line ~ /^#/ || line ~ /^program,/)
            continue
        split(line, t, ",")
        if (t[7] != "" && t[7] != device)
            continue
        k = t[1] "," t[2] "," t[3]
        o = fastest(k, t[4])
        if (t[5] == "limit") {
            against = o != "" ? limit[k, o] : 0
            beside = "the limit"
        } else if (t[5] ~ /^[0-9.]+$/) {
            against = t[5] + 0
            beside = t[5] " " unit[k]
        } else {
            beside = fastest(k, t[5])
            against = beside != "" ? value[k, beside] : 0
        }
        if (o == "" || !(against > 0)) {
            printf "| `%s: %s ÷ %s | %s | | not measured |\n", place(k), bars(t[4]), bars(t[5]), t[6]
            continue
        }
        ratio = value[k, o] / against
        printf "| `%s: %s ÷ %s | %s | %.3f | %s |\n", place(k), o, beside, t[6], ratio,
            (ratio >= t[6] + 0 ? "reached" : sprintf("short by %.1f %%", 100 * (1 - ratio / t[6])))
    }
}

function bars(list) {
    gsub(/\|/, " or ", list)
    return list
}
