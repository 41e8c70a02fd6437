# SPDX-License-Identifier: MIT
"""whole.py PAGE: the page is well-formed, asks nothing of a network, its links lead somewhere, and its headings leave out no
level. Prints what is not."""
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "input", "img", "br", "link"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.wrong, self.level = [], [], [], [], 0

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if len(given) != len(attributes):
            self.wrong.append(f"<{tag}>: an attribute stands twice")
        if "id" in given:
            self.ids.append(given["id"])
        for name in ("href", "src"):
            value = given.get(name, "#")
            if value.startswith("#"):
                self.links += [value[1:]] if value != "#" else []
            elif not value.startswith("data:"):
                self.wrong.append(f"<{tag} {name}={value}>: not in the page")
        if tag in ("link", "iframe", "object"):
            self.wrong.append(f"<{tag}>")
        if tag == "img" and not given.get("alt"):
            self.wrong.append("<img>: no alternative text")
        if tag == "svg" and not given.get("aria-label"):
            self.wrong.append("<svg>: no label")
        if re.fullmatch("h[1-6]", tag):
            if int(tag[1]) > self.level + 1:
                self.wrong.append(f"<{tag}> in line {self.getpos()[0]}: a level is left out")
            self.level = int(tag[1])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> ends nothing, in line {self.getpos()[0]}")


def main():
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    page.close()
    wrong = page.wrong + [f"<{tag}> has no end" for tag in page.open]
    wrong += [f"#{link}: no such place" for link in page.links if link not in page.ids]
    wrong += [f"{name} stands twice" for name in set(page.ids) if page.ids.count(name) > 1]
    wrong += re.findall(r"https?://\S{0,40}|url\(|@import|fetch\(|XMLHttpRequest", text)
    print("\n".join(wrong))
    sys.exit(bool(wrong) or not page.ids)


main()
