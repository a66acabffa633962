// SPDX-License-Identifier: Apache-2.0
// Channels: one flit per cycle and direction, credits on the way back, latency of at least one
// cycle. Flits into a router also pass its pipeline (network.router_latency).
#pragma once

#include <systemc>
#include <vector>

#include "sim/common/types.h"
#include "sim/network/packet.h"

namespace chokepoint {

/// Events by due cycle, for latencies below the number of slots.
template <class T>
class TimeWheel {
 public:
  explicit TimeWheel(Cycle max_latency) : slots_(size_t{1} << clog2(max_latency + 2)) {}
  void post(Cycle at, const T& event) { slots_[at & (slots_.size() - 1)].push_back(event); }
  /// The events of cycle `now`; the receiver clears the list when it has read it.
  std::vector<T>& due(Cycle now) { return slots_[now & (slots_.size() - 1)]; }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const std::vector<T>& slot : slots_) {
      for (const T& event : slot) visit(event);
    }
  }

 private:
  std::vector<std::vector<T>> slots_;
};

/// One flit at a receiver. `packet` is set for every flit; a packet's flits follow each other on
/// one VC.
struct FlitEvent {
  Packet* packet;
  uint8_t port;
  uint8_t vc;
  bool head;
  bool tail;
};

struct CreditEvent {
  uint8_t port;
  uint8_t vc;
};

/// What a router or NIC offers to the channels that end at it.
struct Endpoint {
  explicit Endpoint(Cycle max_latency) : flits(max_latency), credits(max_latency) {}
  TimeWheel<FlitEvent> flits;
  TimeWheel<CreditEvent> credits;
  /// Tail flits on the way to here.
  unsigned tails() const {
    unsigned count = 0;
    flits.for_each([&count](const FlitEvent& event) { count += event.tail ? 1 : 0; });
    return count;
  }
};

class ChannelInterface : public virtual sc_core::sc_interface {
 public:
  /// The sender puts a flit on the channel in cycle `now`.
  virtual void send_flit(Cycle now, Packet* packet, unsigned vc, bool head, bool tail) = 0;
  /// The receiver returns the buffer space of one flit.
  virtual void send_credit(Cycle now, unsigned vc) = 0;
};

/// Nobody polls a channel: it posts into the time wheels of its two ends.
class Channel : public sc_core::sc_module, public ChannelInterface {
 public:
  Channel(sc_core::sc_module_name name, unsigned flit_latency, unsigned credit_latency,
          Endpoint& sender, unsigned sender_port, Endpoint& receiver, unsigned receiver_port)
      : sc_module(name),
        flit_latency_(flit_latency),
        credit_latency_(credit_latency),
        sender_(sender),
        receiver_(receiver),
        sender_port_(static_cast<uint8_t>(sender_port)),
        receiver_port_(static_cast<uint8_t>(receiver_port)) {}

  void send_flit(Cycle now, Packet* packet, unsigned vc, bool head, bool tail) override {
    receiver_.flits.post(now + flit_latency_,
                         {packet, receiver_port_, static_cast<uint8_t>(vc), head, tail});
  }
  void send_credit(Cycle now, unsigned vc) override {
    sender_.credits.post(now + credit_latency_, {sender_port_, static_cast<uint8_t>(vc)});
  }

 private:
  Cycle flit_latency_, credit_latency_;
  Endpoint& sender_;
  Endpoint& receiver_;
  uint8_t sender_port_, receiver_port_;
};

}  // namespace chokepoint
