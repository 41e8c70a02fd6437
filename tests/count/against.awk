# SPDX-License-Identifier: MIT
# against.awk -v program=P differs.csv h200.csv COUNTS.csv: what was counted of a program of
# tests/count against what Nsight Compute counted: equal for global memory, within 1 % for shared
# memory; addresses of constant memory less the parameters'. A kernel that is known to differ has to,
# and in nothing else.
BEGIN { FS = "," }
function column(name) { return name in at ? at[name] : 0 }
function off(a, b, part) { return a > b ? a - b > part * b : b - a > part * b }
FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
file == 1 { differs[$1] = $2; next }
file == 2 { if ($1 == program) { rows++; name[rows] = $4; for (c in at) want[rows, c] = $(at[c]) } next }
{
    row++
    if ($1 != name[row]) { print "launch " row " is of " $1 ", not of " name[row]; bad++; next }
    seen = 0
    for (c in at) {
        if (c !~ /^(global_(load|store|reduction|atomic)_(requests|sectors)|shared_(load|store)_wavefronts)$/) continue
        if (!((row, c) in want) || !off($(at[c]), want[row, c], c ~ /shared/ ? 0.01 : 0)) continue
        if ($1 in differs && index(c, differs[$1]) == 1) { seen = 1; continue }
        print $1 ": " c " " $(at[c]) ", ncu " want[row, c]; bad++
    }
    if ($1 in differs && !seen) { print $1 " is said to differ, and does not"; bad++ }
    requests = $(at["constant_requests"]); addresses = $(at["constant_addresses"])
    parameters = want[row, "constant_instructions_with_parameters"] - requests
    if (requests && parameters >= 0 && addresses != want[row, "constant_addresses_with_parameters"] - parameters) {
        print $1 ": constant addresses " addresses ", ncu " want[row, "constant_addresses_with_parameters"] - parameters; bad++
    }
}
END { if (row != rows || !rows) { print row " launches, " rows " expected"; bad++ }; exit bad > 0 }
