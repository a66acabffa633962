// SPDX-License-Identifier: Apache-2.0
// What a mechanism may see and do at a NIC.
#pragma once

#include "sim/network/context.h"

namespace chokepoint {

class NicState {
 public:
  NicState(NetworkContext& context, NodeId id) : context_(context), id_(id) {}
  virtual ~NicState() = default;

  NodeId id() const { return id_; }
  NetworkContext& context() const { return context_; }

  /// Queues a single-flit control packet. Call it only while control_ready().
  virtual void send_control(Cycle now, PacketKind kind, NodeId destination, uint32_t payload) = 0;
  virtual bool control_ready() const = 0;
  /// The send queue towards `destination` has no room for another message of its kind.
  virtual bool queue_full(NodeId destination) const = 0;
  virtual bool queue_empty(NodeId destination) const = 0;

 protected:
  NetworkContext& context_;
  NodeId id_;
};

}  // namespace chokepoint
