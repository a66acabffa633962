// SPDX-License-Identifier: Apache-2.0
// ECN's scenario keys with their defaults (paper 000's where the papers differ); why a default is
// what it is stands in docs/reference/ecn/ecn.md.
#include "sim/mechanisms/ecn/config.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/hooks/missing_variant.h"

namespace chokepoint::ecn {
namespace {

constexpr unsigned kTableEntries = 128;

const std::map<std::string, std::string>& keys_behind() {
  static const std::map<std::string, std::string> keys = {
      {"Radix", "network.topology"},
      {"Nodes", "network.topology"},
      {"Speedup", "network.speedup"},
      {"RateBits", "mechanism.marking_rate"},
      {"OccupancyBits", "network.vc_buffer_flits"},
      {"DelayEntries", "mechanism.delay_entries"},
      {"Mode", "mechanism.mode"},
      {"DelayBits", "mechanism.maximum"},
      {"TableEntries", "mechanism.mode"},
      {"CycleBits", "mechanism.name"}};
  return keys;
}

unsigned threshold_of(const Scenario& scenario) {
  const MechanismConfig& m = scenario.mechanism;
  const NetworkConfig& network = scenario.network;
  const unsigned buffer = m.text("threshold_scope") == "vc"
                              ? network.vc_buffer_flits
                              : network.vc_buffer_flits * network.data_vcs;
  const auto weight = static_cast<unsigned>(m.integer("threshold_weight"));
  if (weight != 0) return buffer * (16 - weight) / 16;
  return static_cast<unsigned>(m.real("threshold") * buffer);
}

/// What is said of outputs has no meaning where inputs are counted.
void check_by_input(const Scenario& scenario) {
  if (scenario.mechanism.text("victim_mask") != "none") {
    throw InputError(
        "victim_mask: has no effect with mark_on = \"input_buffer\", which marks at outputs with "
        "and "
        "without room; leave it out");
  }
  for (const FaultConfig& fault : scenario.faults) {
    if (fault.kind != FaultKind::kStuckAt0 && fault.kind != FaultKind::kStuckAt1) continue;
    throw InputError(fmt::format(
        "mark_on: input_buffer has no `congested` of outputs, which the fault at {} sticks; use "
        "mark_on = \"output\" with it",
        fault.origin));
  }
}

}  // namespace

std::vector<KeySpec> keys() {
  return {
      choice_key("mode", {"additive", "cct"},
                 "additive: the papers' inter-packet delay; cct: InfiniBand's congestion control "
                 "table"),
      choice_key("mark_on", {"output", "input_buffer"},
                 "output: heads are marked where more flits wait for their output, over all "
                 "inputs, than the threshold, if it is a root of congestion; input_buffer: where "
                 "their input buffer holds more, wherever they go, roots or not"),
      real_key("threshold", 0.9, 0, 64, "this share of an input buffer is the threshold"),
      choice_key(
          "threshold_scope", {"input", "vc"},
          "the input buffer of which `threshold` is a share: one data VC, or all data VCs of "
          "an input"),
      integer_key("threshold_weight", 0, 0, 15, "",
                  "InfiniBand's weight w instead of `threshold`: buffer x (16 - w) / 16; 0: off"),
      integer_key("marking_rate", 0, 0, 65535, "packets",
                  "packets left unmarked between two marks of an output"),
      integer_key("packet_size", 0, 0, 1023, "flits", "smaller packets are not marked"),
      choice_key("victim_mask", {"none", "nodes", "all"},
                 "outputs that mark although the next buffer has no room (victims, not roots): "
                 "none, those to nodes, all"),
      integer_key("delay_entries", 16, 1, 64, "entries",
                  "destinations that a source can hold back at a time"),
      integer_key("increment", 400, 1, 4095, "cycles",
                  "additive: a notification lengthens the inter-packet delay by so much"),
      integer_key("decrement", 50, 1, 4095, "cycles", "additive: the timer shortens it by so much"),
      integer_key("maximum", 1500, 1, 4095, "cycles", "additive: longest inter-packet delay"),
      integer_key("timer", 1000, 1, 65535, "cycles", "additive: time between two decrements"),
      boolean_key("free_running", false, "additive: a notification does not restart the timer"),
      integer_key("cct_increase", 1, 1, 127, "", "cct: steps per notification"),
      integer_key("cct_limit", 127, 1, 127, "", "cct: largest index"),
      integer_key("cct_minimum", 0, 0, 126, "", "cct: index at which a destination is free again"),
      integer_key("cct_trigger", 2, 0, 127, "", "cct: index that is reported as an event"),
      integer_key("cct_timer", 24000, 1, 1 << 30, "cycles",
                  "cct: time between two steps down of all destinations"),
      integer_key("cct_shift", 0, 0, 3, "",
                  "cct: word i of the table is {shift, multiplier i}: delay = flits x i >> shift"),
  };
}

void check(const Scenario& scenario) {
  const MechanismConfig& m = scenario.mechanism;
  if (m.integer("cct_minimum") >= m.integer("cct_limit")) {
    throw InputError(fmt::format("cct_minimum: {} is not below cct_limit = {}",
                                 m.integer("cct_minimum"), m.integer("cct_limit")));
  }
  if (m.text("mark_on") == "input_buffer") check_by_input(scenario);
  const Config config(scenario);
  try {
    params_for<EcnRouter>(scenario.engine, config.router);
    params_for<EcnNic>(scenario.engine, config.nic);
  } catch (const MissingVariant& missing) {
    throw explained(missing, keys_behind());
  }
}

Config::Config(const Scenario& scenario) {
  const MechanismConfig& m = scenario.mechanism;
  const bool cct = m.text("mode") == "cct";
  router.radix = std::max(4u, scenario.radix());
  router.speedup = scenario.network.speedup;
  router.rate_bits = m.integer("marking_rate") != 0 ? 16 : 0;
  router_settings.cfg_threshold = threshold_of(scenario);
  router_settings.cfg_packet_size = static_cast<uint32_t>(m.integer("packet_size"));
  router_settings.cfg_marking_rate = static_cast<uint32_t>(m.integer("marking_rate"));
  by_input = m.text("mark_on") == "input_buffer";
  const std::string& mask = m.text("victim_mask");
  victims = mask == "none" ? Victims::kNone : mask == "nodes" ? Victims::kNodes : Victims::kAll;

  nic.nodes = std::max(16u, scenario.nodes());
  nic.delay_entries = static_cast<unsigned>(m.integer("delay_entries"));
  nic.mode = cct ? 1 : 0;
  nic.delay_bits = 12;
  nic.table_entries = kTableEntries;
  const auto number = [&m](const char* key) { return static_cast<uint32_t>(m.integer(key)); };
  nic_settings.cfg_increment = number(cct ? "cct_increase" : "increment");
  nic_settings.cfg_decrement = number("decrement");
  nic_settings.cfg_maximum = number(cct ? "cct_limit" : "maximum");
  nic_settings.cfg_minimum = number("cct_minimum");
  nic_settings.cfg_trigger = number("cct_trigger");
  nic_settings.cfg_timer = number(cct ? "cct_timer" : "timer");
  nic_settings.cfg_free_running = m.boolean("free_running");
  if (!cct) return;
  for (unsigned i = 0; i < kTableEntries; ++i) {
    table.push_back(static_cast<uint16_t>((number("cct_shift") << 14) | i));
  }
}

}  // namespace chokepoint::ecn
