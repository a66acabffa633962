// SPDX-License-Identifier: Apache-2.0
// Which packets have been generated and not yet delivered: finds what is lost or comes twice.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/common/open_map.h"
#include "sim/common/types.h"

namespace chokepoint {

/// One bit per packet that is still to come, 64 packets of a message to an entry. Entries live from
/// generation to the delivery of their last packet, so a packet that comes again finds its bit or
/// its entry gone.
class DeliveryLedger {
 public:
  struct PacketName {
    NodeId source = 0;
    uint32_t message = 0;
    unsigned sequence_number = 0;
  };
  enum class Arrival { kMoreToCome, kMessageComplete, kNotExpected };

  explicit DeliveryLedger(size_t reserve) : blocks_(reserve), long_messages_(16) {}

  void generated(NodeId source, uint32_t message, unsigned packets);
  /// kNotExpected: it came before, or was never generated.
  Arrival delivered(const PacketName& packet);
  /// Adds what `other` is told, which knows other messages.
  void merge(const DeliveryLedger& other);
  uint64_t packets_generated() const { return packets_generated_; }
  uint64_t packets_delivered() const { return packets_delivered_; }
  /// The packet still to come with the lowest source, message and sequence number.
  std::optional<PacketName> first_missing() const;

 private:
  static constexpr unsigned kBlock = 64;
  static uint64_t key(NodeId source, unsigned block, uint32_t message) {
    return (uint64_t{source} << 42) | (uint64_t{block} << 32) | message;
  }
  OpenMap<uint64_t> blocks_;
  OpenMap<uint32_t> long_messages_;  ///< of more than one block: blocks with packets to come
  uint64_t packets_generated_ = 0, packets_delivered_ = 0;
};

}  // namespace chokepoint
