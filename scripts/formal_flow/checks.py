# SPDX-License-Identifier: Apache-2.0
"""The checks of one unit, as independent jobs, and what they add up to."""

import threading
import time

from .tools import ToolError, edited, elaborate, short, solve, sources
from .wrapper import WrapperError


class Unit:
    """One wrapper: its jobs, their results and the verdict."""

    def __init__(self, root, wrapper, work, limits, report):
        self.root, self.wrapper, self.limits, self.report = root, wrapper, limits, report
        self.work = work / wrapper.unit
        self.designs, self.lock = {}, threading.Lock()
        self.problems = []
        self.names = {"asserts": [], "covers": []}
        self.proofs, self.bounded, self.cover, self.mutants = [], [], {}, []
        self.seconds, self.sources = 0.0, sources(root, wrapper)

    def jobs(self, quick, mutants, only=None):
        """Functions without arguments, the long ones first; `only`: mutants of these properties."""
        wrapper = self.wrapper
        listed = []
        if only is None:
            listed.append(self.check_properties)
            for run in wrapper.proofs:
                record = self.record(run, self.proofs, base=None, induction=None)
                listed.append(lambda run=run, record=record: self.prove(run, record, "base"))
                listed.append(lambda run=run, record=record: self.prove(run, record, "induction"))
            if not quick:
                for run in wrapper.bounded:
                    record = self.record(run, self.bounded)
                    listed.append(lambda run=run, record=record: self.prove(run, record, "bounded"))
                if wrapper.cover:
                    listed.append(self.reach)
        if mutants:
            for number, mutant in enumerate(wrapper.mutants, 1):
                if only is None or set(only) & set(mutant.properties):
                    listed.append(lambda number=number, mutant=mutant: self.kill(
                        number, mutant, [name for name in mutant.properties
                                         if only is None or name in only]))
        return listed

    @staticmethod
    def record(run, where, **more):
        record = {"parameters": run.text(), "depth": run.depth, "result": "not run",
                  "seconds": 0.0, **more}
        where.append(record)
        return record

    def design(self, run):
        """The elaborated design of a parameter set, built once."""
        with self.lock:
            entry = self.designs.setdefault(run.text(), [threading.Lock(), None])
        with entry[0]:
            if entry[1] is None:
                work = self.work / ("build_" + (run.text() or "defaults").replace(" ", "_"))
                try:
                    entry[1] = elaborate(self.root, self.wrapper, run.parameters, work, self.limits)
                except ToolError as error:
                    entry[1] = error
            if isinstance(entry[1], ToolError):
                raise entry[1]
            return entry[1]

    def finish(self, what, good, text, seconds, where=()):
        with self.lock:
            self.seconds += seconds
            if not good:
                self.problems.append(f"{what}: {text}")
        self.report.line(good, self.wrapper.unit, what, text, seconds, where)

    def check_properties(self):
        """The counts are those of the head, every property has a name and a mutant."""
        start, wrapper, wrong = time.monotonic(), self.wrapper, []
        try:
            for run in wrapper.main_runs():
                design = self.design(run)
                for kind, stated in (("asserts", wrapper.asserts), ("covers", wrapper.covers)):
                    cells = getattr(design, kind)
                    if len(cells) != stated:
                        wrong.append(f"{len(cells)} {kind} found, properties says {stated}")
                    unnamed = [cell for cell in cells if "$" in cell]
                    if unnamed:
                        wrong.append(f"unnamed {kind}: {' '.join(unnamed)}")
                    self.names[kind] = list(dict.fromkeys(
                        self.names[kind] + [short(cell) for cell in cells]))
            if not self.names["asserts"]:
                wrong.append("nothing was proved")
            known = set(self.names["asserts"])
            attacked = {name for mutant in wrapper.mutants for name in mutant.properties}
            wrong += [f"no mutant of {name}" for name in sorted(known - attacked)]
            wrong += [f"a mutant of {name}, which does not exist"
                      for name in sorted(attacked - known)]
        except ToolError as error:
            wrong = [str(error)]
        self.finish("properties", not wrong,
                    "; ".join(dict.fromkeys(wrong))
                    or f"{wrapper.asserts} asserts, {wrapper.covers} covers",
                    time.monotonic() - start)

    def prove(self, run, record, kind):
        mode = "induction" if kind == "induction" else "stepwise" if run.stepwise else "base"
        what = f"{kind} depth={run.depth} {run.text()}".strip()
        start = time.monotonic()
        try:
            smt2 = self.design(run).files["proof"]
            # Two processes may read one file, but each has its own log.
            outcome = solve(smt2, mode, run.depth + (2 if kind == "base" else 0), self.limits)
        except ToolError as error:
            result, text, log = "FAIL", str(error), ()
        else:
            result, text, log = "passed", "", ()
            if outcome.result != "passed":
                result = text = outcome.result
                if outcome.named:
                    result = text = ", ".join(outcome.named) + (
                        " is not inductive" if kind == "induction"
                        else f" fails in clock {outcome.clock}")
                log = (smt2,)
        seconds = round(time.monotonic() - start, 1)
        with self.lock:
            record["seconds"] = round(record["seconds"] + seconds, 1)
            if kind != "bounded":
                record[kind] = result
                both = [record["base"], record["induction"]]
                bad = [part for part in both if part not in (None, "passed")]
                record["result"] = bad[0] if bad else "not run" if None in both else "proved"
            else:
                record["result"] = result
        self.finish(what, result == "passed", text, seconds, log)

    def reach(self):
        run, start, text, log = self.wrapper.cover, time.monotonic(), "", ()
        self.cover = {"depth": run.depth, "parameters": run.text(), "reached": 0,
                      "total": self.wrapper.covers}
        try:
            smt2 = self.design(run).files["cover"]
            outcome = solve(smt2, "cover", run.depth, self.limits)
            self.cover["reached"] = outcome.reached
            if outcome.result != "passed" or outcome.reached != self.wrapper.covers:
                text = (f"not reached: {', '.join(outcome.named)}" if outcome.named
                        else f"{outcome.reached} of {self.wrapper.covers} reached, {outcome.result}")
                log = (smt2,)
        except ToolError as error:
            text = str(error)
        self.finish(f"cover depth={run.depth} {run.text()}".strip(), not text,
                    text or f"{self.cover['reached']} reached", time.monotonic() - start, log)

    def kill(self, number, mutant, properties):
        """Each property alone must find a counterexample from reset."""
        parameters = self.wrapper.mutant_parameters(mutant)
        work = self.work / f"mutant_{number}"
        work.mkdir(parents=True, exist_ok=True)
        design, wrong, file = None, None, f"{mutant.module}.sv"
        start = time.monotonic()
        try:
            path = self.source(mutant.module)
            file = str(path.relative_to(self.root))
            edited(path, mutant.edit, work / path.name)
            design = elaborate(self.root, self.wrapper, parameters, work, self.limits,
                               {path: work / path.name}, properties)
        except (ToolError, WrapperError) as error:
            wrong = str(error)
        for name in properties:
            clock, text, log = None, wrong, ()
            if wrong is None and name not in [short(cell) for cell in design.asserts]:
                text = "there is no such property"
            elif wrong is None:
                smt2 = design.files[name]
                outcome = solve(smt2, "mutant", mutant.depth, self.limits)
                clock = outcome.clock
                if outcome.result == "passed":
                    text, log = f"survives {mutant.depth} clocks", (smt2,)
                elif name not in outcome.named:
                    text, log = f"no counterexample: {outcome.result}", (smt2,)
            seconds = round(time.monotonic() - start, 1)
            start = time.monotonic()
            with self.lock:
                self.mutants.append({
                    "property": name, "file": file, "edit": mutant.edit,
                    "result": "caught" if text is None else f"FAIL {text}",
                    "clock": clock if text is None else None, "seconds": seconds})
            self.finish(f"mutant {number} {name}", text is None,
                        f"caught in clock {clock}" if text is None else f"{text}: {mutant.edit}",
                        seconds, log)

    def check_depths(self):
        """Where nothing is proved by induction, no bounded run ends before the clock in which some mutant
        is noticed."""
        caught = [mutant for mutant in self.mutants if mutant["result"] == "caught"]
        if not caught or self.wrapper.proofs:
            return
        last = max(caught, key=lambda mutant: mutant["clock"])
        for record in self.bounded:
            good = record["depth"] > last["clock"]
            self.finish(f"clocks of bounded {record['parameters']}".strip(), good,
                        "" if good else f"depth={record['depth']} is too short: a mutant of "
                        f"{last['property']} is noticed in clock {last['clock']}", 0.0)

    def source(self, module):
        if module == self.wrapper.top:
            return self.wrapper.path
        found = [path for path in self.root.glob(f"rtl/*/{module}.sv")
                 if path.stem not in self.wrapper.abstract]
        if not found:
            raise WrapperError(f"there is no rtl/*/{module}.sv to edit")
        return found[0]

    def summary(self):
        """The unit's part of the JSON file."""
        wrapper = self.wrapper
        return {"wrapper": str(wrapper.path.relative_to(self.root)),
                "mechanism": wrapper.mechanism, "asserts": self.names["asserts"],
                "covers": self.names["covers"], "proofs": self.proofs, "bounded": self.bounded,
                "cover": self.cover,
                "mutants": sorted(self.mutants, key=lambda one: one["property"]),
                "seconds": round(self.seconds, 1), "sources": self.sources,
                "larger": wrapper.larger, "assumed": wrapper.assumed,
                "verdict": "FAIL " + "; ".join(self.problems) if self.problems
                else "proved" if wrapper.proofs else "bounded"}
