// SPDX-License-Identifier: Apache-2.0
// A mechanism with a queue of its own in the input ports: it sets the packets for one node apart
// there while it blocks them, and others pass them.
#include "sim/hooks/queue_control.h"

#include <gtest/gtest.h>

#include "sim/hooks/context.h"
#include "sim/hooks/router_state.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

constexpr NodeId kSetApart = 15;
constexpr Cycle kFreeAt = 1500;
/// What the routers do wrong in a run; the child process inherits it.
enum class Misuse { kNone, kUnknown } misuse = Misuse::kNone;

class ApartRouter : public RouterAttachment, public QueueOwner {
 public:
  explicit ApartRouter(RouterState& router) : router_(router), queues_(router.radix()) {}
  unsigned most_queues() const override { return 1; }
  void take_control(QueueControl& control) override {
    control_ = &control;
    for (unsigned input = 0; input < queues_.size(); ++input) {
      queues_[input] = control.create_queue(input);
      control.block_queue(input, queues_[input], true);
    }
  }
  unsigned choose_queue(Cycle now, const Packet& packet, unsigned input, unsigned, unsigned,
                        unsigned usual) override {
    if (misuse == Misuse::kUnknown) return 5000;
    return packet.destination == kSetApart && now < kFreeAt ? queues_[input] : usual;
  }
  void begin_cycle(Cycle now) override {
    if (now < kFreeAt) return;
    for (unsigned input = 0; input < queues_.size() && !opened_; ++input) {
      control_->block_queue(input, queues_[input], false);
    }
    opened_ = true;
  }
  bool busy() const override { return !opened_; }

 private:
  RouterState& router_;
  QueueControl* control_ = nullptr;
  std::vector<unsigned> queues_;
  bool opened_ = false;
};

class Apart : public Mechanism, public QueueMaker {
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<ApartRouter>(router);
  }
};
const MechanismRegistration registration{{"set_apart",
                                          "of this test",
                                          {},
                                          [](const Scenario&) { return std::make_unique<Apart>(); },
                                          nullptr}};

struct FirstArrivals : Probe {
  Figures seen;
  void delivered(Cycle now, const Packet& packet, unsigned) override {
    seen.emplace(packet.destination == kSetApart ? "apart" : "other", now);
  }
  void report(Figures& figures) const override { figures = seen; }
};

Scenario scenario() {
  Scenario scenario = small_network("set_apart");
  scenario.network.channel_latency = 10;
  scenario.run.measure = 3000;
  scenario.run.drain = 100000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, 0.2);
  return scenario;
}

TEST(QueueControl, PacketsOfABlockedQueueWaitAndOthersPassThem) {
  misuse = Misuse::kNone;
  FirstArrivals arrivals;
  const RunSummary run = run_in_child(scenario(), &arrivals);
  expect_complete(run);
  EXPECT_LT(run.at("other"), 500);
  EXPECT_GE(run.at("apart"), kFreeAt);
}

TEST(QueueControl, TheStreamSwitchRefusesIt) {
  SwitchChoice choice;
  choice.kind = SwitchKind::kStream;
  const RunSummary run = run_in_child(scenario(), nullptr, FetchUse::kNever, choice);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.error.find("mechanism set_apart, which makes queues"), std::string::npos)
      << run.error;
}

TEST(QueueControl, AQueueThatIsNoneIsRefused) {
  misuse = Misuse::kUnknown;
  const RunSummary run = run_in_child(scenario());
  misuse = Misuse::kNone;
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.error.find("names queue 5000 of input"), std::string::npos) << run.error;
}

}  // namespace
}  // namespace chokepoint::test
