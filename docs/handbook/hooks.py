# SPDX-License-Identifier: MIT
"""What the handbook adds to MkDocs (README.md): pages from where they are, their order, the sources that they link to."""
import functools
import html
import json
import os
import posixpath
import re
import sys
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

sys.path.insert(0, str(Path(__file__).parent))
import pages  # noqa: E402

PICTURES = ('.svg', '.png')
LEXERS = {'.cu': 'cuda', '.h': 'cuda', '.cuh': 'cuda', '.c': 'c', '.py': 'python', '.sh': 'bash', '.mk': 'make', '.yml': 'yaml'}
# A block without a language that has one of these is CUDA C; others are commands and outputs, and stay as they are.
CUDA_CODE = re.compile(r'__\w+__|^#include|[;{]\s*(//.*)?$', re.M)
printed = {}  # page: (its HTML, its title), for print.py


def on_config(config):
    config.nav = ['README.md'] + [
        {section: [{item[0]: item[1]} if isinstance(item, tuple) else item for item in items]}
        for section, items in pages.sections() if items
    ]
    return config


@functools.cache
def course():
    return set(pages.flat(pages.sections()[0][1]))


def is_shown(path):
    """Is it a page of the handbook, or a picture?"""
    return path.endswith(PICTURES) or path in pages.all_pages()


def sources_of(page):
    """What a page links to and is neither a page nor a picture, as paths of files and folders."""
    found = [pages.target(page, link) for link in pages.LINK.findall(pages.text(page))]
    return [p for p in found if p and (pages.ROOT / p).exists() and not is_shown(p)]


def named_source(page, name):
    """The file that a name in a page's code means: a file in the page's folder, or the source of a program there."""
    folder = os.path.dirname(page)
    for end in ('', '.cu', '.c'):
        if folder and re.fullmatch(r'[\w/]+(\.(cu|cuh|h|c))?', name) and (pages.ROOT / folder / (name + end)).is_file():
            return posixpath.join(folder, name + end)
    return None


def source_page(path):
    """A source as a page: its text, highlighted; of a folder, what is in it."""
    full = pages.ROOT / path
    if full.is_dir():
        files = sorted(f.name for f in full.iterdir() if f.is_file())
        body = ''.join(f'- [{name}]({name}.md)\n' for name in files)
    else:
        fence = '`' * 6
        body = f'{fence}{LEXERS.get(full.suffix, "text")} linenums="1"\n{full.read_text(encoding="utf-8")}\n{fence}\n'
    return f'---\nsearch:\n  exclude: true\nhide: [toc]\n---\n# {path}\n\n{body}'


def on_files(files, config):
    sources = set()
    for page in pages.all_pages():
        files.append(File(page, str(pages.ROOT), config.site_dir, config.use_directory_urls))
        sources.update(sources_of(page))
        sources.update(filter(None, (named_source(page, name) for name in re.findall(r'`([^`\s]+)`', pages.text(page)))))
        for link in pages.LINK.findall(pages.text(page)):
            picture = pages.target(page, link)
            if picture and picture.endswith(PICTURES) and files.get_file_from_path(picture) is None:
                files.append(File(picture, str(pages.ROOT), config.site_dir, config.use_directory_urls))
    for folder in [s for s in sources if (pages.ROOT / s).is_dir()]:
        sources.update(posixpath.join(folder, f.name) for f in (pages.ROOT / folder).iterdir() if f.is_file())
    for path in sorted(sources):
        uri = path + ('/README.md' if (pages.ROOT / path).is_dir() else '.md')
        files.append(File.generated(config, uri, content=source_page(path), inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def on_page_markdown(markdown, page, config, files):
    if page.file.generated_by:
        return markdown
    here = page.file.src_uri
    # The course comes first in what a search finds.
    page.meta['search'] = {'boost': 4 if here in course() else 0.25 if here.startswith('cpu/') else 1}

    def moved(match):
        path = pages.target(here, match.group(1))
        if not path or is_shown(path) or not (pages.ROOT / path).exists():
            if path and path.endswith('/README.md') and not match.group(1).split('#')[0].endswith('.md'):
                return match.group(1).rstrip('/') + '/README.md'
            return match.group(1)
        return match.group(1).rstrip('/') + ('/README.md' if (pages.ROOT / path).is_dir() else '.md')

    return pages.LINK.sub(moved, re.sub(r'<!--.*?-->\n?', '', markdown, flags=re.S))


def coloured(match):
    code = html.unescape(match.group(2))
    if '<span class="' in match.group(2).replace('<span></span>', '') or not CUDA_CODE.search(code):
        return match.group(0)
    return match.group(1) + highlight(code, get_lexer_by_name('cuda'), HtmlFormatter(nowrap=True)).rstrip('\n') + match.group(3)


def on_page_content(content, page, config, files):
    here = page.file.src_uri
    if page.file.generated_by:
        return content
    content = re.sub(r'(<pre>(?:<span></span>)?<code>)(.*?)(</code></pre>)', coloured, content, flags=re.S)

    def linked(match):
        path = named_source(here, html.unescape(match.group(2)))
        if match.group(1) or not path:
            return match.group(0)
        url = files.get_file_from_path(path + '.md').url
        return f'<a href="{posixpath.relpath(url, posixpath.dirname(page.url) or ".")}">{match.group(0)}</a>'

    content = re.sub(r'(<a [^>]*>(?:(?!</a>).)*|<pre>(?:(?!</pre>).)*)?<code>([^<]*)</code>', linked, content, flags=re.S)
    # A head without a word is none. A table wider than the page scrolls, and not the page.
    content = re.sub(r'<thead>\s*<tr>\s*(<th></th>\s*)+</tr>\s*</thead>\s*', '', content)
    content = content.replace('<th></th>', '<td></td>').replace('<table>', '<div class="wide"><table>').replace('</table>', '</table></div>')
    printed[here] = (page.url, content)
    return content


def on_post_build(config):
    book = {'order': [['', ['README.md']]] + [[section, pages.flat(items)] for section, items in pages.sections()], 'pages': printed}
    (Path(config.site_dir).parent / 'printed.json').write_text(json.dumps(book), encoding='utf-8')
