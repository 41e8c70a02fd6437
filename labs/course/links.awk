# SPDX-License-Identifier: MIT
# A page as students get it: its links lead to where the files are in their folder, and a link to what they do not get is its
# text alone. First the list of the files there (find's), then the page; `page` is its path in the project, `at` in their folder.
function folder(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/)) : "" }

# A path without . and .. in it.
function plain(path, parts, n, i, kept, k, out) {
    n = split(path, parts, "/")
    for (i = 1; i <= n; i++)
        if (parts[i] == "..")
            k -= k > 0
        else if (parts[i] != "." && parts[i] != "")
            kept[++k] = parts[i]
    for (i = 1; i <= k; i++)
        out = out (i > 1 ? "/" : "") kept[i]
    return out
}

# Where a link of the page leads there; "" where that is nowhere.
function moved(link, place, path, up) {
    if (link ~ /^([a-z]+:|#)/)
        return link
    place = match(link, /#.*/) ? substr(link, RSTART) : ""
    path = plain(folder(page) substr(link, 1, length(link) - length(place)))
    path = path ~ /^labs\// ? substr(path, 6) : path ~ /^cpu(\/|$)/ ? path : "reading/" path
    if (!(path in there))
        return ""
    up = folder(at)
    while (match(up, /^[^\/]+\//) && index(path, substr(up, 1, RLENGTH)) == 1) { # a folder of both
        path = substr(path, RLENGTH + 1)
        up = substr(up, RLENGTH + 1)
    }
    gsub(/[^\/]+\//, "../", up)
    return up path place
}

FNR == NR {
    sub(/^[.]\//, "")
    there[$0]
    next
}
{
    out = ""
    while (match($0, /\]\([^() ]+\)|(src|srcset|href)="[^"]+"/)) {
        before = substr($0, 1, RSTART - 1)
        link = substr($0, RSTART, RLENGTH)
        $0 = substr($0, RSTART + RLENGTH)
        if (link ~ /^\]/) {
            to = moved(substr(link, 3, length(link) - 3))
            if (to == "" && match(before, /!?\[[^][]*$/))
                link = substr(before, RSTART + 1 + (substr(before, RSTART, 1) == "!")) # text, or what a picture shows
            else if (to != "")
                link = "](" to ")"
            if (to == "")
                before = substr(before, 1, RSTART - 1)
        } else {
            name = substr(link, 1, index(link, "=") - 1)
            to = moved(substr(link, length(name) + 3, length(link) - length(name) - 3))
            link = name "=\"" to "\""
        }
        out = out before link
    }
    print out $0
}
