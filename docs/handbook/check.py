# SPDX-License-Identifier: MIT
"""Checks a built site: every link and picture leads to a file there, every anchor to an identifier; every picture has an
alternative text; each page has one first heading, and no level is left out; no identifier stands twice.

    check.py SITE       prints what is wrong, a line each; exit status 1 if there is anything
"""
import posixpath
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.headings, self.mute, self.in_article = [], [], [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if 'id' in attrs:
            self.ids.append(attrs['id'])
        for name in ('href', 'src'):
            if attrs.get(name) and tag not in ('base',):
                self.links.append(attrs[name])
        if tag == 'article':
            self.in_article = True
        if self.in_article and re.fullmatch('h[1-6]', tag):
            self.headings.append(int(tag[1]))
        if tag == 'img' and not attrs.get('alt', '').strip():
            self.mute.append(attrs.get('src'))

    def handle_endtag(self, tag):
        if tag == 'article':
            self.in_article = False


def main():
    site = Path(sys.argv[1])
    pages = {p.relative_to(site).as_posix(): Page(p.read_text(encoding='utf-8')) for p in sorted(site.rglob('*.html'))}
    files = {p.relative_to(site).as_posix() for p in site.rglob('*') if p.is_file()}
    wrong = []
    for name, page in pages.items():
        if name == '404.html':  # its links begin at the root of the site, wherever that is
            continue
        for link in page.links:
            if re.match(r'[a-z]+:|//', link):
                continue
            path, _, anchor = unquote(link).partition('#')
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            if path not in files:
                wrong.append(f'{name}: {link}: no such file')
            elif anchor and path in pages and anchor not in pages[path].ids:
                wrong.append(f'{name}: {link}: no such place')
        wrong += [f'{name}: the picture {src} has no alternative text' for src in page.mute]
        wrong += [f'{name}: #{i} stands twice' for i in {i for i in page.ids if page.ids.count(i) > 1}]
        if page.headings[:1] != [1] or page.headings.count(1) != 1:
            wrong.append(f'{name}: its headings do not begin with the only one of the first level')
        wrong += [f'{name}: a heading of level {b} follows one of level {a}'
                  for a, b in zip(page.headings, page.headings[1:]) if b > a + 1]
    print('\n'.join(wrong) or f'{len(pages)} pages: every link leads somewhere')
    sys.exit(bool(wrong))


main()
