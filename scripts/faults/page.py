# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/reference/faults.md, each between its two marks, from the stored rows: the
answer in short, and every row."""

from .recovery import RANK

SHORT = ("<!-- short table: make faults -->", "<!-- end of short table -->")
LONG = ("<!-- table: make faults -->", "<!-- end of table -->")
# Columns of the short table: beginnings of names of faults; what follows is the message.
COLUMNS = {"one message lost": ("lose_one_",),
           "many lost, for 10,000 cycles": ("lose_all_", "lose_tenth_"),
           "doubled or late": ("duplicate_", "repeat_late_", "delay_")}
WORDS = {"recovers": "recovers", "bears it": "bears it", "hotspot differs": "others recover", "degraded": "**degraded**",
         "wedged": "**wedged**", "deadlock": "**deadlock**", "check": "**check failed**",
         "not reached": "not reached", "wrong": "**order lost**"}
TITLES = {"cbcm": "CBCM", "ecn": "ECN, `additive`", "ecn_cct": "ECN, `cct`", "srp": "SRP",
          "srp_timeouts": "SRP with `timeout = 4000`",
          "self_tuned": "Self-tuned throttling", "self_tuned_resynchronise": "Self-tuned throttling with `resynchronise = 4096`",
          "recn": "RECN", "recn_enhanced": "RECN, enhanced",
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
    found = [pick(result) for result in row["results"] if "change" in result]
    values = [value for value in found if value is not None]
    if not values:
        return "-"
    low, high = percent(min(values)), percent(max(values))
    text = low if low == high else f"{low} .. {high}"
    return text + (f"; none in {len(found) - len(values)}" if len(values) < len(found) else "")


def lost(row):
    """Packets, and sources that wait for ever."""
    failed = [result for result in row["results"] if result["exit_code"] != 0]
    if not failed:
        late = [result["drain"] for result in row["results"] if result.get("drained") is False]
        return f"still draining after {late[0]:,} cycles in {len(late)} of {row['seeds']} seeds" if late else "none"
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


def answer(rows, beginnings):
    """The worst that each message came to, the worst first; one word if it is the same for all."""
    verdicts = {}
    for row in rows:
        for beginning in beginnings:
            if row["fault"].startswith(beginning):
                message = row["fault"][len(beginning):].removesuffix("s")
                verdicts[message] = max(verdicts.get(message, row["verdict"]), row["verdict"], key=RANK.index)
    found = sorted(set(verdicts.values()), key=RANK.index, reverse=True)
    if len(found) < 2:
        return WORDS[found[0]] if found else "-"
    return "; ".join(f"{WORDS[verdict]}: {', '.join(m for m in verdicts if verdicts[m] == verdict)}"
                     for verdict in found)


def short_table(rows):
    text = f"| | {' | '.join(COLUMNS)} |\n|---{'|---' * len(COLUMNS)}|\n"
    for mechanism, title in TITLES.items():
        mine = [row for row in rows if row["mechanism"] == mechanism]
        cells = [answer(mine, beginnings) for beginnings in COLUMNS.values()]
        if set(cells) != {"-"}:
            text += f"| {title} | {' | '.join(cells)} |\n"
    return text


def between(text, marks, part):
    head, rest = text.split(marks[0])
    return head + marks[0] + "\n" + part + "\n" + marks[1] + rest.split(marks[1])[1]


def write_page(path, rows):
    text = between(path.read_text(), SHORT, short_table(rows))
    path.write_text(between(text, LONG, table(rows)))
