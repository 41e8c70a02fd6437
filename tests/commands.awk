# SPDX-License-Identifier: MIT
# The commands of a page, a line each: those in its blocks, and in its text if they begin with make or bin/. Without what a comment
# or three blanks say after them. With names=1 only what they name: targets of make, P=, COMPARE=, and the programs in bin/.
function named(command,    word, n, i) {
    gsub(/[A-Z_]+=("[^"]*"|'[^']*')|"[^"]*"|'[^']*'/, "", command)
    n = split(command, word, /[ ,]+/)
    if (word[1] == "make")
        for (i = 2; i <= n; i++) {
            sub(/^(P|COMPARE)=/, "", word[i])
            sub(/\/$/, "", word[i])
            if (word[i] ~ /^[a-z][a-z0-9_\/-]*$/)
                print word[i]
        }
    else if (match(word[1], /[a-z0-9_]+$/) && word[1] !~ /[A-Z]/)
        print substr(word[1], RSTART)
}
function found(text,    part, n, i) {
    sub(/   .*| +#.*/, "", text)
    n = split(text, part, " && ")
    for (i = 1; i <= n; i++)
        if (part[i] ~ /^(make |bin\/[a-zA-Z])/) {
            if (names)
                named(part[i])
            else
                print part[i]
        }
}
/^```/ {
    fenced = !fenced
    next
}
fenced || /^    / {
    sub(/^(    )?([$] )?/, "")
    found($0)
    next
}
{
    while (match($0, /`[^`]+`/)) {
        code = substr($0, RSTART + 1, RLENGTH - 2)
        $0 = substr($0, RSTART + RLENGTH)
        found(code)
    }
}
