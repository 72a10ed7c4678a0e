# SPDX-License-Identifier: GPL-2.0-or-later
"""Debian's Chromium, driven: python3-selenium and chromium-driver."""

import json
import shutil
import sys
import time

try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    webdriver = None

DRIVER = shutil.which("chromedriver")
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900"]
TIME_LIMIT_S = 120
SKIP = 77
WIDTHS = (1600, 900, 400)  # of a large screen, a small one, a phone


def start(home, *more):
    """A Browser, or None where there is none that starts: a sandbox may not let it."""
    if webdriver is None or DRIVER is None:
        return None
    options = webdriver.ChromeOptions()
    for option in [*OPTIONS, f"--user-data-dir={home}", *more]:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    try:
        driver = webdriver.Chrome(service=Service(DRIVER), options=options)
    except WebDriverException:
        return None
    driver.get("about:blank")
    browser = Browser(driver)
    browser.requests()  # of the page that a new browser shows
    return browser


def start_or_skip(home):
    """Ends the test as skipped where no browser starts."""
    browser = start(home)
    if browser is None:
        print("skipped: python3-selenium and chromium-driver are not there, or no browser starts here")
        sys.exit(SKIP)
    return browser


class Browser:
    def __init__(self, driver):
        self.driver = driver
        self.driver.set_script_timeout(TIME_LIMIT_S)

    def open(self, path):
        """The page, when it is shown or has said why not."""
        self.driver.get(f"file://{path}")
        done = "return document.body.dataset.shown || !document.getElementById('trouble').hidden"
        self.wait(lambda: self.run(done), f"{path} is shown")

    def wait(self, done, what):
        deadline = time.monotonic() + TIME_LIMIT_S
        while not done():
            if time.monotonic() > deadline:
                raise TimeoutError(what)
            time.sleep(0.05)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def change(self, script, *arguments):
        """Does with a script what a user would do, where the script is simpler."""
        self.run(script, *arguments)
        self.settle()

    def texts(self, selector):
        """The texts of all elements at one moment, because a view may draw itself anew between two questions."""
        return self.run("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)", selector)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def press(self, selector, *keys):
        """Keys, by the names of selenium's Keys or as letters, on an element that has the focus."""
        element = self.find(selector)
        self.run("arguments[0].scrollIntoView({block: 'center'}); arguments[0].focus()", element)
        actions = ActionChains(self.driver)
        for key in keys:
            actions.send_keys(getattr(Keys, key, key))
        actions.perform()
        self.settle()

    def click(self, selector, x=None, y=None):
        """In its middle, or so many pixels from its upper left corner."""
        self.move(selector, x, y)
        ActionChains(self.driver).click().perform()
        self.settle()

    def move(self, selector, x=None, y=None):
        """Moves the mouse as click() does."""
        element = self.find(selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        box = element.rect
        right = 0 if x is None else x - box["width"] / 2
        down = 0 if y is None else y - box["height"] / 2
        ActionChains(self.driver).move_to_element_with_offset(element, right, down).perform()
        self.settle()

    def settle(self):
        """Waits until earlier changes have been drawn, because views draw in the next frame."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))"
        )

    def resize(self, width):
        """Shows the page with this width, which may be less than that of any window."""
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.settle()

    def resize_to_window(self):
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def hidden_widths(self):
        """Widths at which a reader has to scroll sideways, with how many pixels are hidden then."""
        found = {}
        for width in WIDTHS:
            self.resize(width)
            hidden = self.run("const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth")
            if hidden > 0:
                found[width] = hidden
        self.resize_to_window()
        return found

    def choose_theme(self, theme):
        """`theme`: "light" or "dark"."""
        feature = {"name": "prefers-color-scheme", "value": theme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        self.settle()

    def complaints(self):
        """The console's messages since the last time."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """All requests since the last time, except for the page itself and what it makes of itself."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if not url.startswith(("file:", "blob:", "data:"))]

    def picture_of(self, selector):
        """A canvas' picture, when it has been drawn."""
        self.settle()
        return self.run("return document.querySelector(arguments[0]).toDataURL()", selector)

    def picture(self, path):
        self.driver.save_screenshot(str(path))

    def close(self):
        self.driver.quit()
