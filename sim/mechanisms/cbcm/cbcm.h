// SPDX-License-Identifier: Apache-2.0
// The mechanism CBCM in the network: what its units are connected to in a router and in a NIC.
#pragma once

#include <optional>
#include <vector>

#include "sim/common/fifo.h"
#include "sim/engine/unit_instance.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "sim/mechanisms/cbcm/config.h"
#include "sim/mechanisms/cbcm/early_side.h"
#include "sim/mechanisms/cbcm/messages.h"
#include "sim/mechanisms/entry_destinations.h"
#include "sim/mechanisms/throttled_flows.h"
#include "sim/mechanisms/unit_clock.h"
#include "sim/units/cbcm/contention_tracker.h"

namespace chokepoint::cbcm {

/// A head that crossed in a cycle that the router's unit has not seen yet. A control packet may
/// have gone before the unit is clocked; nothing marks it.
struct CrossedHead {
  Cycle cycle;
  Packet* packet;
  uint16_t lane;
  bool marked, data;  ///< when it crossed
  RouterId router;
};

/// The cbcm_router unit of one router, and its early_throttler if there is one. Nothing but the
/// marks of heads that have crossed comes of the unit, so requests and heads are written down, and
/// it is clocked for many cycles at once (catch_up): its code and registers are fetched once for
/// them. As a model, and while nobody looks at single cycles, a ContentionTracker stands in its
/// place.
class RouterSide : public RouterAttachment {
 public:
  /// `heads`: one for all routers of a thread, which catch up before another one's turn comes; it
  /// stays in the cache.
  RouterSide(const Config& config, RouterState& router, EngineKind engine, Counters& counters,
             std::vector<CrossedHead>& heads);
  void begin_cycle(Cycle now) override;
  void head_crosses(Cycle now, Packet& packet, unsigned output, unsigned vc,
                    unsigned pass) override;
  void end_cycle(Cycle now) override;
  void catch_up(Cycle last) override;
  void list_state(StateLines& lines) const override;
  void fetch(Cycle cycles) const override {
    if (tracker_) tracker_->fetch_samples(cycles);
  }
  bool every_cycle() const override { return early_ != nullptr; }
  bool busy() const override { return early_ && early_->busy(); }
  void enable(bool on) override;
  void upset() override;
  void describe_wave(WaveSignals& signals) override;

 private:
  void mark(Cycle now);
  /// Another router could not catch up: its check failed.
  void forget_heads_of_others() {
    if (!heads_.empty() && heads_.back().router != router_.id()) heads_.clear();
  }
  void show_early(Cycle now);
  void clock_unit(Cycle last);
  void clock_tracker(Cycle last);
  [[noreturn]] void fail_own_output(Cycle now) const;

  RouterState& router_;
  Counters& counters_;
  const unsigned speedup_, vcs_;
  std::unique_ptr<UnitInstance<CbcmRouter>> unit_;  ///< null: tracker_ is there
  CbcmRouter::In in_;                               ///< of the unit's next clock
  std::optional<ContentionTracker> tracker_;
  RequestLog log_;                    ///< the router's requests
  RequestLog::Place applied_ = 0;     ///< the first that in_.request, or the tracker, does not show
  Cycle next_ = 0;                    ///< first cycle that the unit has not seen
  std::vector<CrossedHead>& heads_;   ///< from then on
  bool head_crossed_ = false;         ///< in the cycle before, which the tracker does not know
  std::vector<CrossedHead> to_mark_;  ///< by the unit's last clock: visible in next_
  std::unique_ptr<EarlySide> early_;  ///< null: throttled by destinations only
  RequestMatrix early_requests_;      ///< what it sees of log_: all before
  RequestLog::Place early_applied_ = 0;  ///< ... this
  bool levels_changed_ = false, struck_ = false;
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
  /// As the unit's ready says, one a cycle; only asked where the NIC's queue is bounded.
  bool takes_control(Cycle, const Packet& packet) override {
    return control_.empty() && (packet.kind == kUnthrottle || out_.control_ready);
  }
  void control_received(Cycle now, const Packet& packet) override;
  void end_cycle(Cycle now) override;
  Cycle sleeps_until(Cycle now) const override { return asleep_ ? wake_at_ : now + 1; }
  void list_state(StateLines& lines) const override {
    lines.add_before(*this, &in_);
    lines.add(generated_);
    lines.add(control_);
    lines.add(throttled_);
  }
  void finish(Cycle cycles) override { count_throttled(cycles); }
  void enable(bool on) override;
  void upset() override {
    upset_ = struck_ = true;
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
  /// -1: none.
  int entry_of(NodeId destination) const { return destinations_.entry_of(destination); }
  void read_levels();
  bool must_clock(Cycle now) const;
  /// Levels of the send queues are inputs of the unit now.
  bool follows_queues() const;
  /// So is the control queue's.
  bool follows_control() const;
  void clock(Cycle now);
  void send_messages(Cycle now);
  /// The cycle in which the unit wants its next clock; ~0: never.
  Cycle wake_cycle_of_pace(Cycle now) const;
  /// One of the short entries has enough now for the smallest of their heads.
  bool got_tokens() const;
  void count_throttled(Cycle now) {
    throttled_.count(now, nic_.context(), nic_.id(), destinations_);
  }

  VcClass throttled_class_ = VcClass::kData;  ///< of throttled packets
  void queues_change() {
    queues_changed_ = true;
    asleep_ = asleep_ && !follows_queues_;
  }

  // First what every cycle of the NIC looks at: in most it is all.
  /// Until wake_at_ nothing is to be done, unless something comes that clears this.
  bool asleep_ = false;
  bool levels_changed_ = false, struck_ = false;
  bool queues_changed_ = true;  ///< or the entries that follow them, since read_levels()
  bool follows_queues_ = false;
  bool upset_ = false;         ///< or switched on or off: entries may be any after the next clock
  uint8_t state_ = 0;          ///< out_.state
  Cycle wake_at_ = ~Cycle{0};  ///< network cycle; ~0: never
  uint64_t decisions_ = 0;
  uint64_t short_entries_ = 0;    ///< had too few tokens for a head, since decisions_ changed
  unsigned tokens_wanted_ = ~0u;  ///< for the smallest of these heads
  const Config& config_;
  NicState& nic_;
  Counters& counters_;
  std::unique_ptr<UnitInstance<CbcmNic>> unit_;
  const CbcmNic::Out& out_;  ///< the unit's
  CbcmNic::In in_;
  EntryDestinations destinations_;
  Fifo<Generated> generated_;
  Fifo<Received> control_;  ///< a throttle waits while the unit is not ready
  ThrottledFlows throttled_;
};

}  // namespace chokepoint::cbcm
