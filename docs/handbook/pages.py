# SPDX-License-Identifier: MIT
"""The handbook's pages, and their order (README.md). Needs nothing but Python.

    pages.py            prints the order: section, page, a tab between them
"""
import functools
import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ORDER = 'docs/concepts/README.md'  # its table is the one reading order
LEFT_OUT = ('labs/solutions/', 'labs/course/', 'docs/slides/week')
LINK = re.compile(r'(?<=\]\()([^()\s]+)(?=\))')


@functools.cache
def all_pages():
    """Every Markdown page of the project but the instructor's, as paths from the root; a folder's
    README is its first."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [f for f in folders if not f.startswith('.') and f not in ('bin', 'build', 'node_modules')]
        at = Path(folder).relative_to(ROOT)
        found += [(at / f).as_posix() for f in files if f.endswith('.md')]
    return sorted((f for f in found if not f.startswith(LEFT_OUT)),
                  key=lambda f: (os.path.dirname(f), not f.endswith('/README.md'), f))


def text(page):
    return (ROOT / page).read_text(encoding='utf-8')


def title(page):
    """A page's first heading."""
    found = re.search(r'^# (.*)', text(page), re.M)
    return found.group(1) if found else page


def target(page, link):
    """The path that a relative link of a page leads to, without its anchor; None where it leads elsewhere."""
    path = link.split('#')[0]
    if not path or re.match(r'[a-z]+:', path):
        return None
    path = os.path.normpath(os.path.join(os.path.dirname(page), path))
    if (ROOT / path).is_dir() and (ROOT / path / 'README.md').exists():
        path += '/README.md'
    return path


def reading_order():
    """The rows of the reading order: lists of pages, each page where it comes first. A chapter brings along the other
    pages of its folder: the ladder, the measurements."""
    pages, seen, rows = all_pages(), {ORDER}, []
    table = text(ORDER).split('\n## A reading order', 1)[1]
    for line in re.findall(r'^\|.*', table, re.M)[2:]:
        row = []
        for link in LINK.findall(line):
            page = target(ORDER, link)
            folder = os.path.dirname(page)
            mates = [p for p in pages if p.startswith(folder + '/')] if folder.count('/') == 0 else []
            row += [p for p in [page] + mates if p in pages and p not in seen and not seen.add(p)]
        if row:
            rows.append(row)
    return rows


def called(row):
    """What a row is called in the navigation: as its chapter, if it has one."""
    chapters = [page for page in row if page.count('/') == 1 and page.endswith('/README.md')]
    return title((chapters or row)[0])


def sections():
    """The whole handbook: (section, [page or (title, [page...])...]), all pages once."""
    rows = reading_order()
    course = [ORDER] + [row[0] if len(row) == 1 else (called(row), row) for row in rows]
    rest = [p for p in all_pages() if p not in {ORDER, 'README.md'} and not any(p in row for row in rows)]
    return [
        ('The course', course),
        ('How to', [p for p in rest if p.startswith(('docs/', 'labs/'))]),
        ('CUDA on the CPU', [p for p in rest if p.startswith('cpu/')]),
        ('The project', [p for p in rest if not p.startswith(('docs/', 'labs/', 'cpu/'))]),
    ]


def flat(items):
    return [page for item in items for page in (item[1] if isinstance(item, tuple) else [item])]


if __name__ == '__main__':
    print('\tREADME.md')
    for section, items in sections():
        for page in flat(items):
            print(f'{section}\t{page}')
