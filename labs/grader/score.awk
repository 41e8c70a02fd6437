# SPDX-License-Identifier: MIT
# What a submission earns: points (a lab's file), key (the right answers), facts (what grade found out), answers and
# predictions (the student's), each a file of that name. A line a thing, tab-separated:
#
#   earned   possible   part   what   why not, or how
#
# What is to be said once goes to the file `notes`, a line each: `note TEXT` for the student, `look TEXT` for the teacher.
#
# Nothing that is not known earns points: a number that is no number, a column that is not there.

function trim(text) {
    gsub(/^[ \t\r]+|[ \t\r]+$/, "", text)
    return text
}
function number(text) { return text ~ /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/ }

# Reads "name: text" or "name = text" lines; they may be items of a list, and bold.
function read_pairs(file, into, line, name, text) {
    while ((getline line < file) > 0) {
        gsub(/[\v\f]/, " ", line)
        if (match(line, /[:=]/)) {
            name = tolower(substr(line, 1, RSTART - 1))
            text = substr(line, RSTART + 1)
            gsub(/[*_`]/, "", name)
            gsub(/^[ *_`]+|[ *_`]+$/, "", text)
            sub(/^[ \t>+-]*([0-9]+[.)])?/, "", name)
            sub(/^\342\200[\242\223\224]/, "", name) # a bullet, a dash
            into[trim(name)] = trim(text)
        }
    }
    close(file)
}

function read_facts(line, words, rest, launched, n, i) {
    while ((getline line < facts) > 0) {
        n = split(line, words, " ")
        rest = substr(line, length(words[1]) + 2)
        if (words[1] == "built")
            built = 1
        else if (words[1] == "tricks")
            tricks = rest
        else if (words[1] == "broken")
            broken = rest
        else if (words[1] == "ended")
            ended = ended == "" ? rest : ended
        else if (words[1] == "result" && words[3] == "right")
            right[words[2]]++
        else if (words[1] == "result" && words[3] == "wrong" && !(words[2] in wrong))
            wrong[words[2]] = substr(rest, length(words[2]) + 8)
        else if (words[1] == "result" && words[2] == "broken")
            ended = ended == "" ? substr(rest, 8) : ended
        else if (words[1] == "differs")
            differs[words[2]] = substr(rest, length(words[2]) + 2)
        else if (words[1] == "unbuilt") {
            unbuilt[words[2]] = "it compiles, but not for this check: that takes too much time or memory"
            look("does not compile for the check " words[2])
        } else if (words[1] == "uncounted")
            unbuilt["count"] = rest
        else if (words[1] == "order")
            order[words[2]] = 1
        else if (words[1] == "finished")
            finished[words[2]] = 1
        else if (words[1] == "found")
            add_finding(words[2], substr(rest, length(words[2]) + 2))
        else if (words[1] == "kernels") { # at each size
            n = split(words[3] == "-" ? "" : words[3], launched, ",")
            for (i = 1; i < n; i++) {
                if (!index(" " kernels[words[2]] " ", " " plain_name(launched[i]) " "))
                    kernels[words[2]] = trim(kernels[words[2]] " " plain_name(launched[i]))
                sub(/.*@/, "", launched[i])
                used[words[2], launched[i]] = 1
            }
        } else if (words[1] == "work")
            work[words[2]] = words[3] == "host" || work[words[2]] == "" || work[words[2]] == "kernels" ? words[3] : work[words[2]] # the worst
        else if (words[1] == "part")
            parts[words[2]] = 1
        else if (words[1] == "spent") {
            note("It took more than " rest " seconds of processor time in all. What was not done by then was left out.")
            look("took more than " rest " s in all")
            out_of_time = 1
        } else if (words[1] == "note")
            note(rest)
        else if (words[1] == "calls")
            called[words[2]] = 1
        else if (words[1] == "names")
            is_named[words[2]]
        else if (words[1] == "time")
            taken[words[2]] = words[3]
        else if (words[1] ~ /^count,/)
            read_count(line)
    }
    close(facts)
    weigh_findings()
    for (i in work)
        if (work[i] == "host" && !(i in wrong))
            wrong[i] = "the result is right, but the host worked it out: the kernels were given other numbers, and it stayed the same"
    for (i in order)
        if (!(i in wrong))
            wrong[i] = "the result is right, but only as long as threads run in the order of their numbers, one after the other: a barrier or an atomic is missing"
    for (i in differs) # what the checks have found explains another result, and no other launches
        if (("race" in found || "memory" in found || "init" in found) && differs[i] ~ /^task/)
            delete differs[i]
}

function note(text) { print "note " text >notes }
function look(text) {
    if (!(text in looked))
        print "look " text >notes
    looked[text]
}

# A finding is a line and those below it, which are indented.
function add_finding(kind, text) {
    if (kind == "memory" && text ~ /host memory, which kernels|of the host\047s memory/)
        look("kernels reach the host\047s own memory")
    if (text ~ /^  /)
        finding[kind, findings[kind]] = finding[kind, findings[kind]] "\v" text
    else
        finding[kind, ++findings[kind]] = text
}

# Which thread and which line of the source: "" where that is not said.
function place_of(text, thread) {
    if (!match(text, /^kernel [^:\v]*thread [(][0-9, ]+[)]/))
        return ""
    thread = substr(text, 1, RLENGTH)
    return match(text, /\v +[^\v: ]+:[0-9]+/) ? thread " " substr(text, RSTART, RLENGTH) : ""
}

# One mistake costs its points once: what several runs say is one finding; and an access outside of its memory, which the memory
# check has named, is no value besides that nothing wrote.
function weigh_findings(kind, i, text, told, outside) {
    for (i = 1; i <= findings["memory"]; i++)
        outside[place_of(finding["memory", i])]
    for (kind in findings)
        for (i = 1; i <= findings[kind]; i++) {
            text = finding[kind, i]
            if ((kind, text) in told || (kind == "init" && place_of(text) != "" && place_of(text) in outside))
                continue
            told[kind, text]
            found[kind] = found[kind] (found[kind] == "" ? "" : "\v") text
        }
}

# A kernel's name without its arguments, a template's, the device that ran it, and the namespace that it is in.
function plain_name(kernel) {
    sub(/[<(@].*/, "", kernel)
    sub(/.*::/, "", kernel)
    return kernel
}

# A column that is the sum of two.
function add_column(kernel, sum, a, b, l) {
    l = launches[kernel]
    if (number(counted[kernel, l, a]) && number(counted[kernel, l, b]))
        counted[kernel, l, sum] = counted[kernel, l, a] + counted[kernel, l, b]
}

# The first row names the columns; the kernel's name may hold commas, in quotes.
function read_count(line, n, fields, i, kernel) {
    sub(/^count,/, "", line)
    if (match(line, /^"[^"]*"/)) {
        kernel = substr(line, 2, RLENGTH - 2)
        line = substr(line, RLENGTH + 2)
    } else {
        kernel = substr(line, 1, index(line, ",") - 1)
        line = substr(line, index(line, ",") + 1)
    }
    n = split(line, fields, ",")
    if (kernel == "kernel") {
        for (i = 1; i <= n; i++)
            column[i] = fields[i]
        return
    }
    kernel = plain_name(kernel)
    launches[kernel]++
    for (i = 1; i <= n; i++)
        counted[kernel, launches[kernel], column[i]] = fields[i]
    add_column(kernel, "global_atomics", "global_reduction_requests", "global_atomic_requests") # whose answer is not used, or is
    add_column(kernel, "global_reads", "global_load_requests", "global_atomic_requests")
}

# The value of A or A/B for the kernel, in that launch of it which is furthest from what the sign asks for; "" where one is
# not known, or where a launch has nothing of B: such a launch is no way around the condition, and `idle` is B then.
function value_of(kernel, expression, sign, parts, n, l, a, b, worst) {
    n = split(expression, parts, "/")
    worst = idle = ""
    for (l = 1; l <= launches[kernel]; l++) {
        a = counted[kernel, l, parts[1]]
        b = n == 1 ? 1 : counted[kernel, l, parts[2]]
        if (!number(a) || !number(b))
            return ""
        if (b == 0) {
            idle = parts[2]
            return ""
        }
        a /= b
        if (worst == "" || (sign == ">=" ? a < worst : a > worst))
            worst = a
    }
    return worst
}

function holds(value, sign, limit) {
    return sign == "<=" ? value <= limit + 1e-9 : sign == ">=" ? value >= limit - 1e-9 : value == limit + 0
}

# Is what stands in the file of answers what the key has for it?
function is_answer(given, wanted, ends, choices, n, i) {
    given = tolower(trim(given))
    gsub(/,/, "", given)
    if (split(wanted, ends, /[.][.]/) == 2 && number(ends[1]) && number(ends[2]))
        return number(given) && given + 0 >= ends[1] + 0 && given + 0 <= ends[2] + 0
    n = split(tolower(wanted), choices, "|")
    for (i = 1; i <= n; i++)
        if (given == trim(choices[i]) || (number(given) && number(choices[i]) && given + 0 == choices[i] + 0))
            return given != ""
    return 0
}

# Is a function of that name called, or a longer one that does the same and more (cudaStreamCreateWithFlags)?
function is_called(name, each) {
    for (each in called)
        if (index(each, name) == 1)
            return 1
    return 0
}

# Tasks words[from .. n] are right in every run; if not, `why` tells.
function all_right(words, from, n, i) {
    for (i = from; i <= n; i++)
        if (right[words[i]] < runs || words[i] in wrong) {
            why = "task " words[i] " has to be right first"
            return 0
        }
    return 1
}

function give(earned, how) { printf "%g\t%g\t%s\t%s\t%s\n", earned ? possible : 0, possible, part, what, earned ? how : why }

# Counts are those of one kernel, whatever others the task launches: the teacher is told of those that the lab does not have there.
function look_for_others(task, kernel, k, i) {
    split(kernels[task], k, " ")
    for (i in k)
        if (k[i] != kernel && !((task, k[i]) in beside) && k[i] in is_named)
            look("task " task " launches " k[i] ", which is not counted")
}

# Kernels that are not in the source: Thrust's or CUB's do the work then, or a part of it.
function look_for_libraries(task, k, i) {
    split(kernels[task], k, " ")
    for (i in k)
        if (!(k[i] in is_named))
            look("task " task " launches " k[i] ", which is a library\047s")
}

function without_numbers(text) {
    gsub(/ [0-9]+/, "", text)
    return text
}

# What a line of the points is about, in words.
function named(kind, rest, w) {
    split(rest, w, " ")
    return kind == "result" ? "task " w[1] " is right" : \
        kind == "count" ? w[1] ": " hint (hint == "" ? "" : " ") "(" w[2] " " w[3] " " w[4] ")" : \
        kind == "calls" ? "calls " without_numbers(rest) : \
        kind == "quiet" ? "an ordinary run names nothing" : \
        kind == "answer" ? "question " rest : \
        kind == "written" ? "written down: " rest : \
        kind == "time" ? "the time of task " w[1] : \
        "the " kind " check finds nothing"
}

# What the points' file says of tasks, above the lines that earn: which other kernels they launch, and on how many devices.
function read_settings(line, words, n, i, d) {
    while ((getline line < points) > 0) {
        n = split(line, words, " ")
        for (i = 3; words[1] == "beside" && i <= n; i++)
            beside[words[2], words[i]]
        for (i = 3; words[1] == "devices" && i <= n; i++)
            for (d = 0; d < words[2]; d++)
                if (!((words[i], d) in used) && !(words[i] in wrong))
                    wrong[words[i]] = "the result is right, but device " d " has launched none of its kernels"
    }
    close(points)
}

BEGIN {
    read_pairs(key, answer_key)
    read_pairs(answers, given)
    read_pairs(predictions, given)
    read_facts()
    read_settings()
    if (broken != "")
        note(broken)
    if (tricks != "")
        note("It was not run, so it earns nothing but the answers: the source has \047" tricks "\047, which no lab needs. Take it out.")
    if (broken != "" || tricks != "")
        look(tricks != "" ? "not run: " tricks : broken)
    while ((getline line < points) > 0) {
        if (line !~ /^[0-9]/)
            continue
        hint = index(line, "|") && line !~ /answer/ ? trim(substr(line, index(line, "|") + 1)) : ""
        sub(/ *[|].*/, "", line)
        n = split(line, words, " ")
        possible = words[1]
        for (c = 2; c <= n && words[c] !~ /^(result|memory|race|init|quiet|count|calls|answer|written|time)$/; c++)
            ;
        part = words[2]
        for (i = 3; i < c; i++)
            part = part " " words[i]
        kind = words[c]
        rest = words[c + 1]
        for (i = c + 2; i <= n; i++)
            rest = rest " " words[i]
        what = named(kind, rest)
        why = broken != "" ? "" : hint
        if (kind == "answer") {
            why = given[words[c + 1]] == "" ? "no answer" : "'" given[words[c + 1]] "' is not it"
            give(is_answer(given[words[c + 1]], answer_key[words[c + 1]]))
        } else if (kind == "written") {
            ok = 1
            for (i = c + 1; i <= n; i++)
                if (given[words[i]] == "") {
                    ok = 0
                    why = words[i] " is empty"
                }
            give(ok)
        } else if (!built) {
            give(0)
        } else if (tricks != "") {
            why = ""
            give(0)
        } else if (kind == "result") {
            task = words[c + 1]
            why = task in wrong ? wrong[task] : ended != "" ? ended : "no result was handed in"
            ok = right[task] == runs && !(task in wrong)
            if (!ok && ("told," task) in found)
                why = why "\v" found["told," task]
            if (!ok && why ~ /the host worked it out/)
                host_alone = host_alone " " task
            if (ok && out_of_time && work[task] == "unknown") {
                ok = 0
                why = "there was no time left to see whether kernels worked it out"
            }
            if (ok && work[task] == "unknown")
                not_seen = not_seen " " task
            else if (ok && task in parts)
                has_part = has_part " " task
            if (ok)
                look_for_libraries(task)
            give(ok, kernels[task] == "" ? "" : "by " kernels[task])
        } else if (kind == "memory" || kind == "race" || kind == "init") {
            ok = all_right(words, c + 1, n)
            check = kind == "memory" ? "memory" : "access" # which watches for both
            if (ok && kind in found) {
                why = (hint == "" ? "" : hint "\v") found[kind]
                ok = 0
            } else if (ok && check in differs) {
                why = "under the check the program does something else than in an ordinary run: " differs[check]
                ok = 0
            } else if (ok && !(check in finished)) {
                why = check in unbuilt ? unbuilt[check] : "the check did not come to its end"
                ok = 0
            }
            give(ok)
        } else if (kind == "quiet") {
            ok = all_right(words, c + 1, n)
            for (i = c; ok && i <= n; i++) { # all tasks together, or one of these
                by = i == c ? "plain" : "plain," words[i]
                if (by in found) {
                    why = (hint == "" ? "" : hint "\v") found[by]
                    ok = 0
                }
            }
            give(ok)
        } else if (kind == "count") {
            value = value_of(words[c + 1], words[c + 2], words[c + 3])
            ok = all_right(words, c + 5, n)
            if (ok)
                why = ("count" in unbuilt ? unbuilt["count"] : "count" in differs ? "while it is counted the program does something else than in an ordinary run: " differs["count"] : idle != "" ? "a launch of " words[c + 1] " has no " idle ": each of its launches is judged" : \
                    value == "" ? "no launch of a kernel " words[c + 1] " was counted" : \
                    words[c + 2] " of " words[c + 1] " is " sprintf("%.3g", value) ", and should be " words[c + 3] " " words[c + 4])
            ok = ok && !("count" in differs) && value != "" && holds(value, words[c + 3], words[c + 4])
            for (i = c + 5; ok && i <= n; i++)
                look_for_others(words[i], words[c + 1])
            give(ok)
        } else if (kind == "calls") {
            ok = 1
            for (first = c + 1; first <= n && !number(words[first]); first++)
                if (!is_called(words[first])) {
                    ok = 0
                    why = (hint == "" ? "" : hint "\v") "nothing calls " words[first]
                }
            give(all_right(words, first, n) && ok)
        } else if (kind == "time") {
            why = "task " words[c + 1] (words[c + 1] in taken ? " takes " taken[words[c + 1]] " times as long as the solution's" : " could not be timed")
            if (timed && all_right(words, c + 5, n))
                give(number(taken[words[c + 1]]) && holds(taken[words[c + 1]], words[c + 3], words[c + 4]))
            else if (timed)
                give(0)
        }
    }
    if (host_alone != "")
        look("host alone: task" host_alone)
    if (has_part != "")
        look("the host has a part in it: task" has_part)
    if (not_seen != "")
        look("not seen whether kernels or the host: task" not_seen)
}
