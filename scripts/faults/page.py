# SPDX-License-Identifier: Apache-2.0
"""Writes the table of docs/reference/faults.md, between its two marks, from the stored rows."""

BEGIN, END = "<!-- table: make faults -->", "<!-- end of table -->"
WORDS = {"recovers": "recovers", "bears it": "bears it", "hotspot differs": "others recover", "degraded": "**degraded**",
         "wedged": "**wedged**", "deadlock": "**deadlock**", "check": "**check failed**",
         "not reached": "not reached"}
TITLES = {"cbcm": "CBCM", "ecn": "ECN, `additive`", "ecn_cct": "ECN, `cct`", "srp": "SRP",
          "srp_timeouts": "SRP with `timeout = 4000`",
          "self_tuned": "Self-tuned throttling", "self_tuned_resynchronise": "Self-tuned throttling with `resynchronise = 4096`",
          "none": "Without mechanism", "ideal": "Ideal"}


def percent(value):
    return f"{100 * value:+.0f} %"


def times_struck(row):
    counts = [result["struck"] for result in row["results"]]
    low, high = min(counts), max(counts)
    return f"{low}" if low == high else f"{low}-{high}"


def recovery(row, key):
    time = row[key]
    return f"{time:,}" if time is not None else "-" if row["verdict"] == "not reached" else "never"


def span(row, pick):
    """The smallest and the largest change over the seeds."""
    values = [pick(result) for result in row["results"] if "change" in result]
    if not values:
        return "-"
    low, high = percent(min(values)), percent(max(values))
    return low if low == high else f"{low} .. {high}"


def lost(row):
    """Packets, and sources that wait for ever."""
    failed = [result for result in row["results"] if result["exit_code"] != 0]
    if not failed:
        return "none"
    packets = max((result["missing"] or 0 for result in failed), default=0)
    starved = sorted({node for result in failed for node in result["starved"]})
    parts = [f"{row['failed']} of {row['seeds']} seeds"]
    if packets:
        parts.append(f"up to {packets} packets never come")
    if starved:
        parts.append("waiting for ever: " + ", ".join(map(str, starved)))
    return "; ".join(parts)


def table(rows):
    text = ""
    for mechanism, title in TITLES.items():
        mine = [row for row in rows if row["mechanism"] == mechanism]
        if not mine:
            continue
        text += (f"\n### {title}\n| fault | struck | verdict | recovery of the others | "
                 "... of the hotspot | others' latency | hotspot's throughput | lost, starved |\n"
                 "|---|---|---|---|---|---|---|---|\n")
        for row in mine:
            text += (f"| {row['what']} | {times_struck(row)} | {WORDS[row['verdict']]} | "
                     f"{recovery(row, 'worst_recovery')} | {recovery(row, 'worst_hot_recovery')} | "
                     f"{span(row, lambda result: result['change']['latency'])} | "
                     f"{span(row, lambda result: result['hot'])} | {lost(row)} |\n")
    return text


def write_page(path, rows):
    text = path.read_text()
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    path.write_text(head + BEGIN + "\n" + table(rows) + "\n" + END + tail)
