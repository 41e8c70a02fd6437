# SPDX-License-Identifier: MIT
"""The handbook as PDF, from what the site's build left in printed.json: a file for each page of the course, and one book.

    print.py BUILD CHROMIUM [PAGE...]      BUILD: build/handbook; PAGE: only these, chapter06_raytrace/README.md or book

Writes BUILD/pdf/, and prints each file's name with its number of pages.
"""
import html
import json
import posixpath
import re
import subprocess
import sys
from pathlib import Path

from pygments.formatters import HtmlFormatter
from pypdf import PdfReader

import pages

IN_BOOK = ('The course', 'How to')  # and the first page
STYLE = (Path(__file__).parent / 'print.css').read_text(encoding='utf-8') + HtmlFormatter(style='bw').get_style_defs('.highlight')


def slug(page):
    """A page's name in the book, and as a file: chapter06_raytrace, labs_01_first_kernel, docs_concepts_grid."""
    return re.sub(r'/?README$', '', page[:-3]).replace('/', '_') or 'cuda-chapters'


class Printer:
    def __init__(self, build, chromium):
        self.site, self.work, self.out = build / 'site', build / 'print', build / 'pdf'
        self.chromium = chromium
        book = json.loads((build / 'printed.json').read_text(encoding='utf-8'))
        self.order = book['order']
        self.url = {page: url for page, (url, _) in book['pages'].items()}
        self.content = {page: content for page, (_, content) in book['pages'].items()}
        self.page_at = {url: page for page, url in self.url.items()}
        self.work.mkdir(exist_ok=True)
        self.out.mkdir(exist_ok=True)

    def article(self, page, others):
        """A page's content, to stand in a file with those others: identifiers begin with its name, links lead to where the
        others stand, and a link to anything else is its text."""
        here = self.url[page]

        def link(match):
            kind, to = match.groups()
            if re.match(r'[a-z]+:', to):
                return match.group(0)
            path, _, anchor = to.partition('#')
            path = posixpath.normpath(posixpath.join(posixpath.dirname(here), path)) if path else here
            if kind == 'src':
                return f'src="{(self.site / path).resolve().as_uri()}"'
            if self.page_at.get(path) in others:
                return f'href="#{slug(self.page_at[path])}{":" + anchor if anchor else ""}"'
            return ''

        content = re.sub(r' id="', f' id="{slug(page)}:', self.content[page])
        content = re.sub(r'<a class="headerlink".*?</a>', '', content)
        content = re.sub(r'\b(src|href)="([^"]*)"', link, content)
        content = re.sub(r'<a\s*>(.*?)</a>', r'\1', content, flags=re.S)
        return f'<article id="{slug(page)}">\n{content}\n</article>\n'

    def pdf(self, name, title, body):
        """Prints a body of HTML; where each page of the handbook begins in it, and how many there are."""
        source, target = self.work / f'{name}.html', self.out / f'{name}.pdf'
        source.write_text(f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
                          f'<style>{STYLE}</style>{body}</html>', encoding='utf-8')
        subprocess.run([self.chromium, '--headless=new', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer',
                        '--generate-pdf-document-outline', f'--print-to-pdf={target}', source.resolve().as_uri()],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
        reader = PdfReader(target)
        return {n.lstrip('/'): reader.get_destination_page_number(d) + 1 for n, d in reader.named_destinations.items()}, len(reader.pages)

    def handout(self, page):
        _, n = self.pdf(slug(page), pages.title(page), self.article(page, {page}))
        print(f'{slug(page)}.pdf\t{n}', flush=True)

    def book(self):
        chosen = [(section, list(listed)) for section, listed in self.order if section in ('',) + IN_BOOK]
        everything = {page for _, listed in chosen for page in listed}
        articles = ''.join(self.article(page, everything) for _, listed in chosen for page in listed)
        begins = {}
        for _ in range(2):  # the second time with the numbers that the first has found
            lines = ''
            for section, listed in chosen:
                lines += f'<h3>{section}</h3>' if section else ''
                lines += ''.join(f'<a href="#{slug(p)}"><span>{html.escape(pages.title(p)).replace("`", "")}</span>'
                                 f'<b>{begins.get(slug(p), "")}</b></a>' for p in listed)
            cover = '<section class="cover"><h1>cuda-chapters</h1><p>The programs of a first CUDA course, one per topic.</p></section>'
            begins, n = self.pdf('book', 'cuda-chapters', f'{cover}<nav><h2>Contents</h2>{lines}</nav><div class="part"></div>{articles}')
        print(f'book.pdf\t{n}', flush=True)


def main():
    printer = Printer(Path(sys.argv[1]), sys.argv[2])
    course = [page for section, listed in printer.order if section == IN_BOOK[0] for page in listed if page != pages.ORDER]
    for page in sys.argv[3:] or course + ['book']:
        printer.book() if page == 'book' else printer.handout(page)


main()
