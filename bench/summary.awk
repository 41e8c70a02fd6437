# SPDX-License-Identifier: MIT
# The best rung of each ladder at each size, and then the targets, as tables in Markdown. After csv.awk and median.awk, the
# files targets.csv and then those of one device; a line of targets.csv is
#
#     program,size,what,of,against,least,device
#
# of: rungs with | between them, the fastest counts; best: any rung of the ladder's own.
# of heat on several GPUs: '8 a pass', the versions with so many steps per pass.
# against: the same; limit: what the device allows; peer: the fastest library; or a rate, 1 for a column of figures that are
# ratios already.
# device: the only one that the target is for; where it is empty, any.
#
# The fastest is the one with the highest median of its runs. A ratio is of two rungs in one run, for the clock differs from
# run to run; shown are the median of the runs' ratios, the least and the most.

FNR == NR {
    for (i = 1; i <= csv_columns; i++)
        target[NR, i] = csv_field[i]
    targets = NR
    next
}

# A run's value of a rung, or of what stands for one.
function take(k, rung, value, role) {
    if (!(k in rungs))
        problem[++problems] = k
    if (!((k, rung) in runs))
        name[k, ++rungs[k]] = rung
    run[k, rung, ++runs[k, rung]] = F["run"]
    sample[k, rung, runs[k, rung]] = at[k, rung, F["run"]] = value + 0
    roles[k, rung] = role
}

FILENAME ~ /\/sweep_summary\.csv$/ {
    take("sweep,," F["rung"], "least", F["least"])
    take("sweep,," F["rung"], "median", F["median"])
}
F["way"] != "" && F["gpus"] > 1 && F["check"] == "right" && F["efficiency"] != "" {
    take(F["program"] "," F["size"] "," F["gpus"] " GPUs", F["way"], F["efficiency"], F["times"] " a pass")
}

F["role"] == "" || FILENAME ~ /_growth\.csv$/ { next }
{ k = F["program"] "," F["size"] "," F["what"] }
F["check"] == "wrong" { wrong[k] = wrong[k] "; " F["rung"] " is WRONG" }
F["check"] == "right" {
    rung = F["rung"]
    take(k, rung, F["value"], F["role"])
    device = F["device"]
    emulated = F["backend"] == "cpu"
    unit[k] = F["unit"]
    limit[k, rung, F["run"]] = F["limit"]
    if (F["times_published"] != "")
        times[k, rung] = F["times_published"]
    if (F["note"] != "")
        notes[k, rung] = "; " rung ": " F["note"]
}

# The median rate of a rung.
function rate(k, rung,    list, i) {
    for (i = 1; i <= runs[k, rung]; i++)
        list[i] = sample[k, rung, i]
    return median(list, runs[k, rung])
}

# The fastest of those that a list names, or "".
function fastest(k, list,    i, rung, role, top) {
    for (i = 1; i <= rungs[k]; i++) {
        rung = name[k, i]
        role = roles[k, rung]
        if ((list == "best" ? role == "rung" || role == "published" : list == role || index("|" list "|", "|" rung "|")) &&
            (top == "" || rate(k, rung) > rate(k, top)))
            top = rung
    }
    return top
}

# The median of a rung's ratios, or 0 where there is none; `ratios` in order, how many, and `days`.
function ratio(k, rung, against,    i, r, day, beside, first, last) {
    split("", ratios)
    count = 0
    for (i = 1; i <= runs[k, rung]; i++) {
        r = run[k, rung, i]
        beside = against == "limit" ? limit[k, rung, r] : against ~ /^[0-9.]+$/ ? against : at[k, against, r]
        if (!(beside > 0))
            continue
        ratios[++count] = sample[k, rung, i] / beside
        day = substr(r, 1, 10)
        if (count == 1 || day < first)
            first = day
        if (count == 1 || day > last)
            last = day
    }
    days = count " on " first (first == last ? "" : " to " last)
    return count ? median(ratios, count) : 0
}

# Their least and most.
function range() { return count > 1 ? sprintf("%.3f to %.3f", ratios[1], ratios[count]) : "" }

function place(k,    part) {
    split(k, part, ",")
    return part[1] "`" (part[2] == "" ? "" : ", " part[2]) (part[3] == "" ? "" : ", " part[3])
}

function spelled(list) {
    gsub(/\|/, " or ", list)
    return list
}

function beside_it(against, unit) {
    if (against == 1)
        return ""
    return " ÷ " (against == "limit" ? "the limit" : against ~ /^[0-9.]+$/ ? against " " unit : spelled(against))
}

END {
    print "| ladder | best rung | rate | % of the limit | × published | fastest library | own ÷ library | least to most | runs | note |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= problems; i++) {
        k = problem[i]
        o = fastest(k, "best")
        if (o == "")
            continue
        p = fastest(k, "peer")
        note = notes[k, o] notes[k, p] wrong[k]
        sub(/^; /, "", note)
        share = ratio(k, o, "limit")
        ratio(k, o, 1)
        all = days
        beside = p == "" ? 0 : ratio(k, o, p)
        printf "| `%s | %s | %.4g %s | %s | %s | %s | %s | %s | %s | %s |\n", place(k), o, rate(k, o), unit[k],
            (share > 0 ? sprintf("%.1f", 100 * share) : ""), times[k, o], (p != "" ? sprintf("%s %.4g", p, rate(k, p)) : ""),
            (p != "" ? sprintf("%.3f", beside) : ""), (p != "" ? range() : ""), all, note
    }
    if (emulated)
        exit
    print "\n| target | at least | measured | least to most | runs | |"
    print "|---|---|---|---|---|---|"
    for (i = 2; i <= targets; i++) {
        if (target[i, 7] != "" && target[i, 7] != device)
            continue
        k = target[i, 1] "," target[i, 2] "," target[i, 3]
        least = target[i, 6] + 0
        against = target[i, 5]
        o = fastest(k, target[i, 4])
        if (against != "limit" && against !~ /^[0-9.]+$/)
            against = fastest(k, against)
        if (o == "" || against == "" || (measured = ratio(k, o, against)) == 0) {
            printf "| `%s: %s%s | %s | | | | not measured |\n", place(k), spelled(target[i, 4]), beside_it(target[i, 5], ""), target[i, 6]
            continue
        }
        verdict = measured >= least ? "reached" : sprintf("short by %.1f %%", 100 * (1 - measured / least))
        if (least == 1 && count > 1 && ratios[1] <= 1 && ratios[count] >= 1)
            verdict = verdict ", level"
        printf "| `%s: %s%s | %s | %.3f | %s | %s | %s |\n", place(k), o, beside_it(against, unit[k]), target[i, 6], measured, range(), days, verdict
    }
}
