# SPDX-License-Identifier: Apache-2.0
"""The parts of a reproduction page that are the same for every paper: totals, the list of all claims, all figures small, a section
for each row, and which simulators made what is shown.

A claim of a paper's figure may be judged in several rows (claims.toml: `belongs_to` names the claim; a row without it is a claim of its own,
`"ours"` is none of the paper's). It is in range when all of its rows are.
"""

import re

import earlier
import fixed
import keys
import papers
import report
import searches
import simulators

SMALL = 230  # pixels
WORDS = {"in range": "in range", "not reproduced": "**differs**", None: "not measured"}
IMAGES = "../images/reproduction"
FIXED_KEYS = ", [fixed keys](fidelity.md), fresh seeds"  # what a definition under them is called
OF_TWO_SRPS = ("Of the two digests of SRP the later one (0x8a3f) has the smaller network interface: a start that is due is looked at in every fourth cycle, a reservation taken in every "
               "fifth. Figs 10 and 12 of its paper, with `arbitration = \"flit\"`, were measured with both and agree within their intervals.")
TOGETHER = ("cbcm", "srp")  # their totals are counted together, on the first one's page; their rows stand in the order of figures


def heading(claim):
    return f"{claim['figure']}: `{claim['id']}`"


def anchor(claim):
    """As a page's reader makes it of the heading."""
    return re.sub(r"[^\w\- ]", "", heading(claim).lower()).replace(" ", "-")


def counts(given):
    """(in range, differs, cannot be judged) of a list of verdicts, None where there is none."""
    return given.count("in range"), given.count("not reproduced"), given.count(None)


def in_order(paper):
    """All rows, measured or not."""
    rows = [*paper.claims, *paper.not_measured]
    return report.by_figure(rows) if paper.name in TOGETHER else rows


def cases(paper, measures):
    """What a name of a definition ends with, and its measures."""
    under_fixed, _ = fixed.measures(paper)
    return [(keys, values) for keys, values in (("", measures), (FIXED_KEYS, under_fixed)) if values]


def definitions(paper, measures):
    """Name -> row -> verdict: both definitions under the defaults and under the fixed keys. A row without a second definition
    keeps its first."""
    found = {}
    for keys, values in cases(paper, measures):
        first, second = (report.judge(paper.claims, values, one) for one in ("first", "second"))
        found[f"first definitions{keys}"] = {c["id"]: first.get(c["id"]) for c in paper.claims}
        found[f"second definitions where there is one{keys}"] = {
            c["id"]: second.get(c["id"]) if "second" in c else first.get(c["id"]) for c in paper.claims}
    for verdicts in found.values():
        verdicts.update({one["id"]: None for one in paper.not_measured})
    return found


def undecided(paper, measures):
    """(name of a definition, row) of the verdicts that a search leaves open."""
    return {(f"{name}{keys}", c["id"]) for keys, values in cases(paper, measures) for c in paper.claims
            for name, checks in (("first definitions", c["checks"]), ("second definitions where there is one", c.get("second", {}).get("checks", [])))
            if searches.row_undecided(checks, values)}


def by_claim(paper):
    """Claim -> its rows; those that the paper does not make are left out."""
    found = {}
    for row in in_order(paper):
        if row.get("belongs_to") != "ours":
            found.setdefault(row.get("belongs_to", row["id"]), []).append(row)
    return found


def together(verdicts):
    """Of a claim's rows."""
    return "not reproduced" if "not reproduced" in verdicts else None if None in verdicts else "in range"


def count_table(chosen):
    """Rows and claims by verdict; `chosen`: pairs of paper and measures. Claims apart only where some have several rows."""
    each = [(by_claim(paper), definitions(paper, measures)) for paper, measures in chosen]
    apart = any(len(grouped) < len(next(iter(found.values()))) for grouped, found in each)
    heads = ["rows in range", "differ, with the reason", "not judged"]
    heads += ["claims in range", "differ", "not judged"] if apart else []
    lines = ["| | " + " | ".join(heads) + " |", "|---|" + "---|" * len(heads)]
    for name in dict.fromkeys(name for _, found in each for name in found):
        rows, claims = [], []
        for grouped, found in each:
            verdicts = found[name]
            rows += verdicts.values()
            claims += [together([verdicts[row["id"]] for row in some]) for some in grouped.values()]
        numbers = [*counts(rows), *(counts(claims) if apart else ())]
        lines.append(f"| {name} | " + " | ".join(map(str, numbers)) + " |")
    return lines


def claims_by_verdict(paper, verdicts):
    """Claim -> its verdict, from those of the rows."""
    return {claim: together([verdicts[row["id"]] for row in rows]) for claim, rows in by_claim(paper).items()}


def answer(paper, measures):
    """The page in a sentence or two: how many claims hold, and which figures do not."""
    found = definitions(paper, measures)
    grouped = by_claim(paper)

    def figures(claims):
        return ", ".join(dict.fromkeys(grouped[claim][0]["figure"] for claim in claims)) or "none"
    first, second = (claims_by_verdict(paper, found[name]) for name in ("first definitions", "second definitions where there is one"))
    held, later = ([claim for claim, verdict in each.items() if verdict == "in range"] for each in (first, second))
    gained = [claim for claim in later if claim not in held]
    strict = [list(claims_by_verdict(paper, verdicts).values()).count("in range") for name, verdicts in found.items() if FIXED_KEYS in name]
    unjudged = [claim for claim, verdict in second.items() if verdict is None]
    said = [f"**{len(held)} of {len(grouped)} claims hold by their first definition", f", {len(later)} by the second" if gained else "", "**",
            f" (the gain: {figures(gained)})" if gained else "", f"; under keys fixed before the runs {strict[0]} and {strict[1]}" if strict else "",
            f". What differs: {figures(c for c, v in second.items() if v == 'not reproduced')}",
            f"; not judged: {figures(unjudged)}." if unjudged else "."]
    return "".join(said)


def totals(paper, measures):
    """The page's first table, and for the first paper's page that of all of TOGETHER."""
    rows, claims = len(paper.claims) + len(paper.not_measured), len(by_claim(paper))
    more = [c for c in paper.claims if "second" in c]
    lines = [f"{claims} claims" + (f", judged in {rows} rows; a claim is in range when all its rows are" if rows > claims else "")
             + ".", "", answer(paper, measures), "", *count_table([(paper, measures)])]
    if paper.name == TOGETHER[0]:
        both = [(paper, measures), *((other, joined(other)) for other in map(papers.Paper, TOGETHER[1:]))]
        number = sum(len(by_claim(p)) for p, _ in both), sum(len(p.claims) + len(p.not_measured) for p, _ in both)
        lines += ["", f"Together with the [SRP paper's](reproduction_srp.md), {number[0]} claims in {number[1]} rows:", "",
                  *count_table(both)]
    left = ("*Not judged*: not measured, for the reason that the row gives or because nobody has run it yet. One measure out of its "
            "bounds decides a row, even where another is not measured.")
    if more:
        left += (" A second definition was added when the first one's results were known; both are always shown: "
                 + ", ".join(f"[{c['id']}](#{anchor(c)})" for c in more) + ".")
    return "\n".join([*lines, "", left])


def joined(paper):
    """All measures of a paper's committed parts."""
    return {key: value for part in paper.load_measured()["parts"].values() for key, value in part["measures"].items()}


def claims_table(paper, measures):
    """Every claim and every row of it, with its verdicts."""
    found = definitions(paper, measures)
    short = {"first definitions": "first definition", "second definitions where there is one": "second",
             "first definitions, [fixed keys](fidelity.md), fresh seeds": "fixed keys, first",
             "second definitions where there is one, [fixed keys](fidelity.md), fresh seeds": "fixed keys, second"}
    own = {c["id"] for c in paper.claims if "second" in c}
    unsure = undecided(paper, measures)
    lines = ["| claim | row | " + " | ".join(short[name] for name in found) + " | [second reading](fidelity.md#the-second-reading-row-by-row) |",
             "|---|---|" + "---|" * (len(found) + 1)]

    def cells(row):
        given = []
        for name, verdicts in found.items():
            if name.startswith("second") and row["id"] not in own:
                given.append("as first")
            else:
                given.append(WORDS[verdicts[row["id"]]] + (" (search)" if (name, row["id"]) in unsure else ""))
        return " | ".join([*given, "none" if not row.get("reading_rows") else f"[yes](#{anchor(row)})"])
    grouped = by_claim(paper)
    grouped["*ours*"] = [row for row in in_order(paper) if row.get("belongs_to") == "ours"]
    for claim, rows in grouped.items():
        for number, row in enumerate(rows):
            lines.append(f"| {claim if number == 0 else ''} | [{row['id']}](#{anchor(row)}) | {cells(row)} |")
    if unsure:
        lines += ["", "*(search)*: the value that the verdict hangs on lies on one side of its bound by the seeds, but not with the last "
                  f"bracket of its search added: {report.UNDECIDED}."]
    if grouped["*ours*"]:
        lines += ["", "*ours*: what the project asks of itself beside the paper's claims; counted as a row, not as a claim."]
    return "\n".join(lines)


def small_multiple(paper, pictures, folder):
    """All figures, each a link to the claim that it shows."""
    cells, seen = [], set()
    for claim in in_order(paper):
        name = pictures.get(claim["figure"])
        if name and name not in seen and (folder / f"{name}.svg").exists():
            seen.add(name)
            cells.append(f'<a href="#{anchor(claim)}"><img src="{IMAGES}/{name}.svg" width="{SMALL}" '
                         f'alt="{claim["figure"]}"></a>')
    return "\n".join(cells)


def rows_of(paper, claim, measures, under_fixed):
    """Of the four short columns: under both definitions, with the defaults, an earlier simulator, the fixed keys."""
    def row(name, definition, values, text):
        verdict = report.judge([claim], values, definition).get(claim["id"])
        what = report.ours(report.checks_of(claim, definition), values, "<br>") if verdict else ""
        return f"| {name or claim['paper']} | {what} | {text} | {WORDS[verdict]} |"
    before = earlier.load(paper).get(claim["id"], {})
    rows = [row("", "first", measures, claim["range"])]
    if "second" in claim:
        rows.append(row("*second definition*", "second", measures, claim["second"]["definition"]))
    for definition, one in before.items():
        of = "" if definition == "first" else f", {definition} definition"
        rows.append(row(f"*an earlier simulator{of}*, {simulators.short(one['simulator'])}", definition, one["measures"], "as above"))
    if under_fixed:
        for definition in ("first", "second") if "second" in claim else ("first",):
            rows.append(row(f"*fixed keys, {definition} definition*", definition, under_fixed, "as above"))
    return rows


def vocabulary(paper, measures, under_fixed):
    """What a reason may name beside its own measures: those of the defaults, of the fixed keys and of each key alone."""
    kept = keys.load(paper)
    found = {f"{case} {name}": value for case in kept for name, value in keys.measures_of(kept, case).items()}
    found.update({f"default {name}": value for name, value in measures.items()})
    found.update({f"fixed {name}": value for name, value in under_fixed.items()})
    return found


def section(paper, claim, measures, under_fixed, picture):
    lines = [f"### {heading(claim)}", "",
             f"{claim['claim'][0].upper()}{claim['claim'][1:]}.", "",
             "| paper | ours, mean ± 95 % interval | in range if | verdict |", "|---|---|---|---|",
             *rows_of(paper, claim, measures, under_fixed), ""]

    def differs(values):
        return report.judge([claim], values).get(claim["id"]) == "not reproduced"
    words = vocabulary(paper, measures, under_fixed)
    for why, values, reason in (("Why", measures, claim["because"]), ("Why under the fixed keys", under_fixed, claim["because_fixed"])):
        if differs(values):
            lines += [f"{why}: {report.filled(reason or 'of a cause not found yet', {**words, **values})}.", ""]
    if claim.get("reading"):
        lines += [f"Second reading: {report.filled(claim['reading'], {**words, **measures})}.", ""]
    if claim.get("reading_rows"):
        lines += ["| quantity | the branch | ours |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in claim["reading_rows"]), ""]
    if picture:
        lines += [f"![{claim['figure']}]({IMAGES}/{picture}.svg)", ""]
    lines += [f"Again: `scripts/reproduce.py --only {claim['id']}`", ""]
    return lines


def sections(paper, measures, pictures, folder):
    """Every row; a picture stands with the first that it shows."""
    under_fixed, _ = fixed.measures(paper)
    lines, shown = [], set()
    for claim in in_order(paper):
        if "why" in claim:
            lines += [f"### {heading(claim)}", "", f"{claim['claim'][0].upper()}{claim['claim'][1:]}.", "",
                      f"Not measured: {claim['why']}.", ""]
            continue
        name = pictures.get(claim["figure"])
        if name in shown or not name or not (folder / f"{name}.svg").exists():
            name = None
        shown.add(name)
        lines += section(paper, claim, measures, under_fixed, name)
    return "\n".join(lines)


def fixed_made_by(paper):
    """The same of the rows under the fixed keys, which run once: a later simulator does not run them again."""
    found = simulators.groups(fixed.load(paper))
    if not found:
        return ""
    return "\n".join(["Under the fixed keys every part runs once, with the simulator of its day:", "", "| simulator | parts |", "|---|---|",
                      *(f"| {simulators.text(one)} | {', '.join(names)} |" for one, names in found), "", OF_TWO_SRPS])


def made_by(paper):
    """Which simulators made the page's parts, the newest first; where there are several, what that means. The paper's page says
    what is different in those without digests (`BEFORE_DIGESTS`)."""
    parts = paper.load_measured()["parts"]
    found = simulators.groups(parts)
    lines = ["| simulator | parts |", "|---|---|"]
    lines += [f"| {simulators.text(one)} | {', '.join(names)} |" for one, names in found]
    older = {name for _, names in found[1:] for name in names}
    old = [c["id"] for c in in_order(paper) if "why" not in c and older & set(papers.parts_of(c))]
    said = ("All parts are of one simulator." if len(found) == 1 else
            f"**The page's parts are of {len(found)} simulators**: numbers of different ones must not be set against each other. Rows that "
            f"rest on older ones: {', '.join(old)}. `scripts/reproduce.py --check` lists them, `--part` measures one again.")
    if any("commit" in one for one, _ in found):
        said += f" {paper.page.BEFORE_DIGESTS}" if hasattr(paper.page, "BEFORE_DIGESTS") else ""
    said += " Pages and figures that later code has made stale are listed on the [status page](status.md#stale)."
    return "\n".join([said, "", *lines])
