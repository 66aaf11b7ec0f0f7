"""Headless Chromium over its DevTools protocol, by a pair of pipes: nothing but Python's library is needed."""

import json
import os
import subprocess
import tempfile


class Chromium:
    """A browser. Commands are sent to its one page; events that come before their answers are kept."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="pages-", ignore_cleanup_errors=True)
        to_browser, commands = os.pipe()
        answers, from_browser = os.pipe()

        def hand_over():
            # The browser reads commands from descriptor 3 and writes answers to 4.
            kept = os.dup(from_browser)
            os.dup2(to_browser, 3)
            os.dup2(kept, 4)

        self.process = subprocess.Popen(
            [
                "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
                f"--user-data-dir={self.profile.name}", "about:blank",
            ],
            preexec_fn=hand_over, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.commands = os.fdopen(commands, "wb", buffering=0)
        self.answers = os.fdopen(answers, "rb")
        self.number = 0
        self.events = []
        self.session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method, **params):
        """The result of a command."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.commands.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def next(self):
        text = bytearray()
        while (byte := self.answers.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("Chromium has ended")
            text += byte
        return json.loads(text)

    def wait_for(self, method):
        """Reads up to an event."""
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.next())

    def open(self, url):
        self.events.clear()
        self.send("Page.navigate", url=url)
        self.wait_for("Page.loadEventFired")

    def evaluate(self, expression):
        """The value of an expression of JavaScript in the page, also where its own scripts do not run."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", "an exception"))
        return answer["result"].get("value")

    def resize(self, width, height):
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    def media(self, scheme="light", kind=""):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", media=kind, features=features)

    def scripts(self, enabled):
        self.send("Emulation.setScriptExecutionDisabled", value=not enabled)

    def close(self):
        self.process.terminate()
        self.process.wait()
        # Its children may still write
        self.profile.cleanup()
