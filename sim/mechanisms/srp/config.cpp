// SPDX-License-Identifier: Apache-2.0
// SRP's scenario keys with their defaults; why a default is what it is stands in
// docs/reference/srp/srp.md.
#include "sim/mechanisms/srp/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/common/message_formats.h"
#include "sim/hooks/missing_variant.h"
#include "sim/routing/routing.h"
#include "sim/topology/topology.h"
#include "sim/traffic/message_sizes.h"

namespace chokepoint::srp {
namespace {

constexpr unsigned kMaxPackets = 64;  // of the built variants: the largest n_max
constexpr unsigned kTurns = 4;        // a start counts in one of so many cycles, its entry's

const std::map<std::string, std::string>& keys_behind() {
  static const std::map<std::string, std::string> keys = {
      {"Radix", "network.topology"},
      {"Nodes", "network.topology"},
      {"SpeculativeVcs", "network.vc_classes, routing.function"},
      {"ReservationEntries", "mechanism.reservation_entries"},
      {"MaxPackets", "mechanism.n_max"},
      {"WaitBits", "mechanism.ttw"},
      {"PredictiveDrop", "mechanism.predictive_drop"},
      {"Timeouts", "mechanism.timeout"},
      {"CycleBits", "mechanism.name"}};
  return keys;
}

/// Packets of the group's largest message.
int64_t largest_message_packets(const TrafficConfig& group) {
  if (group.pattern != "list") return MessageSizes(group).largest();
  unsigned packets = 1;
  for (const ListEntry& entry : group.entries) {
    packets = std::max(packets, (entry.flits + group.packet_flits - 1) / group.packet_flits);
  }
  return packets;
}

/// A grant brings the lowest bits of its start, which has to lie within half their range, less the
/// cycles until the entry's turn, when it arrives: also where every node has a block at one
/// destination.
void check_starts(const Scenario& scenario, const TrafficConfig& group, int64_t packets) {
  const MechanismConfig& m = scenario.mechanism;
  const int64_t block = std::min(m.integer("n_max"), packets) * group.packet_flits;
  const auto cycles =
      static_cast<int64_t>(std::ceil(static_cast<double>(block) * (1 + m.real("epsilon"))));
  const int64_t ahead = m.integer("lead") + cycles * (int64_t{scenario.nodes()} - 1);
  const int64_t reach = (int64_t{1} << (messages::srp::kStartBits - 1)) - kTurns;
  if (ahead < reach) return;
  throw InputError(fmt::format(
      "n_max: with a block of {} flits of traffic group `{}` from every node, starts of one "
      "destination lie up to {} cycles ahead; a grant can say less than {}; use smaller blocks",
      block, group.name, ahead, reach));
}

}  // namespace

std::vector<KeySpec> keys() {
  return {
      integer_key("n_min", 4, 1, 65535, "packets",
                  "smaller messages bypass the protocol: plain data, never dropped"),
      integer_key("n_max", 16, 1, kMaxPackets, "packets", "most packets of one reservation"),
      real_key("epsilon", 0.05, 0, 1,
               "a reservation of n flits takes n (1 + epsilon) cycles of the destination's "
               "schedule"),
      integer_key("ttw", 2000, 1, 32767, "cycles",
                  "TTW: a speculative packet that has waited longer in input buffers is dropped"),
      boolean_key("predictive_drop", false,
                  "what lies ahead of a head at its output counts as waited, too, beyond what a "
                  "round trip of the channel holds; not in the paper, its authors' simulator "
                  "has it"),
      integer_key("reservation_entries", 16, 1, 64, "entries",
                  "destinations a source can have a reservation with at a time"),
      integer_key("retransmission_packets", 512, 1, 65535, "packets",
                  "speculative packets that a source can hold until they are acknowledged"),
      integer_key("lead", 0, 0, 1 << 20, "cycles",
                  "earliest start of a grant after its reservation's arrival"),
      boolean_key("charge_bypass", false,
                  "packets that bypass the protocol push the destination's schedule back"),
      integer_key("timeout", 0, 0, 1 << 24, "cycles",
                  "a reservation without grant is sent again after one to two times so long, packets "
                  "without answer as data; 0: never, as in the papers, which lose no message; else "
                  "ttw and twice the longest way there and back, 4000 with the defaults"),
  };
}

void check(const Scenario& scenario) {
  const MechanismConfig& m = scenario.mechanism;
  const int64_t n_min = m.integer("n_min"), n_max = m.integer("n_max");
  if (n_max < n_min) {
    throw InputError(fmt::format(
        "n_max: {} is below n_min = {}: no message could be reserved in one piece; use at least "
        "n_min",
        n_max, n_min));
  }
  const int64_t held = m.integer("retransmission_packets");
  for (const TrafficConfig& group : scenario.traffic) {
    const int64_t packets = largest_message_packets(group);
    if (packets > held) {
      throw InputError(
          fmt::format("retransmission_packets: {} is less than the messages of traffic group `{}` "
                      "({} packets); "
                      "use at least {}",
                      held, group.name, packets, packets));
    }
    check_starts(scenario, group, packets);
    if (packets * group.packet_flits > 65535) {
      throw InputError(fmt::format(
          "retransmission_packets: messages of traffic group `{}` have {} flits; SRP counts a "
          "message's flits in 16 bits, so at most 65535 are possible",
          group.name, packets * group.packet_flits));
    }
  }
  // To a node of the same router and back: nothing is answered sooner.
  const auto node = static_cast<int64_t>(ChannelSpans(*make_topology(scenario)).shortest_node);
  const int64_t answer = 2 * (2 * node + scenario.network.router_latency);
  const int64_t timeout = m.integer("timeout");
  if (timeout != 0 && timeout < answer) {
    throw InputError(fmt::format(
        "timeout: after {} cycles no answer can have come, so that everything would be sent again; "
        "the shortest way there and back takes {}; use 0 (never) or ttw and twice the longest way",
        timeout, answer));
  }
  const Config config(scenario);
  try {
    params_for<SrpRouter>(scenario.engine, config.router);
    params_for<SrpNic>(scenario.engine, config.nic);
  } catch (const MissingVariant& missing) {
    throw explained(missing, keys_behind());
  }
}

Config::Config(const Scenario& scenario) {
  const MechanismConfig& m = scenario.mechanism;
  const std::unique_ptr<Topology> topology = make_topology(scenario);
  if (const auto stranded = find_stranded(*topology)) {
    throw InputError(fmt::format(
        "network.topology: in {} no way leads from router {} to node {}: a router that drops a "
        "packet sends its source a NACK from where it is; use a topology with a way from every "
        "router to every node",
        scenario.network.topology, stranded->router, stranded->node));
  }
  router.nodes = nic.nodes = std::max(16u, scenario.nodes());  // the least units can be built for
  router.radix = std::max(4u, scenario.radix());
  router.speculative_vcs = Routing::classes(scenario, *topology);
  router.predictive_drop = m.boolean("predictive_drop") ? 1 : 0;
  nic.reservation_entries = static_cast<unsigned>(m.integer("reservation_entries"));
  nic.max_packets = kMaxPackets;
  ttw = static_cast<uint32_t>(m.integer("ttw"));
  n_min = static_cast<unsigned>(m.integer("n_min"));
  charge_bypass = m.boolean("charge_bypass");
  timeout = static_cast<uint64_t>(m.integer("timeout"));
  nic.timeouts = timeout != 0 ? 1 : 0;
  settings.cfg_n_max = static_cast<uint32_t>(m.integer("n_max"));
  settings.cfg_slots = static_cast<uint32_t>(m.integer("retransmission_packets"));
  settings.cfg_timeout = timeout;
  settings.cfg_inflation = static_cast<uint32_t>(65536.0 * (1.0 + m.real("epsilon")));
  settings.cfg_lead = static_cast<uint64_t>(m.integer("lead"));
  settings.cfg_charge_bypass = charge_bypass;
}

}  // namespace chokepoint::srp
