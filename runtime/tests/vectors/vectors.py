#!/usr/bin/env python3
"""Writes keys.json and shards.json: the encodings of README.md, written down a second time in another language.

Run it here, without arguments. It needs Python 3.9 and nothing else.
"""

import hashlib
import json
from datetime import datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
# The Gregorian calendar repeats itself, weekdays too, every 400 years. Python's begins with the year 1.
SECONDS_IN_400_YEARS = 146_097 * 86_400


def integer_in_sort_key(value, digits, signed):
    if not signed:
        return str(value).zfill(digits)
    if value >= 0:
        return "0" + str(value).zfill(digits)
    return "-" + "".join(str(9 - int(digit)) for digit in str(-value).zfill(digits))


def integers():
    for bits in (8, 16, 32, 64, 128):
        top = 2**bits - 1
        for value in sorted({0, 1, 9, 10, 42, top - 1, top}):
            yield integer(f"u{bits}", value, len(str(top)), False)
        top = 2 ** (bits - 1) - 1
        for value in sorted({-top - 1, -top, -100, -99, -10, -9, -1, 0, 1, 9, 10, 99, 100, top - 1, top}):
            yield integer(f"i{bits}", value, len(str(top)), True)


def integer(kind, value, digits, signed):
    return {"type": kind, "value": str(value), "partition": str(value), "sort": integer_in_sort_key(value, digits, signed)}


def padded():
    for value, width in ((0, 1), (9, 1), (7, 8), (12_345_678, 8), (2**64 - 1, 20), (2**128 - 1, 39), (5, 50)):
        yield {"value": str(value), "width": width, "key": str(value).zfill(width)}


def time_texts(seconds, nanos):
    moved = 0 if seconds >= -SECONDS_IN_400_YEARS else 400
    date = EPOCH + timedelta(seconds=seconds + (SECONDS_IN_400_YEARS if moved else 0))
    year = f"{date.year - moved:04}"
    iso_year, iso_week, _ = date.isocalendar()
    clock = date.strftime("%H:%M:%S")
    day = f"{year}-{date:%m-%d}"
    fraction = f"{nanos:09}"
    millis = seconds * 1_000 + nanos // 1_000_000
    texts = {
        "year": year,
        "month": day[:7],
        "day": day,
        "hour": f"{day}T{clock[:2]}",
        "minute": f"{day}T{clock[:5]}",
        "s": f"{day}T{clock}Z",
        "ms": f"{day}T{clock}.{fraction[:3]}Z",
        "us": f"{day}T{clock}.{fraction[:6]}Z",
        "ns": f"{day}T{clock}.{fraction}Z",
        "epoch": str(seconds),
        "epoch_ms": str(millis),
        "epoch in a sort key": integer_in_sort_key(seconds, 19, True),
        "epoch_ms in a sort key": integer_in_sort_key(millis, 19, True),
    }
    if iso_year - moved >= 0:
        texts["week"] = f"{iso_year - moved:04}-W{iso_week:02}"
    return texts


def times():
    instants = [
        ((2026, 6, 22, 14, 5, 6), 123_456_789),
        ((2026, 6, 22, 14, 5, 6), 0),
        ((2026, 12, 31, 23, 59, 59), 999_999_999),
        ((2027, 1, 3, 23, 59, 59), 1),
        ((2027, 1, 4), 0),
        ((2024, 2, 29, 12), 500_000_000),
        ((2000, 2, 29), 0),
        ((1900, 3, 1), 0),
        ((2020, 12, 31), 0),
        ((2021, 1, 3), 0),
        ((1969, 12, 31, 23, 59, 59), 999_000_000),
        ((1970, 1, 1), 0),
        ((1, 1, 1), 0),
        ((999, 12, 31, 23, 59, 59), 7),
        ((9999, 12, 31, 23, 59, 59), 999_999_999),
    ]
    for date, nanos in instants:
        seconds = (datetime(*date, tzinfo=timezone.utc) - EPOCH) // timedelta(seconds=1)
        yield {"seconds": seconds, "nanos": nanos, "texts": time_texts(seconds, nanos)}
    for date in ((400, 1, 1), (400, 1, 3), (400, 2, 29, 6, 30), (400, 12, 31, 23, 59, 59)):
        seconds = (datetime(*date, tzinfo=timezone.utc) - EPOCH) // timedelta(seconds=1) - SECONDS_IN_400_YEARS
        yield {"seconds": seconds, "nanos": 0, "texts": time_texts(seconds, 0)}


def civil_times():
    for row in times():
        texts = row["texts"]
        for form in ("s", "ms", "us", "ns"):
            texts[form] = texts[form].removesuffix("Z")
        yield row


def escape(text, delimiter, following, part):
    """Encodes a character whose first byte is reserved, whole."""
    reserved = {b"%"[0], delimiter.encode()[0]} | ({following.encode()[0]} if following else set())
    if part == "sort":
        reserved |= set(range(0x26))
    out = ""
    for character in text:
        utf8 = character.encode()
        out += "".join(f"%{byte:02X}" for byte in utf8) if utf8[0] in reserved else character
    return out


TEXTS = [
    "plain", "a#b", "100%", "%23", "#", "##", "a b", "a/b|c", "tab\there", "line\nbreak", "\0", "\x1f\x7f", "!\"#$%&'",
    "Zürich", "日本", "🦀#🦀", "é", "è", "#SHARD#7", "2026-06-22", "a%2Fb", " lead", "trail ",
]


def escapes():
    for delimiter, following in (("#", ""), ("#", "#"), ("#", "/"), ("|", "|"), ("_", "2"), ("#", "é")):
        for text in TEXTS:
            for part in ("partition", "sort"):
                key = escape(text, delimiter, following, part)
                yield {"text": text, "delimiter": delimiter, "following": following, "part": part, "key": key}


def joined(texts, delimiter):
    if len(texts) == 1:
        return texts[0]
    return delimiter.join(escape(text, delimiter, "", "partition") for text in texts)


def shards():
    fields = [[text] for text in TEXTS] + [
        ["device-17"],
        ["00000000-0000-4000-8000-000000000001"],
        ["f47ac10b-58cc-4372-a567-0e02b2c3d479"],
        ["2026-06-22T14:05:06.123456789Z"],
        ["-42"],
        ["true"],
        ["00ff10"],
        ["a", "b"],
        ["a#", "b"],
        ["a", "#b"],
        ["a%23", "b"],
        ["2026-06-22T14:05:06.123456789Z", "call-1"],
        ["PRODUCT#7", "REVIEW#2026-06-22"],
        ["1", "2", "3"],
    ]
    for texts in fields:
        for delimiter, count, first in (("#", 10, 0), ("#", 200, 1), ("|", 7, 0)):
            text = joined(texts, delimiter)
            number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
            yield {
                "texts": texts, "delimiter": delimiter, "joined": text, "hash": number,
                "count": count, "first": first, "shard": number % count + first,
            }


def write(path, document):
    """One vector a line."""
    tables = []
    for name, rows in document.items():
        lines = ",\n".join("    " + json.dumps(row, ensure_ascii=True) for row in rows)
        tables.append(f"  {json.dumps(name)}: [\n{lines}\n  ]")
    with open(path, "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(tables) + "\n}\n")


write("keys.json", {"integers": integers(), "padded": padded(), "times": times(), "civil_times": civil_times(), "escapes": escapes()})
write("shards.json", {"shards": shards()})
