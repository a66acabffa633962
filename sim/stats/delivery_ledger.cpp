// SPDX-License-Identifier: Apache-2.0
// Bookkeeping of packets that are still to come.
#include "sim/stats/delivery_ledger.h"

#include <algorithm>
#include <tuple>

namespace chokepoint {

void DeliveryLedger::generated(NodeId source, uint32_t message, unsigned packets) {
  packets_generated_ += packets;
  for (unsigned first = 0; first < packets; first += kBlock) {
    const unsigned count = std::min(packets - first, kBlock);
    blocks_[key(source, first / kBlock, message)] = ~uint64_t{0} >> (kBlock - count);
  }
  if (packets > kBlock) long_messages_[key(source, 0, message)] = (packets - 1) / kBlock + 1;
}

DeliveryLedger::Arrival DeliveryLedger::delivered(const PacketName& packet) {
  const uint64_t block = key(packet.source, packet.sequence_number / kBlock, packet.message);
  const uint64_t bit = uint64_t{1} << (packet.sequence_number % kBlock);
  uint64_t* to_come = blocks_.find(block);
  if (to_come == nullptr || (*to_come & bit) == 0) return Arrival::kNotExpected;
  ++packets_delivered_;
  *to_come &= ~bit;
  if (*to_come != 0) return Arrival::kMoreToCome;
  blocks_.erase(block);
  if (long_messages_.size() == 0) return Arrival::kMessageComplete;
  const uint64_t message = key(packet.source, 0, packet.message);
  uint32_t* blocks = long_messages_.find(message);
  if (blocks == nullptr) return Arrival::kMessageComplete;
  if (--*blocks != 0) return Arrival::kMoreToCome;
  long_messages_.erase(message);
  return Arrival::kMessageComplete;
}

void DeliveryLedger::merge(const DeliveryLedger& other) {
  other.blocks_.for_each([this](uint64_t key, uint64_t to_come) { blocks_[key] = to_come; });
  other.long_messages_.for_each(
      [this](uint64_t key, uint32_t blocks) { long_messages_[key] = blocks; });
  packets_generated_ += other.packets_generated_;
  packets_delivered_ += other.packets_delivered_;
}

std::optional<DeliveryLedger::PacketName> DeliveryLedger::first_missing() const {
  std::optional<PacketName> first;
  const auto order = [](const PacketName& p) {
    return std::make_tuple(p.source, p.message, p.sequence_number);
  };
  blocks_.for_each([&](uint64_t key, uint64_t to_come) {
    const auto lowest = static_cast<unsigned>(__builtin_ctzll(to_come));
    const PacketName packet{static_cast<NodeId>(key >> 42), static_cast<uint32_t>(key),
                            static_cast<unsigned>((key >> 32) & 1023) * kBlock + lowest};
    if (!first || order(packet) < order(*first)) first = packet;
  });
  return first;
}

}  // namespace chokepoint
