#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the handbook into build/handbook/ (README.md): site/, then pdf/ where Chromium is.
#
#     build.sh            both           build.sh site      the site alone, which needs no Chromium
#
# SITE_URL: where the site will be published. Exit status: 0; 1 where a page or a link is wrong; 2 bad arguments, or what it
# needs can't be had.
set -eu
cd "$(dirname "$0")/../.."
case $#${1-} in
0) ;;
1site) ;;
*)
    echo "usage: ${0##*/} [site]" >&2
    exit 2
    ;;
esac
here=docs/handbook
out=build/handbook
venv=$out/.venv
export PYTHONDONTWRITEBYTECODE=1 NO_MKDOCS_2_WARNING=1

$here/install.sh
$venv/bin/mkdocs build --strict -f $here/mkdocs.yml >$out/log 2>&1 || {
    grep -vE '^(INFO|$)' $out/log >&2
    exit 1
}
$venv/bin/python $here/check.py $out/site >$out/log || {
    cat $out/log >&2
    exit 1
}
echo "handbook: $out/site/index.html ($(cat $out/log))"
[ $# = 0 ] || exit 0

for chromium in chromium chromium-browser google-chrome ''; do
    command -v "$chromium" >/dev/null 2>&1 && break
done
if [ -z "$chromium" ]; then
    echo 'handbook: no PDF, which needs Chromium: apt-get install chromium fonts-dejavu'
    exit 0
fi
$venv/bin/python $here/print.py $out "$chromium" >$out/pages.tsv
echo "handbook: $out/pdf/book.pdf, and $(($(wc -l <$out/pages.tsv) - 1)) handouts beside it"
