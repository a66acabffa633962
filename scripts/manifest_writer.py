# SPDX-License-Identifier: Apache-2.0
"""Writes files and versions into the FuseSoC cores and Bender.yml: check_manifests.py --write."""

import re

CORE = """CAPI=2:
# SPDX-License-Identifier: Apache-2.0
# FuseSoC core of rtl/{folder}; scripts/check_manifests.py --write keeps files and versions.
name: chokepoint:rtl:{folder}:{version}
description: "{description}"

filesets:
  rtl:
    file_type: systemVerilogSource
{depend}    files:
{files}
targets:
  default: &default
    filesets:
      - rtl
{lints}"""
WAIVERS = """  waivers:
    file_type: vlt
    files:
{files}"""
LINT = """
  {target}:
    <<: *default
    description: Verilator -Wall of {top}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options:
        - -Wall
    toplevel: {top}
"""
DESCRIPTIONS = {
    "common": "Packet header, shared types and lint waivers of Chokepoint's congestion management",
    "cbcm": "Contention-based congestion management (CBCM): units of a router and a NIC",
    "srp": "Speculative reservation protocol (SRP): units of a router and a NIC",
    "ecn": "Explicit congestion notification (ECN): units of a router and a NIC",
    "self_tuned": "Self-tuned global throttling: side-band, estimate, threshold and gate of a node",
    "alo": "ALO: local test of output VCs before injection",
    "recn": "RECN: set-aside queues for congested packets at the ports of a switch",
    "reference": "Round-robin arbiter and allocator: a yardstick of logic depth",
}
BENDER = """# SPDX-License-Identifier: Apache-2.0
# Bender manifest of the RTL; scripts/check_manifests.py --write keeps the files. Bender takes the
# version from a git tag. The example is there with the target chokepoint_example.
package:
  name: chokepoint
  authors:
    - The Chokepoint authors

sources:
"""


def lines(paths, indent):
    return "".join(f"{' ' * indent}- {path}\n" for path in paths)


def folder_of(path):
    return path.split("/")[1]


def new_core(root, sources, version, folder, files):
    """A core for a folder of rtl/: a lint target for router and NIC, or each top."""
    inner = set().union(*(sources.instances[path] for path in files))
    tops = sorted((name for name, path in sources.home.items()
                   if path in files and name not in inner and not name.endswith("_pkg")),
                  reverse=True)
    attached = [name for name in (f"{folder}_router", f"{folder}_nic") if name in tops]
    tops = attached or tops  # others are parts that nothing uses yet
    others = {"common"} | {folder_of(sources.home[name]) for path in files
                           for name in sources.packages[path] | sources.instances[path]}
    depend = [f"chokepoint:rtl:{name}:{version}" for name in sorted(others - {folder})]
    waivers = [path for path in sources.waivers if folder_of(path) == folder]
    tops = tops or [name for name, path in sources.home.items() if path in files]  # packages alone
    lints = "".join(LINT.format(target="lint" if place == 0 else f"lint_{top.split('_')[-1]}",
                                top=top) for place, top in enumerate(tops))
    text = CORE.format(
        folder=folder, version=version, lints=lints, files=lines(sources.ordered(files), 6),
        description=DESCRIPTIONS.get(folder, f"Mechanism {folder} of Chokepoint"),
        depend=f"    depend:\n{lines(depend, 6)}" if depend else "")
    if waivers:
        text = text.replace(
            "\ntargets:\n", WAIVERS.format(files=lines(waivers, 6)) + "\ntargets:\n", 1)
        text = text.replace("      - rtl\n", "      - rtl\n      - waivers\n", 1)
    (root / f"chokepoint_{folder}.core").write_text(text)


def write(root, sources, version):
    """Folders without a core get one; in the others the files of the fileset `rtl` are renewed."""
    folders = {}
    for path in sources.paths:
        if path.startswith("rtl/"):
            folders.setdefault(folder_of(path), []).append(path)
    for folder, files in folders.items():
        core = root / f"chokepoint_{folder}.core"
        if not core.exists():
            new_core(root, sources, version, folder, files)
        text, count = re.subn(r"(?m)(^  rtl:\n(?:    .*\n)*?    files:\n)(?:      - .*\n)*",
                              lambda match: match.group(1) + lines(sources.ordered(files), 6),
                              core.read_text(), count=1)
        if count != 1:
            raise SystemExit(f"{core}: no fileset rtl with files")
        core.write_text(text)
    for core in [*root.glob("*.core"), *root.glob("examples/**/*.core")]:
        core.write_text(re.sub(r"\b(chokepoint:\w+:\w+:)[\d.]+", rf"\g<1>{version}",
                               core.read_text()))
    text = BENDER
    order = sorted(folders, key=lambda name: (name != "common", name))
    for folder in order:
        text += f"  # {DESCRIPTIONS.get(folder, folder).split(':')[0]}\n"
        text += lines(sources.ordered(folders[folder]), 2)
    example = [path for path in sources.paths if path.startswith("examples/")]
    if example:
        text += f"  - target: chokepoint_example\n    files:\n{lines(sources.ordered(example), 6)}"
    (root / "Bender.yml").write_text(text)
