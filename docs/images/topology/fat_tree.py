#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws fat_tree.svg beside itself: router and port numbers of the 2-ary 3-tree.

The rules are those of sim/topology/fat_tree.h; tb/topology/fat_tree_test.cpp checks the same numbers.
"""

from pathlib import Path

ARITY, LEVELS = 2, 3
WIDTH = ARITY ** (LEVELS - 1)  # routers of a level
BOX_W, BOX_H, STEP_X, STEP_Y = 92, 46, 170, 150
LEFT, TOP = 112, 30
INK, LINE, FILL = "#1f2933", "#52606d", "#e4ecf5"


def digit(index, i):
    return index // ARITY**i % ARITY


def corner(level, index):
    return LEFT + index * STEP_X, TOP + (LEVELS - 1 - level) * STEP_Y


def port_at(level, index, port):
    """Where a port sits: down ports on the lower edge, up ports on the upper one."""
    x, y = corner(level, index)
    return x + BOX_W * (2 * (port % ARITY) + 1) / (2 * ARITY), y + (0 if port >= ARITY else BOX_H)


def text(x, y, words, size=12, anchor="middle"):
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="{INK}">{words}</text>')


def line(a, b):
    return f'<line x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}" stroke="{LINE}"/>'


def main():
    lines, boxes = [], []
    for level in range(LEVELS):
        y = corner(level, 0)[1]
        boxes.append(text(8, y + BOX_H / 2 + 4, f"level {level}", 13, "start"))
        for index in range(WIDTH):
            x, y = corner(level, index)
            number = level * WIDTH + index
            digits = "".join(str(digit(index, i)) for i in reversed(range(LEVELS - 1)))
            boxes.append(f'<rect x="{x}" y="{y}" width="{BOX_W}" height="{BOX_H}" rx="5" '
                         f'fill="{FILL}" stroke="{INK}"/>')
            boxes.append(text(x + BOX_W / 2, y + BOX_H / 2 + 4, f"{number} ({digits})", 13))
            for port in range(ARITY):
                px, py = port_at(level, index, port)
                boxes.append(text(px, py - 4, port, 10))
                if level == 0:
                    node = index * ARITY + port
                    lines.append(line((px, py), (px, py + 26)))
                    boxes.append(text(px, py + 40, f"node {node}", 11))
            for up in range(ARITY if level + 1 < LEVELS else 0):
                port = ARITY + up
                px, py = port_at(level, index, port)
                boxes.append(text(px, py + 11, port, 10))
                above = index + (up - digit(index, level)) * ARITY**level
                lines.append(line((px, py), port_at(level + 1, above, digit(index, level))))
    width = LEFT + WIDTH * STEP_X - 40
    height = TOP + (LEVELS - 1) * STEP_Y + BOX_H + 60
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'font-family="sans-serif">\n<!-- SPDX-License-Identifier: Apache-2.0; drawn by '
            f'fat_tree.py: ports of the 2-ary 3-tree -->\n'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n')
    path = Path(__file__).with_name("fat_tree.svg")
    path.write_text(head + "\n".join(lines + boxes) + "\n</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
