#!/bin/sh
# SPDX-License-Identifier: MIT
# no_such.sh WORD NAME...: says that there is no WORD, and which of the names may have been meant, as the one that
# takes the fewest letters changed, left out, put in or swapped with their neighbour; or else the chapter of that name or
# number; or those that begin with it.
word=$1
shift
printf '%s\n' "$@" | awk -v word="$word" '
    function least(a, b) { return a < b ? a : b }
    function distance(a, b,    i, j, m, n, d, differ) {
        m = length(a)
        n = length(b)
        for (i = 0; i <= m; i++)
            d[i, 0] = i
        for (j = 0; j <= n; j++)
            d[0, j] = j
        for (i = 1; i <= m; i++)
            for (j = 1; j <= n; j++) {
                differ = substr(a, i, 1) != substr(b, j, 1)
                d[i, j] = least(least(d[i - 1, j], d[i, j - 1]) + 1, d[i - 1, j - 1] + differ)
                if (i > 1 && j > 1 && substr(a, i, 1) == substr(b, j - 1, 1) && substr(a, i - 1, 1) == substr(b, j, 1))
                    d[i, j] = least(d[i, j], d[i - 2, j - 2] + 1)
            }
        return d[m, n]
    }
    BEGIN { start = word; sub(/^chapter/, word ~ /^chapter[0-9]($|_)/ ? "chapter0" : "chapter", start) }
    { name = $0 }
    sub(/^chapter[0-9]+_/, "", name) && name == word { chapter = $0 }
    index($0, start) == 1 && $0 !~ /\// { begins[++count] = $0 }
    { far = distance(word, $0) }
    $0 != word && far <= (length(word) + 1) / 3 && (meant == "" || far < nearest) { meant = $0; nearest = far }
    END {
        if (meant == "")
            meant = chapter
        if (meant == "" && count <= 4)
            for (i = 1; i <= count; i++)
                meant = meant (i == 1 ? "" : i < count ? ", " : " or ") begins[i]
        print "there is no " word (meant == "" ? "; make help lists what there is" : "; did you mean " meant "?")
    }' >&2
exit 2
