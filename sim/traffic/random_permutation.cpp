// SPDX-License-Identifier: Apache-2.0
// Pattern `random_permutation`: one random cycle through the sources (Sattolo), so none sends to
// itself.
#include <algorithm>

#include "sim/traffic/pattern.h"

namespace chokepoint {
namespace {

void prepare(const Scenario& scenario, TrafficConfig& group) {
  if (group.sources.size() < 2) {
    throw InputError("sources: one node alone cannot be permuted; give at least two");
  }
  uint32_t index = 0;  // of the group, so that two groups differ
  for (const auto& other : scenario.traffic) {
    if (other.name == group.name) break;
    ++index;
  }
  RandomStream random(scenario.run.seed, 0, RandomPurpose::kPermutation, index);
  group.mapping = group.sources;
  for (size_t i = group.mapping.size() - 1; i > 0; --i) {
    std::swap(group.mapping[i], group.mapping[random.below(i)]);
  }
}

std::unique_ptr<Pattern> make(const Scenario& scenario, const TrafficConfig& group, NodeId node) {
  TrafficConfig copy;
  const TrafficConfig* prepared = &group;
  if (group.mapping.empty()) {  // a scenario that did not come from the reader
    copy = group;
    prepare(scenario, copy);
    prepared = &copy;
  }
  const auto at = std::find(group.sources.begin(), group.sources.end(), node);
  return std::make_unique<FixedDestination>(
      prepared->mapping.at(static_cast<size_t>(at - group.sources.begin())));
}

const PatternRegistration registration{
    PatternInfo{"random_permutation", "one random cycle through the sources, drawn from run.seed",
                rate_keys(), prepare, make}};

}  // namespace
}  // namespace chokepoint
