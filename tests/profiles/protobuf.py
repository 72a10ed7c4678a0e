# SPDX-License-Identifier: GPL-2.0-or-later
"""Messages of Protocol Buffers, as its "Encoding" document describes them."""


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data):
    """Lists of numbers and bytes by field."""
    found, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 1:
            value, at = int.from_bytes(data[at : at + 8], "little"), at + 8
        else:
            value, at = varint(data, at)
            if key & 7 == 2:
                value, at = data[at : at + value], at + value
            elif key & 7 != 0:
                raise ValueError(f"a field of wire type {key & 7}")
        found.setdefault(key >> 3, []).append(value)
    if at != len(data):
        raise ValueError("a message is longer than its bytes")
    return found


def numbers(data):
    """Those of a packed field."""
    values, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values
