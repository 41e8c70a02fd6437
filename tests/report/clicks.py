# SPDX-License-Identifier: MIT
"""Clicks through a report in Chromium: clicks.py CHROMIUM PAGE [PICTURE]

With a script and without, at the width of a phone and of a laptop: nothing is wider than the window, nothing is asked
of a network, a click opens a line with its picture, a GPU can be chosen, and on paper the pictures of slow lines are
there. Prints what is wrong; exit status 1 if there is anything. PICTURE: the first slow line, opened, as PNG.
"""
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

wrong = []


def want(holds, what):
    if not holds:
        wrong.append(what)


def line_with_picture(view):
    return view.locator("details.line:has(svg.lanes)").first


def look(view, url, where):
    """Without a script, too."""
    view.goto(url)
    scripted = view.evaluate("document.documentElement.classList.contains('scripted')")
    want(scripted == ("without" not in where), f"{where}: the page has its script, or not, the other way round")
    line = line_with_picture(view)
    picture = line.locator("svg.lanes").first
    want(not picture.is_visible(), f"{where}: a picture is there before a click")
    line.locator("summary").click()
    want(picture.is_visible(), f"{where}: a click shows no picture")
    width = view.viewport_size["width"]
    want(view.evaluate("document.documentElement.scrollWidth") <= width, f"{where}: wider than the window")
    want(view.locator(".panel:visible").count() == 1, f"{where}: one GPU is shown")
    view.locator("label[for=gpu-t4]").click()
    want("T4" in view.locator(".panel:visible").inner_text(), f"{where}: the T4 is chosen, and is not shown")


def clicks(view, url):
    """What the script adds."""
    view.goto(url)
    line = line_with_picture(view)
    line.locator("summary").click()
    lane = line.locator("[data-lane='5']").first
    lane.dispatch_event("click")
    want("lane 5:" in line.locator("output").first.inner_text(), "a lane that is clicked is not told")
    first = line.get_attribute("id")
    view.keyboard.press("n")
    opened = view.locator("details.line[open]")
    want(opened.count() == 1 and opened.first.get_attribute("id") != first, "n does not go on to the next line")
    view.keyboard.press("p")
    want(opened.first.get_attribute("id") == first, "p does not go back")
    view.goto(f"{url}#{first}")
    view.reload()
    want(view.locator(f"#{first}").get_attribute("open") is not None, "a link to a line does not open it")


def paper(view, url):
    view.goto(url)
    view.emulate_media(media="print")
    slow = view.locator("details.bad figure.bad svg.lanes")
    want(slow.count() == 0 or slow.first.is_visible(), "the picture of a slow line is not printed")
    want(not view.locator("label[for=gpu-t4]").is_visible(), "buttons are printed")


def main():
    chromium, page = sys.argv[1:3]
    url = Path(page).resolve().as_uri()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"], timeout=120_000)
        for script in (True, False):
            for width in (390, 1400):
                view = browser.new_page(viewport={"width": width, "height": 900})
                if not script:  # the driver's own questions need scripts; so the page loses its own
                    view.route("**/*", lambda route: route.fulfill(body=unscripted(page), content_type="text/html"))
                view.set_default_timeout(120_000)  # milliseconds: busy machines
                view.on("request", lambda r: want(r.url.startswith(("file:", "data:")), f"asks for {r.url}"))
                view.on("pageerror", lambda error: want(False, f"the script fails: {error}"))
                look(view, url, f"{width} pixels, {'with' if script else 'without'} a script")
        view = browser.new_page()
        clicks(view, url)
        paper(view, url)
        if len(sys.argv) > 3:
            view = browser.new_page(viewport={"width": 1100, "height": 700})
            view.goto(url)
            slow = view.locator("details.bad").first
            slow.locator("summary").click()
            view.evaluate("scrollBy(0, document.querySelector('details[open]').getBoundingClientRect().top - 20)")
            view.screenshot(path=sys.argv[3])
    print("\n".join(wrong) or "nothing is wrong")
    sys.exit(bool(wrong))


def unscripted(page):
    text = Path(page).read_text(encoding="utf-8")
    return text[: text.index("<script>")] + text[text.index("</script>") + len("</script>") :]


main()
