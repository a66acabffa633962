// SPDX-License-Identifier: Apache-2.0
// Between a NIC and a workload's part at its node: packets that arrive become messages.
#pragma once

#include <memory>
#include <utility>

#include "sim/common/open_map.h"
#include "sim/packet/packet.h"
#include "sim/workload/workload.h"

namespace chokepoint {

class WorkloadPort {
 public:
  WorkloadPort(std::unique_ptr<NodeWorkload> node, unsigned first_group)
      : node_(std::move(node)), first_group_(first_group) {}
  NodeWorkload& node() { return *node_; }
  const NodeWorkload& node() const { return *node_; }
  /// A data packet's tail has arrived, and no copy of one that had.
  void received(Cycle now, const Packet& packet) {
    if (packet.group < first_group_ || packet.group == kControlGroup) return;
    if (packet.message_packets > 1) {
      const uint64_t key = uint64_t{packet.source} << 32 | packet.message;
      if (++packets_[key] < packet.message_packets) return;
      packets_.erase(key);
    }
    node_->delivered(now, {packet.source, packet.group, packet.tag});
  }

 private:
  std::unique_ptr<NodeWorkload> node_;
  unsigned first_group_;
  OpenMap<uint32_t> packets_{16};  ///< of messages that have come in part, by source and number
};

}  // namespace chokepoint
