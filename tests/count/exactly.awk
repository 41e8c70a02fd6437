# SPDX-License-Identifier: MIT
# exactly.awk BY_HAND.csv COUNTS.csv: what was counted against what follows on paper, launch by launch: equal in every column.
BEGIN { FS = "," }
FNR == 1 {
    file++
    for (i = 1; i <= NF; i++)
        at[file, $i] = i
    if (file == 1)
        columns = split($0, name)
    next
}
file == 1 { wanted[++rows] = $0; next }
{
    split(wanted[++row], want)
    for (i = 1; i <= columns; i++)
        if ($(at[2, name[i]]) != want[i]) {
            print want[1] ": " name[i] " " $(at[2, name[i]]) ", on paper " want[i]
            bad++
        }
}
END {
    if (row != rows || !rows) {
        print row " launches, " rows " expected"
        bad++
    }
    exit bad > 0
}
