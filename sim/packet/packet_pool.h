// SPDX-License-Identifier: Apache-2.0
// The packets of a run: reused without going back to the heap, and named by a 32-bit slot, which is
// what flits carry.
#pragma once

#include <memory>
#include <vector>

#include "sim/packet/packet.h"

namespace chokepoint {

class PacketPool {
 public:
  static constexpr unsigned kSlotBits = 24;  ///< of 32 in a flit; more packets than fit into memory
  Packet* take() {
    if (free_.empty()) grow();
    const uint32_t slot = free_.back();
    free_.pop_back();
    Packet& packet = at(slot);
    packet = Packet{};
    packet.slot = slot;
    return &packet;
  }
  void give(const Packet* packet) { free_.push_back(packet->slot); }
  Packet& at(uint32_t slot) const { return chunks_[slot / kChunk][slot % kChunk]; }
  size_t in_use() const { return chunks_.size() * kChunk - free_.size(); }

 private:
  static constexpr uint32_t kChunk = 256;
  void grow() {
    const uint32_t first = static_cast<uint32_t>(chunks_.size()) * kChunk;
    // The last slot is nobody's: FlitArrivals::no_flit().
    if (first + kChunk >= uint32_t{1} << kSlotBits) {
      throw CheckError("more than 16 million packets are inside at once");
    }
    chunks_.push_back(std::make_unique<Packet[]>(kChunk));
    free_.reserve(chunks_.size() * kChunk);
    for (uint32_t i = kChunk; i-- > 0;) free_.push_back(first + i);
  }
  std::vector<std::unique_ptr<Packet[]>> chunks_;
  std::vector<uint32_t> free_;
};

}  // namespace chokepoint
