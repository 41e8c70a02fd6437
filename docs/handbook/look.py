# SPDX-License-Identifier: MIT
"""Looks at the built site in Chromium: at the width of a phone and of a laptop, on light and dark, no page is wider than
the window, and (on the laptop) axe finds no fault of contrast, alternative texts, labels or headings. Pages that show a source are left out, but for one.

    look.py BUILD CHROMIUM [PAGE...]    prints what is wrong, a line each; exit status 1 if there is anything

Writes BUILD/look/: a picture of the first screens of each PAGE that is named. It needs, beside what the handbook needs,

    build/handbook/.venv/bin/pip install playwright==1.65.2 axe-playwright-python==0.1.8

CHROMIUM is its whole path: /usr/bin/chromium.
"""
import json
import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

WIDTHS = {'phone': (390, 844), 'laptop': (1366, 768)}


def main():
    build, chromium, chosen = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    urls = [url for url, _ in json.loads((build / 'printed.json').read_text(encoding='utf-8'))['pages'].values()]
    (build / 'look').mkdir(exist_ok=True)
    wrong = set()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=['--no-sandbox', '--allow-file-access-from-files'])
        for name, (width, height) in WIDTHS.items():
            for scheme in ('light', 'dark'):
                view = browser.new_page(viewport={'width': width, 'height': height}, color_scheme=scheme)
                view.set_default_timeout(300_000)  # milliseconds: busy machines
                view.route('**/search_index.js', lambda route: route.abort())  # large, and nothing is searched for
                for url in chosen or urls + ['vecadd/first.cu.html']:
                    view.goto((build / 'site' / url).resolve().as_uri())
                    widest = view.evaluate('document.documentElement.scrollWidth')
                    if widest > width:
                        wrong.add(f'{url}: {widest} pixels wide in a window of {width}')
                    faults = []
                    if name == 'laptop':  # so tall that no list scrolls: axe takes what lies behind a hidden entry for its background
                        view.set_viewport_size({'width': width, 'height': 4000})
                        faults = Axe().run(view, options={'runOnly': ['wcag2a', 'wcag2aa', 'cat.semantics']}).response['violations']
                        view.set_viewport_size({'width': width, 'height': height})
                    for fault in faults:
                        for node in fault['nodes'][:3]:
                            wrong.add(f'{url}: {name}, {scheme}: {fault["id"]}: {node["html"][:150]}')
                    if chosen:
                        view.screenshot(path=build / 'look' / f'{url.replace("/", "_")}_{name}_{scheme}.png',
                                        clip={'x': 0, 'y': 0, 'width': width, 'height': 3 * height}, full_page=True)
    print('\n'.join(sorted(wrong)) or 'nothing is wrong')
    sys.exit(bool(wrong))


main()
