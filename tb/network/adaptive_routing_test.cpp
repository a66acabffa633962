// SPDX-License-Identifier: Apache-2.0
// Routing functions that are asked again while a head waits: what they gain, who serves them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/network/network.h"
#include "sim/routing/routing_function.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// `minimal_adaptive` that keeps its first answer.
class AskedOnce : public RoutingFunction {
 public:
  explicit AskedOnce(std::unique_ptr<RoutingFunction> function) : function_(std::move(function)) {}
  unsigned classes() const override { return function_->classes(); }
  RouteCandidates candidates(const QueueView& queues, const Packet& packet,
                             const RoutePlace& place) const override {
    return function_->candidates(queues, packet, place);
  }

 private:
  std::unique_ptr<RoutingFunction> function_;
};

const RoutingRegistration asked_once{RoutingInfo{
    "asked_once",
    "of this test",
    {},
    {"flattened_butterfly"},
    [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
      return std::make_unique<AskedOnce>(routing_functions().at("minimal_adaptive").make(setup));
    }}};

/// 3 x 3 routers with 2 nodes. The nodes of the routers on the diagonal send to the next of these
/// routers: two minimal routes, which nobody else takes.
Scenario diagonal(const std::string& function, const std::string& mechanism = "none") {
  Scenario scenario = small_network(mechanism, function);
  scenario.network.shape.set_counts("dimensions", {3, 3});
  scenario.network.shape.set("concentration", int64_t{2});
  scenario.network.input_queues = InputQueues::kFifo;
  scenario.network.channel_latency = 4;
  scenario.network.vc_buffer_flits = 32;
  scenario.network.output_buffer_flits = 16;
  add_traffic(scenario, "diagonal", "permutation", {0, 1, 8, 9, 16, 17}, {8, 9, 16, 17, 0, 1}, 0.9,
              8, 1);
  scenario.run.drain = 100000;
  return scenario;
}

TEST(AdaptiveRouting, TakesBothWaysWhereMinimalTakesOne) {
  const RunSummary adaptive = run_with(diagonal("minimal_adaptive"), SwitchKind::kBest);
  const RunSummary minimal = run_with(diagonal("minimal"), SwitchKind::kBest);
  expect_complete(adaptive);
  expect_complete(minimal);
  EXPECT_EQ(adaptive.streams, 0u) << "the stream switch asks once";
  // Two nodes share the one channel of dimension 0 that minimal takes.
  EXPECT_LT(minimal.accepted[0], 0.55);
  EXPECT_GT(adaptive.accepted[0], 0.7);
}

/// The same with nodes of the other routers in the way, so that heads wait.
Scenario crowded(const std::string& function, const std::string& mechanism = "none") {
  Scenario scenario = diagonal(function, mechanism);
  add_traffic(scenario, "others", "uniform", nodes_from(2, 8), {}, 0.5, 8, 1);
  return scenario;
}

TEST(AdaptiveRouting, AskingAgainChangesRoutes) {
  const RunSummary again = run_with(crowded("minimal_adaptive"), SwitchKind::kPlain);
  const RunSummary once = run_with(crowded("asked_once"), SwitchKind::kPlain);
  expect_complete(again);
  expect_complete(once);
  EXPECT_NE(again.digest, once.digest);
  EXPECT_GT(again.accepted[0], once.accepted[0]);
}

TEST(AdaptiveRouting, SwitchesInLockstepAgree) {
  for (const char* const mechanism : {"none", "srp"}) {
    SCOPED_TRACE(mechanism);
    const RunSummary lockstep =
        run_with(crowded("minimal_adaptive", mechanism), SwitchKind::kLockstep);
    ASSERT_EQ(lockstep.exit_code, 0) << lockstep.error;
    EXPECT_EQ(lockstep.checks.at("switch_lockstep"), "held");
  }
}

/// Heads of speculative FIFOs, held against what the router says of who requests which output.
class HeadsProbe : public Probe {
 public:
  void cycle(Cycle now, Network& network) override {
    if (logs_.empty()) {
      logs_.resize(network.routers());
      for (RouterId r = 0; r < network.routers(); ++r) {
        network.router(r).track_requests(&logs_[r], 32, RequestScope::kWaiting);
      }
    }
    for (RouterId r = 0; r < network.routers(); ++r) look(now, r, network.router(r));
  }
  void report(Figures& figures) const override {
    figures["compared"] = compared_;
    figures["changed"] = changed_;
  }

 private:
  void look(Cycle now, RouterId r, Switch& router) {
    RequestLog& log = logs_[r];
    log.forget(log.visit_until(log.begin(), now, [&](const RequestEvent& event) {
      if (event.begins()) requested_[{r, event.input(), event.vc()}] = event.output();
    }));
    const auto first_vc = static_cast<unsigned>(router.context().layout.speculative_vc);
    for (const SpeculativeHead& head : router.speculative_heads()) {
      const unsigned wanted = requested_.at({r, head.input, first_vc + head.index});
      if (head.output != wanted) {
        throw CheckError(
            fmt::format("cycle {}: a head to {} requests {}", now, head.output, wanted));
      }
      const auto [before, fresh] = outputs_.emplace(std::pair(r, head.packet->id), wanted);
      changed_ += !fresh && before->second != wanted ? 1 : 0;
      before->second = wanted;
      ++compared_;
    }
  }

  std::vector<RequestLog> logs_;
  std::map<std::tuple<RouterId, unsigned, unsigned>, unsigned> requested_;
  std::map<std::pair<RouterId, uint64_t>, unsigned> outputs_;
  unsigned compared_ = 0, changed_ = 0;
};

TEST(AdaptiveRouting, SpeculativeHeadsGoWhereTheyRequest) {
  Scenario scenario = crowded("minimal_adaptive", "srp");
  scenario.mechanism.values["n_min"] = int64_t{1};
  HeadsProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_GT(run.seen.at("compared"), 1000);
  EXPECT_GT(run.seen.at("changed"), 10);
}

TEST(AdaptiveRouting, RefusesWhatDoesNotServe) {
  const RunSummary stream = run_with(diagonal("minimal_adaptive"), SwitchKind::kStream);
  EXPECT_EQ(stream.exit_code, 2);
  EXPECT_NE(stream.error.find("asked again while a head waits"), std::string::npos) << stream.error;
  Scenario queues = diagonal("minimal_adaptive");
  queues.network.input_queues = InputQueues::kVoq;
  queues.origins["routing.function"] = "f.toml:7";
  const RunSummary voq = run_with(queues, SwitchKind::kBest);
  EXPECT_EQ(voq.exit_code, 2);
  EXPECT_NE(voq.error.find("f.toml:7: function: minimal_adaptive"), std::string::npos) << voq.error;
  EXPECT_NE(voq.error.find("network.input_queues = \"fifo\""), std::string::npos) << voq.error;
  Scenario counted = diagonal("minimal_adaptive", "ecn");
  counted.origins["routing.function"] = "f.toml:7";
  const RunSummary ecn = run_with(counted, SwitchKind::kBest);
  EXPECT_EQ(ecn.exit_code, 2);
  EXPECT_NE(ecn.error.find("f.toml:7: function: mechanism ecn counts flits by the output"),
            std::string::npos)
      << ecn.error;
}

}  // namespace
}  // namespace chokepoint::test
