// SPDX-License-Identifier: Apache-2.0
// Wires in a running network: a mechanism whose NICs inject by what they hear on them.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "tb/faults/fault_run.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

struct Heard {
  Cycle at;
  uint64_t what;
};

uint64_t mixed(uint64_t sum, uint64_t value) {
  sum = (sum ^ value) * 0x9E3779B97F4A7C15u;
  return sum ^ (sum >> 29);
}

struct Totals {
  uint64_t hash = 0, router_heard = 0, nic_heard = 0, late = 0;
};

Cycle talk_latency = 1, echo_latency = 1;
constexpr Cycle kPeriod = 17;

/// Every so often a router tells every other router and the first NIC of each; it is idle between
/// these times.
class TalkingRouter : public RouterAttachment {
 public:
  TalkingRouter(RouterState& router, Totals& totals) : router_(router), totals_(totals) {
    talk_ = router.make_wire<uint64_t>(
        {"talk", talk_latency}, [this](Cycle now, WirePlace from, const uint64_t& value) {
          ++totals_.router_heard;
          heard_.push_back({now, mixed(value, from.number * 2 + from.is_nic())});
        });
  }
  bool busy() const override { return true; }
  void begin_cycle(Cycle now) override {
    for (const Heard& heard : heard_) {
      totals_.late += heard.at != now ? 1 : 0;
      hash_ = mixed(hash_, heard.what + now);
    }
    heard_.clear();
    if (now % kPeriod != router_.id() % kPeriod) return;
    const Topology& topology = router_.context().topology;
    for (RouterId to = topology.routers(); to-- != 0;) {
      talk_.send(now, WirePlace::router(to), hash_ + to);
      talk_.send(now, WirePlace::nic(topology.first_node(to)), hash_);
    }
    totals_.hash += hash_;
  }

 private:
  RouterState& router_;
  Totals& totals_;
  Wire<uint64_t> talk_;
  std::vector<Heard> heard_;
  uint64_t hash_ = 1;
};

/// Sleeps unless it hears something, lets packets go by what that was, and tells all NICs of its
/// router.
class TalkingNic : public NicAttachment {
 public:
  TalkingNic(NicState& nic, Totals& totals) : nic_(nic), totals_(totals) {
    const auto hear = [this](Cycle now, WirePlace from, const uint64_t& value) {
      ++totals_.nic_heard;
      heard_.push_back({now, mixed(value, from.number * 2 + from.is_nic())});
    };
    talk_ = nic.make_wire<uint64_t>({"talk", talk_latency}, hear);
    echo_ = nic.make_wire<uint64_t>({"echo", echo_latency, WireReach::kOwnSite}, hear);
  }
  void begin_cycle(Cycle now) override {
    for (const Heard& heard : heard_) {
      totals_.late += heard.at != now ? 1 : 0;
      hash_ = mixed(hash_, heard.what + now);
      if (hash_ % 4 == 0) echo(now);
      if (hash_ % 8 == 0) talk_.send(now, WirePlace::router(0), hash_);
    }
    if (!heard_.empty()) totals_.hash += mixed(hash_, nic_.id());
    heard_.clear();
  }
  InjectionDecision may_inject(Cycle, const QueueHead&) override {
    InjectionDecision decision;
    decision.allowed = (hash_ >> 5 & 3) != 0;
    return decision;
  }
  uint64_t decisions(Cycle) const override { return hash_; }
  Cycle sleeps_until(Cycle) const override { return ~Cycle{0}; }

 private:
  void echo(Cycle now) {
    const NodeId first = nic_.id() / 4 * 4;
    for (NodeId node = first; node < first + 4; ++node) {
      if (node != nic_.id()) echo_.send(now, WirePlace::nic(node), hash_);
    }
  }
  NicState& nic_;
  Totals& totals_;
  Wire<uint64_t> talk_, echo_;
  std::vector<Heard> heard_;
  uint64_t hash_ = 0x55;
};

class Talking : public Mechanism {
 public:
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<TalkingRouter>(router, totals_);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<TalkingNic>(nic, totals_);
  }
  std::map<std::string, uint64_t> counters() const override {
    return {{"router_heard", totals_.router_heard},
            {"nic_heard", totals_.nic_heard},
            {"hash", totals_.hash},
            {"late", totals_.late}};
  }

 private:
  Totals totals_;
};

const MechanismRegistration registration{{
    "talking",
    "NICs inject by what they hear on wires",
    {},
    [](const Scenario&) { return std::make_unique<Talking>(); },
    {},
}};

Scenario talking(Cycle talk, Cycle echo = 1) {
  talk_latency = talk;
  echo_latency = echo;
  Scenario scenario = small_network("talking");
  scenario.run.measure = 3000;
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.3);
  return scenario;
}

class WireRun : public ::testing::TestWithParam<Cycle> {};

TEST_P(WireRun, IsTheSameHoweverManyCyclesATickHas) {
  const Scenario scenario = talking(GetParam());
  Probe probe;  // somebody looks: ticks of one cycle
  const RunSummary many = run_on_both(scenario), single = run_in_child(scenario, &probe);
  expect_complete(many);
  expect_complete(single);
  EXPECT_EQ(many.digest, single.digest);
  EXPECT_EQ(many.cycles, single.cycles);
  EXPECT_EQ(many.mechanism, single.mechanism);
  EXPECT_EQ(many.mechanism.at("late"), 0u) << "not seen in the cycle of arrival";
  EXPECT_GT(many.mechanism.at("router_heard"), 0u);
  EXPECT_GT(many.mechanism.at("nic_heard"), 0u);
}
INSTANTIATE_TEST_SUITE_P(Cycles, WireRun, ::testing::Values(1, 2, 7, 31, 32, 33, 500));

// They carry what sites of different threads say to each other.
TEST(Threads, SameResultsWithWires) {
  for (const Cycle latency : {1, 7, 500}) {
    expect_same_with_threads(talking(latency), "latency " + std::to_string(latency));
  }
}

TEST(WireRun, AMillionCyclesAreNoBurden) {
  const RunSummary run = run_on_both(talking(1000000));
  expect_complete(run);
  EXPECT_EQ(run.mechanism.at("router_heard") + run.mechanism.at("nic_heard"), 0u);
}

/// Sends nothing before it has heard router 0, which speaks once.
class HeldNic : public NicAttachment {
 public:
  explicit HeldNic(NicState& nic) {
    end_ = nic.make_wire<uint64_t>({"go", talk_latency},
                                   [this](Cycle, WirePlace, const uint64_t&) { heard_ = true; });
  }
  InjectionDecision may_inject(Cycle, const QueueHead&) override {
    InjectionDecision decision;
    decision.allowed = heard_;
    return decision;
  }
  uint64_t decisions(Cycle) const override { return heard_ ? 1 : 0; }

 private:
  Wire<uint64_t> end_;
  bool heard_ = false;
};

class SpeakingRouter : public RouterAttachment {
 public:
  explicit SpeakingRouter(RouterState& router) : router_(router) {
    end_ =
        router.make_wire<uint64_t>({"go", talk_latency}, [](Cycle, WirePlace, const uint64_t&) {});
  }
  bool busy() const override { return true; }
  void begin_cycle(Cycle now) override {
    if (now != 900 || router_.id() != 0) return;
    for (NodeId node = 0; node < 16; ++node) end_.send(now, WirePlace::nic(node), 1);
  }

 private:
  RouterState& router_;
  Wire<uint64_t> end_;
};

class Held : public Mechanism {
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<SpeakingRouter>(router);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<HeldNic>(nic);
  }
};

const MechanismRegistration held_registration{
    {"held",
     "NICs wait for a word",
     {},
     [](const Scenario&) { return std::make_unique<Held>(); },
     {}}};

// Nothing moves for longer than run.watchdog, but the word that lets it move is under way.
TEST(WireRun, TheDrainWaitsForWhatIsUnderWay) {
  talk_latency = 4000;
  Scenario scenario = small_network("held");
  scenario.run.measure = 1000;
  scenario.run.drain = 100000;
  scenario.run.watchdog = 500;
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.1);
  const RunSummary run = run_on_both(scenario);
  expect_complete(run);
  EXPECT_GT(run.cycles, 4900u);
}

TEST(WireRun, ALatencyOfNoneIsRefused) {
  const RunSummary run = run_in_child(talking(0));
  EXPECT_EQ(run.exit_code, 2);
  expect_text(run.error, "wire 'talk' at router 0: a latency of 0 cycles");
}

FaultConfig wire_fault(FaultKind kind, const std::string& wire, uint64_t count, Cycle cycles = 0) {
  FaultConfig config = message_fault(kind, "any", count, cycles);
  config.wire = wire;
  return config;
}

TEST(WireRun, FaultsStrikeTheWireTheyName) {
  const Scenario plain = talking(20);
  const RunSummary before = run_in_child(plain);
  for (const FaultKind kind : {FaultKind::kLose, FaultKind::kDelay, FaultKind::kDuplicate}) {
    Scenario scenario = plain;
    scenario.faults.push_back(wire_fault(kind, "talk", 3, 50));
    scenario.faults[0].router = 2;
    const RunSummary run = run_on_both(scenario);
    expect_complete(run);
    EXPECT_EQ(struck(run), std::vector<uint64_t>{3}) << static_cast<int>(kind);
    EXPECT_NE(run.digest, before.digest) << static_cast<int>(kind) << " changes nothing";
  }
  Scenario other = plain;
  other.faults.push_back(wire_fault(FaultKind::kLose, "echo", 0));
  other.faults[0].router = 2;  // no router has an end of it
  const RunSummary run = run_in_child(other);
  EXPECT_EQ(struck(run), std::vector<uint64_t>{0});
  EXPECT_EQ(run.digest, before.digest);
}

TEST(WireRun, AFaultOfAWireThatIsNoneIsRefused) {
  Scenario scenario = talking(20);
  scenario.faults.push_back(wire_fault(FaultKind::kLose, "tlak", 0));
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 2);
  expect_text(run.error, "test: wire: mechanism talking has no wire 'tlak'; legal is talk, echo");
}

TEST(WireRun, AMessageOfAWireWithOneKindOfValueIsRefused) {
  Scenario scenario = talking(20);
  scenario.faults.push_back(wire_fault(FaultKind::kLose, "talk", 0));
  scenario.faults[0].message = "word";
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 2);
  expect_text(run.error,
              "test: message: wire 'talk' carries no message 'word'; legal is any: its "
              "values are of one kind");
}

}  // namespace
}  // namespace chokepoint::test
