# SPDX-License-Identifier: Apache-2.0
"""The parts of a reproduction page that are the same for every paper: totals, all figures small, a section for each claim."""

import re

import fixed
import papers
import report

SMALL = 230  # pixels
WORDS = {"in range": "in range", "not reproduced": "**differs**", None: "not measured yet"}
IMAGES = "../images/reproduction"


def heading(claim):
    return f"{claim['figure']}: `{claim['id']}`"


def anchor(claim):
    """As a page's reader makes it of the heading."""
    return re.sub(r"[^\w\- ]", "", heading(claim).lower()).replace(" ", "-")


def counts(claims, verdicts):
    """(in range, differs, cannot be judged) of one verdict per claim, None where there is none."""
    given = [verdicts.get(claim["id"]) for claim in claims]
    return given.count("in range"), given.count("not reproduced"), given.count(None)


def is_earlier(paper, claim):
    """A part of it was measured on other RTL, or by another simulator, than the newest part of the page."""
    return bool(paper.earlier() & set(papers.parts_of(claim)))


def totals(paper, measures):
    """The page's first table, and the claims by verdict."""
    first = report.judge(paper.claims, measures)
    later = report.judge(paper.claims, measures, "second")
    second = {c["id"]: later.get(c["id"]) if "second" in c else first.get(c["id"]) for c in paper.claims}
    found, fixed_first = fixed.measures(paper)
    more = [c for c in paper.claims if "second" in c]
    rows = [("first definitions", first)]
    if more:
        rows.append(("second definitions where there is one", second))
    if found:
        rows.append(("first definitions, [fixed keys](fidelity.md), fresh seeds", fixed_first))
    lines = [f"| {len(paper.claims)} claims | in range | differs, with its reason | cannot be judged |",
             "|---|---|---|---|"]
    for name, verdicts in rows:
        lines.append(f"| {name} | " + " | ".join(map(str, counts(paper.claims, verdicts))) + " |")

    def links(claims):
        return ", ".join(f"[{c['id']}](#{anchor(c)})" for c in claims)

    def of(wanted):
        return links([c for c in paper.claims if first.get(c["id"]) == wanted])
    left = "*Cannot be judged*: not measured yet."
    if more:
        left += (" A second definition was added when the first one's results were known; both are always "
                 f"shown: {links(more)}.")
    lines += ["", left, "", f"In range: {of('in range')}.", "", f"Differs: {of('not reproduced')}."]
    if old := [claim for claim in paper.claims if is_earlier(paper, claim)]:
        lines += ["", f"**Stale**, of an earlier simulator or RTL than the others, until run again: {links(old)}."]
    return "\n".join(lines)


def small_multiple(paper, pictures, folder):
    """All figures, each a link to the claim that it shows."""
    cells, seen = [], set()
    for claim in paper.claims:
        name = pictures.get(claim["figure"])
        if name and name not in seen and (folder / f"{name}.svg").exists():
            seen.add(name)
            cells.append(f'<a href="#{anchor(claim)}"><img src="{IMAGES}/{name}.svg" width="{SMALL}" '
                         f'alt="{claim["figure"]}"></a>')
    return "\n".join(cells)


def rows_of(paper, claim, measures, old):
    """Of the four short columns: under the first definition, the second, and the fixed keys."""
    def row(name, checks, values, text, verdict):
        what = report.ours(checks, values, "<br>") if verdict else ""
        paper_says = claim["paper"] if name == "" else name
        return f"| {paper_says} | {what} | {text} | {WORDS[verdict]} |"
    verdict = report.judge([claim], measures).get(claim["id"])
    rows = [row("", claim["checks"], measures, claim["range"], verdict)]
    if "second" in claim:
        second = claim["second"]
        rows.append(row("*second definition*", second["checks"], measures, second["definition"],
                        report.judge([claim], measures, "second").get(claim["id"])))
    for definition in ("first", "second"):
        if (found := report.judge([claim], old, definition)).get(claim["id"]):
            checks = claim["checks"] if definition == "first" else claim["second"]["checks"]
            rows.append(row(f"*fixed keys, {definition} definition*", checks, old, "as above", found[claim["id"]]))
    return rows, verdict


def section(paper, claim, measures, old, picture):
    rows, verdict = rows_of(paper, claim, measures, old)
    lines = [f"### {heading(claim)}", "",
             f"{claim['claim'][0].upper()}{claim['claim'][1:]}.", "",
             "| paper | ours, mean ± 95 % interval | in range if | verdict |", "|---|---|---|---|", *rows, ""]
    if is_earlier(paper, claim):
        lines += ["**Stale**: measured with an earlier simulator or RTL than what is newest on this page.", ""]
    if verdict == "not reproduced":
        reason = claim["because"] or "of a cause not found yet"
        lines += [f"Why: {reason}.", ""]
    if claim.get("reading"):
        lines += [f"Second reading: {claim['reading']}.", ""]
    if picture:
        lines += [f"![{claim['figure']}]({IMAGES}/{picture}.svg)", ""]
    lines += [f"Again: `scripts/reproduce.py --only {claim['id']}`", ""]
    return lines


def sections(paper, measures, pictures, folder):
    """Every claim; a picture stands with the first claim that it shows."""
    old, _ = fixed.measures(paper)
    lines, shown = [], set()
    for claim in paper.claims:
        name = pictures.get(claim["figure"])
        if name in shown or not name or not (folder / f"{name}.svg").exists():
            name = None
        shown.add(name)
        lines += section(paper, claim, measures, old, name)
    return "\n".join(lines)
