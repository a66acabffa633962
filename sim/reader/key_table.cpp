// SPDX-License-Identifier: Apache-2.0
// The table of the scenario keys that belong to no mechanism, workload, topology or routing
// function: name, type, range, unit, meaning.
#include <fmt/format.h>

#include <cmath>

#include "sim/common/registry.h"
#include "sim/reader/key_makers.h"
#include "sim/reader/keys.h"
#include "sim/routing/routing_function.h"
#include "sim/switch/switching/registry.h"
#include "sim/topology/topology.h"
#include "sim/traffic/message_sizes.h"
#include "sim/traffic/pattern.h"

namespace chokepoint {

namespace {

// access functions: each names the field once, for reading the default and for writing
#define CHOKEPOINT_AT(field)          \
  [](Scenario & s, size_t) -> auto& { \
    return s.field;                   \
  }
#define CHOKEPOINT_GROUP(field)         \
  [](Scenario & s, size_t g) -> auto& { \
    return s.traffic[g].field;          \
  }

#define CHOKEPOINT_FAULT(field)         \
  [](Scenario & s, size_t g) -> auto& { \
    return s.faults[g].field;           \
  }

/// 1.5 and the like: one pass fewer in every second cycle.
Key speedup_key() {
  Key key = integer("speedup", CHOKEPOINT_AT(network.speedup), 1, 4, "",
                    "switch passes per cycle, in halves: 1.5 is three in two cycles, and runs on "
                    "the plain switch. An output VC is given once a cycle, before the passes, so "
                    "those that are left behind a packet's tail are lost to its VC: packets of 8 "
                    "flits that follow each other on one VC pass at 1.33 a cycle at 1.5, of one "
                    "flit at 1 whatever stands here");
  key.type = ValueType::kReal;
  key.set = [](Scenario& scenario, size_t, const KeyValue& value) {
    const double passes = std::get<double>(value);
    const double twice = std::floor(2 * passes);
    if (twice != 2 * passes) {
      throw InputError(
          fmt::format("{} is no whole number of passes in two cycles; legal is {} or {}", passes,
                      twice / 2, twice / 2 + 0.5));
    }
    const unsigned halves = static_cast<unsigned>(twice);
    scenario.network.speedup = (halves + 1) / 2;
    scenario.network.half_pass = halves % 2 != 0;
  };
  return key;
}

Section network_section() {
  return {
      "network",
      "topology, buffers and channels, and the keys of the topology; sizes in flits, latencies in "
      "cycles",
      {text("topology", CHOKEPOINT_AT(network.topology), "how routers are connected",
            names_of(topologies())),
       integer("data_vcs", CHOKEPOINT_AT(network.data_vcs), 1, 32, "VCs",
               "virtual channels for data (per traffic class with mechanism ideal)"),
       choice<InputQueues>("input_queues", CHOKEPOINT_AT(network.input_queues),
                           {{"voq", InputQueues::kVoq},
                            {"fifo", InputQueues::kFifo},
                            {"destination", InputQueues::kDestination}},
                           "input buffer of a data VC: a queue per output, one FIFO, or a queue "
                           "per node of the network with an equal share of the buffer (wants "
                           "data_vcs = 1; a long packet may starve beside short ones to the same "
                           "node: it waits for room for all of it, they take each flit's)"),
       text("switching", CHOKEPOINT_AT(network.switching),
            "switching technique; one other than the default runs on the plain switch, which is "
            "slower",
            names_of(techniques())),
       choice<VcAllocation>("vc_allocation", CHOKEPOINT_AT(network.vc_allocation),
                            {{"output_buffer", VcAllocation::kOutputBuffer},
                             {"downstream", VcAllocation::kDownstream}},
                            "a packet gets an output VC with room for all of it in the output "
                            "buffer, or only with credits for all of it in the next router as "
                            "well: it then waits at its input"),
       choice<Arbitration>("arbitration", CHOKEPOINT_AT(network.arbitration),
                           {{"flit", Arbitration::kFlit}, {"packet", Arbitration::kPacket}},
                           "switch and channels choose between flits, or go on with a packet that "
                           "has begun (control packets go before it)"),
       choice<VcClasses>(
           "vc_classes", CHOKEPOINT_AT(network.vc_classes),
           {{"phase", VcClasses::kPhase}, {"hops", VcClasses::kHops}, {"pool", VcClasses::kPool}},
           "VC classes against deadlock of valiant and ugal: the non-minimal first half apart, by "
           "channels crossed, or none"),
       integer("vc_buffer_flits", CHOKEPOINT_AT(network.vc_buffer_flits), 1, 65535, "flits",
               "input buffer per VC"),
       choice<OutputQueues>("output_queues", CHOKEPOINT_AT(network.output_queues),
                            {{"vc", OutputQueues::kVc}, {"port", OutputQueues::kPort}},
                            "behind the crossbar a queue per VC, or one FIFO of packets for all "
                            "VCs of an output but those of messages (needs vc_allocation = "
                            "\"downstream\")"),
       integer("output_buffer_flits", CHOKEPOINT_AT(network.output_buffer_flits), 1, 65535, "flits",
               "room of an output queue"),
       speedup_key(),
       integer("channel_latency", CHOKEPOINT_AT(network.channel_latency), 1, 10000, "cycles",
               "channels between routers, where the topology has no latency of its own for them"),
       integer("node_channel_latency", CHOKEPOINT_AT(network.node_channel_latency), 1, 10000,
               "cycles", "channels between nodes and routers"),
       integer("node_channel_vcs", CHOKEPOINT_AT(network.node_channel_vcs), 0, 32, "VCs",
               "data VCs of the channels between nodes and routers, the first ones; 1: a packet "
               "enters, or leaves, after the other; 0: all"),
       integer("router_latency", CHOKEPOINT_AT(network.router_latency), 1, 1000, "cycles",
               "from a head's arrival at a router to its earliest departure; it enters the input "
               "buffer in the last of them"),
       integer("send_queue_flits", CHOKEPOINT_AT(network.send_queue_flits), 0, 1 << 30, "flits",
               "depth of a node's send queue per destination; 0: unbounded"),
       integer("node_queue_flits", CHOKEPOINT_AT(network.node_queue_flits), 0, 1 << 30, "flits",
               "... of all send queues of a node together; while they are full it generates "
               "nothing; 0: unbounded"),
       integer("control_queue_packets", CHOKEPOINT_AT(network.control_queue_packets), 1, 65536,
               "packets", "depth of a node's queue of control packets"),
       integer("control_receive_packets", CHOKEPOINT_AT(network.control_receive_packets), 0, 65536,
               "packets", "... of those that the mechanism has not taken; 0: unbounded")}};
}

Section routing_section() {
  return {"routing",
          "how packets find their way, and the keys of the routing function",
          {text("function", CHOKEPOINT_AT(routing.function),
                "routing function; which ones a topology allows stands there",
                names_of(routing_functions()))}};
}

Section traffic_section() {
  return {"traffic",
          "one group of sources, several [[traffic]] tables are allowed",
          {text("name", CHOKEPOINT_GROUP(name),
                "name in results and in --set traffic.NAME.key (required)"),
           text("pattern", CHOKEPOINT_GROUP(pattern), "who sends to whom", names_of(patterns())),
           nodes("sources", &TrafficConfig::sources, "all",
                 "sending nodes: numbers, ranges \"0-7\", \"all\", or \"rest\" (nodes of no other "
                 "group)"),
           nodes("destinations", &TrafficConfig::destinations, "the sources",
                 "uniform: who is addressed; hotspot: the hotspots (required)"),
           integer("offset", CHOKEPOINT_GROUP(offset), -8191, 8191, "nodes",
                   "permutation: destination = source + offset modulo nodes"),
           nodes("mapping", &TrafficConfig::mapping, "by offset",
                 "permutation: one destination for each source, in their order"),
           real("rate", CHOKEPOINT_GROUP(rate), 0, 1, "flits/cycle/node",
                "offered load of each source"),
           integer("packet_flits", CHOKEPOINT_GROUP(packet_flits), 1, 1023, "flits",
                   "size of a packet (list: messages are cut to it)"),
           integer("message_packets", CHOKEPOINT_GROUP(message_packets), 1, 65535, "packets",
                   "packets of a message"),
           integer("message_packets_max", CHOKEPOINT_GROUP(message_packets_max), 0, 65535,
                   "packets", "sizes uniform in message_packets..message_packets_max; 0: one size"),
           integers("message_sizes", CHOKEPOINT_GROUP(message_sizes), 1, 65535, "packets", "none",
                    "mixture instead of message_packets: the sizes of messages, e.g. [4, 64]"),
           integers("message_weights", CHOKEPOINT_GROUP(message_weights), 1,
                    MessageSizes::kMaxWeight, "", "equal", "share of each of message_sizes"),
           choice<WeightsBy>("message_weights_by", CHOKEPOINT_GROUP(message_weights_by),
                             {{"messages", WeightsBy::kMessages}, {"data", WeightsBy::kData}},
                             "message_weights are shares of the number of messages, or of the "
                             "flits"),
           choice<Generate>("generate", CHOKEPOINT_GROUP(generate),
                            {{"rate", Generate::kRate},
                             {"impulse", Generate::kImpulse},
                             {"periodic", Generate::kPeriodic}},
                            "at `rate` from start to stop; one message per source, at start; or "
                            "at `rate` for burst_cycles of every period_cycles"),
           choice<Spacing>("spacing", CHOKEPOINT_GROUP(spacing),
                           {{"random", Spacing::kRandom}, {"fixed", Spacing::kFixed}},
                           "times between the messages of a source: drawn (Bernoulli), or all the "
                           "same, as `rate` says, from a first one that is drawn"),
           integer("burst_cycles", CHOKEPOINT_GROUP(burst_cycles), 1, kMaxCycles, "cycles",
                   "periodic: length of a burst"),
           integer("period_cycles", CHOKEPOINT_GROUP(period_cycles), 1, kMaxCycles, "cycles",
                   "periodic: from one burst's begin to the next one's; the first begins at start"),
           integer("start", CHOKEPOINT_GROUP(start), 0, kMaxCycles, "cycles",
                   "first cycle of generation"),
           integer("stop", CHOKEPOINT_GROUP(stop), 1, kMaxCycles, "cycles",
                   "first cycle without generation"),
           text("file", CHOKEPOINT_GROUP(file),
                "list: CSV file of cycle,source,destination,flits; relative to the scenario file"),
           text("traffic_class", CHOKEPOINT_GROUP(traffic_class),
                "mechanism ideal gives each class its own VCs; empty: the group's name")}};
}

Section run_section() {
  return {
      "run",
      "how long, and what is measured; cycles",
      {integer("warmup", CHOKEPOINT_AT(run.warmup), 0, kMaxCycles, "cycles",
               "before the measured interval"),
       integer("measure", CHOKEPOINT_AT(run.measure), 1, kMaxCycles, "cycles", "measured interval"),
       integer("drain", CHOKEPOINT_AT(run.drain), 0, kMaxCycles, "cycles",
               "at most so long afterwards, without generation; 0: none"),
       integer("interval", CHOKEPOINT_AT(run.interval), 1, kMaxCycles, "cycles",
               "interval of the time series"),
       integer("start_cycle", CHOKEPOINT_AT(run.start_cycle), 0, kMaxCycles, "",
               "value of the hardware's cycle counter at cycle 0"),
       integer("watchdog", CHOKEPOINT_AT(run.watchdog), 1, kMaxCycles, "cycles",
               "no flit moved for so long with packets inside: deadlock"),
       integer("seed", CHOKEPOINT_AT(run.seed), 0, 1e18, "", "of all random numbers"),
       integer("disable_at", CHOKEPOINT_AT(run.disable_at), 0, kMaxCycles, "cycles",
               "the mechanism is switched off at this cycle"),
       integer("enable_at", CHOKEPOINT_AT(run.enable_at), 1, kMaxCycles, "cycles",
               "... and on again at this one"),
       text("saturation_group", CHOKEPOINT_AT(run.saturation_group),
            "name of a traffic group: the run ends when three windows running of the measured "
            "interval accept less than 80 % of its rate, beyond chance; empty: never"),
       integer("saturation_window", CHOKEPOINT_AT(run.saturation_window), 100, kMaxCycles, "cycles",
               "length of such a window")}};
}

Section wave_section() {
  Key what;
  what.name = "what";
  what.type = ValueType::kTextList;
  what.default_value = std::vector<std::string>{};
  what.doc =
      "what goes into wave.fst: \"router.1\", \"nic.0-3\", \"router.all\"; none: no waveform";
  what.set = [](Scenario& scenario, size_t, const KeyValue& value) {
    scenario.wave.what = std::get<std::vector<std::string>>(value);
  };
  return {"wave",
          "waveform",
          {what,
           integer("from", CHOKEPOINT_AT(wave.from), 0, kMaxCycles, "cycles", "first cycle traced"),
           integer("to", CHOKEPOINT_AT(wave.to), 0, kMaxCycles, "cycles", "last cycle traced")}};
}

Section fault_section() {
  return {
      "fault",
      "something that goes wrong; several [[fault]] tables are allowed, counted from 1 in --set "
      "fault.1.key. What each kind does: docs/reference/faults.md",
      {choice<FaultKind>("kind", CHOKEPOINT_FAULT(kind),
                         {{"lose", FaultKind::kLose},
                          {"duplicate", FaultKind::kDuplicate},
                          {"delay", FaultKind::kDelay},
                          {"set_mark", FaultKind::kSetMark},
                          {"clear_mark", FaultKind::kClearMark},
                          {"stuck_at_1", FaultKind::kStuckAt1},
                          {"stuck_at_0", FaultKind::kStuckAt0},
                          {"rogue", FaultKind::kRogue},
                          {"stop_draining", FaultKind::kStopDraining},
                          {"reset", FaultKind::kReset},
                          {"upset", FaultKind::kUpset}},
                         "what goes wrong (required)"),
       integer("from", CHOKEPOINT_FAULT(from), 0, kMaxCycles, "cycles",
               "first cycle in which it strikes"),
       integer("to", CHOKEPOINT_FAULT(to), 1, kMaxCycles, "cycles",
               "first cycle in which it does not any more"),
       text("message", CHOKEPOINT_FAULT(message),
            "lose, duplicate, delay: which messages; any, or one that the mechanism declares "
            "(docs/reference/messages.md), with wire one that the wire carries "
            "(docs/reference/faults.md)"),
       text("wire", CHOKEPOINT_FAULT(wire),
            "lose, duplicate, delay: instead of control packets the values of this wire of the "
            "mechanism; empty: none"),
       integer("node", CHOKEPOINT_FAULT(node), -1, 8191, "",
               "where it strikes: the packet's destination, the rogue source, the node that stops "
               "draining (required for the last two); -1: everywhere"),
       integer("sender", CHOKEPOINT_FAULT(sender), -1, 8191, "", "source of the packet; -1: any"),
       integer("router", CHOKEPOINT_FAULT(router), -1, 8191, "",
               "stuck_at_1, stuck_at_0, reset (required): the router; with wire: the one that the "
               "value arrives at; -1: every one"),
       integer("port", CHOKEPOINT_FAULT(port), -1, 63, "",
               "... its output; -1: every one, and what the router counts"),
       real("probability", CHOKEPOINT_FAULT(probability), 0, 1, "",
            "with which a packet that fits is struck"),
       integer("count", CHOKEPOINT_FAULT(count), 0, 1e9, "",
               "at most so many packets; 0: no limit. upset: so many, at random times (required)"),
       integer("cycles", CHOKEPOINT_FAULT(cycles), 0, kMaxCycles, "cycles",
               "delay (required), duplicate: how much later the message, or its copy, comes"),
       text(
           "unit", CHOKEPOINT_FAULT(unit),
           "upset: units whose path begins so, e.g. \"nic_4.cbcm_nic\" or \"router_\"; empty: any"),
       text("state", CHOKEPOINT_FAULT(state),
            "upset: registers whose name has this in it; empty: any")}};
}

#undef CHOKEPOINT_AT
#undef CHOKEPOINT_GROUP
#undef CHOKEPOINT_FAULT

}  // namespace

const std::vector<Section>& sections() {
  static const std::vector<Section> all = {network_section(), routing_section(), traffic_section(),
                                           run_section(),     wave_section(),    fault_section()};
  return all;
}

}  // namespace chokepoint
