# SPDX-License-Identifier: MIT
# Calls with too few arguments, or too many: the C++ compiler tells of them where they begin, nvcc where they end, or at
# the first argument that is too many. Functions for messages.awk.

# How many parameters has the only function that such a message is about? -1: it is about none, or nobody knows.
function parameters_of(message, candidates, expected,    quoted) {
    if (message ~ /^no matching function for call to /)
        return candidates == 1 && expected != "" ? expected : -1 # "": their number is right
    if (message !~ /^too (few|many) arguments to function /)
        return -1
    quoted = message
    sub(/^[^‘']*(‘|')/, "", quoted)
    return match(quoted, /[A-Za-z0-9_>]\(/) ? arguments_in(substr(quoted, RSTART + 1)) : -1
}

# How many are in the parentheses that the text begins with; (void) has none.
function arguments_in(text,    i, c, depth, count) {
    if (text ~ /^\((void)?\)/)
        return 0
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        depth += index("([{<", c) > 0 ? 1 : index(")]}>", c) > 0 ? -1 : 0
        if (depth == 0)
            return count + 1
        count += c == "," && depth == 1
    }
    return -1
}

# Moves the message from the ( that it points at, in lines of shown[]. Where a < could begin a template's arguments,
# only the end is known.
function move_to_argument(parameters,    at, i, line, c, depth, count, quote, first_line, first_column, templates) {
    if (parameters < 0 || substr(shown[file, number], column, 1) != "(")
        return
    for (at = number; (file, at) in shown; at++) {
        line = shown[file, at]
        for (i = at == number ? column : 1; i <= length(line); i++) {
            c = substr(line, i, 1)
            if (quote) {
                i += c == "\\"
                quote = c == quote ? "" : quote
                continue
            }
            if (c == "\"" || (c == "'" && (i == 1 || substr(line, i - 1, 1) !~ /[0-9A-Fa-f]/)))
                quote = c
            if (c ~ /[^ \t]/ && count > parameters && !first_line) {
                first_line = at
                first_column = i
            }
            templates = templates || c == "<"
            depth += index("([{", c) > 0 ? 1 : index(")]}", c) > 0 ? -1 : 0
            if (c ~ /[^ \t(]/ && depth == 1 && count == 0)
                count = 1 # an argument has begun
            count += c == "," && depth == 1
            if (depth > 0)
                continue
            if (count <= parameters && !first_line) {
                number = at
                column = i
            } else if (!templates && first_line) {
                number = first_line
                column = first_column
            }
            return
        }
    }
}
