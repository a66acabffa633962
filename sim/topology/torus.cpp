// SPDX-License-Identifier: Apache-2.0
// Wiring and minimal routes of k-ary n-cubes.
#include "sim/topology/torus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace chokepoint {

namespace {

unsigned steps_up(unsigned size, unsigned here, unsigned there) {
  return there >= here ? there - here : there + size - here;
}

}  // namespace

TorusShape::TorusShape(const OwnKeys& shape)
    : dimensions(shape.counts("dimensions")),
      wraparound(shape.boolean("wraparound")),
      concentration(shape.count("concentration")) {}

Torus::Torus(const TorusShape& shape)
    : dimensions_(shape.dimensions),
      wraparound_(shape.wraparound),
      concentration_(shape.concentration) {
  for (const unsigned k : dimensions_) {
    stride_.push_back(routers_);
    routers_ *= k;
  }
}

PortTarget Torus::target(RouterId router, unsigned port) const {
  PortTarget result;
  if (port < concentration_) {
    result.is_node = true;
    result.node = router * concentration_ + port;
    return result;
  }
  const unsigned dimension = (port - concentration_) / 2;
  const bool up = (port - concentration_) % 2 == 0;
  const unsigned size = dimensions_[dimension], own = coordinate(router, dimension);
  const bool end = own == (up ? size - 1 : 0);
  result.connected = !end || wraps(dimension);
  if (!result.connected) return result;
  const unsigned other = (own + (up ? 1 : size - 1)) % size;
  result.router = router + (other - own) * stride_[dimension];
  result.port = this->port(dimension, up ? Way::kDown : Way::kUp);
  return result;
}

ChannelTraits Torus::channel(RouterId router, unsigned port) const {
  ChannelTraits traits = Topology::channel(router, port);
  if (port < concentration_) return traits;
  const unsigned dimension = (port - concentration_) / 2;
  const RouterId other = target(router, port).router;
  const unsigned from = coordinate(router, dimension), to = coordinate(other, dimension);
  if (std::max(from, to) - std::min(from, to) != 1) traits.channel_class = ChannelClass::kGlobal;
  return traits;
}

bool Torus::wraps() const {
  for (unsigned d = 0; d < dimensions_.size(); ++d) {
    if (wraps(d)) return true;
  }
  return false;
}

bool Torus::tie(unsigned dimension, unsigned here, unsigned there) const {
  const unsigned size = dimensions_[dimension];
  return wraps(dimension) && 2 * steps_up(size, here, there) == size;
}

Torus::Way Torus::way(unsigned dimension, unsigned here, unsigned there) const {
  if (!wraps(dimension)) return there > here ? Way::kUp : Way::kDown;
  if (tie(dimension, here, there)) return here % 2 == 0 ? Way::kUp : Way::kDown;
  const unsigned size = dimensions_[dimension];
  return 2 * steps_up(size, here, there) < size ? Way::kUp : Way::kDown;
}

unsigned Torus::first_difference(RouterId router, RouterId to) const {
  for (unsigned d = 0; d < dimensions_.size(); ++d) {
    if (coordinate(router, d) != coordinate(to, d)) return d;
  }
  throw std::logic_error("minimal_port: the packet is at its router already");
}

unsigned Torus::minimal_port(RouterId router, RouterId to) const {
  const unsigned d = first_difference(router, to);
  return port(d, way(d, coordinate(router, d), coordinate(to, d)));
}

unsigned Torus::direct_port(RouterId router, RouterId to) const {
  const unsigned d = first_difference(router, to);
  return port(d, coordinate(to, d) > coordinate(router, d) ? Way::kUp : Way::kDown);
}

unsigned Torus::distance(unsigned dimension, unsigned here, unsigned there) const {
  const unsigned direct = std::max(here, there) - std::min(here, there);
  return wraps(dimension) ? std::min(direct, dimensions_[dimension] - direct) : direct;
}

unsigned Torus::minimal_hops(RouterId from, RouterId to) const {
  unsigned hops = 0;
  for (unsigned d = 0; d < dimensions_.size(); ++d) {
    hops += distance(d, coordinate(from, d), coordinate(to, d));
  }
  return hops;
}

unsigned Torus::diameter() const {
  unsigned hops = 0;
  for (unsigned d = 0; d < dimensions_.size(); ++d) {
    hops += wraps(d) ? dimensions_[d] / 2 : dimensions_[d] - 1;
  }
  return hops;
}

namespace {

constexpr unsigned kMostDimensions = 4;

TopologySize size(const OwnKeys& keys) {
  const Torus torus{TorusShape(keys)};
  return {torus.routers(), torus.nodes(), torus.radix()};
}

void check(const OwnKeys& keys) {
  const TorusShape shape(keys);
  const auto dimensions = static_cast<unsigned>(shape.dimensions.size());
  if (dimensions > kMostDimensions) {
    throw InputError(fmt::format("dimensions: {} dimensions are too many; legal is 1..{}",
                                 dimensions, kMostDimensions));
  }
  uint64_t nodes = shape.concentration;
  for (const unsigned k : shape.dimensions) nodes = std::min(nodes * k, uint64_t{1} << 32);
  check_topology_size(nodes, shape.concentration + 2 * dimensions, "dimensions",
                      fmt::format("with concentration {} these dimensions", shape.concentration));
}

OwnKeys sample(const std::vector<unsigned>& dimensions, bool wraparound, unsigned concentration) {
  OwnKeys shape;
  shape.set_counts("dimensions", dimensions);
  shape.set("wraparound", wraparound);
  shape.set("concentration", concentration);
  return shape;
}

const TopologyRegistration registration{TopologyInfo{
    "torus",
    "k-ary n-cube: routers on a grid, each linked to its neighbours in every dimension; or a mesh",
    {integer_list_key("dimensions", {4, 4}, 2, 64, "routers",
                      "routers per dimension, dimension 0 (fastest in router numbers) first; at "
                      "most 4 of them"),
     boolean_key("wraparound", true, "the ends of each row are joined; false: a mesh"),
     integer_key("concentration", 1, 1, 56, "nodes", "nodes per router")},
    {"dimension_order"},
    check,
    size,
    [](const OwnKeys& keys) -> std::unique_ptr<Topology> {
      return std::make_unique<Torus>(TorusShape(keys));
    },
    {sample({4}, true, 2), sample({5}, true, 1), sample({4, 4}, true, 1), sample({3, 5}, true, 1),
     sample({2, 3, 2}, true, 1), sample({3, 3}, false, 2), sample({2, 2, 2, 2}, true, 1)}}};

}  // namespace

}  // namespace chokepoint
