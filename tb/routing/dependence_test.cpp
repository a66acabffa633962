// SPDX-License-Identifier: Apache-2.0
// Deadlock freedom: for every topology and every routing function that goes with it, no channel and
// VC class waits for itself, over all routes of the topology's samples.
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "sim/topology/graph.h"
#include "tb/routing/walk.h"

namespace chokepoint {
namespace {

using test::DependenceGraph;
using test::Step;
using test::Walk;

/// The packets whose routes are walked. VCs of one kind are never waited for by another.
enum class Kind {
  kData,         ///< data and speculative VCs, by deadlock class
  kMinimalOnly,  ///< the hotspot VC: one class
  kControl       ///< a control VC: one class, and packets begin at any router
};

constexpr VcClass kMinimalClass = make_vc_class(1, VcUse::kData);
constexpr VcClass kMessageClass = make_vc_class(2, VcUse::kMessages);

/// Queues of another length at every question.
struct ChangingQueues {
  explicit ChangingQueues(test::Queues& queues) : queues_(queues) {}
  void change() {
    for (unsigned& flits : queues_.flits) {
      flits = draw_.below(200, next_++, 0);
    }
  }

 private:
  test::Queues& queues_;
  RouteDraw draw_{7};
  uint64_t next_ = 0;
};

/// Routers from which channels lead to the one that delivers to a node.
std::vector<bool> with_way_to(const Topology& topology, NodeId node) {
  std::vector<bool> found(topology.routers());
  found[topology.deliver_router(node)] = true;
  for (bool more = true; more;) {
    more = false;
    for (RouterId router = 0; router < topology.routers(); ++router) {
      for (unsigned port = 0; port < topology.radix() && !found[router]; ++port) {
        const PortTarget next = topology.target(router, port);
        if (!next.connected || next.is_node || !found[next.router]) continue;
        found[router] = more = true;
      }
    }
  }
  return found;
}

bool dependences_cyclic(const Scenario& scenario, Kind kind) {
  Walk walk(scenario);
  ChangingQueues queues(walk.queues);
  const Topology& topology = *walk.topology;
  const unsigned classes = Routing::classes(scenario, topology), radix = topology.radix();
  DependenceGraph graph(topology.routers() * radix * classes);
  const auto add = [&](const std::vector<Step>& steps) {
    unsigned held = ~0u;
    for (const Step& step : steps) {
      if (topology.target(step.router, step.port).is_node) break;  // a sink
      const unsigned vc_class = kind == Kind::kData ? step.vc_class : 0;
      const unsigned wanted = (step.router * radix + step.port) * classes + vc_class;
      if (held != ~0u) graph.edge(held, wanted);
      held = wanted;
    }
  };
  const auto packet = [&](NodeId from, NodeId to, unsigned draw) {
    Packet result = walk.packet(from, to);
    // Minimal packets use data VCs too.
    result.minimal_only = kind == Kind::kData ? draw % 8 == 0 : true;
    if (kind == Kind::kMinimalOnly) result.vc_class = kMinimalClass;
    if (kind == Kind::kControl) result.vc_class = kMessageClass;
    return result;
  };
  const unsigned draws = 8 * topology.routers() + 16;  // each finds every intermediate router
  for (NodeId to = 0; to < topology.nodes(); ++to) {
    const std::vector<bool> begins = with_way_to(topology, to);
    for (unsigned draw = 0; draw < draws; ++draw) {
      queues.change();
      for (NodeId from = 0; from < topology.nodes(); ++from) {
        Packet head = packet(from, to, draw);
        if (from != to) add(walk.walk(head));
      }
      if (kind != Kind::kControl) continue;
      for (RouterId router = 0; router < topology.routers(); ++router) {
        if (!begins[router]) continue;  // mechanisms whose routers make messages are refused
        Packet notice = packet(0, to, draw);
        add(walk.walk(notice, router, RoutePlace::kNoInput));
      }
    }
    if (testing::Test::HasFailure()) return true;
  }
  return graph.cyclic();
}

/// Channels of the escape classes, with an edge where a packet may hold the first while it waits
/// for the second, or has held it and gone on by way of other classes. True, and a failed test, if
/// it is somewhere offered no escape.
bool escapes_cyclic(const Scenario& scenario, bool minimal_only) {
  Walk walk(scenario);
  const Topology& topology = *walk.topology;
  const unsigned classes = walk.routing.escape_classes(), radix = topology.radix();
  constexpr unsigned kNone = ~0u;
  DependenceGraph graph(topology.routers() * radix * classes);
  struct Place {
    RouterId router;
    unsigned input, held;
    RouteState route;
    auto key() const { return std::make_tuple(router, input, held, route.target, route.phase); }
  };
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    for (NodeId to = 0; to < topology.nodes(); ++to) {
      if (from == to) continue;
      Packet head = walk.packet(from, to);
      head.minimal_only = minimal_only;
      std::vector<Place> open{{topology.router_of(from), topology.port_of(from), kNone, {}}};
      std::set<decltype(open[0].key())> seen{open[0].key()};
      while (!open.empty()) {
        const Place at = open.back();
        open.pop_back();
        head.route = at.route;
        bool escape = false;
        for (const RouteCandidate& way :
             walk.routing.candidates(walk.queues, head, at.router, at.input)) {
          const PortTarget target = topology.target(at.router, way.port);
          EXPECT_TRUE(target.connected);
          if (!target.connected) return true;
          escape = escape || target.is_node || way.vc_class < classes;
          if (target.is_node) continue;
          Place next{target.router, target.port, at.held, way.next};
          if (way.vc_class < classes) {
            next.held = (at.router * radix + way.port) * classes + way.vc_class;
            if (at.held != kNone) graph.edge(at.held, next.held);
          }
          if (seen.insert(next.key()).second) open.push_back(next);
        }
        EXPECT_TRUE(escape) << from << " -> " << to << " at " << at.router;
        if (!escape) return true;
      }
    }
  }
  return graph.cyclic();
}

Scenario keyed_scenario(const std::string& topology, const OwnKeys& shape,
                        const std::string& function, VcClasses classes) {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.topology = topology;
  scenario.network.shape = shape;
  scenario.network.vc_classes = classes;
  scenario.network.input_queues = InputQueues::kFifo;  // which every function allows
  scenario.routing.function = function;
  return scenario;
}

bool has_escapes(const Scenario& scenario) {
  const Walk walk(scenario);
  const Routing& routing = walk.routing;
  return routing.escape_classes() != routing.classes();
}

/// Data may wait in a circle, but not for ever.
bool recovers_deadlocks(const Scenario& scenario) {
  const Walk walk(scenario);
  if (walk.routing.escape_classes() != 0) return false;
  EXPECT_NE(walk.routing.recovery_timeout(), 0u) << "nothing keeps it from deadlock";
  return true;
}

TEST(Deadlock, NoCycleOfDependencesForAnyTopologyAndFunctionThatGoTogether) {
  for (const auto& [topology, info] : topologies()) {
    EXPECT_FALSE(info.samples.empty()) << topology << " has no samples to walk through";
    unsigned functions = 0;
    for (const auto& [function, routing] : routing_functions()) {
      if (!goes_with(routing, info)) continue;
      ++functions;
      for (size_t sample = 0; sample < info.samples.size(); ++sample) {
        for (const VcClasses classes : {VcClasses::kPhase, VcClasses::kHops}) {
          const Scenario scenario =
              keyed_scenario(topology, info.samples[sample], function, classes);
          const bool escapes = has_escapes(scenario);
          const bool recovers = recovers_deadlocks(scenario);
          for (const Kind kind : {Kind::kData, Kind::kMinimalOnly, Kind::kControl}) {
            if (recovers && kind == Kind::kData) continue;
            EXPECT_FALSE(escapes && kind == Kind::kData
                             ? escapes_cyclic(scenario, false) || escapes_cyclic(scenario, true)
                             : dependences_cyclic(scenario, kind))
                << topology << " sample " << sample << ", " << function << ", "
                << (classes == VcClasses::kPhase ? "phase" : "hops") << ", kind of packets "
                << static_cast<int>(kind);
          }
        }
      }
    }
    EXPECT_NE(functions, 0u) << "no routing function goes with " << topology;
  }
}

OwnKeys butterfly(unsigned routers) {
  OwnKeys shape;
  shape.set_counts("dimensions", {routers});
  return shape;
}

TEST(Deadlock, OnePoolOfVcsHasACycleSoTheCheckCanFail) {
  EXPECT_TRUE(dependences_cyclic(
      keyed_scenario("flattened_butterfly", butterfly(4), "valiant", VcClasses::kPool),
      Kind::kData));
}

OwnKeys ring_of(unsigned routers) {
  OwnKeys shape;
  shape.set_counts("dimensions", {routers});
  shape.set("wraparound", true);
  return shape;
}

TEST(Deadlock, EitherDatelineBreaksARing) {
  for (const char* dateline : {"balanced", "strict"}) {
    for (const unsigned routers : {3u, 4u, 7u}) {
      Scenario scenario =
          keyed_scenario("torus", ring_of(routers), "dimension_order", VcClasses::kPhase);
      scenario.routing.keys.set("dateline", dateline);
      EXPECT_FALSE(dependences_cyclic(scenario, Kind::kData)) << dateline << ", " << routers;
    }
  }
}

/// `minimal` on a torus: one class, whatever the ring.
const RoutingRegistration ring_without_dateline{
    RoutingInfo{"ring_without_dateline", "of this test", {}, {}, [](const RoutingSetup& setup) {
                  return routing_functions().at("minimal").make(setup);
                }}};

TEST(Deadlock, ARingWithoutDatelineHasACycle) {
  for (const unsigned routers : {5u, 6u}) {
    EXPECT_TRUE(dependences_cyclic(
        keyed_scenario("torus", ring_of(routers), "ring_without_dateline", VcClasses::kPhase),
        Kind::kData))
        << routers;
  }
}

OwnKeys torus_of(const std::vector<unsigned>& dimensions) {
  OwnKeys shape;
  shape.set_counts("dimensions", dimensions);
  shape.set("wraparound", true);
  return shape;
}

TEST(Deadlock, EscapesOfBothKindsHaveNoCycleOfExtendedDependences) {
  for (const char* escape : {"dateline", "direct"}) {
    for (const auto& dimensions :
         std::vector<std::vector<unsigned>>{{6}, {4, 4}, {5, 3}, {3, 2, 3}}) {
      Scenario scenario =
          keyed_scenario("torus", torus_of(dimensions), "escape_adaptive", VcClasses::kPhase);
      scenario.routing.keys.set("escape", escape);
      EXPECT_TRUE(has_escapes(scenario));
      EXPECT_FALSE(escapes_cyclic(scenario, false)) << escape << ", " << dimensions.size();
    }
  }
}

/// `escape_adaptive` whose packets forget that they have escaped.
class ForgetfulEscapes : public RoutingFunction {
 public:
  explicit ForgetfulEscapes(std::unique_ptr<RoutingFunction> function)
      : function_(std::move(function)) {}
  unsigned classes() const override { return function_->classes(); }
  unsigned escape_classes() const override { return function_->escape_classes(); }
  bool turns_back() const override { return true; }
  RouteCandidates candidates(const QueueView& queues, const Packet& packet,
                             const RoutePlace& place) const override {
    Packet forgetful = packet;
    forgetful.route = {};
    return function_->candidates(queues, forgetful, place);
  }

 private:
  std::unique_ptr<RoutingFunction> function_;
};

/// `escape_adaptive` on whose rings one class is the escape all round.
class UnbrokenEscapes : public ForgetfulEscapes {
 public:
  using ForgetfulEscapes::ForgetfulEscapes;
  unsigned classes() const override { return 2; }
  unsigned escape_classes() const override { return 1; }
  RouteCandidates candidates(const QueueView& queues, const Packet& packet,
                             const RoutePlace& place) const override {
    RouteCandidates ways;
    for (RouteCandidate way : ForgetfulEscapes::candidates(queues, packet, place)) {
      way.vc_class = way.vc_class == 2;
      ways.add(way);
    }
    return ways;
  }
};

std::unique_ptr<RoutingFunction> escapes_with(const RoutingSetup& setup, const char* escape) {
  RoutingSetup own = setup;
  own.keys.set("escape", escape);
  return routing_functions().at("escape_adaptive").make(own);
}

const RoutingRegistration forgetful_escapes{
    RoutingInfo{"forgetful_escapes", "of this test", {}, {}, [](const RoutingSetup& setup) {
                  return std::make_unique<ForgetfulEscapes>(escapes_with(setup, "direct"));
                }}};
const RoutingRegistration unbroken_escapes{
    RoutingInfo{"unbroken_escapes", "of this test", {}, {}, [](const RoutingSetup& setup) {
                  return std::make_unique<UnbrokenEscapes>(escapes_with(setup, "dateline"));
                }}};

TEST(Deadlock, WrongEscapesHaveACycleOfExtendedDependences) {
  for (const char* function : {"forgetful_escapes", "unbroken_escapes"}) {
    const Scenario scenario =
        keyed_scenario("torus", torus_of({5, 4}), function, VcClasses::kPhase);
    EXPECT_TRUE(escapes_cyclic(scenario, false)) << function;
    EXPECT_FALSE(HasFailure()) << "for the reason wanted";
  }
}

// A ring of four breaks the tie of opposite routers by the lower port, which here is no circle; one
// of five has no ties: all go round.
TEST(Deadlock, GraphsAreJudgedAsByTheirRoutes) {
  for (const unsigned routers : {4u, 5u}) {
    const std::vector<unsigned> nodes(routers, 2);
    Graph::Links ring;
    for (RouterId r = 0; r < routers; ++r) ring.emplace_back(r, (r + 1) % routers);
    OwnKeys shape;
    shape.set_counts("router_nodes", nodes);
    shape.set_pairs("links", ring);
    EXPECT_EQ(dependences_cyclic(keyed_scenario("graph", shape, "minimal", VcClasses::kPhase),
                                 Kind::kData),
              routers == 5)
        << routers;
    EXPECT_EQ(!Graph(nodes, ring).cyclic_route().empty(), routers == 5) << routers;
  }
}

}  // namespace
}  // namespace chokepoint
