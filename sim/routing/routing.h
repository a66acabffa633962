// SPDX-License-Identifier: Apache-2.0
// The routing function of a run, and the choice between its candidates.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/routing/routing_function.h"

namespace chokepoint {

/// Deadlock freedom is argued in the files of the functions and topologies; tb/routing walks every
/// route of every pair that goes together.
class Routing {
 public:
  /// Throws InputError if there is no such function.
  Routing(const Scenario& scenario, const Topology& topology);

  /// Number of VC classes that the scenario's routing needs.
  static unsigned classes(const Scenario& scenario, const Topology& topology);

  static bool turns_back(const Scenario& scenario, const Topology& topology);

  unsigned classes() const { return classes_; }

  bool adaptive() const { return function_->adaptive(); }
  bool turns_back() const { return function_->turns_back(); }
  unsigned recovery_timeout() const { return function_->recovery_timeout(); }
  /// Of source routing; TurnPool::turn_bits 0: there is none.
  const TurnPool& turn_pool() const { return turn_pool_; }
  /// A packet that router `from` makes, or a node there, gets its turns.
  void give_turns(Packet& packet, RouterId from) const {
    if (turn_pool_.turn_bits != 0) packet.turns = function_->turns(packet, from);
  }
  unsigned escape_classes() const { return function_->escape_classes(); }
  /// By class, and the end.
  std::vector<unsigned> first_vcs(unsigned data_vcs) const;
  /// All candidates, as a test wants them.
  RouteCandidates candidates(const QueueView& queues, const Packet& packet, RouterId router,
                             unsigned input) const {
    return function_->candidates(queues, packet, {router, input, packet.hops});
  }

  /// Where `packet`, a head at `router` that came by `input`, is to go: of the candidates of the
  /// highest priority the one with the fewest flits before it, of these the first; those with a
  /// free VC before all others, if the function wants that. CheckError if there is none, or if its
  /// VC class is beyond those that the function declares.
  RouteCandidate choose(const QueueView& queues, const Packet& packet, RouterId router,
                        unsigned input) const {
    const RouteCandidates ways =
        function_->candidates(queues, packet, {router, input, packet.hops});
    const RouteCandidate& way =
        ways.size() == 1 ? *ways.begin() : best(ways, queues, packet, router);
    if (way.port >= radix_ || way.vc_class >= classes_) check(way, packet, router);
    return way;
  }
  /// Mask of the outputs of all candidates.
  uint64_t candidate_outputs(const QueueView& queues, const Packet& packet, RouterId router,
                             unsigned input) const;

 private:
  const RouteCandidate& best(const RouteCandidates& ways, const QueueView& queues,
                             const Packet& packet, RouterId router) const;
  void check(const RouteCandidate& way, const Packet& packet, RouterId router) const;
  [[noreturn]] void fail(const Packet& packet, RouterId router, const std::string& what) const;
  const Topology& topology_;
  const std::string name_;
  std::unique_ptr<RoutingFunction> function_;
  unsigned classes_, radix_;
  TurnPool turn_pool_;
};

}  // namespace chokepoint
