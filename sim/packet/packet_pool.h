// SPDX-License-Identifier: Apache-2.0
// The packets of a run: reused without going back to the heap, and named by a 32-bit slot, which is
// what flits carry.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "sim/packet/packet.h"

namespace chokepoint {

/// The memory of all packets of a network. Pools of several threads draw on one store; a slot means
/// the same packet to all of them.
class PacketStore {
 public:
  static constexpr unsigned kSlotBits = 24;  ///< of 32 in a flit; more packets than fit into memory
  static constexpr uint32_t kChunk = 256;
  /// By slot / kChunk.
  const std::unique_ptr<Packet[]>* chunks() const { return chunks_.data(); }

  /// Adds free slots to `free`, which is empty: some that were left(), or else new ones. CheckError
  /// if there are 2^24 packets already. From any thread.
  void refill(std::vector<uint32_t>& free) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!left_.empty()) {
      free.assign(left_.back().begin(), left_.back().end());
      left_.pop_back();
      return;
    }
    const uint32_t first = used_ * kChunk;
    // The last slot is nobody's: FlitArrivals::no_flit().
    if (first + kChunk >= uint32_t{1} << kSlotBits) {
      throw CheckError("more than 16 million packets are inside at once");
    }
    chunks_[used_++] = std::make_unique<Packet[]>(kChunk);
    free.reserve(size_t{used_} * kChunk);  // so that giving back never goes to the heap
    for (uint32_t i = kChunk; i-- > 0;) free.push_back(first + i);
  }
  /// Free slots that a pool has no use for.
  void leave(std::vector<uint32_t> slots) {
    const std::lock_guard<std::mutex> lock(mutex_);
    left_.push_back(std::move(slots));
  }

 private:
  /// All that there can be: a list that grew would move under the eyes of others.
  std::vector<std::unique_ptr<Packet[]>> chunks_{(size_t{1} << kSlotBits) / kChunk};
  uint32_t used_ = 0;
  std::vector<std::vector<uint32_t>> left_;
  std::mutex mutex_;
};

/// The free packets of one thread. A packet goes to the pool of whoever gives it back, so where
/// packets go one way only that pool leaves some to the others.
class PacketPool {
 public:
  static constexpr unsigned kSlotBits = PacketStore::kSlotBits;
  /// `shared`: other pools draw on the store too.
  explicit PacketPool(PacketStore& store, bool shared = false)
      : store_(store), chunks_(store.chunks()), most_(shared ? kMost : ~size_t{0}) {}
  Packet* take() {
    if (free_.empty()) store_.refill(free_);
    const uint32_t slot = free_.back();
    free_.pop_back();
    Packet& packet = at(slot);
    packet = Packet{};
    packet.slot = slot;
    return &packet;
  }
  void give(const Packet* packet) {
    free_.push_back(packet->slot);
    if (free_.size() >= most_) leave_some();
  }
  Packet& at(uint32_t slot) const {
    return chunks_[slot / PacketStore::kChunk][slot % PacketStore::kChunk];
  }

 private:
  static constexpr size_t kMost = 8192;
  [[gnu::noinline]] void leave_some() {
    const auto half = free_.begin() + static_cast<std::ptrdiff_t>(free_.size() / 2);
    store_.leave(std::vector<uint32_t>(free_.begin(), half));
    free_.erase(free_.begin(), half);
  }
  PacketStore& store_;
  const std::unique_ptr<Packet[]>* chunks_;
  size_t most_;
  std::vector<uint32_t> free_;
};

}  // namespace chokepoint
