// SPDX-License-Identifier: Apache-2.0
// Wiring and routes of the fat tree (k-ary n-tree).
#include "sim/topology/fat_tree.h"

#include <fmt/format.h>

#include <stdexcept>

#include "sim/topology/power.h"

namespace chokepoint {

FatTree::FatTree(unsigned arity, unsigned levels) : arity_(arity), levels_(levels) {
  power_.push_back(1);
  for (unsigned l = 1; l < levels; ++l) {
    width_ *= arity;
    power_.push_back(width_);
  }
}

PortTarget FatTree::target(RouterId router, unsigned port) const {
  PortTarget result;
  const unsigned l = level(router), index = router % width_;
  if (port >= arity_) {
    if (l + 1 == levels_) {
      result.connected = false;
      return result;
    }
    const unsigned own = digit(index, l);
    result.router = (l + 1) * width_ + index + (port - arity_) * power_[l] - own * power_[l];
    result.port = own;
  } else if (l == 0) {
    result.is_node = true;
    result.node = router * arity_ + port;
  } else {
    const unsigned own = digit(index, l - 1);
    result.router = (l - 1) * width_ + index + port * power_[l - 1] - own * power_[l - 1];
    result.port = arity_ + own;
  }
  return result;
}

PortRange FatTree::up_ports(RouterId router, RouterId to) const {
  return ancestor(router, to) ? PortRange{} : PortRange{arity_, arity_};
}

unsigned FatTree::minimal_port_to_node(RouterId router, RouterId leaf, NodeId node) const {
  if (router == leaf) throw std::logic_error("minimal_port: the packet is at its router already");
  const unsigned l = level(router);
  return ancestor(router, leaf) ? digit(leaf, l - 1) : arity_ + digit(node, l);
}

unsigned FatTree::minimal_port(RouterId router, RouterId to) const {
  return minimal_port_to_node(router, to, first_node(to));
}

unsigned FatTree::minimal_hops(RouterId from, RouterId to) const {
  const unsigned l = level(from);
  unsigned top = l;
  while (from % width_ / power_[top] != to / power_[top]) ++top;
  return top - l + top;
}

namespace {

struct Shape {
  explicit Shape(const OwnKeys& keys) : arity(keys.count("arity")), levels(keys.count("levels")) {}
  unsigned arity, levels;
};

TopologySize size(const OwnKeys& keys) {
  const auto [arity, levels] = Shape(keys);
  const auto width = static_cast<unsigned>(power(arity, levels - 1));
  return {levels * width, width * arity, 2 * arity};
}

void check(const OwnKeys& keys) {
  const auto [arity, levels] = Shape(keys);
  check_topology_size(power(arity, levels), 2 * arity, "arity",
                      fmt::format("{} levels of arity {}", levels, arity));
}

OwnKeys sample(unsigned arity, unsigned levels) {
  OwnKeys shape;
  shape.set("arity", arity);
  shape.set("levels", levels);
  return shape;
}

const TopologyRegistration registration{TopologyInfo{
    "fat_tree",
    "k-ary n-tree: arity^levels nodes, routers with arity ports down and up",
    {integer_key("arity", 16, 2, 32, "ports",
                 "down ports of a router, and up ports of one below the top"),
     integer_key("levels", 2, 2, 3, "levels", "levels of routers; arity^levels nodes")},
    {"minimal"},
    check,
    size,
    [](const OwnKeys& keys) -> std::unique_ptr<Topology> {
      const auto [arity, levels] = Shape(keys);
      return std::make_unique<FatTree>(arity, levels);
    },
    {sample(2, 2), sample(4, 2), sample(2, 3), sample(3, 3)}}};

}  // namespace

}  // namespace chokepoint
