// SPDX-License-Identifier: Apache-2.0
// What a routing function answers a router, and how it registers itself; one function per file in
// this folder.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/packet/packet.h"
#include "sim/routing/route_draw.h"
#include "sim/scenario/scenario.h"
#include "sim/topology/topology.h"

namespace chokepoint {

/// What counts as the queue of an output: the flits behind it (used downstream credits and output
/// buffer), or these and those that wait for it in the router's inputs.
enum class QueueMetric : uint8_t { kCredits, kVoq };

/// What a routing function may ask of the router that a head waits in: its registers, with the
/// credits of this cycle and without the packets whose heads arrive in it, so that the order in
/// which heads are looked at does not matter.
class QueueView {
 public:
  virtual ~QueueView() = default;
  /// Instead of a set: all VCs.
  static constexpr unsigned kAllVcs = ~0u;
  /// Flits that wait for, or are on the way through, `output` in the data VCs of set `vc_set`.
  /// Traffic in VCs of its own (another class under `ideal`, CBCM's hotspot VC) does not delay the
  /// packet much and does not count. kAllVcs: in all VCs, those of messages too.
  virtual unsigned queue_flits(unsigned output, unsigned vc_set, QueueMetric metric) const = 0;
  /// This packet could get a VC of that class at `output` in this cycle; at a node's, any VC. Asked
  /// for functions that take_free_vcs().
  virtual bool vc_free(unsigned /*output*/, const Packet&, unsigned /*vc_class*/) const {
    return true;
  }
};

/// Where a head asks.
struct RoutePlace {
  /// The router made the packet itself. One that it makes of another (a NACK of a dropped packet)
  /// has that one's input instead, and hop 0.
  static constexpr unsigned kNoInput = ~0u;
  RouterId router = 0;
  unsigned input = kNoInput;  ///< the port by which it came
  unsigned hop = 0;           ///< channels between routers that it has crossed
};

/// One way on.
struct RouteCandidate {
  uint8_t port = 0;      ///< output
  uint8_t vc_class = 0;  ///< deadlock class on its channel, below classes(); no matter to a node
  /// The highest is taken, of these the one with the shortest queue; see takes_free_vcs().
  uint8_t priority = 0;
  RouteState next;  ///< what the packet carries on
};

/// In the order of the function's preference.
class RouteCandidates {
 public:
  static constexpr unsigned kMost = 16;
  RouteCandidates() = default;
  RouteCandidates(const RouteCandidate& only) { add(only); }  // not explicit: one way is an answer
  /// CheckError beyond kMost.
  void add(const RouteCandidate& candidate) {
    if (size_ == kMost) fail();
    entries_[size_++] = candidate;
  }
  unsigned size() const { return size_; }
  const RouteCandidate* begin() const { return entries_.data(); }
  const RouteCandidate* end() const { return begin() + size_; }

 private:
  [[noreturn]] static void fail();
  std::array<RouteCandidate, kMost> entries_;
  unsigned size_ = 0;
};

/// Room for turns in a header: the output to take at each router, the first one in the lowest bits.
struct TurnPool {
  unsigned turn_bits = 0;  ///< 0: routes are not in headers
  unsigned bits = 0;       ///< of the pool, at most 64
  /// The output that the router takes which a packet comes to by its channel `hop`.
  unsigned turn(uint64_t turns, unsigned hop) const {
    return static_cast<unsigned>(turns >> hop * turn_bits & ((uint64_t{1} << turn_bits) - 1));
  }
  /// Those that are left at a router, and those behind it with `hop` one more.
  uint64_t left(uint64_t turns, unsigned hop) const {
    return hop * turn_bits < 64 ? turns >> hop * turn_bits : 0;
  }
};

class RoutingFunction {
 public:
  virtual ~RoutingFunction() = default;
  /// Deadlock classes of VCs that it needs.
  virtual unsigned classes() const { return 1; }
  /// Its answer follows the queues: it is asked again in every cycle in which the head waits.
  /// Others are asked once, when the head has come.
  virtual bool adaptive() const { return false; }
  /// Of its candidates those of which a VC is free go before the others, whatever their priority.
  virtual bool takes_free_vcs() const { return false; }
  /// Deadlock classes 0 to this - 1 are those in which nothing may wait in a circle. Of the others
  /// that is not asked: a head that waits for one of them is at the same time offered an escape,
  /// one of the former.
  /// 0: nothing keeps it from deadlock, see recovery_timeout().
  virtual unsigned escape_classes() const { return classes(); }
  /// A head that has waited for so many cycles is to be recovered (DeadlockRecovery): its packet,
  /// Packet::recovered, goes on in a VC class of that name, whatever class the candidates say. 0:
  /// never.
  virtual unsigned recovery_timeout() const { return 0; }
  static constexpr const char* kRecoveryClass = "recovery";
  /// A packet may leave a router by the channel's other half by which it came.
  virtual bool turns_back() const { return false; }
  /// The first of a set's data VCs that are of that class; of class classes() the end.
  virtual unsigned first_vc(unsigned vc_class, unsigned data_vcs) const {
    return vc_class * data_vcs / classes();
  }
  /// Source routing: whoever makes a packet, at router `from` or a node there, writes turns() into
  /// it (Packet::turns); they fit into the pool.
  virtual TurnPool turn_pool() const { return {}; }
  virtual uint64_t turns(const Packet& /*packet*/, RouterId /*from*/) const { return 0; }
  /// The ways that `packet` may take from `place`; at least one. A pure function: the same answer
  /// for the same packet, place and queues, whoever asks and however often. Draws are keyed by
  /// packet and hop (RouteDraw).
  virtual RouteCandidates candidates(const QueueView& queues, const Packet& packet,
                                     const RoutePlace& place) const = 0;
};

/// What a function is made of; `topology` outlives it.
struct RoutingSetup {
  const Topology& topology;
  VcClasses vc_classes;
  RouteDraw draw;
  OwnKeys keys;  ///< all of its own, the defaults filled in
};

struct RoutingInfo {
  std::string name;
  std::string summary;
  std::vector<KeySpec> keys;            ///< of its own in [routing]
  std::vector<std::string> topologies;  ///< that it goes with, those apart that name it
  /// Throws InputError, what is wrong, for a topology that it cannot serve.
  std::function<std::unique_ptr<RoutingFunction>(const RoutingSetup&)> make;
  bool follows_vc_classes = false;  ///< its classes are as network.vc_classes says
};

/// All by name.
const std::map<std::string, RoutingInfo>& routing_functions();
struct RoutingRegistration {
  explicit RoutingRegistration(RoutingInfo info);
};

/// The function names the topology, or the topology the function.
bool goes_with(const RoutingInfo& function, const TopologyInfo& topology);

/// Some VCs of the packet have no deadlock classes: it has to take the topology's own minimal
/// route.
inline bool minimal_route_only(const Packet& packet) {
  return packet.minimal_only || carries_messages(packet.vc_class);
}

/// Output of the minimal route, at the destination's router that to the node.
inline unsigned minimal_output(const Topology& topology, RouterId router, NodeId destination) {
  const RouterId to = topology.deliver_router(destination);
  return router == to ? topology.deliver_port(destination)
                      : topology.minimal_port_to_node(router, to, destination);
}

}  // namespace chokepoint
