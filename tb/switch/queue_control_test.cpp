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
/// What the routers do with the queue set apart, at kFreeAt unless said otherwise. The child
/// process inherits it.
enum class Does {
  kUnblock,
  kFree,       ///< unblocks it, frees it once it is empty and makes another one
  kSwap,       ///< with a queue that is not blocked
  kFreeFull,   ///< wrong: it holds packets
  kSwapFreed,  ///< wrong: with a queue that it frees before the swap
  kFreeUsual,  ///< wrong: not its own
  kUnknown,    ///< wrong, at once: chooses a queue that is none
  kTooMany     ///< wrong, at once: chooses one whose number no head has the bits for
} does = Does::kUnblock;
unsigned freed = 0;

class ApartRouter : public RouterAttachment, public QueueOwner {
 public:
  explicit ApartRouter(RouterState& router) : router_(router), queues_(router.radix()) {}
  unsigned most_queues() const override { return does == Does::kTooMany ? 5000 : 2; }
  void take_control(QueueControl& control) override {
    control_ = &control;
    for (unsigned i = 0; does == Does::kTooMany && i < 4999; ++i) control.create_queue(0);
    for (unsigned input = 0; input < queues_.size(); ++input) {
      queues_[input] = control.create_queue(input);
      control.block_queue(input, queues_[input], true);
    }
  }
  unsigned choose_queue(Cycle now, const Packet& packet, unsigned input, unsigned, unsigned,
                        unsigned usual) override {
    if (does == Does::kUnknown) return 5000;
    if (does == Does::kTooMany && input == 0) return queues_[0];
    return packet.destination == kSetApart && now < kFreeAt ? queues_[input] : usual;
  }
  void begin_cycle(Cycle now) override {
    if (now < kFreeAt) return;
    for (unsigned input = 0; input < queues_.size(); ++input) {
      if (!opened_) open(input);
      if (does == Does::kFree) free_once(input);
    }
    opened_ = true;
  }
  bool busy() const override { return !opened_; }
  QueueOwner* queue_owner() override { return this; }

 private:
  void open(unsigned input) {
    const unsigned own = queues_[input];
    if (does == Does::kFreeUsual) control_->free_queue(input, control_->usual_queue(0, 0));
    if (does == Does::kFreeFull && control_->queue_front(input, own) != nullptr) {
      control_->free_queue(input, own);
    }
    if (does == Does::kSwap || does == Does::kSwapFreed) {
      const unsigned other = control_->create_queue(input);
      control_->swap_queues(input, own, other);
      if (does == Does::kSwapFreed) control_->free_queue(input, other);
    } else {
      control_->block_queue(input, own, false);
    }
  }
  void free_once(unsigned input) {
    if ((freed_ >> input & 1) != 0 || control_->queue_front(input, queues_[input]) != nullptr) {
      return;
    }
    control_->free_queue(input, queues_[input]);
    if (control_->create_queue(input) != queues_[input]) {
      throw CheckError("a freed queue is not used again");
    }
    freed_ |= uint64_t{1} << input;
    ++freed;
  }
  RouterState& router_;
  uint64_t freed_ = 0;  ///< inputs
  QueueControl* control_ = nullptr;
  std::vector<unsigned> queues_;
  bool opened_ = false;
};

class Apart : public Mechanism {
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<ApartRouter>(router);
  }
  bool makes_queues() const override { return true; }
};
const MechanismRegistration set_apart_registration{
    {"set_apart",
     "of this test",
     {},
     [](const Scenario&) { return std::make_unique<Apart>(); },
     nullptr}};

struct FirstArrivals : Probe {
  Figures seen;
  void delivered(Cycle now, const Packet& packet, unsigned) override {
    seen.emplace(packet.destination == kSetApart ? "apart" : "other", now);
  }
  void report(Figures& figures) const override {
    figures = seen;
    figures["freed"] = freed;
  }
};

Scenario scenario() {
  Scenario scenario = small_network("set_apart");
  scenario.network.channel_latency = 10;
  scenario.run.measure = 3000;
  scenario.run.drain = 100000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, 0.2);
  return scenario;
}

/// The packets set apart wait until kFreeAt, the others do not, and all are delivered.
RunSummary expect_set_apart(Does what, const Scenario& scenario) {
  does = what;
  FirstArrivals arrivals;
  const RunSummary run = run_in_child(scenario, &arrivals);
  does = Does::kUnblock;
  expect_complete(run);
  EXPECT_LT(run.at("other"), 500);
  EXPECT_GE(run.at("apart"), kFreeAt);
  return run;
}

TEST(QueueControl, PacketsOfABlockedQueueWaitAndOthersPassThem) {
  expect_set_apart(Does::kUnblock, scenario());
}

// What puts itself between a mechanism and the network must not hide that it has queues.
TEST(QueueControl, AMechanismWithFaultsKeepsItsQueues) {
  Scenario with_faults = scenario();
  FaultConfig fault;
  fault.kind = FaultKind::kSetMark;
  fault.from = Cycle{1} << 40;
  fault.origin = "test";
  with_faults.faults = {fault};
  const RunSummary run = expect_set_apart(Does::kUnblock, with_faults);
  EXPECT_EQ(run.digest, expect_set_apart(Does::kUnblock, scenario()).digest);
}

TEST(QueueControl, WhatIsInTwoQueuesChangesPlaces) {
  expect_set_apart(Does::kSwap, scenario());
}

TEST(QueueControl, AFreedQueueIsUsedAgain) {
  const RunSummary run = expect_set_apart(Does::kFree, scenario());
  EXPECT_GT(run.at("freed"), 4);
}

TEST(QueueControl, TheStreamSwitchRefusesIt) {
  SwitchChoice choice;
  choice.kind = SwitchKind::kStream;
  const RunSummary run = run_in_child(scenario(), nullptr, FetchUse::kNever, choice);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.error.find("mechanism set_apart, which makes queues"), std::string::npos)
      << run.error;
}

TEST(QueueControl, MisuseIsRefused) {
  const std::pair<Does, const char*> cases[] = {{Does::kUnknown, "names queue 5000 of input"},
                                                {Does::kTooMany, "its head's field queue holds 50"},
                                                {Does::kFreeUsual, ", which it has not made"},
                                                {Does::kFreeFull, ", which is not empty"},
                                                {Does::kSwapFreed, ", which is none"}};
  for (const auto& [what, said] : cases) {
    does = what;
    const RunSummary run = run_in_child(scenario());
    does = Does::kUnblock;
    EXPECT_EQ(run.exit_code, 1) << said;
    EXPECT_NE(run.error.find(said), std::string::npos) << "no '" << said << "' in: " << run.error;
  }
}

}  // namespace
}  // namespace chokepoint::test
