// SPDX-License-Identifier: Apache-2.0
// Self-tuned global throttling in the network: what its units are connected to in a router and in a
// NIC.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/channel/wire.h"
#include "sim/engine/unit_instance.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "sim/mechanisms/self_tuned/config.h"
#include "sim/mechanisms/self_tuned/history.h"
#include "sim/mechanisms/self_tuned/phase_clock.h"

namespace chokepoint::self_tuned {

/// What goes over the side-band to a neighbour: a word, or a piece of one.
struct SidebandPiece {
  uint64_t bits = 0;
  uint8_t dimension = 0;
  bool plus = false;  ///< on its way in that direction
};

/// Counted over all routers of a run.
struct Counters {
  uint64_t held_cycles = 0;  ///< cycles in which a node's gate was closed
  uint64_t node_clocks = 0;  ///< clocks not left out by sleep
  uint64_t pieces_sent = 0;  ///< that were not 0
};

/// The self_tuned_node of one router and its NICs. Neighbours' words come on wires as long as a
/// transfer: what a clock puts out at the end of cycle t is there in t + hop_cycles, whose clock
/// ends the transfer. A piece of 0 is not sent: what does not come counts as 0.
class RouterSide : public RouterAttachment {
 public:
  /// `history`: null but for one router.
  RouterSide(const Config& config, RouterState& router, EngineKind engine, PhaseClock& phase,
             Counters& counters, History* history);
  void end_cycle(Cycle now) override;
  bool busy() const override;
  void enable(bool on) override;
  void upset() override { levels_changed_ = struck_ = true; }
  bool stick(std::optional<bool> at) override {
    stuck_ = at;
    return true;
  }
  bool reset(Cycle now) override {
    phase_.reset(now);
    return true;
  }
  void describe_wave(WaveSignals& signals) override;

  /// No new packet may start in `cycle`: this one or the next one. What the unit says in a cycle is
  /// applied in the next one, whether the router has run or not.
  bool holds(Cycle cycle) const { return cycle == clocked_at_ ? held_ : unit_->out().hold; }
  const SelfTunedNode::Out& out() const { return unit_->out(); }

 private:
  void receive(Cycle now, const SidebandPiece& piece);
  void begin_anew(Cycle now);
  uint32_t counted_vcs(unsigned input) const;
  unsigned full_buffers() const;
  unsigned counted_full() const;
  void count_deliveries();
  void send(Cycle now);
  bool links_rest() const;

  RouterState& router_;
  PhaseClock& phase_;
  Counters& counters_;
  History* history_;
  std::unique_ptr<UnitInstance<SelfTunedNode>> unit_;
  SelfTunedNode::In in_;
  Wire<SidebandPiece> wire_;
  struct Neighbours {
    std::optional<RouterId> minus, plus;
  };
  std::vector<Neighbours> neighbours_;   ///< by dimension
  bool counts_occupied_;
  std::vector<unsigned> inputs_;         ///< that come from other routers
  std::vector<unsigned> node_outputs_;   ///< that lead to nodes
  std::vector<ChannelCycles> channels_;  ///< flits that have left
  uint64_t counted_ = 0;                 ///< of them to nodes, told to the unit
  Cycle clocked_at_ = ~Cycle{0};
  bool held_ = false;  ///< before that clock
  bool on_ = true;
  std::optional<bool> stuck_;  ///< full buffers, as the unit is told
  Cycle deaf_until_ = 0;       ///< what comes before then was sent before the last reset
  bool levels_changed_ = true, struck_ = false;
};

/// A NIC: the gate of its router's node holds back what has not begun.
class NicSide : public NicAttachment {
 public:
  explicit NicSide(const RouterSide& node) : node_(node) {}
  InjectionDecision may_inject(Cycle now, const QueueHead&) override {
    InjectionDecision decision;
    decision.allowed = !node_.holds(now);
    decision.ends_round = true;
    return decision;
  }
  uint64_t decisions(Cycle now) const override { return node_.holds(now) ? 1 : 0; }
  /// While the gate is closed it is looked at in every cycle.
  Cycle sleeps_until(Cycle now) const override {
    return node_.holds(now + 1) ? now + 1 : ~Cycle{0};
  }
  std::string describe_wait() const override;

 private:
  const RouterSide& node_;
};

}  // namespace chokepoint::self_tuned
