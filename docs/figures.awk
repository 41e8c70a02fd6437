# SPDX-License-Identifier: MIT
# figures.awk: a page with its figures written in, from CSV files. Called by figures.sh, after
# bench/csv.awk's csv_fields: the results first, then the page, with page=1 before it.
#
# A figure is {FILE:RUNG:SIZE:WHAT:COLUMN:DIGITS}: a row of FILE.csv, found by three of its fields, one
# of its columns, so many significant digits. Two with a / between are a ratio. Beside the file's own
# columns there are us (median_ms in microseconds) and pct (value in hundredths of limit). A|B|C for a
# RUNG is that of them with the largest value.
#
#     <!-- figures/NAME.csv -->                 the table below is that file; its cells may hold figures
#     4 567<!--dot_ladder:vector:536870912::value:4-->      the number in front of it is that figure

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
    # heat_nccl has `way` and `gpus` for them.
    key = file ":" row["rung"] row["way"] ":" row["size"] ":" row["what"] (row["gpus"] ? row["gpus"] " GPUs" : "")
    for (i = 1; i <= columns; i++)
        figure[key ":" name[i]] = row[name[i]]
    if (row["median_ms"] != "")
        figure[key ":us"] = row["median_ms"] * 1000
    if (row["limit"] > 0)
        figure[key ":pct"] = 100 * row["value"] / row["limit"]
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
        n = length(sprintf("%.0f", x))
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

# "A" or "A/B", each FILE:RUNG:SIZE:WHAT:COLUMN:DIGITS; a ratio has the digits of its second.
function value_of(expression,    two, n, x) {
    n = split(expression, two, "/")
    x = raw(two[1])
    if (n == 2 && x != "?")
        x = raw(two[2]) > 0 ? x / raw(two[2]) : lost(expression)
    if (x == "?" || x == "")
        return x == "" ? lost(expression) : x
    match(two[n], /:[0-9]+$/)
    return digits(x, substr(two[n], RSTART + 1))
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
# Numbers in running text.
{
    rest = $0
    line = ""
    while (match(rest, /[0-9][0-9.]*( [0-9][0-9][0-9])*(\.[0-9]+)?<!--[a-z0-9_]+:[^>]*-->/)) {
        found = substr(rest, RSTART, RLENGTH)
        line = line substr(rest, 1, RSTART - 1)
        rest = substr(rest, RSTART + RLENGTH)
        match(found, /<!--.*-->/)
        reference = substr(found, RSTART + 4, RLENGTH - 7)
        line = line value_of(reference) "<!--" reference "-->"
    }
    print line rest
}
END { exit failed }
