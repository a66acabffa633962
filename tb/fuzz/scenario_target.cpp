// SPDX-License-Identifier: Apache-2.0
// Fuzz target: scenario files and --set. A line "#set KEY=VALUE" of the input is such an option.
#include "sim/common/types.h"
#include "sim/reader/raw_scenario.h"
#include "sim/reader/scenario_reader.h"
#include "sim/topology/topology.h"
#include "sim/traffic/message_sizes.h"
#include "sim/traffic/pattern.h"
#include "tb/fuzz/check.h"
#include "tb/fuzz/sandbox.h"
#include "tb/fuzz/scenario_text.h"
#include "tb/fuzz/target.h"

namespace chokepoint::fuzz {
namespace {

constexpr const char* kSet = "#set ";

std::vector<std::string> settings_of(const std::string& input) {
  std::vector<std::string> settings;
  for (const std::string& line : lines_of(input)) {
    if (line.compare(0, 5, kSet) == 0) settings.push_back(line.substr(5));
  }
  return settings;
}

/// What the network would build of it.
void check_parts(const Scenario& scenario) {
  const unsigned nodes = scenario.nodes();
  require(nodes >= 2 && nodes <= 8192 && scenario.radix() <= 64, "accepted an impossible size");
  if (scenario.routers() <= 64) {
    const auto topology = make_topology(scenario);
    require(topology->nodes() == nodes && topology->routers() == scenario.routers() &&
                topology->radix() == scenario.radix(),
            "the topology has other sizes");
  }
  for (const TrafficConfig& group : scenario.traffic) {
    require(!group.sources.empty(), "a group without sources");
    for (const auto* list : {&group.sources, &group.destinations, &group.mapping}) {
      for (const NodeId node : *list) require(node < nodes, "a node that does not exist");
    }
    RandomStream random(1, 0, RandomPurpose::kPermutation, 0);
    const MessageSizes sizes(group);
    require(sizes.count() > 0 && sizes.largest() >= 1, "messages without a size");
    const unsigned packets = sizes.draw(random);
    require(packets >= 1 && packets <= sizes.largest(), "a message of a size not listed");
    const auto& make = patterns().at(group.pattern).make;
    if (!make) continue;
    for (const NodeId source : {group.sources.front(), group.sources.back()}) {
      const auto pattern = make(scenario, group, source);
      require(pattern->destinations() >= 1 && pattern->destination(random) < nodes,
              "a destination that does not exist");
    }
  }
}

const TargetRegistration registration("scenario", [](const std::string& input) {
  static const Sandbox sandbox(Sandbox::Files{{"list.csv", "1,0,1,4\n9,3,2,64\n"}});
  const std::string path = sandbox.path("fuzz.toml");
  const std::vector<std::string> settings = settings_of(input);
  Scenario scenario;
  try {
    scenario = parse_scenario(input, path, settings, EngineKind::kModel);
  } catch (const InputError& error) {
    std::vector<Origin> origins = {{path, input}, {sandbox.path("list.csv"), ""}};
    if (!settings.empty()) origins.push_back({"--set ", ""});
    check_message(error.what(), origins);
    return;
  }
  check_parts(scenario);
  const std::string text = as_toml(parse_toml(input, path));
  const Scenario again = parse_scenario(text, path, settings, EngineKind::kModel);
  require(description(again) == description(scenario), "not the same when written and reread");
});

}  // namespace
}  // namespace chokepoint::fuzz
