# SPDX-License-Identifier: MIT
# A source without its comments, and with "" for each string and character; "NAME" that is included becomes <NAME>.
# Lines that a backslash joins have to be joined before. A raw string becomes the word raw_string: its end is not looked for.
function put(what) {
    printf "%s", what
    line = what == "\n" ? "" : line what
}
{ text = text $0 "\n" }
END {
    n = length(text)
    for (i = 1; i <= n; i++) {
        c = substr(text, i, 1)
        two = substr(text, i, 2)
        if (in_comment) {
            if (two == "*/") {
                in_comment = 0
                i++
            }
        } else if (in_line) {
            if (c == "\n") {
                in_line = 0
                put("\n")
            }
        } else if (quote != "") {
            if (c == "\\")
                i++
            else if (c == quote || c == "\n") {
                quote = ""
                put(c == "\n" ? c : included ? ">" : "")
            } else if (included)
                put(c)
            word = ""
        } else if (two == "/*") {
            in_comment = 1
            put(" ")
            word = ""
            i++
        } else if (two == "//") {
            in_line = 1
            word = ""
        } else if (c == "\"" || (c == "\047" && word !~ /^[.]?[0-9]/)) {
            quote = c
            included = c == "\"" && line ~ /^[ \t\v\f]*(#|%:)[ \t\v\f]*include[ \t\v\f]*$/
            put(included ? "<" : c == "\"" && word ~ /^(u8|[uUL])?R$/ ? " raw_string " : " \"\" ")
            word = ""
        } else {
            put(c)
            word = c ~ /[A-Za-z0-9_.\047]/ ? word c : "" # the number or name so far
        }
    }
}
