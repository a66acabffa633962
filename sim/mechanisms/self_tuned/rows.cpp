// SPDX-License-Identifier: Apache-2.0
#include "sim/mechanisms/self_tuned/rows.h"

#include <fmt/format.h>

#include "sim/topology/topology.h"

namespace chokepoint::self_tuned {

Rows::Rows(const Scenario& scenario) {
  const NetworkConfig& network = scenario.network;
  const bool grid = network.topology == "torus", butterfly = network.topology == "flattened_butterfly";
  if (!grid && !butterfly) {
    throw InputError(fmt::format(
        "network.topology: mechanism self_tuned gathers along rows of routers, which torus and "
        "flattened_butterfly have; {} has none",
        network.topology));
  }
  const OwnKeys shape = shape_of(network);
  const std::vector<unsigned> lengths = shape.counts("dimensions");
  constexpr size_t kMost = 4;
  if (lengths.size() > kMost) {
    throw InputError(
        fmt::format("network.dimensions: mechanism self_tuned gathers over {} dimensions at most, "
                    "not {}",
                    kMost, lengths.size()));
  }
  const bool wraps = butterfly || shape.boolean("wraparound");
  unsigned routers = 1;
  for (const unsigned length : lengths) {
    rows_.push_back({length, routers, wraps && length > 2});
    routers *= length;
  }
  for (const Row& row : rows_) {
    const uint64_t of_row = butterfly  ? uint64_t{row.length} * (row.length - 1)
                            : row.ring ? uint64_t{2} * row.length
                                       : uint64_t{2} * (row.length - 1);
    channels_ += routers / row.length * of_row;
  }
}

std::optional<RouterId> Rows::neighbour(RouterId router, unsigned dimension, Way way) const {
  const Row& row = rows_[dimension];
  const unsigned here = router / row.stride % row.length;
  const bool at_end = way == Way::kPlus ? here + 1 == row.length : here == 0;
  if (at_end && !row.ring) return std::nullopt;
  const unsigned there = (here + (way == Way::kPlus ? 1 : row.length - 1)) % row.length;
  return router + (there - here) * row.stride;
}

}  // namespace chokepoint::self_tuned
