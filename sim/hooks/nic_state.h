// SPDX-License-Identifier: Apache-2.0
// What a mechanism may see and do at a NIC.
#pragma once

#include <optional>
#include <utility>

#include "sim/channel/wire.h"
#include "sim/hooks/context.h"
#include "sim/packet/queue_head.h"

namespace chokepoint {

class RouterState;  // sim/hooks/router_state.h

class NicState {
 public:
  NicState(NetworkContext& context, NodeId id) : context_(context), id_(id) {}
  virtual ~NicState() = default;

  NodeId id() const { return id_; }
  NetworkContext& context() const { return context_; }
  /// The router that this NIC injects at, as it is after its cycle: what is asked of it in a cycle
  /// is what there is in the same one (Site).
  const RouterState& router() const { return *router_; }
  void set_router(const RouterState& router) { router_ = &router; }

  /// This NIC's end of a wire, see Wire. Call it while the mechanism attaches.
  /// `receive(Cycle now, WirePlace from, const T& value)` is called for what arrives.
  template <class T, class Receive>
  Wire<T> make_wire(const WireSpec& spec, Receive receive) {
    return Wire<T>(context_.wires, WirePlace::nic(id_), spec, std::move(receive));
  }

  /// Queues a message that the mechanism declares. Call it only while control_ready() of its kind.
  virtual void send_control(Cycle now, const ControlMessage& message) = 0;
  void send_control(Cycle now, PacketKind kind, NodeId destination, uint32_t payload) {
    send_control(now, ControlMessage{kind, destination, payload, 0, 0});
  }
  /// The queue of the VC that messages of this kind take has room.
  virtual bool control_ready(PacketKind kind) const = 0;
  /// The packet that the send queue towards `destination` would send next; none: it is empty.
  virtual std::optional<QueueHead> head_of(NodeId destination) const = 0;
  /// Mask of the outputs of router() that the routing function names for this head, if it is the
  /// next packet that this NIC sends, as ordinary data in VC set 0.
  virtual uint64_t candidate_outputs(const QueueHead& head) const = 0;
  /// The send queue towards `destination` has no room for another message of its kind.
  virtual bool queue_full(NodeId destination) const = 0;
  virtual bool queue_empty(NodeId destination) const = 0;

 protected:
  const RouterState* router_ = nullptr;
  NetworkContext& context_;
  NodeId id_;
};

}  // namespace chokepoint
