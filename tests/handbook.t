#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The handbook: its order has every page once, every chapter and lab stands in the reading order, and the checker of the site finds
# what it is for. The slides' includes find their lines. The site itself is built where MkDocs is installed already (make handbook).
. "$(dirname "$0")/tap.sh"
command -v python3 >/dev/null || plan_skip 'no python3'
export PYTHONDONTWRITEBYTECODE=1


python3 docs/handbook/pages.py >"$dir/order"
every_page_once() {
    cut -f2 "$dir/order" | sort >"$dir/named"
    find . \( -name '.?*' -o -name bin -o -name build -o -name node_modules \) -prune -o -name '*.md' -print |
        sed 's|^\./||' | grep -vE '^(labs/(solutions|course)/|docs/slides/week)' | sort | diff - "$dir/named"
}
ok 'the handbook has every page once' every_page_once
in_reading_order() { # what students read is in the table of docs/concepts/README.md, and not only somewhere
    local page status=0
    for page in vecadd/README.md chapter*/README.md labs/[0-9]*/README.md docs/concepts/[a-z]*.md \
        $(sed -nE 's/^\| \[[^]]*\]\(([^)]*\/README.md)\).*/\1/p' README.md); do
        grep -qxF $'The course\t'"$page" "$dir/order" || { echo "$page" && status=1; }
    done
    return "$status"
}
ok 'every chapter, concept and lab stands in the reading order' in_reading_order
# A row of the table is all that a new chapter needs.
new_chapter() {
    mkdir -p "$dir/tree/docs/handbook" "$dir/tree/docs/concepts" "$dir/tree/sort/ladder"
    cp docs/handbook/pages.py "$dir/tree/docs/handbook/"
    printf '# Concepts\n\n## A reading order\n\n| | read |\n|---|---|\n| 1 | [sort](../../sort/README.md) |\n' >"$dir/tree/docs/concepts/README.md"
    printf '# Sort\n' | tee "$dir/tree/sort/README.md" "$dir/tree/README.md" >"$dir/tree/sort/ladder/README.md"
    python3 "$dir/tree/docs/handbook/pages.py" >"$dir/said"
    printf '%s\t%s\n' '' README.md 'The course' docs/concepts/README.md 'The course' sort/README.md \
        'The course' sort/ladder/README.md | diff "$dir/said" -
}
ok 'a new row of the table is a new page of the course, with its ladder' new_chapter

site() { # site BODY: what the checker says of a site of one page
    rm -rf "$dir/site"
    mkdir -p "$dir/site" && printf '<body><article>%s</article></body>' "$1" >"$dir/site/index.html"
    python3 docs/handbook/check.py "$dir/site" >"$dir/said"
}
ok 'a good page' site '<h1 id="a">A</h1><h2>B</h2><a href="#a">a</a><a href="https://example.org/">b</a>'
wrong() { ! site "$2" && grep -q "$1" "$dir/said"; } # wrong MESSAGE BODY
ok 'a dead link' wrong 'no such file' '<h1>A</h1><a href="b.html">b</a>'
ok 'a dead anchor' wrong 'no such place' '<h1>A</h1><a href="#b">b</a>'
ok 'a picture without a text' wrong 'no alternative text' '<h1>A</h1><img src="index.html">'
ok 'a level of headings left out' wrong 'a heading of level 3' '<h1>A</h1><h3>B</h3>'
ok 'an identifier that stands twice' wrong 'stands twice' '<h1 id="a">A</h1><p id="a">b</p>'

ok 'the decks are whole: 15 to 25 pages, includes that find their lines, pictures' python3 docs/slides/build.py --check
lost_lines() { # an include whose lines are gone
    mkdir -p "$dir/tree/docs/slides" && cp docs/slides/build.py "$dir/tree/docs/slides/" && cp -R docs/concepts docs/julia.png "$dir/tree/docs/" &&
        cp -R vecadd chapter03_device chapter04_julia "$dir/tree/" || return
    sed 's/cudaMemcpyDeviceToHost/nowhere/' docs/slides/week01.md >"$dir/tree/docs/slides/week01.md"
    ! python3 "$dir/tree/docs/slides/build.py" --check 2>"$dir/said" && grep -q 'first.cu: no line matches nowhere' "$dir/said"
}
ok 'an include that has lost its lines is found' lost_lines

if [ -n "${CUDA_CHAPTERS_LONG-}" ] && [ -e build/handbook/.venv/installed ]; then
    ok 'the site is built, and every link in it leads somewhere' docs/handbook/build.sh site
    ok 'the slides are built; where Chromium is, no page has more than it has room for' docs/slides/build.sh
else
    skip 'the site and the slides' 'built where MkDocs is installed, with CUDA_CHAPTERS_LONG=1'
fi
done_testing
