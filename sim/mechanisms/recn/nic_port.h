// SPDX-License-Identifier: Apache-2.0
// A NIC's end of its link under RECN: an egress port whose queues are the NIC's send queues
// (docs/reference/recn/recn.md).
#pragma once

#include <deque>
#include <vector>

#include "sim/hooks/nic_state.h"
#include "sim/mechanisms/recn/exchange.h"
#include "sim/mechanisms/recn/nic_side.h"

namespace chokepoint::recn {

/// A send queue is for one destination, hence for one path: its packets are set aside where they
/// are. The head of each is compared with the lines once, one a cycle, and then belongs to the
/// normal queue or to a SAQ until it has left; of a SAQ it goes when that may send. The unit counts
/// these heads as a queue's packets. Nobody is upstream of a NIC, so its SAQs hold no flits and
/// notify nobody.
class NicPort : public NicSide {
 public:
  NicPort(const Config& config, NicState& nic, EngineKind engine, Counters& counters);

  void begin_cycle(Cycle now) override;
  InjectionDecision may_inject(Cycle now, const QueueHead& head) override;
  uint64_t decisions(Cycle) const override { return answers_; }
  void generated(Cycle now, NodeId destination, unsigned flits) override;
  void injected(Cycle now, const Packet& packet) override;
  void end_cycle(Cycle now) override;
  Cycle sleeps_until(Cycle now) const override;
  void enable(bool on) override;
  void upset() override { port_.upset(); }
  std::string describe_wait() const override;
  void describe_wave(WaveSignals& signals) override;

  unsigned saqs() const override {
    return static_cast<unsigned>(__builtin_popcount(port_.out().valid));
  }

 private:
  using Egress = Port<RecnEgress>;
  /// Of a send queue, beside the numbers of queues: without a packet; its head is yet to be
  /// compared.
  static constexpr unsigned kEmpty = ~0u, kNew = ~0u - 1;
  struct Leaving {
    Cycle last;  ///< its tail goes
    unsigned queue;
  };

  uint64_t turns_of(const Packet& packet) const;
  uint64_t turns_to(NodeId destination) const;
  void compare(NodeId destination);
  bool astray(const Packet& packet, unsigned queue) const;
  void tell(Cycle now);
  void exchange(Cycle now);
  void forget_heads();

  NicState& nic_;
  Counters& counters_;
  const TurnPool pool_;
  const uint64_t pool_mask_;
  const uint16_t reserved_;  ///< flits of the router's port that its SAQs leave free
  Egress port_;
  Wire<LinkMessage> wire_;
  bool on_ = true;
  std::vector<unsigned> queue_of_;  ///< of the head, by destination
  std::deque<NodeId> to_compare_;
  NodeId compared_ = 0;  ///< in the last clock, if the unit says so
  unsigned stored_ = Egress::kNone;
  std::deque<Leaving> leaving_;
  uint32_t may_send_ = 0;
  uint64_t answers_ = 0;  ///< number of the last cycle that may have changed one
};

}  // namespace chokepoint::recn
