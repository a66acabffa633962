// SPDX-License-Identifier: Apache-2.0
// Wiring and routes of the unidirectional multistage network (k-ary n-fly).
#include "sim/topology/butterfly.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/topology/power.h"

namespace chokepoint {

Butterfly::Butterfly(unsigned arity, unsigned stages) : arity_(arity), stages_(stages) {
  power_.push_back(1);
  for (unsigned s = 1; s < stages; ++s) {
    width_ *= arity;
    power_.push_back(width_);
  }
}

PortTarget Butterfly::target(RouterId router, unsigned port) const {
  PortTarget result;
  const unsigned s = stage(router), index = router % width_;
  if (s + 1 == stages_) {
    result.is_node = true;
    result.node = index * arity_ + port;
    return result;
  }
  const unsigned i = stages_ - 2 - s, own = digit(index, i);
  result.router = (s + 1) * width_ + index + port * power_[i] - own * power_[i];
  result.port = own;
  return result;
}

unsigned Butterfly::minimal_port(RouterId router, RouterId to) const {
  const unsigned s = stage(router);
  if (s + 1 == stages_) throw std::logic_error("minimal_port: the last stage leads to nodes only");
  return digit(to % width_, stages_ - 2 - s);
}

namespace {

struct Shape {
  explicit Shape(const OwnKeys& keys) : arity(keys.count("arity")), stages(keys.count("stages")) {}
  unsigned arity, stages;
};

TopologySize size(const OwnKeys& keys) {
  const auto [arity, stages] = Shape(keys);
  const auto width = static_cast<unsigned>(power(arity, stages - 1));
  return {stages * width, width * arity, arity};
}

void check(const OwnKeys& keys) {
  const auto [arity, stages] = Shape(keys);
  // 64^10 is the largest power of the largest arity that 64 bits hold; more nodes are too many.
  check_topology_size(power(arity, std::min(stages, 10u)), arity, "stages",
                      fmt::format("{} stages of arity {}", stages, arity));
  check_topology_size(power(arity, stages), arity, "stages",
                      fmt::format("{} stages of arity {}", stages, arity));
}

OwnKeys sample(unsigned arity, unsigned stages) {
  OwnKeys shape;
  shape.set("arity", arity);
  shape.set("stages", stages);
  return shape;
}

const TopologyRegistration registration{TopologyInfo{
    "butterfly",
    "unidirectional multistage network, the k-ary n-fly: arity^stages nodes, each stage's switches "
    "with arity inputs and outputs; one route from node to node",
    {integer_key("arity", 4, 2, 64, "ports", "inputs, and outputs, of a switch"),
     integer_key("stages", 3, 1, 13, "stages",
                 "stages of switches; arity^stages nodes; 1: a single switch")},
    {"minimal"},
    check,
    size,
    [](const OwnKeys& keys) -> std::unique_ptr<Topology> {
      const auto [arity, stages] = Shape(keys);
      return std::make_unique<Butterfly>(arity, stages);
    },
    {sample(4, 1), sample(2, 2), sample(4, 2), sample(3, 3), sample(2, 4)}}};

}  // namespace

}  // namespace chokepoint
