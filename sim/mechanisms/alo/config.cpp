// SPDX-License-Identifier: Apache-2.0
// ALO's scenario keys; why a default is what it is stands in docs/reference/alo/alo.md.
#include "sim/mechanisms/alo/config.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/hooks/missing_variant.h"
#include "sim/routing/routing.h"
#include "sim/topology/topology.h"

namespace chokepoint::alo {
namespace {

/// Ports of the largest router that lead to other routers, at most.
unsigned outputs_of(const Scenario& scenario) {
  const OwnKeys shape = shape_of(scenario.network);
  const unsigned nodes =
      shape.values.count("concentration") != 0 ? shape.count("concentration") : 0;
  return std::max(2u, scenario.radix() - nodes);
}

/// Without escapes there is nothing to count, without other VCs escapes count anyway.
void check_escapes(const Scenario& scenario) {
  if (!scenario.mechanism.boolean("count_escapes")) return;
  const std::unique_ptr<Topology> topology = make_topology(scenario);
  const Routing routing(scenario, *topology);
  const unsigned escapes = routing.escape_classes();
  if (escapes != 0 && escapes != routing.classes()) return;
  throw InputError(
      fmt::format("count_escapes: has no effect with function {}, which has {}; it is for "
                  "functions with escape "
                  "VCs beside others: leave it out",
                  scenario.routing.function, escapes == 0 ? "no escape VCs" : "no other VCs"));
}

}  // namespace

std::vector<KeySpec> keys() {
  return {boolean_key("count_escapes", false,
                      "a routing function's escape VCs count as the others do; false: the test "
                      "does not see them")};
}

void check(const Scenario& scenario) {
  constexpr unsigned kMostVcs = 16;
  if (scenario.network.data_vcs > kMostVcs) {
    throw InputError(fmt::format("network.data_vcs: mechanism alo looks at {} VCs at most, not {}",
                                 kMostVcs, scenario.network.data_vcs));
  }
  check_escapes(scenario);
  const Config config(scenario);
  try {
    params_for<AloTest>(scenario.engine, config.test);
  } catch (const MissingVariant& missing) {
    throw explained(missing, {{"Outputs", "network.topology"}, {"Vcs", "network.data_vcs"}});
  }
}

Config::Config(const Scenario& scenario)
    : count_escapes(scenario.mechanism.boolean("count_escapes")) {
  test.outputs = outputs_of(scenario);
  test.vcs = scenario.network.data_vcs;
}

}  // namespace chokepoint::alo
