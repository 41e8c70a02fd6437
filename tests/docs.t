#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pages: figures are those of the CSV files; what they quote of a program's output the program
# prints, but for digits, and with the very line numbers; every link leads somewhere; the README's own
# example does what the README says.
# shellcheck disable=SC2016 # backticks are no commands here
export CUDA_CHAPTERS_BACKEND=cpu
. "$(dirname "$0")/programs.sh"

mapfile -t pages < <(find . \( -name '.?*' -o -name bin -o -name build -o -name node_modules \) -prune -o -name '*.md' -print |
    grep -v '^./tests/' | sort)
ok 'there are pages' test ${#pages[@]} -gt 20

# ---- figures -------------------------------------------------------------------------------------

ok 'the figures of all pages are those of the CSV files (make docs)' docs/figures.sh --check
# A table with measured numbers is one that figures.sh writes. (docs/concepts has data sheets' numbers.)
by_hand() {
    awk 'FNR == 1 { table = 0 }
         /^\|/ { if (!table) { table = 1; written = before ~ /^<!-- figures\// }
                 if (!written && /[0-9] (ms|µs|[GT]B\/s|[GT]FLOP\/s|G(cells|pixels?|adds)\/s)( |,|$)/) {
                     print FILENAME ":" FNR ": " $0; bad = 1 } }
         !/^\|/ { table = 0 }
         { before = $0 }
         END { exit bad }' "$@"
}
mapfile -t measured < <(printf '%s\n' "${pages[@]}" | grep -vE '^./(docs/concepts|bench/results)/')
ok 'no table has measured numbers written by hand' by_hand "${measured[@]}"
printf 'Text.\n\n| a | b |\n|---|---|\n| copy | 12.5 GB/s |\n' >"$dir/hand.md"
ok 'one that has is found' eval '! by_hand "$dir/hand.md"'
# Running text may not repeat by hand a figure that a table of the same page has, in the same digits and with a unit after it.
said_twice() { # said_twice PAGE...
    local page status=0
    for page; do
        awk '
            BEGIN { number = "[0-9][0-9.]*( [0-9][0-9][0-9])*([.][0-9]+)?" }
            function plain(text) { gsub(/ /, "", text); sub(/[.]$/, "", text); return text }
            FNR == 1 { fenced = table = 0; said = NR != FNR }
            /^```/ { fenced = !fenced }
            /^<!-- figures\// { table = 1; next }
            /^\|/ {
                for (rest = $0; table && !said && match(rest, number); rest = substr(rest, RSTART + RLENGTH))
                    figures[plain(substr(rest, RSTART, RLENGTH))]
                next
            }
            { table = 0 }
            !said || fenced || /^    / { next }
            {
                rest = $0
                while (match(rest, number " (ms|µs|[GT]B\\/s|[GT]FLOP\\/s|G(cells|pixels?|adds)\\/s)")) {
                    found = substr(rest, RSTART, RLENGTH)
                    rest = substr(rest, RSTART + RLENGTH)
                    match(found, "^" number)
                    found = plain(substr(found, 1, RLENGTH))
                    digits = found
                    gsub(/^0[.]0*|[.]/, "", digits)
                    if (length(digits) > 2 && found in figures) {
                        print FILENAME ":" FNR ": " found
                        bad = 1
                    }
                }
            }
            END { exit bad }' "$page" "$page" || status=1
    done
    return "$status"
}
ok 'no figure of a table is repeated by hand' said_twice "${measured[@]}"
printf '<!-- figures/a.csv -->\n| a | b |\n|---|---|\n| copy | 12.5 GB/s |\n\nIt moves 12.5 GB/s.\n' >"$dir/twice.md"
ok 'one that is repeated is found' eval '! said_twice "$dir/twice.md"'
changed() { # changed PAGE SCRIPT: a page with another figure is found, and mended
    rm -rf "$dir/tree"
    mkdir -p "$dir/tree/bench" && cp -Rp docs README.md chapter05_dot "$dir/tree/" &&
        cp -Rp bench/results bench/csv.awk bench/median.awk "$dir/tree/bench/" || return
    sed -E -i "$2" "$dir/tree/$1"
    ! cmp -s "$1" "$dir/tree/$1" && ! "$dir/tree/docs/figures.sh" --check && "$dir/tree/docs/figures.sh" &&
        cmp "$1" "$dir/tree/$1"
}
ok 'a figure in a table that differs is found, and written anew' \
    changed chapter05_dot/ladder/README.md 's/^(\| `vector` \|[^|]*\|[^|]*\|) [0-9] [0-9]{3} /\1 9 999 /'
# figure_is RESULTS REFERENCE FIGURE: what a table's cell with that reference shows
mkdir -p "$dir/figures"
sed -n '/^function csv_fields/,/^}/p' bench/csv.awk >"$dir/csv.awk"
figure_is() {
    printf '%b' "$1" >"$dir/runs.csv"
    printf 'figure\n{%s}\n' "$2" >"$dir/figures/table.csv"
    printf '<!-- figures/table.csv -->\n' >"$dir/runs.md"
    awk -v docs="$dir" -f "$dir/csv.awk" -f bench/median.awk -f docs/figures.awk "$dir/runs.csv" page=1 "$dir/runs.md" >"$dir/page" &&
        [ "$(sed -n 4p "$dir/page")" = "| $3 |" ]
}
best_of() { figure_is 'rung,size,what,median_ms,value\nslow,8,,2,31\nfast,8,,1,45\n' "$@"; }
ok 'of several rungs, that with the largest value' best_of 'runs:slow|fast:8::value:2' 45
ok 'so the other way round' best_of 'runs:fast|slow:8::value:2' 45
ok 'another column of it' best_of 'runs:slow|fast:8::us:4' '1 000'
ok 'a ratio of bests' best_of 'runs:slow|fast:8::value:2/runs:slow:8::value:3' 1.45
ok 'one of several that no file has is an error' eval '! best_of "runs:fast|other:8::value:2" 45 2>"$dir/err" && grep -q "no such figure" "$dir/err"'
of_runs() { # three runs of one rung, two of another on the first of these days
    figure_is 'run,rung,size,what,median_ms,value,unit\n2026-01-09 1,fast,8,,2,31,blocks\n2026-01-09 2,fast,8,,1,45,blocks\n2026-01-10 1,fast,8,,10,4,blocks\n2026-01-09 2,slow,8,,20,4,\n2026-01-09 1,slow,8,,30,4,\n2026-01-11 1,later,8,,5,4,\n' "$@"
}
ok 'of several runs the median' of_runs runs:fast:8::us:2 '2 000'
ok 'of two, what is in the middle' of_runs runs:slow:8::median_ms:2 25
ok 'their range' of_runs runs:fast:8::median_ms_range:2 '1.0 to 10'
ok 'a range whose ends are the same' of_runs runs:slow:8::value_range:2 4.0
ok 'a ratio is the median of those within each run' of_runs runs:slow:8::us:3/runs:fast:8::us:3 17.5
ok 'and its range theirs' of_runs runs:slow:8::us_range:2/runs:fast:8::us_range:2 '15 to 20'
ok 'without a common run, it is that of the medians' of_runs runs:fast:8::us:2/runs:later:8::us:2 0.40
ok 'and goes from the least to the most that it can be' of_runs runs:fast:8::us_range:2/runs:later:8::us_range:2 '0.20 to 2.0'
runs_are() { of_runs "$1" "$2" && [ "$(tail -n 1 "$dir/page")" = "*Runs: $3.*" ]; }
ok 'a line after the table says how many runs, and of which days' runs_are runs:fast:8::us:2 '2 000' '3 (2026-01-09 to 2026-01-10)'
ok 'where figures differ, from the fewest to the most' runs_are runs:slow:8::us:3/runs:later:8::us:2 5.0 '1–2 (2026-01-09 to 2026-01-11)'
again() { # a page that is written anew stays as it is
    cp "$dir/page" "$dir/once.md" && printf '\nText.\n' >>"$dir/once.md"
    awk -v docs="$dir" -f "$dir/csv.awk" -f bench/median.awk -f docs/figures.awk "$dir/runs.csv" page=1 "$dir/once.md" | cmp - "$dir/once.md"
}
ok 'and stands there once' again
ok 'a ratio to a number' of_runs runs:slow:8::value:2/3:2 1.3
ok 'a word' of_runs runs:fast:8::unit:1 blocks
# What measures them, on the CPU backend.
each_run() { # each_run RUNS: so many are in the file, of two rows each
    make -s bin/cpu/vecadd_blocks_threads && bench/chapters.sh bin/cpu "$dir/measured" vecadd_blocks_threads >"$dir/out" &&
        [ "$(grep -c '^run,rung,size,what' "$dir"/measured/*/chapters.csv)" = 1 ] &&
        [ "$(grep -cE '^[0-9-]+ [12],vecadd_blocks_threads,262144,(time to generate|kernel),' "$dir"/measured/*/chapters.csv)" = $(($1 * 2)) ]
}
ok 'make bench-chapters writes a row for each run' each_run 2
ok 'and adds those of another day' each_run 4
# compare.sh prints these two itself, for it has no page.
in_compare() {
    awk -F, '$2 ~ /^ray_/ && $4 ~ /^kernel spheres 2(00|000)$/ { printf "%.4g\n", $5 }' \
        bench/results/NVIDIA_H200/chapters.csv >"$dir/known"
    sed -nE 's/^ *NVIDIA H200, [0-9]+ here +([0-9.]+) +([0-9.]+) .*/\1 \2/p' chapter06_raytrace/compare.sh |
        tr ' ' '\n' >"$dir/said"
    [ "$(wc -l <"$dir/said")" = 4 ] || return
    while read -r ms; do
        awk -v ms="$ms" '$1 == ms + 0 { found = 1 } END { exit !found }' "$dir/known" || { echo "$ms"; return 1; }
    done <"$dir/said"
}
ok 'the figures that make run prints are those of the CSV file' in_compare

# ---- quoted outputs ------------------------------------------------------------------------------

# Each block that begins with "$ COMMAND", as $dir/quotes/N.command and N.text.
mkdir -p "$dir/quotes"
awk -v out="$dir/quotes/" '
    function stop() { if (path != "") { close(path); path = "" } }
    FNR == 1 { fenced = 0; stop() }
    /^```/ { fenced = !fenced; stop(); next }
    { line = $0; code = fenced }
    !fenced && /^    / { line = substr($0, 5); code = 1 }
    !code && $0 !~ /^$/ { stop(); next }
    !code { if (path != "") print "" >path; next }
    line ~ /^\$ (bin\/cpu\/|make check)/ {
        stop()
        n++
        path = out n ".text"
        printf "" >path
        print substr(line, 3) >(out n ".command")
        close(out n ".command")
        print FILENAME >(out n ".page")
        close(out n ".page")
        next
    }
    line ~ /^\$ / { stop(); next }
    path != "" { print line >path }' "${pages[@]}"

# What may differ: the machine, numbers, the width of a column. Line numbers may not.
plain() {
    sed -E 's/^([a-z_0-9]+: (cpu|host|cuda)), .*/\1, DEVICE/; s/^(device [0-9]+): .*/\1: DEVICE/
            s/\.(cu|c|h):([0-9]+)/.\1 LINE<\2>/g' "$1" |
        awk '{ out = ""; rest = $0
               while (match(rest, /<[0-9]+>|[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/)) {
                   found = substr(rest, RSTART, RLENGTH)
                   out = out substr(rest, 1, RSTART - 1) (found ~ /^</ ? found : "N")
                   rest = substr(rest, RSTART + RLENGTH)
               }
               out = out rest; gsub(/-N/, "N", out); gsub(/ +/, " ", out); sub(/ $/, "", out); print out }'
}

# says QUOTE OUTPUT: the quote is the output; a line of dots stands for any lines, and a quote of
# `make check` for a part.
says() {
    awk -v part="$3" '
        NR == FNR { if ($0 ~ /^ *(\.\.\.|…)$/) gap[quoted + 0] = 1; else if ($0 != "") quote[quoted++] = $0; next }
        $0 == "" { next }
        { said[n++] = $0 }
        END {
            at = 0
            for (i = 0; i < quoted; i++) {
                while (at < n && said[at] != quote[i] && (part || gap[i])) at++
                if (at >= n || said[at] != quote[i]) {
                    print "quoted: " quote[i]; print "said:   " (at < n ? said[at] : "(nothing more)"); exit 1
                }
                at++
            }
            if (!quoted) { print "nothing is quoted"; exit 1 }
            if (at < n && !part && !gap[quoted]) { print "not quoted: " said[at]; exit 1 }
        }' "$1" "$2"
}

# A command that takes long does less here: what it prints is the same but for digits.
shorter() {
    case $1 in
    bin/cpu/enum_gpu*) ;;
    bin/cpu/matmul_*) echo ' --size 64 --runs 1' ;;
    bin/cpu/dot_cpu*) echo ' --runs 1' ;;
    bin/cpu/*) echo ' --runs 3' ;;
    esac
}
quoted() { # quoted N
    local command part=
    command=$(cat "$dir/quotes/$1.command")
    if [[ $command == make* ]]; then
        part=1
        eval "$command" >"$dir/said" 2>&1
    else
        mkdir -p "$dir/run"
        ln -sfn "$PWD/bin" "$dir/run/bin"
        (cd "$dir/run" && eval "$command$(shorter "$command")") >"$dir/said" 2>&1 </dev/null
    fi
    grep -vE '^no (window|display).*the picture is in|^make(\[[0-9]+\])?:' "$dir/said" | plain - >"$dir/said.plain"
    grep -vE '^no (window|display).*the picture is in' "$dir/quotes/$1.text" | plain - >"$dir/quote.plain"
    says "$dir/quote.plain" "$dir/said.plain" "$part" || { cat "$dir/said"; return 1; }
}
mapfile -t wanted < <(cat "$dir"/quotes/*.command | sed -nE 's|^bin/cpu/([a-z0-9_]+).*|\1|p' | sort -u)
ok 'outputs are quoted' test ${#wanted[@]} -gt 10
ok 'the quoted programs build' make -j2 BACKEND=cpu "${wanted[@]}"
for command in "$dir"/quotes/*.command; do
    n=$(basename "$command" .command)
    grep -q '[^ ]' "$dir/quotes/$n.text" || continue # a command alone
    ok "$(cat "$dir/quotes/$n.page"): $(cat "$command")" quoted "$n"
done
# Is the comparison any good?
wrong_word() {
    printf 'result: right (0 wrong)\n' >"$dir/a"
    printf 'result: right (0 wring)\n' >"$dir/b"
    ! says "$dir/a" "$dir/b" ''
}
wrong_line() {
    printf '  a.cu:12 writes it, thread 3\n' >"$dir/a"
    printf '  a.cu:13 writes it, thread 4\n' >"$dir/b"
    plain "$dir/a" >"$dir/c"
    plain "$dir/b" >"$dir/d"
    ! says "$dir/c" "$dir/d" 1
}
ok 'another word is a difference' wrong_word
ok 'another line of a source too' wrong_line

# ---- line numbers, links, pictures ---------------------------------------------------------------

# FILE:LINE of a source here: there is such a line, and something in it.
lines_exist() {
    local bad=0 page file line
    while IFS=: read -r page file line; do
        case $file in */*) ;; *) file=$(find tests chapter* vecadd matmul -name "$file" | head -n 1) ;; esac
        [ -e "$file" ] || continue # an example's
        sed -n "${line}p" "$file" | grep -q '[^ ]' || { echo "$page: $file:$line" && bad=1; }
    done < <(grep -oHE '[a-z0-9_/]+\.(cu|c|h):[0-9]+' "${pages[@]}")
    return "$bad"
}
ok 'quoted lines of sources exist' lines_exist

planted() { # cpu/FAULTS.md's table has every planted fault, and their number is the one below it
    local fault found=0 bad=0
    for fault in tests/faults/*.cu chapter05_dot/broken/*.cu; do
        fault=$(basename "$fault" .cu)
        if grep -qE "^\|.*\`$fault\`.*\|.*\|" cpu/FAULTS.md; then found=$((found + 1)); elif [ -e "tests/faults/$fault.cu" ]; then echo "$fault" && bad=1; fi
    done
    grep -q "^All $found are found here" cpu/FAULTS.md && return "$bad"
    echo "$found"
    return 1
}
ok 'cpu/FAULTS.md lists every planted fault, and has counted them' planted

# Tables: each row has as many cells as the first.
rows() {
    awk '/^ *\|/ { gsub(/\\\|/, ""); gsub(/`[^`]*`/, ""); n = gsub(/\|/, "|")
            if (wanted && n != wanted) { print FILENAME ":" FNR ": " n - 1 " cells, and not " wanted - 1; bad = 1 }
            wanted = wanted ? wanted : n; next }
        { wanted = 0 }
        END { exit bad }' "${@:-${pages[@]}}"
}
ok 'the rows of a table are equally long' rows
printf '| a | b |\n|---|---|\n| 1 | 2 | 3 |\n' >"$dir/table.md"
uneven() { ! rows "$dir/table.md"; }
ok 'one that is longer is found' uneven

# Relative links, with their anchors as GitHub makes them of headings.
anchors() { # anchors PAGE
    sed -nE '/^```/,/^```/d; s/^#+ (.*)$/\1/p' "$1" | sed -E 's/`//g; s/<!--[^>]*-->//g' |
        sed 's/.*/\L&/; s/[^[:alnum:] _-]//g; s/ /-/g'
}
links() {
    local bad=0 page target file anchor
    for page in "${pages[@]}"; do
        [ "$page" != ./labs/course/README.md ] || continue # it lies beside the labs when it is handed out
        while IFS= read -r target; do
            case $target in http://* | https://* | mailto:*) continue ;; esac
            file=${target%%#*} anchor=
            [[ $target != *#* ]] || anchor=${target#*#}
            [ -n "$file" ] && file=${page%/*}/$file || file=$page
            [ -e "$file" ] || { echo "$page: $target" && bad=1 && continue; }
            [ -z "$anchor" ] || anchors "$file" | grep -qxF -- "$anchor" || { echo "$page: $target" && bad=1; }
        done < <(sed -E '/^```/,/^```/d; s/`[^`]*`//g' "$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//')
    done
    return "$bad"
}
ok 'every link leads somewhere' links
reached() { # every page can be found from the README, in a few steps
    local page more seen=./README.md
    while :; do
        more=$(for page in $seen; do
            echo "$page"
            sed -E '/^```/,/^```/d' "$page" | grep -oE '\]\([^):# ]+' | sed 's/^](//' | while IFS= read -r target; do
                [ ! -d "${page%/*}/$target" ] || target=${target%/}/README.md
                [[ $target != *.md ]] || [ ! -e "${page%/*}/$target" ] ||
                    realpath -s --relative-to=. "${page%/*}/$target" | sed 's|^|./|'
            done
        done | sort -u)
        [ "$more" != "$seen" ] || break
        seen=$more
    done
    comm -13 <(printf '%s\n' "$seen" | sort -u) <(printf '%s\n' "${pages[@]}" | grep -vE '/(bench/results|labs/(course|solutions))/' | sort -u) |
        tee "$dir/lost"
    [ ! -s "$dir/lost" ]
}
ok 'every page is found from the README' reached

# ---- the README's own program --------------------------------------------------------------------

tree "$dir/first"
mkdir "$dir/first/mine"
sed -nE '/^Put a `.cu`/,/^Run `make twice`/s/^    //p' README.md >"$dir/first/mine/twice.cu"
first() { make -s -C "$dir/first" BACKEND=cpu twice && [ "$("$dir/first/bin/cpu/twice")" = '2 4 6' ]; }
ok 'the ten lines of the README build, and print what it says' first
fault() { # the fault that the README promises, with line, block and thread
    local line
    line=$(grep -n 'a\[i\] = 2' "$dir/first/mine/twice.cu" | cut -d: -f1)
    make -s -C "$dir/first" check-memory P=twice >"$dir/said" 2>&1
    cat "$dir/said"
    grep -qE 'block \(0, 0, 0\), thread \(100, 0, 0\): .* past the end' "$dir/said" && grep -q "mine/twice.cu:$line" "$dir/said"
}
ok 'make check names the fault in them' fault
twins() { # two programs of one name in two folders
    mkdir -p "$dir/first/yours" && sed 's/2 \*/3 */' "$dir/first/mine/twice.cu" >"$dir/first/yours/twice.cu"
    make -s -C "$dir/first" BACKEND=cpu mine/twice yours/twice &&
        [ "$("$dir/first/bin/cpu/mine/twice")" = '2 4 6' ] && [ "$("$dir/first/bin/cpu/yours/twice")" = '3 6 9' ] &&
        ! make -s -C "$dir/first" BACKEND=cpu twice 2>"$dir/err" && grep -q 'make mine/twice yours/twice' "$dir/err"
}
ok 'two programs of one name in two folders build, by their folders' twins
done_testing
