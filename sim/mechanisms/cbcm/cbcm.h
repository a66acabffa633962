// SPDX-License-Identifier: Apache-2.0
// The mechanism CBCM in the network: what its units are connected to in a router and in a NIC.
#pragma once

#include <vector>

#include "sim/engine/unit_instance.h"
#include "sim/mechanisms/cbcm/config.h"
#include "sim/mechanisms/cbcm/early_side.h"
#include "sim/mechanisms/unit_clock.h"
#include "sim/network/nic_state.h"
#include "sim/network/router_state.h"

namespace chokepoint::cbcm {

/// What a router's unit has not seen yet. One for all routers, which catch up before another one's
/// turn comes: it stays in the cache.
struct CycleLog {
  /// A control packet may have gone before the unit is clocked; nothing marks it.
  struct Head {
    Cycle cycle;
    Packet* packet;
    uint16_t lane;
    bool marked, data;  ///< when it crossed
  };
  struct LaneChange {
    Cycle cycle;
    unsigned input;
  };
  std::vector<Head> heads;
  std::vector<LaneChange> changes;  ///< of requests, and
  std::vector<uint64_t> words;      ///< ... the words of each lane
  bool empty() const { return heads.empty() && changes.empty(); }
};

/// The cbcm_router unit of one router, and its early_throttler if there is one. Nothing but the
/// marks of heads that have crossed comes of the unit, so for RTL, whose code and registers are
/// large, cycles are written down and it is clocked for many of them at once (catch_up). A model is
/// clocked in every cycle.
class RouterSide : public RouterAttachment {
 public:
  RouterSide(const Config& config, RouterState& router, EngineKind engine, Counters& counters,
             CycleLog& log);
  void begin_cycle(Cycle now) override;
  void head_crosses(Cycle now, Packet& packet, unsigned output, unsigned vc,
                    unsigned pass) override;
  void end_cycle(Cycle now) override;
  void catch_up(Cycle last) override;
  bool busy() const override;
  void enable(bool on) override;
  void upset() override;
  void describe_wave(WaveSignals& signals) override;

 private:
  struct Crossing {
    Packet* packet;
    unsigned lane;
  };
  void mark(Cycle now);
  void clock(Cycle now);
  RouterState& router_;
  Counters& counters_;
  unsigned speedup_;
  std::unique_ptr<UnitInstance<CbcmRouter>> unit_;
  const CbcmRouter::Out& out_;  ///< the unit's
  CbcmRouter::In in_;                 ///< of the unit's next clock
  const bool in_a_row_;               ///< clocked for many cycles at once
  RequestMatrix written_down_;        ///< then the router's requests
  RequestMatrix& requests_;           ///< the router's: these, or at once those of in_
  unsigned lane_words_;               ///< of a lane of requests
  Cycle next_ = 0;                    ///< first cycle that the unit has not seen
  CycleLog& log_;                     ///< from then on
  std::vector<Crossing> crossing_;    ///< heads of the unit's last clock: marked in the next cycle
  std::unique_ptr<EarlySide> early_;  ///< null: throttled by destinations only
  bool levels_changed_ = false;
  bool must_clock() const { return levels_changed_ || !out_.quiescent || in_.request.busy != 0; }
};

/// The cbcm_nic unit of one NIC.
class NicSide : public NicAttachment {
 public:
  NicSide(const Config& config, NicState& nic, EngineKind engine, Counters& counters);
  InjectionDecision may_inject(Cycle now, const QueueHead& head) override;
  uint64_t decisions(Cycle) const override { return decisions_; }
  void injected(Cycle now, const Packet& packet) override;
  void generated(Cycle now, NodeId destination, unsigned flits) override;
  void received(Cycle now, const Packet& packet) override;
  void control_received(Cycle now, const Packet& packet) override;
  void end_cycle(Cycle now) override;
  Cycle sleeps_until(Cycle now) const override { return asleep_ ? wake_at_ : now + 1; }
  void finish(Cycle cycles) override { count_throttled(cycles); }
  void enable(bool on) override;
  void upset() override {
    upset_ = true;
    levels_changed_ = true;
    asleep_ = false;
  }
  std::string describe_wait() const override;
  void describe_wave(WaveSignals& signals) override;

 private:
  struct Generated {
    NodeId destination;
    unsigned flits;
  };
  struct Received {
    bool unthrottle;
    NodeId source;
    uint32_t degree;
  };
  int entry_of(NodeId destination) const;
  void read_levels();
  bool must_clock(Cycle now) const;
  /// Levels of the send queues are inputs of the unit now.
  bool follows_queues() const;
  /// So is the control queue's.
  bool follows_control() const;
  void clock(Cycle now);
  /// One of the short entries has enough now for the smallest of their heads.
  bool got_tokens() const;
  void count_throttled(Cycle now);

  bool has_entry(NodeId destination) const { return entries_ != 0 && entry_of(destination) >= 0; }
  void queues_change() {
    queues_changed_ = true;
    asleep_ = asleep_ && !follows_queues_;
  }

  // First what every cycle of the NIC looks at: in most it is all.
  /// Until wake_at_ nothing is to be done, unless something comes that clears this.
  bool asleep_ = false;
  bool levels_changed_ = false;
  bool queues_changed_ = true;  ///< or the entries that follow them, since read_levels()
  bool follows_queues_ = false;
  bool upset_ = false;         ///< or switched on or off: entries may be any after the next clock
  uint8_t state_ = 0;          ///< out_.state
  Cycle wake_at_ = ~Cycle{0};  ///< network cycle; ~0: never
  uint64_t entries_ = 0;       ///< out_.entry_valid
  uint64_t decisions_ = 0;
  uint64_t short_entries_ = 0;       ///< had too few tokens for a head, since decisions_ changed
  unsigned tokens_wanted_ = ~0u;     ///< for the smallest of these heads
  const Config& config_;
  NicState& nic_;
  Counters& counters_;
  std::unique_ptr<UnitInstance<CbcmNic>> unit_;
  const CbcmNic::Out& out_;  ///< the unit's
  CbcmNic::In in_;
  OnePerCycle<Generated> generated_;
  OnePerCycle<Received> control_;  ///< a throttle waits while the unit is not ready
  Cycle counted_until_ = 0;
};

}  // namespace chokepoint::cbcm
