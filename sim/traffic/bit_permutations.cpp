// SPDX-License-Identifier: Apache-2.0
// Patterns that permute or invert the bits of a node's number: `bit_reversal`, `perfect_shuffle`,
// `butterfly`, `transpose`, `complement`.
#include <fmt/format.h>

#include <algorithm>

#include "sim/traffic/pattern.h"

namespace chokepoint {
namespace {

/// The destination of a node whose number has so many bits.
using Permutation = NodeId (*)(NodeId node, unsigned bits);

NodeId bit_reversal(NodeId node, unsigned bits) {
  NodeId to = 0;
  for (unsigned bit = 0; bit < bits; ++bit) to |= (node >> bit & 1) << (bits - 1 - bit);
  return to;
}

NodeId rotated(NodeId node, unsigned bits, unsigned by) {
  return (node << by | node >> (bits - by)) & ((NodeId{1} << bits) - 1);
}

NodeId perfect_shuffle(NodeId node, unsigned bits) {
  return rotated(node, bits, 1);
}

NodeId butterfly(NodeId node, unsigned bits) {
  const NodeId high = node >> (bits - 1), low = node & 1;
  return high == low ? node : node ^ (NodeId{1} << (bits - 1) | 1);
}

NodeId transpose(NodeId node, unsigned bits) {
  return rotated(node, bits, bits / 2);
}

NodeId complement(NodeId node, unsigned bits) {
  return ~node & ((NodeId{1} << bits) - 1);
}

unsigned bits_of(unsigned nodes) {
  unsigned bits = 0;
  while (nodes >> bits > 1) ++bits;
  return bits;
}

/// Nodes that would send to themselves are no sources.
void prepare(const Scenario& scenario, TrafficConfig& group, Permutation permutation) {
  const unsigned nodes = scenario.nodes(), bits = bits_of(nodes);
  if (nodes != 1u << bits || bits == 0) {
    throw InputError(
        fmt::format("pattern: {} permutes the bits of node numbers and needs a power "
                    "of two of nodes, not {}; take another pattern, e.g. permutation",
                    group.pattern, nodes));
  }
  if (permutation == transpose && bits % 2 != 0) {
    throw InputError(
        fmt::format("pattern: transpose exchanges the halves of node numbers and needs "
                    "an even number of bits; {} nodes have {}",
                    nodes, bits));
  }
  const auto idle = [=](NodeId node) { return permutation(node, bits) == node; };
  group.sources.erase(std::remove_if(group.sources.begin(), group.sources.end(), idle),
                      group.sources.end());
  if (group.sources.empty()) {
    throw InputError(fmt::format("sources: {} sends all of these nodes to themselves; give others",
                                 group.pattern));
  }
}

PatternInfo info(const char* name, const char* summary, Permutation permutation) {
  return {name, std::string(summary) + "; nodes of which that is the node itself send nothing",
          rate_keys(),
          [=](const Scenario& scenario, TrafficConfig& group) {
            prepare(scenario, group, permutation);
          },
          [=](const Scenario& scenario, const TrafficConfig&, NodeId node) {
            return std::make_unique<FixedDestination>(permutation(node, bits_of(scenario.nodes())));
          }};
}

const PatternRegistration registrations[] = {
    PatternRegistration(
        info("bit_reversal", "to the node with the bits in reverse order", bit_reversal)),
    PatternRegistration(
        info("perfect_shuffle", "to the node with the bits rotated left by one", perfect_shuffle)),
    PatternRegistration(
        info("butterfly", "to the node with first and last bit exchanged", butterfly)),
    PatternRegistration(
        info("transpose", "to the node with the halves of the bits exchanged", transpose)),
    PatternRegistration(info("complement", "to the node with every bit inverted", complement))};

}  // namespace
}  // namespace chokepoint
