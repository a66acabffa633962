// SPDX-License-Identifier: Apache-2.0
// A mechanism with a queue of its own in the output buffers of a router: the packets for one node
// wait there while it is blocked, and others of the same VC pass them.
#include <gtest/gtest.h>

#include "sim/hooks/context.h"
#include "sim/hooks/queue_control.h"
#include "sim/hooks/router_state.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

constexpr NodeId kWaits = 15;
constexpr Cycle kOpensAt = 1500;
constexpr unsigned kFlitsOfPacket = 8;
/// What the routers do with the queue of their own, at kOpensAt unless said otherwise. The child
/// process inherits it.
enum class OutputDoes {
  kUnblock,
  kSwap,       ///< with one that is not blocked
  kFree,       ///< unblocks it, frees it once it is empty, and makes another one
  kFreeFull,   ///< wrong: it holds packets
  kFreeOfVc,   ///< wrong: not its own
  kSwapBegun,  ///< wrong, at once: with that of a VC, in every cycle
  kMakeMany,   ///< wrong: more than it has said
  kUnknown,    ///< wrong, at once: chooses a queue that is none
  kChooseOfVc  ///< wrong, at once: chooses that of a VC by its number
} output_does = OutputDoes::kUnblock;
unsigned most_waiting = 0, freed_outputs = 0;  ///< flits at once in such queues; queues

class OutputApartRouter : public RouterAttachment, public QueueOwner {
 public:
  explicit OutputApartRouter(RouterState& router) : queues_(router.radix()) {}
  unsigned most_queues() const override { return 0; }
  unsigned most_output_queues() const override { return 2; }
  void take_control(QueueControl& control) override {
    control_ = &control.outputs();
    for (unsigned output = 0; output < queues_.size(); ++output) {
      queues_[output] = control_->create_queue(output);
      control_->block_queue(output, queues_[output], output_does != OutputDoes::kSwapBegun);
    }
  }
  unsigned choose_output_queue(Cycle now, const Packet& packet, unsigned,
                               unsigned output) override {
    if (output_does == OutputDoes::kUnknown) return 5000;
    if (output_does == OutputDoes::kChooseOfVc) return 0;
    return packet.destination == kWaits && now < kOpensAt ? queues_[output] : kQueueOfVc;
  }
  void begin_cycle(Cycle now) override {
    unsigned waiting = 0;
    for (unsigned output = 0; output < queues_.size(); ++output) {
      waiting += control_->queue_flits(output, queues_[output]);
      if (output_does == OutputDoes::kSwapBegun) {
        control_->swap_queues(output, queues_[output], 0);
      } else if (now >= kOpensAt) {
        open(output);
      }
    }
    most_waiting = std::max(most_waiting, waiting);
    opened_ = now >= kOpensAt;
  }
  bool busy() const override { return !opened_; }
  QueueOwner* queue_owner() override { return this; }

 private:
  void open(unsigned output) {
    const unsigned own = queues_[output];
    const bool empty = control_->queue_front(output, own) == nullptr;
    if (output_does == OutputDoes::kFree && opened_ && empty && (freed_ >> output & 1) == 0) {
      control_->free_queue(output, own);
      if (control_->create_queue(output) != own) {
        throw CheckError("a freed queue is not used again");
      }
      freed_ |= uint64_t{1} << output;
      ++freed_outputs;
    }
    if (opened_) return;
    switch (output_does) {
      case OutputDoes::kFreeOfVc:
        return control_->free_queue(output, 0);
      case OutputDoes::kFreeFull:
        if (!empty) control_->free_queue(output, own);
        return;
      case OutputDoes::kMakeMany:
        for (unsigned i = 0; i < 2; ++i) control_->create_queue(output);
        return;
      case OutputDoes::kSwap:
        return control_->swap_queues(output, own, control_->create_queue(output));
      default:
        return control_->block_queue(output, own, false);
    }
  }
  OutputQueueControl* control_ = nullptr;
  std::vector<unsigned> queues_;
  uint64_t freed_ = 0;  ///< outputs
  bool opened_ = false;
};

class OutputApart : public Mechanism {
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<OutputApartRouter>(router);
  }
  bool makes_queues() const override { return true; }
};
const MechanismRegistration output_apart_registration{
    {"output_apart",
     "of this test",
     {},
     [](const Scenario&) { return std::make_unique<OutputApart>(); },
     nullptr}};

struct OutputArrivals : Probe {
  Figures seen;
  void delivered(Cycle now, const Packet& packet, unsigned) override {
    if (packet.destination == kWaits) {
      seen.emplace("first that waits", now);
    } else {
      seen["last other"] = static_cast<Figures::mapped_type>(now);
    }
  }
  void report(Figures& figures) const override {
    figures = seen;
    figures["most waiting"] = most_waiting;
    figures["freed"] = freed_outputs;
  }
};

/// One data VC. From the nodes of router 0 four packets to kWaits, then 60 to others.
Scenario one_vc(unsigned data_vcs = 1) {
  Scenario scenario = small_network("output_apart");
  scenario.network.data_vcs = data_vcs;
  scenario.run.measure = 3000;
  scenario.run.drain = 10000;
  std::vector<ListEntry> entries;
  for (NodeId node = 0; node < 4; ++node) entries.push_back({1, node, kWaits, kFlitsOfPacket});
  for (unsigned packet = 0; packet < 60; ++packet) {
    entries.push_back({20 + packet, packet % 4, 12 + packet % 3, kFlitsOfPacket});
  }
  add_messages(scenario, entries, kFlitsOfPacket);
  return scenario;
}

RunSummary run_output(OutputDoes what, SwitchKind kind = SwitchKind::kLockstep) {
  output_does = what;
  OutputArrivals arrivals;
  SwitchChoice choice;
  choice.kind = kind;
  const RunSummary run = run_in_child(one_vc(), &arrivals, FetchUse::kNever, choice);
  output_does = OutputDoes::kUnblock;
  return run;
}

/// Four packets wait behind the crossbar of router 0 until kOpensAt; the others pass them.
RunSummary expect_passed(OutputDoes what) {
  const RunSummary run = run_output(what);
  expect_complete(run);
  EXPECT_GE(run.at("first that waits"), kOpensAt);
  EXPECT_LT(run.at("last other"), kOpensAt);
  EXPECT_EQ(run.at("most waiting"), 4 * kFlitsOfPacket);
  return run;
}

TEST(OutputQueues, PacketsOfABlockedQueueWaitAndOthersOfTheirVcPassThem) {
  const RunSummary run = expect_passed(OutputDoes::kUnblock);
  EXPECT_EQ(run.digest, run_output(OutputDoes::kUnblock, SwitchKind::kPlain).digest);
}

TEST(OutputQueues, WhatIsInTwoQueuesChangesPlaces) {
  expect_passed(OutputDoes::kSwap);
}

TEST(OutputQueues, AFreedQueueIsUsedAgain) {
  EXPECT_GT(expect_passed(OutputDoes::kFree).at("freed"), 8);
}

TEST(OutputQueues, MisuseIsRefused) {
  const std::pair<OutputDoes, const char*> cases[] = {
      {OutputDoes::kUnknown, "names queue 5000 of output"},
      {OutputDoes::kChooseOfVc, ", which is that of a VC"},
      {OutputDoes::kFreeOfVc, ", which it has not made"},
      {OutputDoes::kFreeFull, ", which is not empty"},
      {OutputDoes::kSwapBegun, "whose head has begun to leave"},
      {OutputDoes::kMakeMany, "makes more than 2 queues at output"}};
  for (const auto& [what, said] : cases) {
    const RunSummary run = run_output(what);
    EXPECT_EQ(run.exit_code, 1) << said;
    EXPECT_NE(run.error.find(said), std::string::npos) << "no '" << said << "' in: " << run.error;
  }
}

}  // namespace
}  // namespace chokepoint::test
