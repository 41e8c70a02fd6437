# SPDX-License-Identifier: MIT
# The ladders' rows for awk, one a line: sets F["rung"], F["size"] and so on by the header of each
# file. A field may be quoted and hold commas. Put -f csv.awk before a script that says what to do.

function csv_fields(line, field,    n, text) {
    n = 0
    while (line != "") {
        if (line ~ /^"/) {
            match(line, /^"([^"]|"")*"/)
            text = substr(line, 2, RLENGTH - 2)
            gsub(/""/, "\"", text)
        } else {
            match(line, /^[^,]*/)
            text = substr(line, 1, RLENGTH)
        }
        field[++n] = text
        if (substr(line, RLENGTH + 1) == ",")
            field[++n] = ""
        line = substr(line, RLENGTH + 2)
    }
    return n
}

FNR == 1 {
    split("", F)
    csv_columns = csv_fields($0, csv_name)
    next
}

{
    split("", csv_field) # a row may be short
    csv_fields($0, csv_field)
    for (csv_i = 1; csv_i <= csv_columns; csv_i++)
        F[csv_name[csv_i]] = csv_field[csv_i]
}
