// SPDX-License-Identifier: Apache-2.0
// Tells the shard of a message's destination that its packets will come.
#pragma once

#include <array>
#include <vector>

#include "sim/common/types.h"

namespace chokepoint {

/// Whether a packet is expected is known where it arrives; whether it was generated, where it
/// comes from. What one shard announces in a tick the others read in the next one, each its own
/// list: the lists of two ticks take turns, so nobody reads what another one writes. In time, since
/// a packet needs more than a tick from one site to another.
class DeliveryMail {
 public:
  struct Message {
    NodeId source;
    uint32_t number;
    unsigned packets;
  };
  /// Of shard `own`; `shard_of` tells each node's, and outlives this.
  DeliveryMail(const std::vector<uint8_t>& shard_of, unsigned own, unsigned shards)
      : shard_of_(shard_of), own_(own) {
    for (auto& lists : lists_) lists.resize(shards);
  }
  /// What is announced from now on is of that tick; their numbers follow each other.
  void begin_tick(uint64_t tick) { writes_ = tick % 2; }
  /// False: the destination is this shard's own.
  bool announce(NodeId destination, const Message& message) {
    const unsigned shard = shard_of_[destination];
    if (shard == own_) return false;
    lists_[writes_][shard].push_back(message);
    return true;
  }
  /// Announced to `shard` in that tick, the one before.
  std::vector<Message>& announced(unsigned shard, uint64_t tick) { return lists_[tick % 2][shard]; }
  unsigned own() const { return own_; }

 private:
  const std::vector<uint8_t>& shard_of_;
  unsigned own_;
  size_t writes_ = 0;
  std::array<std::vector<std::vector<Message>>, 2> lists_;
};

}  // namespace chokepoint
