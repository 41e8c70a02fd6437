# SPDX-License-Identifier: MIT
# figures.awk: a page with its figures written in, from CSV files. Called by figures.sh, after
# bench/csv.awk's csv_fields: the results first, then the page, with page=1 before it.
#
# A figure is {FILE:RUNG:SIZE:WHAT:COLUMN:DIGITS}: a row of FILE.csv, found by three of its fields, one
# of its columns, so many significant digits. Two with a / between are a ratio. Beside the file's own
# columns there are us (median_ms in microseconds) and pct (value in hundredths of limit). A|B|C for a
# RUNG is that of them with the largest value. A COLUMN of words stands as it is, whatever DIGITS is.
#
# A file with a column `run` has a row for each run, the day and a number: the figure is the median of all runs. COLUMN_range is
# the least and the most of them, '7.2 to 9.4', or a single figure where they have the same digits. A ratio is formed within
# each run, and then the median or the range of those; where the two have no run in common, it is that of the medians. In a
# ratio a number may stand for a figure, NUMBER:DIGITS.
#
#     <!-- figures/NAME.csv -->                 the table below is that file; its cells may hold figures. A line
#                                               after it says how many runs they are from, the fewest and the most,
#                                               and of which days; a slide has no room for it

!page && FNR == 1 {
    file = FILENAME
    sub(/.*\//, "", file)
    sub(/\.csv$/, "", file)
    columns = csv_fields($0, name)
    next
}
!page {
    csv_fields($0, field)
    split("", row)
    for (i = 1; i <= columns; i++)
        row[name[i]] = field[i]
    gsub(/:+/, " ", row["what"]) # thrust::sort
    gsub(/:+/, " ", row["kernel"])
    # heat_nccl has `way` and `gpus` for them, bench_cpu `kernel` and `cores`; a program's report has no rungs.
    rung = row["rung"] row["way"] row["kernel"]
    key = file ":" (rung == "" ? row["program"] : rung) ":" row["size"] row["cores"] ":" row["what"] (row["gpus"] ? row["gpus"] " GPUs" : "")
    if (row["median_ms"] != "")
        row["us"] = row["median_ms"] * 1000
    if (row["limit"] > 0)
        row["pct"] = 100 * row["value"] / row["limit"]
    run = row["run"]
    seen[key, run]++
    if (seen[key, run] > 1)
        run = run " again " seen[key, run]
    for (column in row)
        if (row[column] != "") {
            reference = key ":" column
            count[reference]++
            sample[reference, count[reference]] = row[column]
            of_run[reference, count[reference]] = run
        }
    next
}

function lost(what) {
    print FILENAME ":" FNR ": no such figure: " what > "/dev/stderr"
    failed = 1
    return "?"
}

# So many significant digits, 0: to the nearest whole number; never an exponent, thousands apart.
function digits(x, n,    text, parts, exponent, decimals, whole) {
    if (n == 0)
        n = length(sprintf("%.0f", x < 0 ? -x : x))
    text = sprintf("%." (n - 1) "e", x)
    split(text, parts, "e")
    exponent = parts[2] + 0
    decimals = n - 1 - exponent
    text = sprintf("%." (decimals > 0 ? decimals : 0) "f", x)
    whole = text
    sub(/\..*/, "", whole)
    if (length(whole) > 3)
        text = grouped(whole) substr(text, length(whole) + 1)
    return text
}
function grouped(whole) {
    return length(whole) > 3 ? grouped(substr(whole, 1, length(whole) - 3)) " " substr(whole, length(whole) - 2) : whole
}

# The values of a figure in x and their runs in r: returns how many there are.
function values(reference, x, r,    part, rungs, n, i, key, best, median_of, most) {
    split("", x)
    split("", r)
    if (reference ~ /^[0-9.]+:[0-9]+$/) {
        x[1] = reference + 0
        return 1
    }
    split(reference, part, ":")
    sub(/_range$/, "", part[5])
    n = split(part[2], rungs, "|")
    for (i = 1; i <= n; i++) {
        key = part[1] ":" rungs[i] ":" part[3] ":" part[4] ":"
        if (!((key part[5]) in count))
            return 0
        median_of = median(x, copied(key "value", x)) + 0
        if (best == "" || median_of > most) {
            best = key
            most = median_of
        }
    }
    best = best part[5]
    n = copied(best, x)
    for (i = 1; i <= n; i++)
        r[i] = of_run[best, i]
    if (r[1] != "")
        noted(r, n)
    return n
}
function copied(reference, x,    i, n) {
    split("", x)
    n = count[reference] + 0
    for (i = 1; i <= n; i++)
        x[i] = sample[reference, i]
    return n
}

# How many runs the figures of a table are from, and which days.
function noted(r, n,    i, day) {
    fewest = fewest == 0 || n < fewest ? n : fewest
    most_runs = n > most_runs ? n : most_runs
    for (i = 1; i <= n; i++) {
        day = r[i] ~ /^[0-9]/ ? substr(r[i], 1, 10) : "an earlier day"
        first = first == "" || day < first ? day : first
        last = day > last ? day : last
    }
}

# "A" or "A/B", each FILE:RUNG:SIZE:WHAT:COLUMN:DIGITS; a ratio has the digits of its second.
function value_of(expression,    two, parts, n, m, x, y, rx, ry, i, j, ratios, k) {
    parts = split(expression, two, "/")
    n = values(two[1], x, rx)
    if (n == 0)
        return lost(expression)
    if (parts == 2) {
        m = values(two[2], y, ry)
        for (i = 1; i <= n; i++)
            for (j = 1; j <= m; j++)
                if (y[j] + 0 > 0 && (rx[i] == ry[j] || ry[j] == ""))
                    ratios[++k] = x[i] / y[j]
        if (k == 0) {
            if (m == 0)
                return lost(expression)
            i = median(x, n)
            j = median(y, m)
            if (!(j > 0))
                return lost(expression)
            ratios[1] = x[1] / y[m]
            ratios[2] = i / j
            ratios[3] = x[n] / y[1]
            k = 3
        }
        n = k
        for (i = 1; i <= n; i++)
            x[i] = ratios[i]
    }
    i = median(x, n)
    match(two[parts], /:[0-9]+$/)
    k = substr(two[parts], RSTART + 1)
    if (i !~ /^[-+0-9.e]+$/)
        return i
    if (two[parts] !~ /_range:/)
        return digits(i, k)
    i = digits(x[1], k)
    j = digits(x[n], k)
    return i == j ? i : i " to " j
}

function cell(text,    before, behind, inside) {
    while (match(text, /\{[^}]*\}/)) {
        before = substr(text, 1, RSTART - 1)
        inside = substr(text, RSTART + 1, RLENGTH - 2)
        behind = substr(text, RSTART + RLENGTH)
        text = before value_of(inside) behind
    }
    return text
}

function table(path,    line, n, i, head, cells, columns) {
    head = 1
    fewest = most_runs = 0
    first = last = ""
    while ((getline line < path) > 0) {
        n = csv_fields(line, cells)
        if (head)
            columns = n
        else if (n != columns) { # a comma that has no quotes around it
            print path ": " n " cells where the first row has " columns ": " line > "/dev/stderr"
            failed = 1
        }
        text = "|"
        for (i = 1; i <= n; i++)
            text = text (cells[i] == "" ? " |" : " " cell(cells[i]) " |")
        print text
        if (head) {
            text = "|"
            for (i = 1; i <= n; i++)
                text = text "---|"
            print text
        }
        head = 0
    }
    close(path)
    if (head)
        lost(path)
    if (most_runs && FILENAME !~ /^docs\/slides\//)
        print "\n*Runs: " (fewest == most_runs ? fewest : fewest "–" most_runs) " (" \
            (first == last ? first : first " to " last) ").*"
}

# The table that was there, and its line on the runs, go.
skipping && /^\|/ { next }
skipping && /^$/ && !held { held = 1; next }
skipping && held && /^\*Runs: / { skipping = held = 0; next }
skipping {
    if (held)
        print ""
    skipping = held = 0
}
/^<!-- figures\/[a-z0-9_]+\.csv -->$/ {
    print
    table(docs "/" $2)
    skipping = 1
    next
}
{ print }
END {
    if (held)
        print ""
    exit failed
}
