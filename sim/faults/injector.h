// SPDX-License-Identifier: Apache-2.0
// The faults of a run: decides who is struck and when, and counts.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/channel/channel.h"
#include "sim/common/random.h"
#include "sim/hooks/context.h"
#include "sim/hooks/fault_hooks.h"
#include "sim/hooks/mechanism.h"

namespace chokepoint {

/// The same strikes in every engine: random numbers belong to (fault, node), and all else follows
/// from what the network does. A run with faults ticks cycle by cycle, so the sites' order is the
/// same too. Messages, marks, stuck outputs and rogues are done by what wrap() puts around the
/// mechanism's attachments; sinks and registers by cycle().
class FaultInjector : public FaultHooks {
 public:
  FaultInjector(const Scenario& scenario, NetworkContext& context);
  ~FaultInjector() override;

  std::unique_ptr<Mechanism> wrap(std::unique_ptr<Mechanism> mechanism) override;
  /// Chooses times and registers of upsets. InputError if there are none such.
  void prepare() override;
  void cycle(Cycle now, Network& network) override;

  // --- what the wrapped attachments ask ---
  /// What happens to a control packet that has come to `node`.
  struct Fate {
    bool handed_on = true;
    std::optional<Cycle> again;  ///< handed on (once more) so many cycles later
  };
  Fate of_message(Cycle now, NodeId node, const Packet& packet);
  /// What happens to a value that has come on a wire.
  WireBoard::Fate of_wire(Cycle now, const WireBoard::Arrival& arrival);
  /// The mark with which a data packet arrives.
  bool mark_of(Cycle now, NodeId node, const Packet& packet);
  /// `congested` of that output: stuck, and at what.
  std::optional<bool> stuck(Cycle now, RouterId router, unsigned output) const;
  bool any_stuck(RouterId router) const { return !stuck_[router].empty(); }
  /// As `output`: what the router counts, of which there is one.
  static constexpr unsigned kCount = ~0u;
  bool any_reset(RouterId router) const;
  /// The number of the fault that resets the router's unit in this cycle.
  std::optional<size_t> reset(Cycle now, RouterId router) const;
  void struck(Cycle now, size_t fault) { note(fault, now); }
  /// The stuck output has changed a mark.
  void stuck_struck(Cycle now, RouterId router, unsigned output);
  bool rogue(Cycle now, NodeId node) const;
  /// The rogue sent what the mechanism would have held back.
  void rogue_struck(Cycle now, NodeId node);
  bool any_rogue(NodeId node) const;

  unsigned held_flits(NodeId node, unsigned vc) const override;
  uint64_t held_tails() const override;
  const std::vector<FaultCount>& counts() const override { return counts_; }
  std::string describe_wait() const override;

 private:
  struct Upset {
    Cycle cycle;
    size_t fault;
    std::string unit;
    size_t register_index;
    uint64_t bit;
  };
  bool active(size_t fault, Cycle now) const {
    return now >= faults_[fault].from && now < faults_[fault].to;
  }
  bool strikes(size_t fault, Cycle now, NodeId node, const Packet& packet);
  bool strikes_wire(size_t fault, Cycle now, const WireBoard::Arrival& arrival);
  /// Draws for one that fits, whether or not the count is used up.
  bool chosen(size_t fault, size_t receiver);
  void check_wires() const;
  void check_message(const FaultConfig& fault) const;
  void note(size_t fault, Cycle now);
  void stop_sinks(Cycle now, Network& network);
  void upset(const Upset& upset, Network& network);

  const std::vector<FaultConfig>& faults_;
  NetworkContext& context_;
  std::vector<FaultCount> counts_;
  std::vector<std::vector<RandomStream>> random_;     ///< per fault and node, then router
  std::vector<std::vector<uint64_t>> rogue_, stuck_;  ///< numbers of faults: per node; per router
  struct Sink {
    NodeId node;
    std::deque<DueFlit> held;
  };
  std::vector<Sink> sinks_;    ///< that are stopped at some time
  std::vector<Upset> upsets_;  ///< in order of time
  size_t next_upset_ = 0;
};

}  // namespace chokepoint
