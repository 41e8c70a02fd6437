# SPDX-License-Identifier: MIT
# What the C++ compiler says of a .cu, as nvcc would say it. Errors, which its own front end tells, get its form:
#
#     f.cu(12): error: "y" was not declared in this scope
#           int a = y;
#                   ^
#
#     1 error detected in the compilation of "f.cu".
#
# Warnings of the host compiler stay as they are, as with nvcc, like an error that -Werror made of one.
#
#     awk -v source=f.cu -v own=/toolkit/include/ -v told=PLACES -f messages.awk f.cu.ii f.log
#
# told: the places, as |file:line|file:line|, where cuda2cpp has said that a function ends without a value.
#
# Functions of the device alone nvcc does not show the host's compiler: what is warned of in them counts only where
# nvcc's front end does so, too. Where they stand comments at the beginning of f.ii, the program made of it, tell.
#
# The lines shown are those of f.cu.ii, where the columns are right: it is preprocessed. Ends with 2 if there was an
# error of that form, else with 0. cuda2cpp's own messages, which have it, are counted.

function is_message(line) { return line ~ /^[^ ].*:[0-9]+:[0-9]+: (fatal error|error|warning|note): / }

# Takes a message apart.
function read_message(line,    place) {
    match(line, /:[0-9]+:[0-9]+: (fatal error|error|warning|note): /)
    file = substr(line, 1, RSTART - 1)
    place = substr(line, RSTART + 1, RLENGTH - 2)
    text = substr(line, RSTART + RLENGTH)
    split(place, part, ":")
    number = part[1]; column = part[2]
    kind = part[3]; sub(/^ (fatal )?/, "", kind)
}

# What cuda2cpp wrote into kernels to be said (refuse_size.c, shared_size.c), without that it was asserted.
function without_assertion(text) {
    if (text ~ /^static assertion failed( due to requirement .*)?: (Formal parameter space|Entry function) /)
        sub(/^static assertion failed( due to requirement .*)?: /, "", text)
    return text
}

# An operator of the user's that is not there is missed in ours, which stands in between (arithmetic.h): the message
# moves to the user's line. `around`: the lines in front of it; what is left of them.
function move_to_user(around,    lines, count, i, place) {
    if (kind != "error" || file !~ /\/cuda_cpu\/arithmetic[.]h$/)
        return around
    count = split(around, lines, "\n")
    for (i = 1; i <= count; i++)
        if (match(lines[i], /:[0-9]+:[0-9]+:   /) && !is_ours(substr(lines[i], 1, RSTART - 1))) {
            file = substr(lines[i], 1, RSTART - 1)
            split(substr(lines[i], RSTART), place, ":")
            number = place[2]
            column = place[3]
            return lines[i] ~ /required from here/ ? "" : around
        }
    return around
}

# With nvcc's quotation marks, and without what the toolkit calls its types among itself.
function said(text,    at, end) {
    gsub(/ \{aka ‘cuda_cpu[^’]*’\}/, "", text)
    gsub(/ \{aka 'cuda_cpu[^']*'\}/, "", text)
    sub(/; did you mean ('|‘)cuda_cpu.*\?$/, "", text)
    gsub(/‘|’/, "\"", text)
    while (match(text, /(^|[^A-Za-z])'[^']+'/)) {
        at = RSTART + (substr(text, RSTART, 1) != "'")
        end = RSTART + RLENGTH - 1
        text = substr(text, 1, at - 1) "\"" substr(text, at + 1, end - at - 1) "\"" substr(text, end + 1)
    }
    return text
}

# Whether a file is the toolkit's: what stands there is no news to the user.
function is_ours(file) { return index(file, own) == 1 || file ~ /^\/include\// }

# The line of the message, and a mark under its column.
function show_place(    line, before) {
    if (!((file, number) in shown))
        return
    line = shown[file, number]
    before = substr(line, 1, column - 1)
    gsub(/[^\t]/, " ", before)
    printf "  %s\n  %s^\n", line, before
}

# What is missing in front of the next token, which stands on another line, is missed there, behind __global__ and its
# kin. Behind a class or a member the compiler may point at the last token.
function move_to_next(    rest) {
    rest = substr(shown[file, number], column)
    if (text ~ /^expected ('|‘);('|’) (after|at end of) /)
        sub(/^([A-Za-z_0-9]+|[])}])/, "", rest)
    else if (text !~ /^expected .* before /)
        return
    if (rest ~ /[^ \t]/ || !((file, number) in next_line))
        return
    number = next_line[file, number]
    match(shown[file, number], /[^ \t]/)
    column = RSTART
}

# What a type that nobody knows declares is not known, either: string s; vector<int> v, w;
function lose_declared(    rest, word) {
    if (text !~ / (was not declared in this scope|does not name a (template )?type)/ && text !~ / is not a member of /)
        return
    rest = substr(shown[file, number], column)
    if (substr(shown[file, number], 1, column - 1) !~ /(^|[;{}(])[ \t]*((const|static|std::)[ \t]*)*$/)
        return
    sub(/^[A-Za-z_0-9:]+/, "", rest)
    if (rest ~ /^[ \t]*</)
        sub(/^[ \t]*<[^;]*>/, "", rest)
    while (text ~ / does not name a type/ && rest ~ /^[ \t]+[A-Za-z_][A-Za-z_0-9]*[ \t*&]+[A-Za-z_]/)
        sub(/^[ \t]+[A-Za-z_][A-Za-z_0-9]*/, "", rest) # _device_ int f(int);
    while (match(rest, /^[ \t*&,]+[A-Za-z_][A-Za-z_0-9]*[ \t]*(;|=|\(|\{|\[|,|$)/)) {
        word = substr(rest, RSTART, RLENGTH)
        gsub(/[^A-Za-z_0-9]/, "", word)
        lost[word]
        if (substr(rest, RLENGTH, 1) != ",")
            break
        rest = substr(rest, RLENGTH)
    }
}

# What a declaration without its ; declares last is not there for the compiler, and is for nvcc.
function lose_declarator(    before) {
    if (text !~ /^expected initializer before /)
        return
    before = substr(shown[file, number], 1, column - 1)
    if (before !~ /[^ \t]/)
        before = shown[file, number - 1]
    sub(/[ \t]+$/, "", before)
    if (match(before, /[A-Za-z_][A-Za-z_0-9]*$/))
        lost[substr(before, RSTART)]
}

# Is it what follows from an error before: a kernel of a type that nobody knows, which is neither its stub's nor there
# to be called; why a template, of ours or by enable_if, is not the function that was called?
function follows(    name) {
    name = text
    lose_declared()
    lose_declarator()
    if (sub(/^variable or field (‘|')/, "", name)) {
        sub(/(’|').*/, "", name)
        lost[name]
    } else if (sub(/^(‘|')/, "", name) && sub(/(’|') was not declared in this scope.*/, "", name) && name in lost)
        return 1
    return (errors || errors_in_front) && (rejected ? is_ours(file) || text ~ /^no type named / : is_ours(file) && number == 1)
}

# Is it that a brace does not close before the program ends? What is ours behind a kernel does not belong to it then.
function is_at_the_end() {
    return text ~ /^expected ("|'|‘)}("|'|’) at end of input/ || (is_ours(file) && number == 1 && text ~ /^a function-definition is not allowed here/)
}

# What nvcc's front end says, by its number, of what the C++ compiler finds for us; "": it says nothing.
function front_end_says(text) {
    if (text ~ / \[-Wwrite-strings\]$/)
        return "#2464-D: conversion from a string literal to \"char *\" is deprecated"
    if (text ~ / \[-Wmultichar\]$/)
        return "#1422-D: multicharacter character literal (potential portability problem)"
    if (text == "character constant too long for its type")
        return "#1654-D: too many characters in character literal -- extra leading characters ignored"
    if (text ~ /^unknown escape sequence/)
        return "#192-D: " said(text)
    if (!is_unseen())
        return ""
    if (text ~ / \[-Wdeprecated-declarations\]$/)
        return "#1444-D: " said(without_option(text))
    if (text ~ / \[-Wunused-result\]$/)
        return "#2809-D: " said(without_option(text))
    return ""
}

# Is it about what nvcc's front end leaves out, or writes anew, for the host's compiler?
function is_lost(text) {
    return text ~ / attribute directive ignored \[-Wattributes\]$/ || text ~ /^floating constant exceeds range of /
}

function without_option(text) {
    sub(/ \[-W[^]]*\]$/, "", text)
    return text
}

# Is the place in a function of the device alone?
function is_unseen(    i) {
    for (i = 1; i <= unseen; i++)
        if (file == file_of_unseen[i] && number >= first_unseen[i] && number <= last_unseen[i])
            return 1
    return 0
}

# Which templates it came about in.
function show_instantiations(    i, line, what, count, place) {
    for (i = 1; i <= contexts; i++) {
        line = context[i]
        if (match(line, /: In (instantiation|substitution) of /)) {
            what = substr(line, RSTART + 5)
            sub(/:$/, "", what)
        } else if (what && match(line, /:[0-9]+:[0-9]+:   /)) {
            split(substr(line, RSTART + 1), place, ":")
            if (!is_ours(substr(line, 1, RSTART - 1)))
                printf "          %s%s at line %d\n", (count++ ? "  " : "detected during "), said(what), place[1]
            what = line
            if (!sub(/.*required from (‘|')/, "instantiation of \"", what))
                what = ""
            sub(/(’|')$/, "\"", what)
        }
    }
}

# Is it what nvcc leaves to the host's compiler, its front end having found nothing?
function is_left_to_host(text) { return text ~ /^ordered comparison of pointer with integer zero/ }

# Is it what nvcc comes to behind all of a file, and not where that holds other errors: a template function that is
# instantiated, or what cuda2cpp wrote into kernels? `around`: the lines in front of the message.
function is_behind(around) {
    return (!is_left_to_host(text) && around ~ /: In instantiation of (‘|')[^‘']*[(]/) || without_assertion(text) != text
}

# Does it only explain a note: why a function is deleted which nobody wrote?
function explains() { return kind == "error" && (file, number, column) in deleted }

# What notes say of the functions that an error may be about; the lines that its call may go on in.
function note_candidates(    i) {
    if (kind == "error") {
        call = file SUBSEP number SUBSEP column
        for (i = 1; i <= 40 && text ~ /^(too (few|many) arguments|no matching function for call) to /; i++)
            wanted[file, number + i]
    }
    if (kind == "note" && text ~ /is implicitly deleted because the default definition would be ill-formed:$/)
        deleted[file, number, column]
    if (kind == "note" && text ~ /^candidate: /)
        candidates[call] += text ~ /^candidate: (‘|')template/ ? 2 : 1 # nvcc tells of those where they begin
    if (kind == "note" && match(text, /^  candidate expects [0-9]+ arguments?, /))
        expected[call] = substr(text, 21) + 0
}

# The places of an error, so that the next file is read for them.
BEGIN {
    log_file = ARGV[ARGC - 1]
    while ((getline line < log_file) > 0)
        if (is_message(line)) {
            read_message(line)
            around = move_to_user(around)
            wanted[file, number]
            if (text ~ /^expected initializer before /)
                wanted[file, number - 1]
            note_candidates()
            if (kind == "error" && text !~ / \[-Werror[^]]*\]$/ && !is_ours(file) && !is_left_to_host(text) &&
                !is_behind(around))
                errors_in_front++
            around = ""
        } else if (line ~ /^[^ ].*\([0-9]+\): error( #[0-9]+-D)?: /)
            errors_in_front++
        else
            around = around line "\n"
    close(log_file)
    program = ARGV[ARGC - 2]
    sub(/[.]cu[.]ii$/, ".ii", program)
    while ((getline line < program) > 0 && line ~ /^\/\/ unseen /) {
        split(line, part, " ")
        unseen++
        first_unseen[unseen] = part[3]
        last_unseen[unseen] = part[4]
        sub(/^\/\/ unseen [0-9]+ [0-9]+ /, "", line)
        file_of_unseen[unseen] = line
    }
    close(program)
}

# f.cu.ii: the lines wanted.
FILENAME != log_file {
    if (/^# [0-9]+ "/) {
        at = $2 - 1
        name = $0; sub(/^# [0-9]+ "/, "", name); sub(/"[ 0-9]*$/, "", name)
        next
    }
    at++
    if (behind && name == file_of_behind && at != behind && /[^ \t]/ && !/^[ \t]*(__(global|device|host)__[ \t]*)+$/) {
        next_line[name, behind] = at
        shown[name, at] = $0
        behind = 0
    }
    if ((name, at) in wanted && !((name, at) in next_line)) {
        shown[name, at] = $0
        behind = at
        file_of_behind = name
    }
    next
}

# A kernel is called by its stub.
{ gsub(/cuda_cpu_launch_/, "") }

# "In function ...", "In file included from ...", "required from here" are said before what they belong to.
/^[^ ].*: (In|At) .*:$/ || /^(In file included| +from) .*[,:]$/ || /:[0-9]+(:[0-9]+)?:   [a-z ]*(required|from) / {
    context[++contexts] = $0
    next
}
contexts && !is_message($0) && /^ *[0-9]* \|/ {
    context[++contexts] = $0
    next
}

is_message($0) {
    read_message($0)
    dropped = text ~ / \[-W(error=)?return-type\]$/ && index(told, "|" file ":" number "|")
    around = ""
    for (i = 1; i <= contexts; i++)
        around = around context[i] "\n"
    around = move_to_user(around)
    contexts = around == "" ? 0 : contexts
    hidden = kind == "note" ? hidden : explains() || (kind == "error" && errors_in_front && is_behind(around))
    dropped = dropped || hidden || (kind == "error" && follows()) ||
        (kind == "warning" && is_unseen() && !front_end_says(text)) || is_lost(text)
    rejected = kind == "note" && text ~ /^ *template argument deduction\/substitution failed/
    if (dropped) {
        contexts = 0
        next
    }
    written = kind == "note" ? written : 0
    if (kind != "note")
        passed = kind == "warning" || text ~ / \[-Werror[^]]*\]$/
    if (passed && kind == "warning" && front_end_says(text)) {
        printf "%s(%s): warning %s\n", file, number, front_end_says(text)
        show_place()
        print ""
        passed = 0
        written = 1
    } else if (passed) {
        for (i = 1; i <= contexts; i++)
            print context[i]
        print
    } else if (kind == "error" || !(is_ours(file) || text ~ /cuda_cpu::parameters_fit/)) {
        if (is_at_the_end()) {
            print "At end of source: error: expected a \"}\""
        } else {
            move_to_next()
            place = file SUBSEP number SUBSEP column
            move_to_argument(parameters_of(text, candidates[place], expected[place]))
            printf "%s(%s): %s: %s\n", file, number, kind, said(without_assertion(text))
            show_place()
        }
        if (kind == "error")
            show_instantiations()
        print ""
    }
    errors += kind == "error" && !passed
    contexts = 0
    next
}

# cuda2cpp's, with the line that it shows.
/^[^ ].*\([0-9]+\): (error|warning)( #[0-9]+-D)?: / {
    errors += /\): error/
    passed = 1
    dropped = written = 0
}

dropped || written { next } # the lines that it shows

# Of the rest, what is no place that an error of ours shows, and no sum.
/^[0-9]+ (errors?|warnings?( and [0-9]+ errors?)?) generated\.$|^compilation terminated\.$/ { next }
passed || errors == 0 || /^[^ ]*[a-z+]: / { print }

END {
    if (errors) {
        printf "%d error%s detected in the compilation of \"%s\".\n", errors, (errors == 1 ? "" : "s"), source
        exit 2
    }
}
