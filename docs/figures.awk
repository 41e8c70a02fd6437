# SPDX-License-Identifier: MIT
# figures.awk: a page with its figures written in, from CSV files. Called by figures.sh, after
# bench/csv.awk's csv_fields: the results first, then the page, with page=1 before it.
#
# A figure is {FILE:RUNG:SIZE:WHAT:COLUMN:DIGITS}: a row of FILE.csv, found by three of its fields, one
# of its columns, so many significant digits. Two with a / between are a ratio. Beside the file's own
# columns there are us (median_ms in microseconds) and pct (value in hundredths of limit). A|B|C for a
# RUNG is that of them with the largest value. A COLUMN of words stands as it is, whatever DIGITS is.
#
# A file with a column `run` has a row for each run (bench/chapters.sh): the figure is the median of all runs. COLUMN_range is the
# least and the most of them, '7.2 to 9.4', or a single figure where they have the same digits. In a ratio a
# number may stand for a figure, NUMBER:DIGITS.
#
#     <!-- figures/NAME.csv -->                 the table below is that file; its cells may hold figures

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
    for (column in row)
        if (row["run"] == "")
            figure[key ":" column] = row[column]
        else if (row[column] != "")
            of_run(key ":" column, row[column])
    next
}

# Takes a run's figure in, in order of size.
function of_run(key, x,    i) {
    for (i = ++runs[key]; i > 1 && sample[key, i - 1] + 0 > x + 0; i--)
        sample[key, i] = sample[key, i - 1]
    sample[key, i] = x
    i = int((runs[key] + 1) / 2)
    figure[key] = runs[key] % 2 ? sample[key, i] : (sample[key, i] + sample[key, i + 1]) / 2
    figure[key "_range"] = sample[key, 1] " to " sample[key, runs[key]]
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

function raw(reference,    key, part, rungs, n, i, best) {
    key = reference
    if (key ~ /^[0-9.]+:[0-9]+$/)
        return key + 0
    sub(/:[0-9]+$/, "", key)
    split(key, part, ":")
    n = split(part[2], rungs, "|")
    for (i = 1; i <= n; i++) {
        key = part[1] ":" rungs[i] ":" part[3] ":" part[4] ":"
        if (!((key part[5]) in figure))
            return lost(reference)
        if (best == "" || figure[key "value"] + 0 > figure[best "value"] + 0)
            best = key
    }
    return figure[best part[5]]
}

# "A" or "A/B", each FILE:RUNG:SIZE:WHAT:COLUMN:DIGITS; a ratio has the digits of its second, and of two ranges goes from
# the least to the most that it can be.
function value_of(expression,    two, n, x, y, above, below, ends) {
    n = split(expression, two, "/")
    x = raw(two[1])
    y = n == 2 ? raw(two[2]) : 1
    if (x == "?" || y == "?" || x == "" || y == "")
        return x == "?" || y == "?" ? "?" : lost(expression)
    match(two[n], /:[0-9]+$/)
    n = substr(two[n], RSTART + 1)
    if (split(x, above, " to ") + split(y, below, " to ") > 2) {
        ends[1] = digits(above[1] / (2 in below ? below[2] : y), n)
        ends[2] = digits((2 in above ? above[2] : x) / below[1], n)
        return ends[1] == ends[2] ? ends[1] : ends[1] " to " ends[2]
    }
    if (x !~ /^[-+0-9.e]+$/)
        return x
    return y > 0 ? digits(x / y, n) : lost(expression)
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

function table(path,    line, n, i, first, cells, columns) {
    first = 1
    while ((getline line < path) > 0) {
        n = csv_fields(line, cells)
        if (first)
            columns = n
        else if (n != columns) { # a comma that has no quotes around it
            print path ": " n " cells where the first row has " columns ": " line > "/dev/stderr"
            failed = 1
        }
        text = "|"
        for (i = 1; i <= n; i++)
            text = text (cells[i] == "" ? " |" : " " cell(cells[i]) " |")
        print text
        if (first) {
            text = "|"
            for (i = 1; i <= n; i++)
                text = text "---|"
            print text
        }
        first = 0
    }
    close(path)
    if (first)
        lost(path)
}

skipping && /^\|/ { next }
{ skipping = 0 }
/^<!-- figures\/[a-z0-9_]+\.csv -->$/ {
    print
    path = $2
    table(docs "/" path)
    skipping = 1
    next
}
{ print }
END { exit failed }
