// SPDX-License-Identifier: Apache-2.0
// What the transport layer above a network interface knows of the packets that have come, so that
// it can drop copies: state that SRP's units do not have.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/packet/packet.h"

namespace chokepoint::srp {

/// Per source the packets of the last kBlocks pieces of messages of up to 64 packets each. A source
/// sends a packet again only while it works on that packet's block, and has one block at a time for
/// each destination; what comes later than kBlocks pieces is not recognised, and the run's own
/// check finds it.
class ArrivedPackets {
 public:
  static constexpr unsigned kBlocks = 64;

  /// The packet has come before; else it is remembered.
  bool seen(const Packet& packet) {
    const unsigned block = packet.sequence_number / 64u;
    const uint64_t bit = uint64_t{1} << (packet.sequence_number % 64u);
    Source& source = sources_[packet.source];
    for (Block& known : source.blocks) {
      if (known.message != packet.message || known.block != block) continue;
      const bool before = (known.packets & bit) != 0;
      known.packets |= bit;
      return before;
    }
    const Block fresh{bit, packet.message, block};
    if (source.blocks.size() < kBlocks) {
      source.blocks.push_back(fresh);
    } else {
      source.blocks[source.oldest] = fresh;
      source.oldest = (source.oldest + 1) % kBlocks;
    }
    return false;
  }

 private:
  struct Block {
    uint64_t packets;  ///< bit: of the 64 from 64 * block on
    uint32_t message;
    unsigned block;
  };
  struct Source {
    std::vector<Block> blocks;
    unsigned oldest = 0;
  };
  std::unordered_map<NodeId, Source> sources_;
};

}  // namespace chokepoint::srp
