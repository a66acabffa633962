# SPDX-License-Identifier: Apache-2.0
"""The report as HTML: an index, and every source with its counts beside the lines."""

from html import escape

from . import page, points

STYLE = """<!DOCTYPE html><meta charset="utf-8"><title>Coverage</title><style>
body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}td,th{padding:2px 9px;
text-align:right}td:first-child{text-align:left}pre{margin:0}.hit{background:#e4f4e4}
.miss{background:#f8d8d8}.count{color:#666;display:inline-block;width:6em;text-align:right;
margin-right:1em}li{font-family:monospace}</style>
"""


def file_name(name):
    return name.replace("/", "_") + ".html"


def source(path, counts, notes):
    """A source with a count before each measured line and notes of missed branches after it."""
    rows = [STYLE, f"<h1>{escape(path)}</h1>"]
    for number, text in enumerate((points.ROOT / path).read_text(errors="replace").splitlines(), 1):
        count = counts.get(number)
        style = "" if count is None else "hit" if count and number not in notes else "miss"
        note = f"  // not reached: {', '.join(notes[number])}" if number in notes else ""
        rows.append(f'<pre class="{style}"><span class="count">'
                    f'{"" if count is None else count}</span>{escape(text)}<b>{note}</b></pre>')
    return "\n".join(rows)


def write(folder, document, modules, cpp):
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.html"):
        old.unlink()
    rows = [STYLE, "<h1>Coverage</h1><table><tr><th>unit"]
    rows += [f"<th>{escape(name)}" for name in page.NAMES.values()]
    for unit, entry in [("all", document["total"]), *sorted(document["units"].items())]:
        if "line" not in entry:
            continue
        name = unit if unit == "all" else f'<a href="{file_name(unit)}">{unit}</a>'
        rows.append(f"<tr><td>{name}" + "".join(
            f'<td class="{"hit" if entry[kind][0] == entry[kind][1] else "miss"}">'
            f"{page.percent(entry[kind])} % of {entry[kind][1]}" for kind in page.NAMES))
    rows.append("</table><h2>C++ lines</h2><table>")
    for path, lines in sorted(cpp.items()):
        found = sum(count > 0 for count in lines.values())
        rows.append(f'<tr><td><a href="{file_name(path)}">{escape(path)}</a>'
                    f"<td>{found} of {len(lines)}")
        (folder / file_name(path)).write_text(source(path, lines, {}))
    rows.append("</table>")
    (folder / "index.html").write_text("\n".join(rows))
    for unit, module in modules.items():
        notes = {}
        for (number, _, which), count in module.branches.items():
            if not points.hit("branch", count):
                notes.setdefault(number, []).append(which)
        text = source(f"rtl/{unit}.sv", module.lines, notes)
        text += "<h2>Bits that do not toggle</h2><ul>" + "".join(
            f"<li>{escape(bit)}" for bit, count in sorted(module.toggles.items())
            if not points.hit("toggle", count)) + "</ul><h2>Cover points</h2><ul>"
        text += "".join(f'<li class="{"hit" if count else "miss"}">{escape(name)}: {count}'
                        for name, count in sorted(module.users.items())) + "</ul>"
        (folder / file_name(unit)).write_text(text)
