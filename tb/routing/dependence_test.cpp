// SPDX-License-Identifier: Apache-2.0
// Deadlock freedom: for every topology and every routing function that goes with it, no channel and
// VC class waits for itself, over all routes of the topology's samples.
#include <gtest/gtest.h>

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
    for (unsigned draw = 0; draw < draws; ++draw) {
      queues.change();
      for (NodeId from = 0; from < topology.nodes(); ++from) {
        Packet head = packet(from, to, draw);
        if (from != to) add(walk.walk(head));
      }
      if (kind != Kind::kControl) continue;
      for (RouterId router = 0; router < topology.routers(); ++router) {
        Packet notice = packet(0, to, draw);
        add(walk.walk(notice, router, RoutePlace::kNoInput));
      }
    }
    if (testing::Test::HasFailure()) return true;
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

TEST(Deadlock, NoCycleOfDependencesForAnyTopologyAndFunctionThatGoTogether) {
  for (const auto& [topology, info] : topologies()) {
    EXPECT_FALSE(info.samples.empty()) << topology << " has no samples to walk through";
    unsigned functions = 0;
    for (const auto& [function, routing] : routing_functions()) {
      if (!goes_with(routing, info)) continue;
      ++functions;
      for (size_t sample = 0; sample < info.samples.size(); ++sample) {
        for (const VcClasses classes : {VcClasses::kPhase, VcClasses::kHops}) {
          for (const Kind kind : {Kind::kData, Kind::kMinimalOnly, Kind::kControl}) {
            EXPECT_FALSE(dependences_cyclic(
                keyed_scenario(topology, info.samples[sample], function, classes), kind))
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
