# SPDX-License-Identifier: MIT
# A preprocessed source's own lines: expanded.awk macros FILE.ii. What a macro makes of a system's header is left out, for its
# words are seen before, and no name can be put together there (screen.awk lets no ## stand before an #include); but not a pragma,
# which such a macro makes of any words (libstdc++'s _PSTL_PRAGMA). What a macro of the toolkit makes is its name again, outside of
# strings: `macros` has a line `MADE NAME` for each.
BEGIN {
    number = "[.]?[0-9]([eEpP][-+]|\047[A-Za-z0-9_]|[A-Za-z0-9_.])*"
    word = "(::)?[A-Za-z_$\200-\377][A-Za-z0-9_$\200-\377]*(::[A-Za-z0-9_$\200-\377]+)*"
    string = "\"([^\"\\\\]|\\\\.)*\"|\047([^\047\\\\]|\\\\.)*\047"
    token = string "|" number "|" word
}
NR == FNR { made_by[$1] = $2; next }
/^# [0-9]+ "/ {
    source = $3 ~ /^"[^\/<]*[.]cu"$/
    own = source && !/ 3( 4)?$/
    next
}
source && !own && /^#/
own {
    rest = $0
    line = ""
    while (match(rest, token)) {
        found = substr(rest, RSTART, RLENGTH)
        line = line substr(rest, 1, RSTART - 1) (found in made_by ? made_by[found] : found)
        rest = substr(rest, RSTART + RLENGTH)
    }
    print line rest
}
