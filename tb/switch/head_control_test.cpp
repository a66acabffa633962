// SPDX-License-Identifier: Apache-2.0
// A mechanism that takes the heads of data queues away: it drops them, puts a message in their
// place, or moves them into a buffer behind an input of the crossbar that is its own.
#include <gtest/gtest.h>

#include <map>

#include "sim/hooks/context.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/queue_control.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

constexpr PacketKind kLost{2};
constexpr NodeId kHot = 15;
/// What the routers of a run do with packets for kHot; the child process inherits it.
enum class Act {
  kNothing,
  kDrop,
  kReplace,
  kMove,
  kMoveToOtherVc,
  kDropTooLate,
  kMoveToAPort,
  kMoveWithoutRoom,
  kReplaceAMessage
};
Act act = Act::kNothing;

class HeadRouter : public RouterAttachment, public QueueOwner {
 public:
  explicit HeadRouter(RouterState& router, uint64_t& moved) : router_(router), moved_(moved) {}
  unsigned most_queues() const override { return 1; }
  unsigned further_inputs() const override { return 1; }
  unsigned further_input_flits() const override { return act == Act::kMoveWithoutRoom ? 1 : 96; }
  QueueOwner* queue_owner() override { return this; }
  void take_control(QueueControl& control) override {
    control_ = &control;
    recovery_ = control.create_queue(router_.radix());
  }
  void begin_cycle(Cycle) override {
    if (act != Act::kDropTooLate) visit();
  }
  void end_cycle(Cycle) override {
    if (act == Act::kDropTooLate) visit();
  }
  bool follows_packets() const override { return true; }
  void head_left(Cycle, const PacketPlace& at) override { moved_ += at.input == router_.radix(); }

 private:
  void visit() {
    const unsigned vcs = router_.context().layout.total;
    for (unsigned input = 0; input < router_.radix(); ++input) {
      for (unsigned queue = 0; queue < (router_.radix() + 1) * vcs; ++queue) {
        if (control_->head_waits(input, queue)) {
          decide(input, queue, *control_->queue_front(input, queue));
        }
      }
    }
  }
  void decide(unsigned input, unsigned queue, const Packet& packet) {
    const NackHeader lost{kLost,          packet.destination,     packet.source,
                          packet.message, packet.sequence_number, 0};
    if (packet.kind != PacketKind::kData) {
      if (act == Act::kReplaceAMessage) control_->replace_head(input, queue, lost);
      return;
    }
    if (packet.destination != kHot) return;
    const bool first = taken_ < 20 && control_->head_flits(input, queue) % 3 == 1;
    switch (act) {
      case Act::kNothing:
        break;
      case Act::kDrop:
      case Act::kDropTooLate:
        if (first) control_->drop_head(input, queue);
        taken_ += first;
        break;
      case Act::kReplace:
      case Act::kReplaceAMessage:
        if (first) control_->replace_head(input, queue, lost);
        taken_ += first;
        break;
      case Act::kMoveToAPort:
        control_->move_head(input, queue, input == 0 ? 1 : 0, queue);
        break;
      case Act::kMove:
      case Act::kMoveToOtherVc:
      case Act::kMoveWithoutRoom:
        if (control_->head_flits(input, queue) != packet.flits || pending_ == router_.context().now)
          break;
        if (act != Act::kMoveWithoutRoom &&
            control_->further_room(router_.radix()) < packet.flits) {
          break;
        }
        pending_ = router_.context().now;
        control_->move_head(input, queue, router_.radix(), recovery_,
                            act == Act::kMoveToOtherVc ? 8u : 0u);
        break;
    }
  }
  RouterState& router_;
  uint64_t& moved_;
  QueueControl* control_ = nullptr;
  unsigned recovery_ = 0, taken_ = 0;
  Cycle pending_ = ~Cycle{0};  ///< the room counts what was moved before this cycle
};

/// Sends again what a message says was lost.
class SendingAgain : public NicAttachment {
 public:
  void injected(Cycle, const Packet& packet) override {
    sent_.insert_or_assign({packet.message, packet.sequence_number}, packet);
    if (!again_.empty() && again_.front() == key_of(packet)) again_.erase(again_.begin());
  }
  void control_received(Cycle, const Packet& packet) override { again_.push_back(key_of(packet)); }
  const Packet* retransmission(Cycle) override {
    return again_.empty() ? nullptr : &sent_.at(again_.front());
  }
  bool idle() const override { return again_.empty(); }

 private:
  using Key = std::pair<uint32_t, uint16_t>;
  static Key key_of(const Packet& packet) { return {packet.message, packet.sequence_number}; }
  std::map<Key, Packet> sent_;
  std::vector<Key> again_;
};

class Heads : public Mechanism {
  bool makes_queues() const override { return true; }
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<HeadRouter>(router, moved_);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState&) override {
    return std::make_unique<SendingAgain>();
  }
  std::map<std::string, uint64_t> counters() const override { return {{"moved", moved_}}; }
  uint64_t moved_ = 0;
};

Declarations declarations() {
  VcClassSpec losses;
  losses.name = "losses";
  losses.priority = 3;
  MessageSpec lost{"lost", kLost, "losses", 0, {}, "a packet was taken away"};
  return {{losses}, {lost}};
}
const MechanismRegistration heads_registration{
    {"heads",
     "of this test",
     {},
     [](const Scenario&) { return std::make_unique<Heads>(); },
     nullptr,
     declarations()}};

RunSummary run_heads(Act what, SwitchKind kind = SwitchKind::kLockstep, Cycle drain = 100000,
                     std::vector<FaultConfig> faults = {}) {
  Scenario scenario = small_network("heads");
  scenario.network.channel_latency = 10;
  scenario.run.measure = 2000;
  scenario.run.drain = drain;
  scenario.faults = std::move(faults);
  add_traffic(scenario, "hot", "hotspot", nodes_from(0, 15), {kHot}, 0.3);
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 15), {}, 0.3);
  SwitchChoice choice;
  choice.kind = kind;
  act = what;
  const RunSummary summary = run_in_child(scenario, nullptr, FetchUse::kNever, choice);
  act = Act::kNothing;
  return summary;
}

TEST(HeadControl, AnyHeadMayBeDropped) {
  const RunSummary summary = run_heads(Act::kDrop, SwitchKind::kLockstep, 0);
  expect_complete(summary, false);
  EXPECT_GT(summary.dropped, 20u);
}

TEST(HeadControl, ADroppedPacketThatNobodySendsAgainIsMissed) {
  const RunSummary summary = run_heads(Act::kDrop);
  EXPECT_EQ(summary.exit_code, 1);
  EXPECT_NE(summary.error.find("delivery"), std::string::npos) << summary.error;
}

TEST(HeadControl, AMessageTakesThePlaceOfAHeadAndTheSourceSendsItAgain) {
  const RunSummary summary = run_heads(Act::kReplace);
  expect_complete(summary);
  EXPECT_GT(summary.dropped, 20u);
  EXPECT_EQ(summary.summary.at("messages").at("lost").at("packets_delivered"), summary.dropped);
}

TEST(HeadControl, AFurtherInputOfTheCrossbarIsTheMechanisms) {
  const RunSummary nothing = run_heads(Act::kNothing), moves = run_heads(Act::kMove);
  expect_complete(nothing);
  EXPECT_EQ(nothing.mechanism.at("moved"), 0u);
  expect_complete(moves);
  EXPECT_GT(moves.mechanism.at("moved"), 20u);
  EXPECT_NE(moves.digest, nothing.digest);
  const RunSummary by_vc = run_heads(Act::kMoveToOtherVc);
  expect_complete(by_vc);
  EXPECT_NE(by_vc.digest, moves.digest);
}

TEST(HeadControl, WhatCannotBeIsRefused) {
  const std::pair<Act, const char*> cases[] = {
      {Act::kDropTooLate, "outside begin_cycle"},
      {Act::kMoveToAPort, "an input has room for what its channel brings only"},
      {Act::kMoveWithoutRoom, "there is room for 1 flits, it has 32"},
      {Act::kReplaceAMessage, "whose head is a message"}};
  for (const auto& [what, words] : cases) {
    const RunSummary summary = run_heads(what);
    EXPECT_EQ(summary.exit_code, 1) << words;
    EXPECT_NE(summary.error.find(words), std::string::npos) << summary.error;
    EXPECT_NE(summary.error.find("cycle "), std::string::npos) << summary.error;
  }
}

TEST(HeadControl, FaultsDoNotHideTheMechanism) {
  FaultConfig late;
  late.kind = FaultKind::kDelay;
  late.cycles = 5;
  const RunSummary summary = run_heads(Act::kMove, SwitchKind::kPlain, 100000, {late});
  expect_complete(summary);
  EXPECT_GT(summary.mechanism.at("moved"), 20u);
}

TEST(HeadControl, TheStreamSwitchDoesNotServe) {
  const RunSummary refused = run_heads(Act::kNothing, SwitchKind::kStream);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.error.find("takes heads out of them"), std::string::npos) << refused.error;
  EXPECT_EQ(run_heads(Act::kMove, SwitchKind::kBest).digest,
            run_heads(Act::kMove, SwitchKind::kPlain).digest);
}

}  // namespace
}  // namespace chokepoint::test
