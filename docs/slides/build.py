# SPDX-License-Identifier: MIT
"""Builds the decks week*.md (README.md) into build/slides/: HTML with reveal.js, and PDF by Chromium.

    build.py --check            that the decks are whole: pages, includes, pictures. Needs nothing but Python
    build.py REVEAL [CHROMIUM]  REVEAL: the folder of reveal.js, with dist/ and plugin/

A deck's pages are apart by lines of ---. A block that begins with ```LANGUAGE include FILE /FROM/ /TO/ is empty, and stands for
the lines of FILE from the first that FROM matches to the next that TO matches; without the two, for all of it. With the language
`table` the lines are rows of a table, which gets the head that it has in FILE; `rows` are further rows of the table before. What
follows a line `Note:` in a page is the lecturer's: the speaker's view shows it (s), the page and the PDF do not.
Exit status: 0; 1 where a deck asks for what is not there.
"""
import html
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
INCLUDE = re.compile(r'^```(\w+) include (\S+)(?: /(.+?)/ /(.+?)/)?\n```$', re.M)
PICTURE = re.compile(r'!\[([^\]]*)\]\(([^)\s]+)\)')
LEAST, MOST = 15, 25  # pages of a deck
COLUMNS, ROWS = 86, 7  # of code, and of a table, that a page has room for; more is set smaller
# On paper data-over becomes the numbers of the pages whose content is higher or wider than there is room for.
MEASURE = '''<script>addEventListener("load", () => { document.body.dataset.over = [...document.querySelectorAll("section")].flatMap((page, i) => {
    const all = page.getBoundingClientRect(), style = getComputedStyle(page)
    const bottom = all.bottom - parseFloat(style.paddingBottom), right = all.right - parseFloat(style.paddingRight)
    const boxes = [...page.children].map(child => child.getBoundingClientRect())
    return boxes.some(box => box.bottom > bottom + 1 || box.right > right + 1) ? [i + 1] : [] }).join(", ") })</script>'''


class Wrong(Exception):
    pass


def included(language, file, start, end):
    """What an include stands for, in Markdown."""
    lines, first, last = lines_of(file, start, end)
    if language == 'rows':
        return '\n'.join(lines[first:last])
    if language != 'table':
        return f'```{language}\n' + textwrap.dedent('\n'.join(lines[first:last])) + '\n```'
    head = first
    while head > 0 and lines[head - 1].startswith('|'):
        head -= 1
    return '\n'.join((lines[head:head + 2] if head < first else []) + lines[first:last])


def lines_of(file, start, end):
    """The lines of a file, the first of those asked for, and the one after the last."""
    path = ROOT / file
    if not path.is_file():
        raise Wrong(f'{file}: no such file')
    lines = path.read_text(encoding='utf-8').splitlines()
    if not start:
        return lines, 0, len(lines)
    first = next((i for i, line in enumerate(lines) if re.search(start, line)), None)
    if first is None:
        raise Wrong(f'{file}: no line matches {start}')
    last = next((i for i in range(first, len(lines)) if re.search(end, lines[i])), None)
    if last is None:
        raise Wrong(f'{file}: no line matches {end} after {start}')
    return lines, first, last + 1


def pages_of(deck):
    """A deck's pages in Markdown, their includes resolved and their pictures there."""
    text = INCLUDE.sub(lambda m: included(*m.groups()), deck.read_text(encoding='utf-8'))
    if ' include ' in ''.join(re.findall(r'^```.*', text, re.M)):
        raise Wrong(f'{deck.name}: an include that cannot be read')
    for alt, path in PICTURE.findall(text):
        if not alt or not (HERE / path).is_file():
            raise Wrong(f'{deck.name}: {path}: no such picture, or no text for it')
    pages = re.split(r'^---$', re.sub(r'<!--.*?-->\n?', '', text, flags=re.S), flags=re.M)
    if not LEAST <= len(pages) <= MOST:
        raise Wrong(f'{deck.name}: {len(pages)} pages, and not {LEAST} to {MOST}')
    return pages


def deck_html(pages, out):
    """The pages as sections of HTML; pictures are copied beside them, and links stay inside the project: their text."""
    from markdown import markdown
    body = ''
    for page in pages:
        content, *note = (markdown(part, extensions=['tables', 'sane_lists', 'pymdownx.superfences', 'pymdownx.highlight'])
                          for part in re.split(r'^Note:$', page, maxsplit=1, flags=re.M))
        for path in re.findall(r'<img [^>]*src="([^"]+)"', content):
            name = '_'.join(part for part in Path(path).parts if part != '..')
            shutil.copy(HERE / path, out / name)
            content = content.replace(f'src="{path}"', f'src="{name}"')
        content = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r'\1', content)
        content = re.sub(r'(?<=\d) (?=\d{3}\b)', '&nbsp;', content)
        content = re.sub(r'(?<=\de)-(?=\d\d\b)', '&#8209;', content)
        aside = f'<aside class="notes">{note[0]}</aside>' if note else ''
        code = '\n'.join(re.findall(r'<pre>.*?</pre>', content, re.S))
        widest = max(len(html.unescape(re.sub('<.*?>', '', line))) for line in code.split('\n'))
        small = widest > COLUMNS or content.count('<tr>') > ROWS
        body += f'<section{" class=small" if small else ""}>{content}{aside}</section>\n'
    return body


def main():
    decks = sorted(HERE.glob('week*.md'))
    try:
        texts = {deck: pages_of(deck) for deck in decks}
    except Wrong as wrong:
        sys.exit(f'slides: {wrong}')
    if sys.argv[1:] == ['--check']:
        return
    from pygments.formatters import HtmlFormatter
    out = ROOT / 'build' / 'slides'
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(Path(sys.argv[1]) / 'dist', out / 'reveal', dirs_exist_ok=True)
    shutil.copytree(Path(sys.argv[1]) / 'plugin' / 'notes', out / 'reveal' / 'notes', dirs_exist_ok=True)
    style = (HERE / 'slides.css').read_text(encoding='utf-8') + HtmlFormatter(style='friendly').get_style_defs('.highlight')
    paper = (HERE / 'paper.css').read_text(encoding='utf-8')
    for deck, pages in texts.items():
        title = html.escape(re.search(r'^# (.*)', pages[0], re.M)[1])
        head = f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
        body = deck_html(pages, out)
        (out / f'{deck.stem}.html').write_text(
            f'{head}<link rel="stylesheet" href="reveal/reveal.css"><link rel="stylesheet" href="reveal/theme/white.css">'
            f'<style>{style}</style><div class="reveal"><div class="slides">{body}</div></div><script src="reveal/reveal.js"></script>'
            '<script src="reveal/notes/notes.js"></script><script>Reveal.initialize({ hash: true, slideNumber: "c/t", center: false, '
            'transition: "none", width: 1280, height: 720, plugins: [RevealNotes] })</script></html>',
            encoding='utf-8')
        said = f'build/slides/{deck.stem}.html'
        if sys.argv[2:]:
            source = out / f'{deck.stem}.paper.html'
            source.write_text(f'{head}<style>{style}{paper}</style>{MEASURE}<div class="reveal">{body}</div></html>', encoding='utf-8')
            with tempfile.TemporaryFile('w+', encoding='utf-8') as page:
                subprocess.run([sys.argv[2], '--headless=new', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer',
                                '--dump-dom', f'--print-to-pdf={out / deck.stem}.pdf', source.as_uri()],
                               check=True, stdout=page, stderr=subprocess.DEVNULL, timeout=300)
                page.seek(0)
                over = re.search(r'data-over="(.*?)"', page.read())[1]
            source.unlink()
            if over:
                sys.exit(f'slides: {deck.name}: more than the page has room for: {over}')
            said += ' and .pdf'
        print(f'slides: {said}, {len(pages)} pages')


main()
