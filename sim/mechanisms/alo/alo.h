// SPDX-License-Identifier: Apache-2.0
// The mechanism ALO in the network: a test in each NIC of its own router's output VCs.
#pragma once

#include <vector>

#include "sim/engine/unit_instance.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "sim/mechanisms/alo/config.h"

namespace chokepoint::alo {

/// Counted over all NICs of a run.
struct Counters {
  uint64_t tests = 0;     ///< cycles in which a head was tested
  uint64_t refusals = 0;  ///< of them those in which it might not enter
};

/// The alo_test of one NIC. It is combinational: what it says of a cycle is what the NIC does in
/// it. It tests one head a cycle, that of the send queue whose turn it is: while that may not
/// enter nothing does, as with the paper's one queue.
class NicSide : public NicAttachment {
 public:
  NicSide(const Config& config, NicState& nic, EngineKind engine, Counters& counters);
  InjectionDecision may_inject(Cycle now, const QueueHead& head) override;
  Cycle sleeps_until(Cycle) const override { return ~Cycle{0}; }
  void enable(bool on) override { enabled_ = on; }
  std::string describe_wait() const override;
  void describe_wave(WaveSignals& signals) override;

 private:
  /// Into in_: the head's useful outputs, and their free VCs.
  void look(const QueueHead& head);
  uint64_t useful_outputs(const QueueHead& head) const;

  NicState& nic_;
  Counters& counters_;
  std::unique_ptr<UnitInstance<AloTest>> unit_;
  AloTest::In in_;
  std::vector<int> lane_;  ///< of the unit, by the router's output; -1: to a node, or nowhere
  bool enabled_ = true;
  Cycle tested_at_ = ~Cycle{0};
  NodeId tested_ = 0;  ///< the send queue whose head that was
};

}  // namespace chokepoint::alo
