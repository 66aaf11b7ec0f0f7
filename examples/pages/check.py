"""Checks the HTML pages of the examples in headless Chromium.

For each page: no console error and no request; every link leads to one place; no horizontal overflow at 360 and 1,440
pixels; contrast of at least 4.5, light, dark and printed; names for screen readers; the search; and with JavaScript
switched off, the same text.
"""

import argparse
import base64
import pathlib
import sys
import time

from chromium import Chromium

HERE = pathlib.Path(__file__).resolve().parent
CHECKS = (HERE / "page.js").read_text()
TEXT = "[...document.querySelectorAll('main, nav ol')].map((part) => part.innerText).join('\\n')"


def ask(browser, check):
    return browser.evaluate(f"({CHECKS}).{check}()")


def console(browser):
    """Errors, and requests beyond the page itself."""
    found = []
    for event in browser.events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            found.append(params["exceptionDetails"].get("text", "an exception"))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            found.append(str([argument.get("value") for argument in params["args"]]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            found.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent" and not params["request"]["url"].startswith(("file:", "data:")):
            found.append(f"a request to {params['request']['url']}")
    return found


def whole(browser, width):
    """Makes the window as high as the page."""
    browser.resize(width, 900)
    browser.resize(width, int(browser.evaluate("document.documentElement.scrollHeight")) + 1)


def check(browser, url):
    found = []

    def note(name, violations):
        found.extend(f"{name}: {violation}" for violation in violations)

    browser.scripts(True)
    browser.media("light")
    browser.resize(1440, 900)
    browser.open(url)
    note("console", console(browser))
    note("anchors", ask(browser, "anchors"))
    note("access", ask(browser, "access"))
    note("search", ask(browser, "search"))
    with_scripts = browser.evaluate(TEXT)
    browser.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    for width in (360, 1440):
        whole(browser, width)
        note(f"overflow at {width}", ask(browser, "overflow"))
        for scheme, kind in (("light", ""), ("dark", ""), ("dark", "print")):
            browser.media(scheme, kind)
            whole(browser, width)
            note(f"contrast at {width}, {kind or scheme}", ask(browser, "contrast"))
        browser.media("light")
    note("console, at the end", console(browser))
    browser.resize(1440, 900)
    browser.scripts(False)
    browser.open(url)
    without = browser.evaluate(TEXT)
    if len(without) < 1000 or without.split() != with_scripts.split():
        found.append("JavaScript off: the text is another one")
    note("JavaScript off, overflow", ask(browser, "overflow"))
    browser.scripts(True)
    return found


def screenshots(browser, url, folder, name):
    for shot, width, scheme in (("light", 1440, "light"), ("dark", 1440, "dark"), ("narrow", 360, "light")):
        browser.media(scheme)
        browser.resize(width, 900)
        browser.open(url)
        whole(browser, width)
        picture = browser.send("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        (folder / f"{name}-{shot}.png").write_bytes(base64.b64decode(picture["data"]))
    browser.media("light")
    printed = browser.send("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
    (folder / f"{name}.pdf").write_bytes(base64.b64decode(printed["data"]))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--screenshots", type=pathlib.Path, help="write pictures and a PDF of each page there")
    arguments.add_argument("pages", nargs="*", type=pathlib.Path, help="pages; else those of examples/docs")
    arguments = arguments.parse_args()
    pages = arguments.pages or sorted((HERE.parent / "docs").glob("*/access-patterns.html"))
    if not pages:
        sys.exit("error: no pages; write them with examples/docs.sh")
    browser, failed, start = Chromium(), False, time.monotonic()
    try:
        for page in pages:
            found = check(browser, page.resolve().as_uri())
            print(f"{'ok    ' if not found else 'FAILED'} {page}")
            for violation in found[:20]:
                print(f"  {violation}")
            failed = failed or bool(found)
            if arguments.screenshots:
                arguments.screenshots.mkdir(parents=True, exist_ok=True)
                screenshots(browser, page.resolve().as_uri(), arguments.screenshots, page.parent.name)
    finally:
        browser.close()
    print(f"{len(pages)} pages in {time.monotonic() - start:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
