#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a time diagram (SVG) from a TOML file: lifelines side by side, time downwards, messages between.

  title, unit           texts
  lifelines             names, left to right
  [[message]]           from, to (names), sent, arrives (cycles), text, kind = control | data |
                        speculative | lost
  [[note]]              at (name), time, text, side = left | right (default right)
"""

import argparse
import sys
import tomllib
from html import escape
from pathlib import Path

WIDTH, LEFT, TOP, BOTTOM = 260, 170, 70, 30
STYLE = {"control": ("#1b6ca8", ""), "data": ("#222222", ""),
         "speculative": ("#8a8a8a", "6 3"), "lost": ("#c0392b", "2 3")}


class BadPicture(Exception):
    """The description cannot be drawn; the text says why."""


def draw(description, scale):
    lines = description["lifelines"]
    column = {name: LEFT + i * WIDTH for i, name in enumerate(lines)}
    messages, notes = description.get("message", []), description.get("note", [])
    for message in messages:
        for end in (message["from"], message["to"]):
            if end not in column:
                raise BadPicture(f"message `{message['text']}`: no lifeline `{end}`")
        if message["kind"] not in STYLE:
            raise BadPicture(f"message `{message['text']}`: kind `{message['kind']}` is none of "
                             f"{', '.join(STYLE)}")
    last = max([m["arrives"] for m in messages] + [n["time"] for n in notes])
    first = min([m["sent"] for m in messages] + [n["time"] for n in notes])

    def y(time):
        return TOP + (time - first) * scale

    width, height = LEFT * 2 + WIDTH * (len(lines) - 1), y(last) + BOTTOM
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height:.0f}" '
           f'viewBox="0 0 {width} {height:.0f}" font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{width / 2}" y="20" text-anchor="middle" font-size="14">'
           f'{escape(description["title"])}</text>', "<defs>"]
    for kind, (colour, _) in STYLE.items():
        out.append(f'<marker id="{kind}" markerWidth="8" markerHeight="8" refX="7" refY="3" '
                   f'orient="auto"><path d="M0,0 L7,3 L0,6 z" fill="{colour}"/></marker>')
    out.append("</defs>")
    for name, x in column.items():
        out.append(f'<text x="{x}" y="{TOP - 20}" text-anchor="middle" font-weight="bold">'
                   f'{escape(name)}</text>'
                   f'<line x1="{x}" y1="{TOP - 10}" x2="{x}" y2="{height - 10:.0f}" '
                   f'stroke="#444444"/>')
    for message in messages:
        colour, dash = STYLE[message["kind"]]
        x1, x2 = column[message["from"]], column[message["to"]]
        y1, y2 = y(message["sent"]), y(message["arrives"])
        out.append(f'<line x1="{x1}" y1="{y1:.1f}" x2="{x2}" y2="{y2:.1f}" stroke="{colour}" '
                   f'stroke-dasharray="{dash}" marker-end="url(#{message["kind"]})"/>'
                   f'<text x="{(x1 + x2) / 2}" y="{(y1 + y2) / 2 - 5:.1f}" fill="{colour}" '
                   f'text-anchor="middle">{escape(message["text"])}</text>')
    for note in notes:
        if note["at"] not in column:
            raise BadPicture(f"note `{note['text']}`: no lifeline `{note['at']}`")
        left = note.get("side", "right") == "left"
        x = column[note["at"]] + (-8 if left else 8)
        out.append(f'<circle cx="{column[note["at"]]}" cy="{y(note["time"]):.1f}" r="3"/>'
                   f'<text x="{x}" y="{y(note["time"]) + 4:.1f}" font-size="11" '
                   f'text-anchor="{"end" if left else "start"}">{escape(note["text"])}</text>')
    return "\n".join(out) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, add_help=True,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("description", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--scale", type=float, default=4.0, help="pixels per cycle (default 4)")
    arguments = parser.parse_args()
    try:
        with arguments.description.open("rb") as file:
            text = draw(tomllib.load(file), arguments.scale)
    except (OSError, tomllib.TOMLDecodeError, BadPicture, KeyError) as error:
        what = f"there is no {error}" if isinstance(error, KeyError) else error
        sys.exit(f"{arguments.description}: {what}")
    arguments.picture.write_text(text)


if __name__ == "__main__":
    main()
