# SPDX-License-Identifier: Apache-2.0
"""The RTL modules: which there are, what they are made of, and a hash of what they say."""

import functools
import hashlib
import re
from pathlib import Path

from .tools import ROOT

WORD = re.compile(r"[A-Za-z_]\w*")
FORMAL = re.compile(r"`ifdef FORMAL\b.*?`endif\b", re.DOTALL)
# A declaration with an unpacked dimension; Yosys makes no memory of those that say mem2reg.
ARRAY = re.compile(r"(mem2reg \*\) )?\b(?:logic|reg|bit|\w+_t)\b[^;=]*\w\s*\[[^][]*\]\s*;")
COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def relative(paths):
    return [str(path.relative_to(ROOT)) for path in sorted(paths)]


def packages():
    return relative(ROOT.glob("rtl/*/*_pkg.sv"))


def folders():
    return relative(path for path in ROOT.glob("rtl/*") if path.is_dir())


def modules():
    """Path by module name; packages are none."""
    return {Path(path).stem: path for path in relative(ROOT.glob("rtl/*/*.sv"))
            if not path.endswith("_pkg.sv")}


def units():
    """Path by name of the modules that state their storage."""
    return {name: path for name, path in modules().items()
            if "StorageBits" in (ROOT / path).read_text()}


def stripped(text):
    """Source without comments, blanks and what only proofs see: the rest is what is built."""
    code = COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)
    code = FORMAL.sub(" ", code)
    return " ".join(code.split())


@functools.lru_cache(maxsize=None)
def code_at(path, _changed):
    return stripped((ROOT / path).read_text())


def code_of(path):
    """Code of a file as it is now."""
    return code_at(path, (ROOT / path).stat().st_mtime_ns)


def sources(name):
    """Paths of the module, of all that it instantiates and of the packages it names."""
    known = {**modules(), **{Path(path).stem: path for path in packages()}}
    wanted, found = [name], {}
    while wanted:
        current = wanted.pop()
        if current in found:
            continue
        found[current] = known[current]
        wanted += [word for word in set(WORD.findall(code_of(known[current])))
                   if word in known and word not in found]
    return sorted(found.values())


def memories_in(unit):
    """The module and parts that declare an array which may become a memory."""
    return [path for path in sources(unit)
            if any(match[1] is None for match in ARRAY.finditer(code_of(path)))]


def parts_of(unit):
    """What the unit is made of, itself first."""
    inside = [path.rsplit("/", 1)[1][:-3] for path in sources(unit)]
    return [unit, *[name for name in inside if name != unit and name in units()]]


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def source_hash(name):
    """Changes when the module's own code or that of a part changes."""
    return digest("\n".join(f"{path} {code_of(path)}" for path in sources(name)))


def parameters_of(path):
    """Names of the parameters that may be set."""
    return re.findall(r"\bparameter\s+(?:[\w:]+\s+)*?(\w+)\s*=", code_of(path))


def elaborate(name, path, parameters):
    """Yosys commands that read the module and make it the top with these parameters."""
    libraries = " ".join(f"-libdir {folder}" for folder in folders())
    chparam = " ".join(f"-chparam {key} {value}" for key, value in parameters.items())
    return (f"read_verilog -sv {' '.join(packages())}\n"
            f"read_verilog -sv -defer {path}\n"
            f"hierarchy -check -top {name} {libraries} {chparam}\n")
