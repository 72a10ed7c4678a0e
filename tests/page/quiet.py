# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks that a page neither complains nor asks for anything."""

from checks import check


def open_quietly(browser, page, name):
    """Without a complaint, or a request."""
    browser.complaints(), browser.requests()
    browser.open(page)
    check(browser.run("return document.getElementById('trouble').hidden"), f"{name}: {browser.text('#trouble')}")
    check_quiet(browser, name)


def check_quiet(browser, name):
    complaints, requests = browser.complaints(), browser.requests()
    check(not complaints, f"{name}: the console has {complaints}")
    check(not requests, f"{name}: asks for {requests}")
