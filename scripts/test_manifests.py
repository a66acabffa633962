#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests scripts/check_manifests.py with bad manifests: each must fail the check that is about it.

Prints a line "pass ..." or "FAIL ..." for each case; the exit code is 1 if one failed.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

import check_manifests
import manifest_writer

CBCM, SRP, EXAMPLE = "chokepoint_cbcm.core", "chokepoint_srp.core", "cbcm_switch.core"
# Name, file, what is replaced (a pattern that must match), by what, the check that must fail.
CASES = (
    ("a file is left out of its core", CBCM, r"      - rtl/cbcm/port_picker.sv\n", "",
     "every file is in one core"),
    ("a file is left out of its core: its user", CBCM, r"      - rtl/cbcm/port_picker.sv\n", "",
     "chokepoint_cbcm.core lint order"),
    ("a file is in two cores", SRP, r"    files:\n", "    files:\n      - rtl/cbcm/port_picker.sv\n",
     "every file is in one core"),
    ("a listed file is missing", CBCM, r"cbcm/port_picker.sv", "cbcm/chooser.sv",
     "every file is in one core"),
    ("a package after its user", CBCM, r"(      - rtl/cbcm/cbcm_pkg.sv\n)((?:      - .*\n)+)",
     r"\2\1", "chokepoint_cbcm.core default order"),
    ("another version", CBCM, r"(name: .*:)[\d.]+", r"\g<1>0.0.9", "chokepoint_cbcm.core version"),
    ("a dependency's version", SRP, r"(common:)[\d.]+", r"\g<1>0.0.9",
     "chokepoint_srp.core dependencies"),
    ("a dependency is missing", EXAMPLE, r"      - chokepoint:rtl:cbcm:.*\n", "",
     "examples/cbcm_switch/cbcm_switch.core dependencies"),
    ("a dependency is not needed", SRP, r"    depend:\n",
     "    depend:\n      - chokepoint:rtl:ecn:0.1.0\n", "chokepoint_srp.core dependencies"),
    ("a waiver is left out", "chokepoint_common.core", r"      - rtl/common/storage.vlt\n", "",
     "every file is in one core"),
    ("no first line", CBCM, r"^CAPI=2:\n", "", "chokepoint_cbcm.core schema"),
    ("not YAML", CBCM, r"filesets:\n", "filesets: [\n", "chokepoint_cbcm.core schema"),
    ("an unknown key", CBCM, r"description: \"", "summary: \"", "chokepoint_cbcm.core schema"),
    ("a target without its fileset", SRP, r"      - rtl\n", "      - gates\n",
     "chokepoint_srp.core schema"),
    ("no target lint", SRP, r"  lint:\n", "  tidy:\n", "chokepoint_srp.core schema"),
    ("a toplevel that is nowhere", SRP, r"toplevel: srp_nic", "toplevel: srp_card",
     "chokepoint_srp.core lint_nic order"),
    ("two cores of a name", SRP, r"rtl:srp:", "rtl:ecn:", "chokepoint_srp.core name"),
    ("Bender: a file is left out", "Bender.yml", r"  - rtl/ecn/ecn_nic.sv\n", "",
     "every file is in Bender.yml"),
    ("Bender: a file twice", "Bender.yml", r"(  - rtl/ecn/ecn_nic.sv\n)", r"\1\1",
     "every file is in Bender.yml"),
    ("Bender: a listed file is missing", "Bender.yml", r"ecn/ecn_nic.sv", "ecn/ecn_card.sv",
     "every file is in Bender.yml"),
    ("Bender: a package after its user", "Bender.yml",
     r"(  - rtl/common/chokepoint_pkg.sv\n)((?s:.*srp_router.sv\n))", r"\2\1", "Bender.yml order"),
    ("Bender: an unknown key", "Bender.yml", r"    files:\n", "    file:\n", "Bender.yml schema"),
    ("Bender: a target that is no expression", "Bender.yml", r"target: .*\n",
     "target: \"any(\"\n", "Bender.yml schema"),
    ("Bender: no package", "Bender.yml", r"package:\n", "packet:\n", "Bender.yml schema"),
)


def copy_of(folder):
    root = check_manifests.ROOT
    for name in ("rtl", "examples"):
        shutil.copytree(root / name, folder / name)
    for path in [root / "CMakeLists.txt", root / "Bender.yml", *root.glob("*.core")]:
        shutil.copy(path, folder / path.name)


def failing(folder, tools=False):
    return {name: problems for name, problems in check_manifests.check(folder, tools) if problems}


def write(folder):
    manifest_writer.write(folder, check_manifests.Sources(folder),
                          check_manifests.project_version(folder))


def problem_of(folder, case):
    """What is wrong with the check's answer to a case, or an empty text."""
    _, file, old, new, expected = case
    path = next(folder.rglob(file))
    text = path.read_text()
    changed, count = re.subn(old, new, text, count=1, flags=re.MULTILINE)
    if count != 1 or changed == text:
        return f"nothing to replace in {file}"
    path.write_text(changed)
    found = failing(folder)
    path.write_text(text)
    return "" if expected in found else f"`{expected}` should fail; what fails: {list(found)}"


def new_folder(folder):
    """A folder of rtl/ without a core gets one by --write, and then all is in order."""
    (folder / "rtl/late").mkdir()
    (folder / "rtl/late/late_nic.sv").write_text("module late_nic;\n  late_part u_part ();\n"
                                                 "endmodule\n")
    (folder / "rtl/late/late_part.sv").write_text("module late_part;\nendmodule\n")
    if "every file is in one core" not in failing(folder):
        return "files of a folder without a core are not missed"
    write(folder)
    found = failing(folder)
    return f"after --write: {found}" if found else ""


def new_version(folder):
    cmake = folder / "CMakeLists.txt"
    cmake.write_text(re.sub(r"(chokepoint VERSION )[\d.]+", r"\g<1>7.8.9", cmake.read_text()))
    if "chokepoint_cbcm.core version" not in failing(folder):
        return "a new version of the project is not noticed"
    write(folder)
    found = failing(folder)
    return f"after --write: {found}" if found else ""


def tool_sees(folder):
    """What only Verilator can know: a file that does not compile."""
    path = folder / "rtl/srp/drop_to_nack.sv"
    path.write_text(path.read_text().replace("endmodule", "assign nothing = 1;\nendmodule"))
    found = failing(folder, tools=True)
    return "" if "chokepoint_srp.core lint compiles" in found else f"what fails: {list(found)}"


def main():
    failed = 0
    with tempfile.TemporaryDirectory(prefix="chokepoint-manifests-") as name:
        folder = Path(name)
        copy_of(folder)
        before = {path: path.read_text() for path in [*folder.rglob("*.core"),
                                                      folder / "Bender.yml"]}
        results = [(case[0], problem_of(folder, case)) for case in CASES]
        write(folder)
        changed = [path.name for path, text in before.items() if path.read_text() != text]
        results.append(("--write changes nothing that is in order",
                        f"changed: {changed}" if changed else ""))
        for function in (new_folder, new_version, tool_sees):
            results.append((function.__name__, function(folder)))
    for title, problem in results:
        print(f"FAIL manifests {title}\n  {problem}" if problem else f"pass manifests {title}")
        failed += bool(problem)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
