# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces of a program whose names are chosen to get out of a page."""

NAMES = [
    b"</script><script>throw 1</script>",
    b"\\\" ' ` ${x} <!-- ]]> &amp; \\\\",
    "\u202eright to left\u2066".encode(),
    "é".encode() * 500_000,
]

TRACE = b"""[
{"thid":1,"icnt":5,"id":1,"info":"hpcmp 0.1.0, Valgrind 3.19.0, pid 7, command: NAME"},
{"thid":1,"icnt":5,"id":2,"life":{"newsync":{"prim":"mutex","addr":64,"name":"NAME","at":[{"stack":1,"code":
    {"code":1,"obj":"NAME","off":9,"src":[{"fn":"NAME","file":"NAME","line":1,"dir":"NAME"}]}}]}}},
{"thid":1,"icnt":5,"id":3,"sync":{"acq":64,"prim":"mutex","seq":1,"at":1,"usage":[]}},
{"thid":1,"icnt":5,"id":4,"sync":{"fork":2,"name":"NAME","usage":[]}},
{"thid":2,"icnt":7,"id":5,"sync":{"exit":null,"usage":[]}},
{"thid":1,"icnt":5,"id":6,"sync":{"rel":64,"prim":"mutex","seq":1,"at":1,"usage":[]}},
{"thid":1,"icnt":5,"id":7,"sync":{"join":2,"usage":[]}},
{"thid":1,"icnt":5,"id":8,"sync":{"exit":null,"usage":[]}}]
"""


def hostile_traces():
    """With each of the names wherever a name may be."""
    return [TRACE.replace(b"NAME", name) for name in NAMES]
