// SPDX-License-Identifier: Apache-2.0
// Route computation of a router with a plain switch.
#pragma once

#include <optional>
#include <vector>

#include "sim/hooks/route_head.h"
#include "sim/switch/plain/plain_switch.h"
#include "sim/switch/plain_router/buffer_plan.h"
#include "sim/switch/plain_router/central_arbiter.h"
#include "sim/switch/plain_router/recovery.h"

namespace chokepoint {

/// What delays a speculative packet: the data packets of its set and the speculative ones.
struct SpeculativeQueues : QueueView {
  SpeculativeQueues(const QueueView& r, unsigned s) : router(r), sets(s) {}
  unsigned queue_flits(unsigned output, unsigned vc_set, QueueMetric metric) const override {
    const unsigned flits = router.queue_flits(output, vc_set, metric);
    return vc_set == kAllVcs ? flits : flits + router.queue_flits(output, sets, metric);
  }
  bool vc_free(unsigned output, const Packet& packet, unsigned vc_class) const override {
    return router.vc_free(output, packet, vc_class);
  }
  const QueueView& router;
  unsigned sets;
};

/// Where a head goes, and what else the switch has to know of its packet. Pure but for gate() and
/// slot().
class RouteComputation {
 public:
  /// `queues`: of the router.
  RouteComputation(NetworkContext& context, const QueueView& queues, const RouterPorts& ports,
                   const BufferPlan& plan)
      : context_(context),
        queues_(queues),
        speculative_queues_(queues, context.layout.sets),
        ports_(ports),
        plan_(plan) {
    if (context.routing.recovery_timeout() != 0) recovery_.emplace(context, ports.router);
  }

  /// Speculative heads request an output in cycles in which they are permitted only.
  void gate() { gated_ = true; }
  /// Likewise data packets: a CentralArbiter permits one a cycle.
  void one_a_cycle() { arbiter_.emplace(); }
  /// Its permission of this cycle; moves its turn on.
  std::optional<plain::QueueIn> slot(const plain::PlainSwitch& core,
                                     const SwitchingTechnique& technique) {
    return arbiter_ ? arbiter_->pick(core, technique, context_.layout) : std::nullopt;
  }
  /// As route_head(). CheckError if the packet would leave by the port by which it came in and may
  /// not: the topology's channels go both ways, and it was not made here in another's place.
  HeadRoute route(const Packet& packet, unsigned input, bool may_turn_back) const;
  /// Of a packet on `input_vc` of `input`.
  plain::PacketHead head(const Packet& packet, unsigned input, unsigned input_vc,
                         bool may_turn_back) const;
  /// Of an adaptive routing function: the answers of now for the heads that hold no output VC. What
  /// a mechanism has put into a queue of its own keeps the output for which it chose that queue.
  std::vector<plain::ReplacementIn> again(const plain::PlainSwitch& core) const;
  /// Null: the routing function wants none.
  DeadlockRecovery* recovery() { return recovery_ ? &*recovery_ : nullptr; }

 private:
  const NetworkContext& context_;
  const QueueView& queues_;
  const SpeculativeQueues speculative_queues_;
  const RouterPorts& ports_;
  const BufferPlan& plan_;
  bool gated_ = false;
  std::optional<CentralArbiter> arbiter_;
  std::optional<DeadlockRecovery> recovery_;
};

}  // namespace chokepoint
