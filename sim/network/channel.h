// SPDX-License-Identifier: Apache-2.0
// Channels: one flit per cycle and direction, credits on the way back, latency of at least one
// cycle. Flits into a router also pass its pipeline (network.router_latency).
#pragma once

#include <systemc>

#include "sim/common/types.h"
#include "sim/network/credit_table.h"
#include "sim/network/due_cells.h"
#include "sim/network/event_wheel.h"
#include "sim/network/packet_pool.h"

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

/// A flit in 32 bits: packet, VC, whether head, whether tail, and that it is one.
class FlitCell {
 public:
  explicit FlitCell(uint32_t bits) : bits_(bits) {}
  FlitCell(uint32_t packet, unsigned vc, bool head, bool tail)
      : bits_(packet | vc << kVcShift | uint32_t{head} << kHeadShift |
              uint32_t{tail} << kTailShift | DueCells<uint32_t>::kFull) {}
  uint32_t bits() const { return bits_; }
  uint32_t packet() const { return bits_ & ((uint32_t{1} << kVcShift) - 1); }
  unsigned vc() const { return bits_ >> kVcShift & 31; }
  bool head() const { return (bits_ >> kHeadShift & 1) != 0; }
  bool tail() const { return (bits_ >> kTailShift & 1) != 0; }
  void set_head() { bits_ |= uint32_t{1} << kHeadShift; }
  void set_tail() { bits_ |= uint32_t{1} << kTailShift; }

 private:
  static constexpr unsigned kVcShift = PacketPool::kSlotBits, kHeadShift = kVcShift + 5,
                            kTailShift = kHeadShift + 1;
  uint32_t bits_;
};

/// The flits on their way to a receiver.
class FlitArrivals {
 public:
  using Cells = DueCells<uint32_t>;

  FlitArrivals(Cycle max_latency, unsigned ports);
  /// Flits of a cycle are taken in this order of their ports: a permutation of them.
  void set_order(const std::vector<uint8_t>& ports);
  Cells::Post post(unsigned port, uint32_t latency) { return cells_.post(place_[port], latency); }

  /// Calls `visit(port, FlitCell)` for the flits that are due, which are gone afterwards.
  template <class Visit>
  [[gnu::always_inline]] void take(Cycle now, Visit&& visit) {
    const uint8_t* const port = port_.data();
    cells_.take(
        now, [&visit, port ](unsigned place, uint32_t bits)
                 __attribute__((always_inline)) { visit(unsigned{port[place]}, FlitCell(bits)); });
    if (!due_.empty()) take_due(visit);
  }
  /// The cells that are due, by lane: see DueCells. Where nobody calls due().
  void take_all(Cycle now, const uint32_t* expected, Cells::Taken& taken) {
    cells_.take_all(now, expected, taken);
  }
  unsigned lane(unsigned port) const { return place_[port]; }
  unsigned port(unsigned lane) const { return port_[lane]; }
  /// The flits that are due at `now`, the cycle to come, to be looked at and changed.
  std::vector<FlitEvent>& due(Cycle now);
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const FlitEvent& event : due_) visit(event);
    cells_.for_each([this, &visit](unsigned place, uint32_t bits) {
      visit(event(port_[place], FlitCell(bits)));
    });
  }

 private:
  static FlitEvent event(uint8_t port, FlitCell cell) {
    return {cell.packet(), port, static_cast<uint8_t>(cell.vc()), cell.head(), cell.tail()};
  }
  template <class Visit>
  [[gnu::noinline]] void take_due(Visit& visit) {
    for (const FlitEvent& event : due_) {
      visit(unsigned{event.port}, FlitCell(event.packet, event.vc, event.head, event.tail));
    }
    due_.clear();
  }
  Cells cells_;
  std::vector<uint8_t> port_, place_;  ///< of a place, of a port
  std::vector<FlitEvent> due_;         ///< taken out of the cells by due()
};

/// The credits on their way to a sender of flits.
class CreditArrivals {
 public:
  /// A port has a lane for each credit that it gets in a cycle, one per switch pass of the
  /// receiver.
  using Cells = DueCells<uint8_t>;

  /// `many`: credits for several flits at once that a port may get in a cycle (dropped packets).
  CreditArrivals(Cycle max_latency, unsigned ports, unsigned passes, unsigned many);
  Cells::Post post(unsigned port, uint32_t latency) {
    return cells_.post(port << lane_bits_, latency);
  }
  /// For more than one flit, or beside the credits of all passes.
  void post_many(Cycle at, const CreditEvent& credit);

  /// Calls `visit(port, vc, flits)` for the credits that are due, which are gone afterwards.
  template <class Visit>
  [[gnu::always_inline]] void take(Cycle now, Visit&& visit) {
    cells_.take(
        now, [ this, &visit ](unsigned lane, uint8_t vc)
                 __attribute__((always_inline)) { visit(lane >> lane_bits_, vc & 31u, 1u); });
    if (many_on_way_ != 0 || !due_.empty()) take_many(now, visit);
  }
  /// Adds the credits that are due to `table`; bit p of what is returned: port p got some.
  uint64_t take_into(Cycle now, CreditTable& table) {
    uint64_t ports = 0;
    const auto add = [&](unsigned port, unsigned vc, unsigned flits) {
      table.add(port, vc, flits);
      ports |= uint64_t{1} << port;
    };
    if (lane_bits_ != 1 || !table.adds_pairs()) {
      take(now, add);
      return ports;
    }
    cells_.take_rows(now, [&](unsigned lane, const auto& cells) {
      ports |= uint64_t{table.add_pairs(lane / 2, cells, Cells::kFull)} << lane / 2;
    });
    if (many_on_way_ != 0 || !due_.empty()) take_many(now, add);
    return ports;
  }
  /// The credits that are due at `now`, the cycle to come, to be looked at and changed.
  std::vector<CreditEvent>& due(Cycle now);
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const CreditEvent& credit : due_) visit(credit);
    many_.for_each(visit);
    cells_.for_each([this, &visit](unsigned lane, uint8_t vc) { visit(single(lane, vc)); });
  }

 private:
  CreditEvent single(unsigned lane, uint8_t vc) const {
    return {static_cast<uint8_t>(lane >> lane_bits_), static_cast<uint8_t>(vc & 31), 1};
  }
  template <class Visit>
  [[gnu::noinline]] void take_many(Cycle now, Visit& visit) {
    EventRow<CreditEvent> row = many_.due(now);
    for (const CreditEvent& credit : row) visit(credit.port, credit.vc, credit.flits);
    many_on_way_ -= row.size();
    row.clear();
    for (const CreditEvent& credit : due_) visit(credit.port, credit.vc, credit.flits);
    due_.clear();
  }
  unsigned lane_bits_;
  Cells cells_;
  EventWheel<CreditEvent> many_;
  size_t many_on_way_ = 0;
  std::vector<CreditEvent> due_;  ///< taken out of cells and wheel by due()
};

/// What a router, or the NICs of one, offers to the channels that end at it.
struct Endpoint {
  Endpoint(Cycle max_latency, unsigned ports, unsigned passes, unsigned many_credits)
      : flits(max_latency, ports), credits(max_latency, ports, passes, many_credits) {}
  FlitArrivals flits;
  CreditArrivals credits;
};

/// The sender's end of a channel: where its flits arrive.
struct FlitLink {
  FlitArrivals::Cells::Post receiver;
  /// At most one in a cycle.
  void send(Cycle now, FlitCell flit) const { receiver(now, flit.bits()); }
};

/// The receiver's end of a channel: where its credits arrive.
struct CreditLink {
  /// What single credits need.
  struct Singles {
    CreditArrivals::Cells::Post sender;
    /// For one flit; at most once in each pass of a cycle.
    void send(Cycle now, unsigned vc, unsigned pass) const {
      sender(now, static_cast<uint8_t>(vc | CreditArrivals::Cells::kFull), pass);
    }
  };
  Singles singles;
  CreditArrivals* many = nullptr;
  uint8_t port = 0;  ///< at the sender
  /// Beside those of the passes.
  void send_many(Cycle now, unsigned vc, unsigned flits) const {
    many->post_many(now + singles.sender.latency(),
                    {port, static_cast<uint8_t>(vc), static_cast<uint16_t>(flits)});
  }
};

class ChannelInterface : public virtual sc_core::sc_interface {
 public:
  virtual FlitLink flit_link() const = 0;
  virtual CreditLink credit_link() const = 0;
};

/// Nobody polls a channel, and nothing is kept in it: its ends post into the lanes of each other.
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
