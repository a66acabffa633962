// SPDX-License-Identifier: Apache-2.0
// Port numbering and minimal routes of the n-dimensional flattened butterfly.
#include "sim/topology/flattened_butterfly.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint {

FlattenedButterfly::FlattenedButterfly(std::vector<unsigned> dimensions, unsigned concentration)
    : dimensions_(std::move(dimensions)), concentration_(concentration), radix_(concentration) {
  for (const unsigned k : dimensions_) {
    stride_.push_back(routers_);
    first_port_.push_back(radix_);
    routers_ *= k;
    radix_ += k - 1;
  }
}

PortTarget FlattenedButterfly::target(RouterId router, unsigned port) const {
  PortTarget result;
  if (port < concentration_) {
    result.is_node = true;
    result.node = router * concentration_ + port;
    return result;
  }
  unsigned d = static_cast<unsigned>(dimensions_.size()) - 1;
  while (port < first_port_[d]) --d;
  const unsigned own = coordinate(router, d);
  unsigned other = port - first_port_[d];
  if (other >= own) ++other;
  result.router = router + (other - own) * stride_[d];
  result.port = first_port_[d] + (own < other ? own : own - 1);
  return result;
}

unsigned FlattenedButterfly::minimal_port(RouterId router, RouterId to) const {
  for (unsigned d = 0; d < dimensions_.size(); ++d) {
    const unsigned own = router % dimensions_[d], other = to % dimensions_[d];
    if (own != other) return first_port_[d] + (other < own ? other : other - 1);
    router /= dimensions_[d];
    to /= dimensions_[d];
  }
  throw std::logic_error("minimal_port: the packet is at its router already");
}

unsigned FlattenedButterfly::minimal_hops(RouterId from, RouterId to) const {
  unsigned hops = 0;
  for (unsigned d = 0; d < dimensions_.size(); ++d) {
    hops += coordinate(from, d) != coordinate(to, d) ? 1 : 0;
  }
  return hops;
}

unsigned FlattenedButterfly::routers_between(RouterId from, RouterId to) const {
  unsigned count = 1;
  for (unsigned d = 0; d < dimensions_.size(); ++d) {
    count *= coordinate(from, d) != coordinate(to, d) ? dimensions_[d] : 1;
  }
  return count;
}

RouterId FlattenedButterfly::router_between(RouterId from, RouterId to, unsigned number) const {
  RouterId router = 0;
  for (unsigned d = 0; d < dimensions_.size(); ++d) {
    const bool differ = coordinate(from, d) != coordinate(to, d);
    router += stride_[d] * (differ ? number % dimensions_[d] : coordinate(from, d));
    number /= differ ? dimensions_[d] : 1;
  }
  return router;
}

ButterflyShape::ButterflyShape(const OwnKeys& shape)
    : dimensions(shape.counts("dimensions")), concentration(shape.count("concentration")) {}

namespace {

TopologySize size(const OwnKeys& keys) {
  const ButterflyShape shape(keys);
  TopologySize size{1, 0, shape.concentration};
  for (const unsigned k : shape.dimensions) {
    size.routers *= k;
    size.radix += k - 1;
  }
  size.nodes = size.routers * shape.concentration;
  return size;
}

void check(const OwnKeys& keys) {
  const ButterflyShape shape(keys);
  if (shape.dimensions.size() > 8) {
    throw InputError(fmt::format("dimensions: {} dimensions are too many; legal is 1..8",
                                 shape.dimensions.size()));
  }
  uint64_t nodes = shape.concentration;
  for (const unsigned k : shape.dimensions) nodes = std::min(nodes * k, uint64_t{1} << 32);
  check_topology_size(nodes, size(keys).radix, "dimensions",
                      fmt::format("with concentration {} these dimensions", shape.concentration));
}

OwnKeys sample(const std::vector<unsigned>& dimensions, unsigned concentration) {
  OwnKeys shape;
  shape.set_counts("dimensions", dimensions);
  shape.set("concentration", concentration);
  return shape;
}

const TopologyRegistration registration{TopologyInfo{
    "flattened_butterfly",
    "routers on a grid, each linked to all others of its row in every dimension",
    {integer_list_key("dimensions", {4}, 2, 64, "routers",
                      "routers per dimension, dimension 0 (fastest in router numbers) first"),
     integer_key("concentration", 4, 1, 63, "nodes", "nodes per router")},
    {"minimal"},
    check,
    size,
    [](const OwnKeys& keys) -> std::unique_ptr<Topology> {
      const ButterflyShape shape(keys);
      return std::make_unique<FlattenedButterfly>(shape.dimensions, shape.concentration);
    },
    {sample({4}, 2), sample({2, 2}, 1), sample({3, 2, 3}, 1), sample({4, 4}, 1)}}};

}  // namespace

}  // namespace chokepoint
