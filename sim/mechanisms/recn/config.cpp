// SPDX-License-Identifier: Apache-2.0
// RECN's scenario keys; why a default is what it is stands in docs/reference/recn/recn.md.
#include "sim/mechanisms/recn/config.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/hooks/missing_variant.h"
#include "sim/mechanisms/recn/link.h"
#include "sim/routing/routing_function.h"

namespace chokepoint::recn {
namespace {

constexpr unsigned kMostPorts = 32, kMostFlits = 2047, kTimerBits = 10, kMostPoolBits = 48;

void want(bool holds, const std::string& complaint) {
  if (!holds) throw InputError(complaint);
}

/// Packets wait in queues of RECN's own, one VC is the port's memory, and routes are in the header.
void check_network(const Scenario& scenario) {
  const NetworkConfig& network = scenario.network;
  want(scenario.routing.function == "source_route",
       fmt::format("routing.function: mechanism recn compares the turns in a packet's header with "
                   "its lines, which takes source_route; {} has none",
                   scenario.routing.function));
  want(network.switching == "virtual_cut_through",
       fmt::format("network.switching: mechanism recn moves whole packets between queues, which "
                   "takes virtual_cut_through, not {}",
                   network.switching));
  want(network.data_vcs == 1,
       fmt::format("network.data_vcs: mechanism recn has the memory of a port for one VC, not {}",
                   network.data_vcs));
  want(network.input_queues == InputQueues::kFifo,
       "network.input_queues: mechanism recn makes the queues of a port itself; legal is fifo, "
       "which is then the port's input register");
  want(network.vc_allocation == VcAllocation::kOutputBuffer,
       "network.vc_allocation: mechanism recn has packets wait behind the crossbar for the next "
       "router; legal is output_buffer");
  want(network.arbitration == Arbitration::kPacket,
       "network.arbitration: mechanism recn takes packets unmixed; legal is packet");
  want(scenario.radix() >= 2 && scenario.radix() <= kMostPorts,
       fmt::format("network.topology: mechanism recn has 2 to {} ports for each router, not {}",
                   kMostPorts, scenario.radix()));
}

unsigned longest_packet(const Scenario& scenario) {
  unsigned flits = 1;
  for (const TrafficConfig& group : scenario.traffic) flits = std::max(flits, group.packet_flits);
  return flits;
}

unsigned shortest_packet(const Scenario& scenario) {
  unsigned flits = longest_packet(scenario);
  for (const TrafficConfig& group : scenario.traffic) flits = std::min(flits, group.packet_flits);
  return flits;
}

void check_memory(const char* key, unsigned flits, unsigned longest) {
  want(flits <= kMostFlits && flits >= 2 * longest,
       fmt::format("network.{}: mechanism recn counts up to {} flits of a port, and takes room for "
                   "two packets, {} flits; not {}",
                   key, kMostFlits, 2 * longest, flits));
}

uint32_t share(const MechanismConfig& m, const char* key, unsigned flits) {
  return std::max<uint32_t>(1, static_cast<uint32_t>(m.real(key) * flits));
}

uint32_t waiting_time(const MechanismConfig& m, const char* key, unsigned clocks) {
  const unsigned most = ((1u << kTimerBits) - 1) / clocks;
  want(m.count(key) <= most,
       fmt::format("{}: {} cycles; with {} clocks a cycle legal is at most {}", key, m.count(key),
                   clocks, most));
  return m.count(key) * clocks;
}

/// Of a port with so many flits; `detection`: the key of the threshold there.
SaqControl::Config levels_of(const MechanismConfig& m, const char* detection, unsigned flits,
                             unsigned clocks) {
  SaqControl::Config cfg;
  cfg.more_specific = m.boolean("more_specific");
  cfg.detect = share(m, detection, flits);
  cfg.line.propagate = share(m, "propagation", flits);
  cfg.line.stop = share(m, "xoff", flits);
  cfg.line.go = share(m, "xon", flits);
  cfg.line.retry = waiting_time(m, "retry", clocks);
  cfg.line.linger = waiting_time(m, "linger", clocks);
  want(cfg.line.go < cfg.line.stop,
       fmt::format("xon: {} of {} flits are {}, which is to be below xoff, {}", m.real("xon"),
                   flits, cfg.line.go, cfg.line.stop));
  return cfg;
}

/// While it is off, what was said before must arrive and be forgotten: an answer to a question from
/// before would be taken for one to a later question, and leave a SAQ that nobody owns.
void check_pause(const Scenario& scenario, const Config& config) {
  const RunConfig& run = scenario.run;
  if (run.enable_at == ~Cycle{0}) return;
  const ChannelSpans spans(*make_topology(scenario));
  const Cycle pause = link_wire(spans, config.nic_saqs).latency + LinkQueue::kPlaces;
  want(run.enable_at - run.disable_at >= pause,
       fmt::format("run.enable_at: {}, but mechanism recn is to be off for {} cycles, until its "
                   "messages under way have arrived; with run.disable_at = {} legal is {} and more",
                   run.enable_at, pause, run.disable_at, run.disable_at + pause));
}

/// Detection and xoff together, from which on an egress port stops those upstream, must be reached: a packet
/// comes only where all of it has room, and while it does others leave. At speed-up 1 only an output that is
/// held fills, to its last flit.
void check_root(const Config& config, const Scenario& scenario) {
  const NetworkConfig& network = scenario.network;
  const unsigned flits = config.egress_flits, packet = shortest_packet(scenario);
  const unsigned halves = 2 * network.speedup - (network.half_pass ? 1 : 0);  // flits in two cycles
  const unsigned leave = halves == 2 ? 1 : std::max(1u, 2 * packet / halves);
  const unsigned detect = config.egress_levels.cfg.detect, stop = config.egress_levels.cfg.line.stop;
  want(detect + stop <= flits - leave,
       fmt::format("detection: {} of {} flits are {}; with xoff, {}, they are to be at most {}: an output that "
                   "is not held is never fuller with packets of {} flits and speed-up {}, and would stop nobody",
                   scenario.mechanism.real("detection"), flits, detect, stop, flits - leave, packet, halves / 2.0));
}

}  // namespace

std::vector<KeySpec> keys() {
  return {
      integer_key("saqs", 8, 2, 32, "queues",
                  "set-aside queues of each ingress and each egress port; 8 is recalled of RECN's first "
                  "papers, not read"),
      boolean_key("detection_queues", false,
                  "enhanced RECN: an ingress port has a detection queue for each output instead of "
                  "one normal queue, and finds congestion itself"),
      boolean_key("more_specific", false,
                  "enhanced RECN: a notification of a congested point behind another one gets a "
                  "SAQ of its own"),
      boolean_key("nic_saqs", true,
                  "NICs have SAQs too, which are their send queues; else they refuse notifications"),
      real_key("detection", 0.5, 0, 1,
               "an egress port's normal queue is congested from this share of its memory on (ours, as all "
               "shares here: the paper says \"a given threshold\")"),
      real_key("queue_detection", 0.125, 0, 1,
               "... and a detection queue from this share of the ingress port's (ours)"),
      real_key("propagation", 0.125, 0, 1,
               "a SAQ notifies upstream from this share of its port's memory on (ours)"),
      real_key("xoff", 0.25, 0, 1,
               "a SAQ stops those upstream from this share on, an output from `detection` and this share on "
               "(ours)"),
      real_key("xon", 0.125, 0, 1,
               "... and lets them go on down to this one, an output to `detection` and this one (ours)"),
      integer_key("retry", 100, 0, 1023, "cycles",
                  "nobody is notified again for so long after a refusal (ours, as refusals are); at most 511 with "
                  "`speedup` 1.5 and 2, 341 with 3, 255 with 4: the units' clocks are counted"),
      integer_key("linger", 100, 0, 1023, "cycles",
                  "a SAQ that gets no packet is kept for so long (ours); at most 511, 341 or 255 as above"),
  };
}

Config::Config(const Scenario& scenario) {
  check_network(scenario);
  const NetworkConfig& network = scenario.network;
  const MechanismConfig& m = scenario.mechanism;
  reserved = longest_packet(scenario);
  egress_flits = network.output_buffer_flits;
  check_memory("vc_buffer_flits", network.vc_buffer_flits, reserved);
  check_memory("output_buffer_flits", egress_flits, reserved);
  detection_queues = m.boolean("detection_queues");
  clocks = network.speedup;
  interval = scenario.run.interval;

  constexpr unsigned kUsualBits = 9, kMostBits = 11;
  ingress.saqs = egress.saqs = m.count("saqs");
  ingress.pool_bits = egress.pool_bits =
      with_defaults(routing_functions().at(scenario.routing.function).keys, scenario.routing.keys)
          .count("turn_pool_bits");
  want(ingress.pool_bits <= kMostPoolBits,
       fmt::format("routing.turn_pool_bits: mechanism recn compares {} bits at most, not {}",
                   kMostPoolBits, ingress.pool_bits));
  ingress.ports = egress.ports = scenario.radix();
  ingress.count_bits = egress.count_bits =
      std::max(network.vc_buffer_flits, egress_flits) >> kUsualBits == 0 ? kUsualBits : kMostBits;
  ingress.timer_bits = egress.timer_bits = kTimerBits;
  ingress.detection = 1;  // one hardware for both forms
  nic = egress;
  nic.ports = 1;

  ingress_levels.cfg = levels_of(m, "queue_detection", network.vc_buffer_flits, clocks);
  ingress_levels.cfg_detection = detection_queues;
  ingress_levels.swap_may = true;
  egress_levels.cfg = levels_of(m, "detection", egress_flits, clocks);
  check_root(*this, scenario);
  nic_saqs = m.boolean("nic_saqs");
  nic_levels.cfg = levels_of(m, "detection", egress_flits, 1);  // a clock in each cycle
}

void check(const Scenario& scenario) {
  const Config config(scenario);
  check_pause(scenario, config);
  try {
    params_for<RecnIngress>(scenario.engine, config.ingress);
    params_for<RecnEgress>(scenario.engine, config.egress);
    if (config.nic_saqs) params_for<RecnEgress>(scenario.engine, config.nic);
  } catch (const MissingVariant& missing) {
    throw explained(missing, {{"Saqs", "mechanism.saqs"},
                              {"PoolBits", "routing.turn_pool_bits"},
                              {"Ports", "network.topology"},
                              {"CountBits", "network.vc_buffer_flits, network.output_buffer_flits"}});
  }
}

}  // namespace chokepoint::recn
