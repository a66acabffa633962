# SPDX-License-Identifier: Apache-2.0
"""What a mechanism stores in a router beside what the router's input buffers store, for the status page. The CBCM paper (Section
V-D) sets its samples at about 3 % of the YARC router's storage and gives no other number of that router."""

ROUTERS = ("cbcm_router", "ecn_router", "srp_router")
RADICES = (8, 22, 32, 64)
# The CBCM paper's network (Section V-A): data VCs, flits of a VC's buffer; flits of 64 bits as the SRP paper's (Section 4).
DATA_VCS, VC_FLITS, FLIT_BITS = 4, 256, 64
PAPER_RADIX, PAPER_SHARE = 64, 0.03
HEADS = ["unit", "configuration", "stored, bits", "input buffers, bits", "of them", "of YARC's, as the paper's 3 % implies"]


def buffer_bits(radix):
    return radix * DATA_VCS * VC_FLITS * FLIT_BITS


def implied_bits(records):
    """YARC's storage if the paper's own samples are 3 % of it; None: the RTL in the paper's letter is not measured."""
    samples = [r["storage"]["paper"] for r in records if r["unit"] == "cbcm_router" and r["parameters"].get("Radix") == PAPER_RADIX
               and r.get("storage", {}).get("paper")]
    return samples[0] / PAPER_SHARE if samples else None


def rows(records):
    implied = implied_bits(records)
    found = []
    for record in records:
        radix, stored = record["parameters"].get("Radix"), record.get("storage", {}).get("stated")
        if record["unit"] not in ROUTERS or radix not in RADICES or stored is None:
            continue
        yarc = f"{100 * stored / implied:.2f} %" if implied and radix == PAPER_RADIX else "-"
        found.append([record["unit"], record["configuration"], f"{stored:,}", f"{buffer_bits(radix):,}",
                      f"{100 * stored / buffer_bits(radix):.2f} %", yarc])
    return found


def section(document, table):
    records = document["records"]
    yarc = implied_bits(records)
    said = (f"The paper's samples are about {100 * PAPER_SHARE:.0f} % of YARC's storage, which is then about {yarc / 8192:.0f} KB: "
            f"{100 * yarc / buffer_bits(PAPER_RADIX):.0f} % of the input buffers\nof the paper's own network at radix {PAPER_RADIX}. " if yarc else "")
    return (f"Input buffers: those of a router of the same radix in the CBCM paper's network, {DATA_VCS} data VCs of {VC_FLITS} flits, flits of "
            f"{FLIT_BITS} bits;\noutput buffers come on top. {said}\"letter\": the paper's form of the contention\nunit; "
            "the others are the defaults.\n\n" + table(HEADS, rows(records)))
