// SPDX-License-Identifier: Apache-2.0
// Channels: one flit per cycle and direction, credits on the way back, latency of at least one
// cycle. Flits into a router also pass its pipeline (network.router_latency).
#pragma once

#include <systemc>

#include "sim/common/types.h"
#include "sim/network/event_wheel.h"

namespace chokepoint {

/// One flit at a receiver. A packet's flits follow each other on one VC.
struct FlitEvent {
  uint32_t packet;  ///< its slot in the PacketPool
  uint8_t port;     ///< of the router; of a node group: which of its nodes
  uint8_t vc;
  bool head;
  bool tail;
};

/// Buffer space of `flits` flits comes back.
struct CreditEvent {
  uint8_t port;
  uint8_t vc;
  uint16_t flits;
};

/// What a router, or the NICs of one, offers to the channels that end at it.
struct Endpoint {
  /// `vcs` and `credits_per_port`: VCs of a port, and credit events that it gets in a cycle unless
  /// speculative packets are dropped.
  Endpoint(Cycle max_latency, unsigned ports, unsigned vcs, unsigned credits_per_port)
      : flits(max_latency, ports + 1),
        credits(max_latency, size_t{ports} * std::max(vcs, credits_per_port) + 1) {}
  EventWheel<FlitEvent> flits;
  EventWheel<CreditEvent> credits;
};

/// The sender's end of a channel: where its flits arrive.
struct FlitLink {
  EventPost<FlitEvent> receiver;
  uint32_t latency = 1;
  uint8_t port = 0;  ///< at the receiver
  void send(Cycle now, uint32_t packet, unsigned vc, bool head, bool tail) const {
    FlitEvent* event = receiver.post(now + latency);
    if (event == nullptr) throw CheckError("a channel was given two flits in one cycle");
    event->packet = packet;
    event->port = port;
    event->vc = static_cast<uint8_t>(vc);
    event->head = head;
    event->tail = tail;
  }
};

/// The receiver's end of a channel: where its credits arrive.
struct CreditLink {
  EventPost<CreditEvent> sender;
  uint32_t latency = 1;
  uint8_t port = 0;  ///< at the sender
  void send(Cycle now, unsigned vc, unsigned flits = 1) const {
    CreditEvent* event = sender.post(now + latency);
    if (event == nullptr) event = make_room(sender.row(now + latency));
    event->port = port;
    event->vc = static_cast<uint8_t>(vc);
    event->flits = static_cast<uint16_t>(flits);
  }

 private:
  /// A full row has more events than ports and VCs, from many drops in one cycle: those of the same
  /// port and VC are added up. A new event.
  static CreditEvent* make_room(EventRow<CreditEvent> row);
};

class ChannelInterface : public virtual sc_core::sc_interface {
 public:
  virtual FlitLink flit_link() const = 0;
  virtual CreditLink credit_link() const = 0;
};

/// Nobody polls a channel, and nothing is kept in it: its ends post into the wheels of each other.
class Channel : public sc_core::sc_module, public ChannelInterface {
 public:
  Channel(sc_core::sc_module_name name, const FlitLink& flits, const CreditLink& credits)
      : sc_module(name), flits_(flits), credits_(credits) {}
  FlitLink flit_link() const override { return flits_; }
  CreditLink credit_link() const override { return credits_; }

 private:
  FlitLink flits_;
  CreditLink credits_;
};

}  // namespace chokepoint
