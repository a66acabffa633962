// SPDX-License-Identifier: Apache-2.0
// Channels: one flit per cycle and direction, credits on the way back, latency of at least one
// cycle. Flits into a router also pass its pipeline (network.router_latency).
#pragma once

#include <array>
#include <memory>
#include <systemc>

#include "sim/channel/credit_table.h"
#include "sim/channel/due_cells.h"
#include "sim/channel/event_wheel.h"
#include "sim/common/types.h"
#include "sim/engine/unit_fields.h"
#include "sim/packet/packet_pool.h"

namespace chokepoint {

/// Buffer space of `flits` flits comes back.
struct CreditEvent {
  uint8_t port;
  uint8_t vc;
  uint16_t flits;
};

/// Room of a destination's share of a buffer comes back (NetworkConfig::share_flits); a credit says
/// so beside what it says of a VC.
struct ShareEvent {
  uint8_t port;
  uint16_t destination;
  uint16_t flits;
};

/// A flit in 32 bits: packet (its slot in the PacketPool), VC, whether head, whether tail, and that
/// it is one. A packet's flits follow each other on one VC.
class FlitCell {
 public:
  constexpr explicit FlitCell(uint32_t bits) : bits_(bits) {}
  constexpr FlitCell(uint32_t packet, unsigned vc, bool head, bool tail)
      : bits_(packet | vc << kVcShift | uint32_t{head} << kHeadShift |
              uint32_t{tail} << kTailShift | DueCells<uint32_t>::kFull) {}
  constexpr uint32_t bits() const { return bits_; }
  uint32_t packet() const { return bits_ & ((uint32_t{1} << kVcShift) - 1); }
  unsigned vc() const { return bits_ >> kVcShift & 31; }
  bool head() const { return (bits_ >> kHeadShift & 1) != 0; }
  bool tail() const { return (bits_ >> kTailShift & 1) != 0; }
  /// The same packet's flits between head and tail.
  FlitCell body() const {
    return FlitCell(bits_ & ~(uint32_t{1} << kHeadShift | uint32_t{1} << kTailShift));
  }
  void set_head() { bits_ |= uint32_t{1} << kHeadShift; }
  void set_tail() { bits_ |= uint32_t{1} << kTailShift; }
  /// Others of the packet come after it.
  bool goes_on() const;

 private:
  static constexpr unsigned kVcShift = PacketPool::kSlotBits, kHeadShift = kVcShift + 5,
                            kTailShift = kHeadShift + 1;
  uint32_t bits_;
};

/// A flit that is on its way to a port of a receiver: of a router, or which of a group's nodes.
struct DueFlit : FlitCell {
  DueFlit(unsigned p, FlitCell flit) : FlitCell(flit), port(static_cast<uint8_t>(p)) {}
  uint8_t port;
};

/// The flits on their way to a receiver. A packet's flits follow each other, most of them: after
/// one that is no tail its body() comes in every cycle, until the sender tells of something else
/// (FlitRuns).
class FlitArrivals {
 public:
  using Post = RareCells<uint32_t>::Post;

  FlitArrivals(Cycle max_latency, unsigned ports);
  /// For a flit, or no_flit(): one a cycle, a later one takes the place of another.
  Post post(unsigned port, uint32_t latency) { return cells_.post(port, latency); }
  /// In this cycle no flit comes, nor in those after it.
  static constexpr FlitCell no_flit() {
    return FlitCell((uint32_t{1} << PacketPool::kSlotBits) - 1, 31, false, false);
  }

  /// By port, what comes in a cycle.
  struct Arrived {
    uint64_t told;   ///< something else than in the cycle before
    uint64_t flits;  ///< a flit
  };
  /// To be asked for each cycle, one after the other. Where nobody calls due().
  Arrived arrive(Cycle now) {
    next_ = now + 1;
    Arrived arrived{0, running_};
    if (cells_.due(now)) arrive_told(now, arrived);
    return arrived;
  }
  /// Of the cycle asked for last.
  FlitCell flit(const Arrived& arrived, unsigned port) const {
    return FlitCell((arrived.told >> port & 1) != 0 ? told_[port] : bodies_[port]);
  }
  /// The sender of this port tells every flit: no body is expected after one.
  void expect_nothing(unsigned port) { runs_ &= ~(uint64_t{1} << port); }
  /// What comes in the next cycle unless something else is told; 0: nothing.
  uint32_t expected(unsigned port) const { return (running_ >> port & 1) != 0 ? bodies_[port] : 0; }
  // For FetchAhead.
  void list_state(StateLines& lines) const {
    cells_.list_state(lines);
    lines.leave_out_from(bodies_, ports_);
    lines.leave_out_from(told_, ports_);
  }
  void fetch(Cycle at) const { cells_.fetch(at); }
  /// Calls `visit(port, FlitCell)` for what is told of a cycle to come, which stays.
  template <class Visit>
  void for_each_told(Cycle at, Visit&& visit) const {
    cells_.for_each(at, [&](unsigned port, uint32_t cell) { visit(port, FlitCell(cell)); });
  }
  /// In place of arrive(): calls `visit(port, FlitCell)` for the flits, by port.
  template <class Visit>
  void take(Cycle now, Visit&& visit) {
    if (changed_) return take_due(visit);
    const Arrived arrived = arrive(now);
    for_each_bit(arrived.flits, [&](unsigned port) { visit(port, flit(arrived, port)); });
  }
  /// The flits that are due at `now`, the cycle to come, to be looked at and changed.
  std::vector<DueFlit>& due(Cycle now);
  /// Calls `visit(DueFlit)` for all that are on their way. No run goes on (FlitRuns::end_cycle).
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const DueFlit& flit : due_) visit(flit);
    for (unsigned port = 0; port < ports_; ++port) {
      uint32_t body = expected(port);
      const bool runs = (runs_ >> port & 1) != 0;
      for (Cycle i = 0; i != cells_.cells().cycles(); ++i) {
        const uint32_t told = cells_.cells().at(next_ + i, port);
        const FlitCell flit(told != 0 ? told : body);
        if (told != 0) body = runs && flit.goes_on() ? flit.body().bits() : 0;
        if (flit.bits() != 0 && flit.bits() != no_flit().bits()) visit(DueFlit(port, flit));
      }
    }
  }

 private:
  void arrive_told(Cycle now, Arrived& arrived);
  template <class Visit>
  [[gnu::noinline]] void take_due(Visit& visit) {
    for (const DueFlit& flit : due_) visit(unsigned{flit.port}, flit);
    due_.clear();
    changed_ = false;
  }
  uint64_t running_ = 0;               ///< ports to which a body comes in each cycle
  uint64_t runs_ = ~uint64_t{0};       ///< ports to which one does after a flit that is no tail
  Cycle next_ = 0;                     ///< the first cycle not asked for
  std::array<uint32_t, 64> bodies_{};  ///< by port
  std::array<uint32_t, 64> told_{};    ///< by port, of the last cycle
  RareCells<uint32_t> cells_;          ///< a lane for each port
  unsigned ports_;
  std::vector<DueFlit> due_;  ///< handed out by due()
  bool changed_ = false;      ///< by it: not taken yet
};

inline bool FlitCell::goes_on() const {
  return !tail() && bits_ != FlitArrivals::no_flit().bits();
}

/// The credits on their way to a sender of flits. A stream of flits gives one back in every cycle:
/// that is told when it begins and when it ends, and not with a cell for each (CreditTable::run).
class CreditArrivals {
 public:
  /// A port has a lane for each credit that it gets in a cycle, one per switch pass of the
  /// receiver.
  using Cells = DueCells<uint8_t>;

  /// `many`: credits for several flits at once that a port may get in a cycle (dropped packets).
  /// `shares`: destinations have some.
  CreditArrivals(Cycle max_latency, unsigned ports, unsigned passes, unsigned many,
                 bool shares = false);
  using Post = RareCells<uint8_t>::Post;
  Post post(unsigned port, uint32_t latency) { return cells_.post(port << lane_bits_, latency); }
  /// For run_cell(), one a port and cycle; a later one takes the place of another.
  Post post_run(unsigned port, uint32_t latency) { return runs_.post(port, latency); }
  /// From the cycle on in which it is due a credit comes for `vc` in every cycle, or for none.
  static uint8_t run_cell(unsigned vc) { return static_cast<uint8_t>(vc | Cells::kFull); }
  static constexpr unsigned kNoVc = 0x7F;
  /// For more than one flit, or beside the credits of all passes.
  void post_many(Cycle at, const CreditEvent& credit);
  /// At most one for each pass of a cycle.
  void post_share(Cycle at, const ShareEvent& event);
  /// Calls `visit(port, destination, flits)` for what is due.
  template <class Visit>
  void take_shares(Cycle now, Visit&& visit) {
    if (!shares_) return;
    shares_->take(
        now, [&](const ShareEvent& event) { visit(event.port, event.destination, event.flits); });
  }

  /// Calls `visit(port, vc, flits)` for the credits that are due, which are gone afterwards.
  template <class Visit>
  [[gnu::always_inline]] void take(Cycle now, Visit&& visit) {
    if (cells_.due(now)) {
      cells_.cells().take(now, [this, &visit](unsigned lane, uint8_t vc) {
        visit(lane >> lane_bits_, vc & 31u, 1u);
      });
    }
    if (many_.due(now) || !due_.empty()) take_many(now, visit);
  }
  /// Adds the credits that are due to `table`; bit p of what is returned: port p got some.
  uint64_t take_into(Cycle now, CreditTable& table) {
    if (runs_.due(now)) {
      runs_.cells().take_rows(now, [&](unsigned port, const auto& cells, uint32_t full) {
        for_each_bit(full, [&](unsigned i) { table.run(port + i, cells[i] & kNoVc, now); });
      });
    }
    uint64_t ports = table.begin_cycle(now);
    if (cells_.due(now)) ports |= take_singles(now, table);
    if (many_.due(now) || !due_.empty()) {
      take_many(now, [&](unsigned port, unsigned vc, unsigned flits) {
        table.add(port, vc, flits);
        ports |= uint64_t{1} << port;
      });
    }
    return ports;
  }
  // For FetchAhead.
  void list_state(StateLines& lines) const {
    cells_.list_state(lines);
    runs_.list_state(lines);
  }
  void fetch(Cycle at) const {
    cells_.fetch(at);
    runs_.fetch(at);
  }
  /// The credits that are due at `now`, the cycle to come, to be looked at and changed.
  std::vector<CreditEvent>& due(Cycle now);
  /// All that are on their way, to be added to `table`. Streams have ended.
  template <class Visit>
  void for_each(const CreditTable& table, Visit&& visit) const {
    for (const CreditEvent& credit : due_) visit(credit);
    many_.for_each(visit);
    cells_.cells().for_each([this, &visit](unsigned lane, uint8_t vc) { visit(single(lane, vc)); });
    for (unsigned port = 0; port < ports_; ++port) {
      unsigned vc = table.run_of(port);
      for (Cycle i = 0; i != runs_.cells().cycles(); ++i) {
        const uint8_t cell = runs_.cells().at(table.next_cycle() + i, port);
        if ((cell & Cells::kFull) != 0) vc = cell & kNoVc;
        if (vc != kNoVc)
          visit(CreditEvent{static_cast<uint8_t>(port), static_cast<uint8_t>(vc), 1});
      }
    }
  }

 private:
  static constexpr unsigned kFew = 4;  ///< of a row: added one by one
  uint64_t take_singles(Cycle now, CreditTable& table);
  CreditEvent single(unsigned lane, uint8_t vc) const {
    return {static_cast<uint8_t>(lane >> lane_bits_), static_cast<uint8_t>(vc & 31), 1};
  }
  template <class Visit>
  [[gnu::noinline]] void take_many(Cycle now, Visit&& visit) {
    many_.take(
        now, [&visit](const CreditEvent& credit) { visit(credit.port, credit.vc, credit.flits); });
    for (const CreditEvent& credit : due_) visit(credit.port, credit.vc, credit.flits);
    due_.clear();
  }
  unsigned lane_bits_, ports_;
  RareCells<uint8_t> cells_, runs_;
  EventWheel<CreditEvent> many_;
  std::unique_ptr<EventWheel<ShareEvent>> shares_;  ///< null: destinations have none
  std::vector<CreditEvent> due_;                    ///< taken out of cells and wheel by due()
};

/// What a router, or the NICs of one, offers to the channels that end at it.
struct Endpoint {
  Endpoint(Cycle max_latency, unsigned ports, unsigned passes, unsigned many_credits,
           bool shares = false)
      : flits(max_latency, ports), credits(max_latency, ports, passes, many_credits, shares) {}
  void list_state(StateLines& lines) const {
    flits.list_state(lines);
    credits.list_state(lines);
  }
  FlitArrivals flits;
  CreditArrivals credits;
};

/// The sender's end of a channel: where its flits arrive.
struct FlitLink {
  FlitArrivals::Post receiver;
};

/// The receiver's end of a channel: where its credits arrive.
struct CreditLink {
  CreditLink(CreditArrivals& sender, unsigned sender_port, uint32_t latency)
      : single(sender.post(sender_port, latency)),
        run(sender.post_run(sender_port, latency)),
        many(&sender),
        port(static_cast<uint8_t>(sender_port)) {}
  CreditLink() = default;
  CreditArrivals::Post single;
  CreditArrivals::Post run;  ///< for CreditArrivals::run_cell()
  CreditArrivals* many = nullptr;
  uint8_t port = 0;  ///< at the sender
  /// For one flit; at most once in each pass of a cycle.
  void send(Cycle now, unsigned vc, unsigned pass) const {
    single(now, static_cast<uint8_t>(vc | CreditArrivals::Cells::kFull), pass);
  }
  /// Beside those of the passes.
  void send_many(Cycle now, unsigned vc, unsigned flits) const {
    many->post_many(now + single.latency(),
                    {port, static_cast<uint8_t>(vc), static_cast<uint16_t>(flits)});
  }
  /// With send(), for a flit of a packet with a share.
  void send_share(Cycle now, NodeId destination) const {
    many->post_share(now + single.latency(), {port, static_cast<uint16_t>(destination), 1});
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
