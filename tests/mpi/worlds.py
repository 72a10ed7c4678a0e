# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs in steps of two worlds (two_worlds.h)."""

import re

import jobs
from joined import Joined, check_order
from steps import Order


def bits_of(joined):
    """By thread, the number of the bit that its rank has."""
    bits = {}
    for event in joined.events:
        if told := re.fullmatch(r"is bit (0x[0-9a-f]+)", event.get("info", "")):
            bits[event["thid"]] = int(told[1], 16).bit_length() - 1
    return bits


def check_worlds(what, traces, said, *options):
    """`said`: what all ranks of both worlds, each of two, print at the end."""
    joined = Joined(traces, *options)
    bits = bits_of(joined)
    jobs.check(sorted(bits.values()) == [0, 1, 8, 9], f"{what}: ranks {bits}")
    order = Order(joined, bits)
    steps = [int(line.split()[-2]) for line in said]
    jobs.check(len(steps) == 4 and len(order.ended) == sum(steps) > 0, f"{what}: {len(order.ended)} steps, not {steps}")
    order.check(what)
    remarks = check_order(traces, *options)
    jobs.check(remarks == "", f"{what}: ilmgen says {remarks}")
    print(f"{what}: {len(order.ended)} steps of ranks, {sum(len(step[3]) for step in order.ended)} orders")
