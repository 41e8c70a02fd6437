# SPDX-License-Identifier: MIT
# What cuda2cpp and the C++ compiler find in a .cu that is wrong, in the order in which nvcc's front end, which finds
# both, tells it: by lines, headers in front, templates where they are instantiated, at the end.
#
#     awk -v source=f.cu -v own=/toolkit/include/ -v status=3 -f merge.awk f.log f.early.log
#
# f.log: cuda2cpp's, which has left that status; 3: only nvcc's second stage finds what is wrong, which is told where the
# C++ compiler finds nothing. Of what that says errors are left out that stand in a line, or in a launch, of which
# cuda2cpp has told, or behind a bracket that it misses; and its warnings, unless the status is 0: else it is asked again.

# Whether a statement that begins there, or goes on, is a launch.
function begins_launch(file, number,    at, text, rest) {
    while ((getline text <file) > 0)
        if (++at >= number)
            rest = rest text
    close(file)
    return match(rest, /^[^;{}]*<<</)
}

function begin_block(file, number, last) {
    count++
    place[count] = sprintf("%d %d %08d %06d", last, file == source, number, count)
}

function add(line) { block[count] = block[count] line "\n" }

# cuda2cpp's.
FNR == NR && match($0, /^[^ ].*\([0-9]+\): (error|warning)/) {
    match($0, /\([0-9]+\): (error|warning)/)
    file = substr($0, 1, RSTART - 1)
    number = substr($0, RSTART + 1) + 0
    begin_block(file, number, 0)
    if (match($0, /[A-Za-z_0-9]+"\) cannot be a member function/)) { # and is none for the C++ compiler
        name = substr($0, RSTART)
        sub(/".*/, "", name)
        members[name]
    }
    if ($0 ~ /\): error/) {
        told[file, number]
        ours[count]
        if ($0 ~ /: expected a "[])]"/) # behind a ; it goes on (recover.c)
            missed[file] = file in missed && missed[file] < number ? missed[file] : number
    }
}
FNR == NR { add($0); next }

# The C++ compiler's; "In function ..." and what a template is instantiated by stand in front of their message.
/^[^ ].*: (In|At) .*:$/ || /^(In file included| +from) .*[,:]$/ || /:[0-9]+(:[0-9]+)?:   [a-z ]*(required|from) / {
    if (!context)
        instantiated = 0
    context = context $0 "\n"
    instantiated = instantiated || / (In instantiation of|required from) /
    next
}
/^[^ ].*:[0-9]+:[0-9]+: (fatal error|error|warning|note): / {
    match($0, /:[0-9]+:[0-9]+: /)
    file = substr($0, 1, RSTART - 1)
    number = substr($0, RSTART + 1) + 0
    if (!/ note: /) {
        kept = / (fatal )?error: / ? !((file, number) in told) : status == 0
        if (kept && status != 0) # what follows in the toolkit's headers; and of jumps cuda2cpp tells itself
            kept = index(file, own) != 1 && file !~ /^\/include\// && !/ error: +jump to /
        if (kept && / error: / && file in missed)
            kept = number < missed[file]
        if (kept && match($0, /error: [^A-Za-z_0-9]+[A-Za-z_0-9]+[^A-Za-z_0-9]+ is not a member of /)) {
            name = substr($0, RSTART + 7)
            sub(/^[^A-Za-z_0-9]+(cuda_cpu_launch_)?/, "", name)
            sub(/[^A-Za-z_0-9].*$/, "", name)
            kept = !(name in members)
        }
        if (kept && / too (few|many) arguments to function /)
            kept = !begins_launch(file, number)
        if (kept) {
            begin_block(file, number, context != "" && instantiated)
            found += / error: /
            block[count] = context
        }
    }
    if (kept)
        add($0)
    context = ""
    next
}
kept && !context { add($0) }

END {
    for (i = 1; i <= count && status == 3 && !found; i++) # in cuda2cpp's order, behind its warnings
        if (i in ours)
            place[i] = sprintf("2 %06d", i)
    for (i = 1; i <= count; i++) { # few
        for (k = i; k > 1 && place[order[k - 1]] > place[i]; k--)
            order[k] = order[k - 1]
        order[k] = i
    }
    for (i = 1; i <= count; i++)
        if (!(status == 3 && found && (order[i] in ours)))
            printf "%s", block[order[i]]
}
