# SPDX-License-Identifier: MIT
# A source without its comments, its lines joined where a backslash says so, and as many lines as before. This is what is
# compiled, and what is judged: so nothing can be a comment here and code for the compiler. With -v words=1, for the judge: ""
# for each string and character; "NAME" that is included becomes <NAME>.
#
# A raw string becomes an ordinary one, for compilers do not agree where one ends in a directive. One that macros have made, which is
# for the judge alone to see, becomes the word raw_string.
#
# Where a quote begins a character or belongs to a number must not depend on the compiler's version or on which letters it
# knows. A blank parts what would.
function put(what) {
    printf "%s", what
    line = what == "\n" ? "" : length(line) > 200 ? "(a long line)" : line what
}
# The word so far with one more character: a name, a number, or "" where it is over.
function continued(c) {
    if (c ~ /[A-Za-z0-9_]/)
        return (word == "." && c !~ /[0-9]/ ? "" : word) c
    if (c ~ other)
        return (number(word) ? "" : word) c
    if (word ~ other && c ~ /[-+.]/)
        return word c
    if (c == ".")
        return number(word) ? word c : c
    return c ~ /[-+]/ && number(word) && word ~ /[eEpP]$/ ? word c : ""
}
function number(word) { return word ~ /^[.]?[0-9]/ }
# The raw string whose quote is at text[i], as an ordinary one: gives the place of its last quote.
function ordinary(i, close_, from, length_, k, c) {
    match(substr(text, i + 1, 17), /^[^ ()\\\t\v\f\n"]*[(]/)
    if (RSTART == 0) {
        put(" ") # it is none: no compiler takes it for one now
        return i - 1
    }
    close_ = ")" substr(text, i + 1, RLENGTH - 1) "\""
    from = i + 1 + RLENGTH
    length_ = index(substr(text, from), close_) - 1
    if (length_ < 0)
        length_ = n - from + 1
    put("\"")
    for (k = 0; k < length_; k++) {
        c = substr(text, from + k, 1)
        owed += c == "\n"
        put(c == "\n" ? "\\n" : c ~ /["\\]/ ? "\\" c : c)
    }
    put("\"")
    return from + length_ + length(close_) - 1
}
BEGIN { other = "[$\\\\\200-\377]" } # in a name perhaps
{
    lines = 1
    while (sub(/\\[ \t\v\f]*$/, "") && (getline more) > 0) {
        $0 = $0 more
        lines++
    }
    text = text $0
    while (lines-- > 0)
        text = text "\n"
}
END {
    n = length(text)
    for (i = 1; i <= n; i++) {
        c = substr(text, i, 1)
        two = substr(text, i, 2)
        if (c == "\n" && in_comment) {
            owed++ # a directive goes on after the comment
        } else if (c == "\n") {
            put("\n")
            for (; owed > 0; owed--)
                put("\n")
            in_line = included = 0
            quote = word = ""
        } else if (in_comment) {
            if (two == "*/") {
                in_comment = 0
                i++
            }
        } else if (in_line) {
            continue
        } else if (quote != "") {
            if (!words || included)
                put(words && c == quote ? ">" : c)
            if (c == "\\" && !included && substr(text, i + 1, 1) != "\n") {
                i++
                if (!words)
                    put(substr(text, i, 1))
            } else if (c == quote)
                quote = ""
        } else if (two == "/*") {
            in_comment = 1
            put(" ")
            word = ""
            i++
        } else if (two == "//") {
            in_line = 1
        } else if (c == "\047" && number(word)) {
            if (two ~ /[A-Za-z0-9_]$/) {
                put(c)
                word = word c
            }
        } else if (!words && two == "R\"" && (word == "." ? "" : word) ~ /^(u8|[uUL])?$/) {
            i = ordinary(i + 1)
            word = ""
        } else if (c == "\"" || c == "\047") {
            if (word ~ other)
                put(" ")
            quote = c
            included = c == "\"" && line ~ /^[ \t\v\f]*(#|%:)[ \t\v\f]*include[ \t\v\f]*$/
            put(!words ? c : included ? "<" : c == "\"" && word ~ /^(u8|[uUL])?R$/ ? " raw_string " : " \"\" ")
            word = ""
        } else {
            if (c ~ other && number(word))
                put(" ")
            put(c)
            word = continued(c)
        }
    }
}
