# SPDX-License-Identifier: Apache-2.0
"""Which faults strike which mechanism, as keys of [[fault]]; the network is the mechanism's scenario."""

from dataclasses import dataclass, field

BEGIN, END = 6000, 16000  # a fault that passes strikes in BEGIN .. END - 1
HOTSPOT, SOURCE = 4, 0
ROOT = 0  # the hotspot of butterfly.toml
ROUTER = 1  # the hotspot's; its output 0 leads to the hotspot
NEIGHBOUR = 5  # router next to the hotspot's in torus.toml, where nobody sends to the hotspot


@dataclass(frozen=True)
class Mechanism:
    name: str
    settings: dict
    messages: tuple = ()
    marks: bool = False
    nic: str = ""
    router: str = ""
    wire: str = ""  # the side-band's
    link_messages: tuple = ()  # those on the wire "recn" between neighbouring routers
    scenario: str = "hotspot"  # of sim/scenarios/faults


@dataclass(frozen=True)
class Fault:
    name: str
    what: str
    keys: dict
    until: int = END  # None: for ever
    settings: dict = field(default_factory=dict)
    counted: str = ""  # no [[fault]]: `settings` are what is wrong, and this counter says how often it was felt
    twin: dict = None  # settings of the twin; None: the same

    @property
    def upset(self):
        return self.keys.get("kind") == "upset"


RECN_MESSAGES = ("notif", "xoff", "xon", "acc", "rej", "dealloc", "place")

MECHANISMS = (
    Mechanism("cbcm", {"mechanism.name": "cbcm"}, ("throttle", "unthrottle"), True,
              "cbcm_nic", "cbcm_router"),
    Mechanism("ecn", {"mechanism.name": "ecn"}, ("notification",), True, "ecn_nic", "ecn_router"),
    Mechanism("ecn_cct", {"mechanism.name": "ecn", "mechanism.mode": "cct"}, ("notification",),
              True, "ecn_nic", "ecn_router"),
    Mechanism("srp", {"mechanism.name": "srp"}, ("reservation", "grant", "ack", "nack"), False,
              "srp_nic", "srp_router"),
    Mechanism("srp_timeouts", {"mechanism.name": "srp", "mechanism.timeout": 4000},
              ("reservation", "grant", "ack", "nack"), False, "srp_nic", "srp_router"),
    Mechanism("self_tuned", {"mechanism.name": "self_tuned"}, wire="sideband", scenario="torus"),
    Mechanism("self_tuned_resynchronise", {"mechanism.name": "self_tuned", "mechanism.resynchronise": 4096},
              wire="sideband", scenario="torus"),
    Mechanism("recn", {"mechanism.name": "recn"}, link_messages=RECN_MESSAGES, scenario="butterfly"),
    Mechanism("recn_enhanced", {"mechanism.name": "recn", "mechanism.detection_queues": True,
                                "mechanism.more_specific": True},
              link_messages=RECN_MESSAGES[:-1], scenario="butterfly"),
    Mechanism("none", {"mechanism.name": "none"}),
    Mechanism("ideal", {"mechanism.name": "ideal"}),
)


def window(**keys):
    return {**keys, "from": BEGIN, "to": END}


def message_faults(kind):
    # The unthrottles of CBCM come when sources leave, here at the traffic's end.
    late = kind == "unthrottle"
    first, last = (5000, 70000) if late else (BEGIN, END)
    span = {"from": first, "to": last, "message": kind}
    # A drop wants a long wait in a router, which this network has only with a short limit.
    settings = {"mechanism.ttw": 50} if kind == "nack" else {}
    name = "congestion notification" if kind == "notification" else kind
    when = "while a source joins and leaves" if late else "for 10,000 cycles"
    yield Fault(f"lose_one_{kind}", f"one {name} lost", {"kind": "lose", "count": 1, **span}, last,
                settings)
    yield Fault(f"lose_all_{kind}", f"every {name} lost {when}", {"kind": "lose", **span}, last,
                settings)
    yield Fault(f"lose_tenth_{kind}", f"a tenth of the {name}s lost {when}",
                {"kind": "lose", "probability": 0.1, **span}, last, settings)
    yield Fault(f"duplicate_{kind}", f"every {name} comes twice at once, {when}",
                {"kind": "duplicate", **span}, last, settings)
    yield Fault(f"repeat_late_{kind}", f"every {name} comes again 2,000 cycles later, {when}",
                {"kind": "duplicate", "cycles": 2000, **span}, last + 2000, settings)
    yield Fault(f"delay_{kind}", f"every {name} comes 2,000 cycles late, {when}",
                {"kind": "delay", "cycles": 2000, **span}, last + 2000, settings)


def wire_faults(wire):
    """Words of a side-band, and what one node makes of them."""
    words = {"wire": wire}
    yield Fault("lose_one_word", "one side-band word lost", window(kind="lose", count=1, **words))
    yield Fault("lose_all_words", "every side-band word lost for 10,000 cycles", window(kind="lose", **words))
    yield Fault("lose_tenth_words", "a tenth of the side-band words lost for 10,000 cycles",
                window(kind="lose", probability=0.1, **words))
    yield Fault("delay_words", "a tenth of the side-band words come 2 cycles late, for 10,000 cycles",
                window(kind="delay", probability=0.1, cycles=2, **words))
    yield Fault("deaf", "one node hears no side-band word, for ever",
                {"kind": "lose", "router": NEIGHBOUR, "from": BEGIN, **words}, None)
    # A gather takes 8 cycles here, of which the time since the first one is no multiple.
    yield Fault("reset_of_one", "one node is reset by itself: its phases lie apart for ever",
                {"kind": "reset", "router": NEIGHBOUR, "from": BEGIN + 5}, None)
    for value, what in ((1, "all"), (0, "none")):
        yield Fault(f"count_stuck_at_{value}", f"one node's count of full buffers stuck at {what}, for ever",
                    {"kind": f"stuck_at_{value}", "router": NEIGHBOUR, "from": BEGIN}, None)


def link_faults(messages, copies):
    """Messages between neighbouring routers. Of each kind one, drawn: what a loss does depends on whether
    anything waits for it. `copies`: doubled and late ones as well."""
    for message in messages:
        name = "returned place" if message == "place" else message.upper()
        which = {"wire": "recn", "message": message}
        if message == "rej":  # none is ever sent over a link, unless a NOTIF comes twice
            yield Fault("lose_all_rej", "every REJ lost", {"kind": "lose", "from": 0, **which}, None)
            continue
        yield Fault(f"lose_one_{message}", f"one {name} lost, drawn among the first",
                    window(kind="lose", count=1, probability=0.2, **which))
        yield Fault(f"lose_tenth_{message}", f"a tenth of the {name}s lost for 10,000 cycles",
                    window(kind="lose", probability=0.1, **which))
    if copies:
        yield Fault("delay_one_xon", "one XON 2,000 cycles late: lost, if it were repeated every 1,000",
                    window(kind="delay", cycles=2000, count=1, probability=0.2, wire="recn", message="xon"),
                    END + 2000)
        yield Fault("duplicate_any", "a tenth of all messages come twice at once, for 10,000 cycles",
                    window(kind="duplicate", probability=0.1, wire="recn"))
        yield Fault("delay_any", "a tenth of all messages come 500 cycles late, for 10,000 cycles",
                    window(kind="delay", probability=0.1, cycles=500, wire="recn"), END + 500)


def pool_faults():
    """Too few set-aside queues for many small trees: nothing is lost, so nothing but speed may be."""
    many = {"mechanism.detection": 0.0625, "mechanism.propagation": 0.03125, "traffic.ur.rate": 0.5}
    yield Fault("pool_exhausted", "a pool of 2 SAQs in place of 8, with many small trees", {}, None,
                {**many, "mechanism.saqs": 2}, "exhausted", many)


def faults_of(mechanism):
    for kind in mechanism.messages:
        yield from message_faults(kind)
    if mechanism.link_messages:
        yield from link_faults(mechanism.link_messages, copies=mechanism.name == "recn")
        yield from pool_faults()
    if mechanism.wire:
        yield from wire_faults(mechanism.wire)
    if mechanism.marks:
        yield Fault("set_marks", "a tenth of the unmarked packets arrive marked",
                    window(kind="set_mark", probability=0.1))
        yield Fault("clear_marks", "a tenth of the marked packets arrive unmarked",
                    window(kind="clear_mark", probability=0.1))
        port = {"router": ROUTER, "port": 0}
        for value in (1, 0):
            kind = f"stuck_at_{value}"
            yield Fault(kind, f"`congested` of the hotspot's channel stuck at {value}",
                        window(kind=kind, **port))
            yield Fault(f"{kind}_for_ever", f"... at {value} for ever",
                        {"kind": kind, "from": BEGIN, **port}, None)
        yield Fault("stuck_elsewhere", "`congested` of the channel to an idle node stuck at 1 for ever",
                    {"kind": "stuck_at_1", "from": BEGIN, "router": ROUTER, "port": 2}, None)
    if mechanism.settings["mechanism.name"] == "srp":
        yield Fault("rogue", "a hotspot's source sends without reservation, the whole run",
                    {"kind": "rogue", "node": SOURCE}, None)
    elif mechanism.nic or mechanism.wire:
        yield Fault("rogue", "a hotspot's source ignores its throttling",
                    window(kind="rogue", node=SOURCE))
        yield Fault("rogue_for_ever", "... for ever",
                    {"kind": "rogue", "node": SOURCE, "from": BEGIN}, None)
    hotspot = ROOT if mechanism.scenario == "butterfly" else HOTSPOT
    yield Fault("sink_stops", "the hotspot takes no flit for 10,000 cycles",
                window(kind="stop_draining", node=hotspot))
    yield Fault("sink_stops_for_ever", "... for ever",
                {"kind": "stop_draining", "node": hotspot, "from": BEGIN}, None)
    for where, unit in (("nic", mechanism.nic), ("router", mechanism.router)):
        if not unit:
            continue
        for count in (1, 100):
            number = "one bit" if count == 1 else "100 bits"
            keys = window(kind="upset", count=count)
            prefix = "nic_" if where == "nic" else "router_"
            yield Fault(f"upset_{where}_{count}", f"{number} of the {unit} registers upset",
                        {**keys, "unit": prefix})
