// SPDX-License-Identifier: Apache-2.0
// Which destination each entry of a table in a network interface belongs to. The unit does not show
// it: the NIC has told it, with the event that took the entry, and remembers.
#pragma once

#include <array>
#include <utility>

#include "sim/common/types.h"
#include "sim/engine/unit_fields.h"

namespace chokepoint {

class EntryDestinations {
 public:
  /// After a clock of the unit, from which it shows `valid`: an entry that is new belongs to the
  /// destination of the event that the NIC handed over in that clock. Without an event, since its
  /// register was upset, it belongs to nobody. True: others are in use than before.
  bool update(uint64_t valid, bool event, NodeId destination) {
    const uint64_t taken = event ? valid & ~valid_ : 0;
    for (uint64_t left = taken; left != 0; left &= left - 1)
      destinations_[lowest_bit(left)] = destination;
    known_ = (known_ & valid) | taken;
    return std::exchange(valid_, valid) != valid;
  }
  /// Entries that belong to a destination, a mask; without upsets all that are in use.
  uint64_t known() const { return known_; }
  /// Of an entry that is known; of another one what it belonged to last, at first node 0.
  NodeId of(unsigned entry) const { return destinations_[entry]; }
  /// of(), 0 of an entry that belongs to nobody.
  NodeId shown(unsigned entry) const { return (known_ >> entry & 1) != 0 ? of(entry) : 0; }
  /// The entry that belongs to `destination`; -1: none.
  int entry_of(NodeId destination) const {
    for (uint64_t left = known_; left != 0; left &= left - 1) {
      const unsigned entry = lowest_bit(left);
      if (destinations_[entry] == destination) return static_cast<int>(entry);
    }
    return -1;
  }

 private:
  uint64_t known_ = 0;
  std::array<NodeId, kMaxLanes> destinations_{};
  uint64_t valid_ = 0;  // as the unit showed it last
};

/// What a unit calls it by: entry_of() as a bit, 0 for none.
inline uint64_t entry_bit(int entry) { return entry < 0 ? 0 : uint64_t{1} << entry; }

}  // namespace chokepoint
