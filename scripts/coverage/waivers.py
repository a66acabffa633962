# SPDX-License-Identifier: Apache-2.0
"""Reviewed holes: each names a unit, what is not reached, and why; one that is no hole is an
error."""

import tomllib

from . import points

FILE = points.ROOT / "scripts/coverage/waivers.toml"


def load(path=FILE):
    document = tomllib.loads(path.read_text())
    for waiver in document.get("waiver", []):
        wanted = {"unit", "kind", "reason"} | ({"text"} if waiver["kind"] in ("line", "branch")
                                               else {"signal"} if waiver["kind"] == "toggle"
                                               else {"point"})
        if not wanted <= set(waiver):
            raise ValueError(f"a waiver of {waiver.get('unit')} lacks {wanted - set(waiver)}")
    return document.get("memory", []), document.get("waiver", [])


def memory_filter(memories):
    names = {(memory["unit"], memory["signal"]) for memory in memories}
    return lambda unit, signal: (unit, points.signal_name(signal)) in names


def source_lines(unit):
    path = points.ROOT / "rtl" / f"{unit}.sv"
    return [""] + path.read_text().splitlines() if path.exists() else [""]


def holes(unit, module):
    """(kind, key, text) of every hole; text is the source line's, or the signal's or point's."""
    source = source_lines(unit)
    for kind in points.KINDS:
        for key, count in sorted(points.table(module, kind).items(), key=str):
            if points.hit(kind, count):
                continue
            if kind == "line":
                yield kind, key, source[key].strip()
            elif kind == "branch":
                yield kind, key, source[key[0]].strip()
            else:
                yield kind, key, key


def matches(waiver, unit, kind, key, text):
    if waiver["unit"] != unit or waiver["kind"] != kind:
        return False
    if kind == "toggle":
        signal, bits = waiver["signal"], waiver.get("bits")
        if bits is not None:
            return any(text == f"{signal}[{bit}]" for bit in points.spans(bits))
        return text == signal or text.startswith(signal + "[")
    if kind == "user":
        return waiver["point"] == text
    return waiver["text"] == text and ("branch" not in waiver or waiver["branch"] == key[2])


def apply(modules, waivers):
    """(holes without a waiver, waived holes, waivers that match nothing)."""
    left, waived, used = [], [], set()
    for unit, module in sorted(modules.items()):
        for kind, key, text in holes(unit, module):
            found = [n for n, waiver in enumerate(waivers)
                     if matches(waiver, unit, kind, key, text)]
            used.update(found)
            if found:
                waived.append((unit, kind, key, text, waivers[found[0]]["reason"]))
            else:
                left.append((unit, kind, key, text))
    return left, waived, [waiver for n, waiver in enumerate(waivers) if n not in used]
