// SPDX-License-Identifier: Apache-2.0
// The choice between the plain and the fast switch.
#include "sim/network/make_switch.h"

#include <fmt/format.h>

#include "sim/common/key_error.h"
#include "sim/common/registry.h"
#include "sim/switch/plain_router/plain_router.h"
#include "sim/switch/queueing/organisation.h"
#include "sim/switch/stream/stream_switch.h"
#include "sim/switch/switching/registry.h"

namespace chokepoint {

namespace {

/// Where packets wait: InputError for what does not go together.
void check_waiting(const Scenario& scenario, const std::string& technique, bool makes_queues) {
  const NetworkConfig& network = scenario.network;
  const bool downstream = network.vc_allocation == VcAllocation::kDownstream;
  const bool one_queue = network.output_queues == OutputQueues::kPort;
  std::string why_not;
  if (technique != kDefaultTechnique) {
    why_not = fmt::format(
        "is a key of switching = \"{}\", but switching is \"{}\", which has "
        "rules of its own; leave one of the two out",
        kDefaultTechnique, technique);
  }
  if (downstream && !why_not.empty()) {
    throw InputError(fmt::format("{}: vc_allocation: downstream {}",
                                 scenario.origin("network", "vc_allocation"), why_not));
  }
  if (why_not.empty() && !downstream) {
    why_not =
        "needs vc_allocation = \"downstream\": a packet at its head that waits for the next "
        "router would hold back those of other VCs, and they each other in a circle";
  } else if (why_not.empty() && makes_queues) {
    why_not = fmt::format("does not go with mechanism {}, which names the queues of VCs; use vc",
                          scenario.mechanism.name);
  }
  if (one_queue && !why_not.empty()) {
    throw InputError(fmt::format("{}: output_queues: port {}",
                                 scenario.origin("network", "output_queues"), why_not));
  }
}

/// A queue per destination is what others are compared with: by itself.
void check_queues(const Scenario& scenario, const std::string& technique) {
  if (scenario.network.input_queues != InputQueues::kDestination) return;
  const auto fail = [&scenario](const std::string& what) {
    throw InputError(fmt::format("{}: input_queues: destination {}",
                                 scenario.origin("network", "input_queues"), what));
  };
  if (technique != kDefaultTechnique) {
    fail(fmt::format("needs switching = \"{}\": room is claimed for whole packets",
                     kDefaultTechnique));
  }
  if (scenario.mechanism.name != "none") {
    fail(
        fmt::format("needs mechanism.name = \"none\", not \"{}\": mechanisms name queues by "
                    "their output",
                    scenario.mechanism.name));
  }
  try {
    check_shares(scenario.network, scenario.nodes());
  } catch (const InputError& error) {
    throw InputError(scenario.origin("network", KeyError(error).key) + ": " + error.what());
  }
}

/// Of packets that follow each other in a buffer flit by flit only the first may escape.
void check_escapes(const std::string& name, const Scenario& scenario, const Routing& routing,
                   uint32_t sharing) {
  if (!techniques().at(name).flit_by_flit || routing.escape_classes() == routing.classes()) return;
  OutputVcState behind_a_tail;
  behind_a_tail.free = behind_a_tail.depth = 2;
  behind_a_tail.credits = 1;
  if (!make_technique(name, scenario.network, sharing)->grants(behind_a_tail, 1)) return;
  throw InputError(fmt::format(
      "{}: vc_reuse: with routing.function = \"{}\" a head behind another packet's tail could not "
      "take an escape VC or be recovered; use \"atomic\"",
      scenario.origin("network", "vc_reuse"), scenario.routing.function));
}

}  // namespace

SwitchChoice choose_switch(SwitchChoice wanted, const Scenario& scenario,
                           const Mechanism& mechanism, const Routing& routing,
                           const VcLayout& layout) {
  if (wanted.technique.empty()) wanted.technique = scenario.network.switching;
  for (const std::string& technique : {wanted.technique, wanted.twin_technique}) {
    if (technique.empty()) continue;
    entry_of(techniques(), "switching technique", technique);
    check_waiting(scenario, technique, mechanism.makes_queues());
    check_queues(scenario, technique);
    check_escapes(technique, scenario, routing, layout.output_sharing());
  }
  std::string why_not;  // StreamSwitch
  if (wanted.technique != kDefaultTechnique) {
    why_not = fmt::format("network.switching = \"{}\" ({})", wanted.technique,
                          scenario.origin("network", "switching"));
  } else if (mechanism.makes_queues()) {
    why_not = fmt::format("mechanism {}, which makes queues in routers or takes heads out of them",
                          scenario.mechanism.name);
  } else if (routing.adaptive()) {
    why_not = fmt::format("routing.function = \"{}\" ({}), which is asked again while a head waits",
                          scenario.routing.function, scenario.origin("routing", "function"));
  }
  if (why_not.empty() && scenario.network.input_queues == InputQueues::kDestination) {
    why_not = fmt::format("network.input_queues = \"destination\" ({})",
                          scenario.origin("network", "input_queues"));
  } else if (why_not.empty() && scenario.network.half_pass) {
    why_not = fmt::format(
        "network.speedup = {}.5 ({}), which is another number of switch passes "
        "in every second cycle",
        scenario.network.speedup - 1, scenario.origin("network", "speedup"));
  }
  if (wanted.kind == SwitchKind::kStream && !why_not.empty()) {
    throw InputError(fmt::format("--switch stream does not serve {}; use best or plain", why_not));
  }
  if (wanted.kind == SwitchKind::kBest) {
    wanted.kind = why_not.empty() ? SwitchKind::kStream : SwitchKind::kPlain;
  }
  return wanted;
}

std::unique_ptr<Switch> make_switch(const char* name, NetworkContext& context, RouterId id,
                                    const SwitchChoice& choice) {
  if (choice.kind == SwitchKind::kStream) return std::make_unique<StreamSwitch>(name, context, id);
  const std::string& twin =
      choice.twin_technique.empty() ? choice.technique : choice.twin_technique;
  const auto technique = [&](const std::string& of) {
    return make_technique(of, context.scenario.network, context.layout.output_sharing());
  };
  return std::make_unique<PlainRouter>(
      name, context, id, technique(choice.technique),
      choice.kind == SwitchKind::kLockstep ? technique(twin) : nullptr);
}

}  // namespace chokepoint
