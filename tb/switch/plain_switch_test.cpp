// SPDX-License-Identifier: Apache-2.0
// A PlainSwitch by itself, driven with values: in which cycle a flit does what.
#include "sim/switch/plain/plain_switch.h"

#include <gtest/gtest.h>

namespace chokepoint::plain {
namespace {

class PlainSwitchTest : public testing::Test {
 protected:
  PlainSwitchTest() : switch_(sizes(), technique_) {}
  static SwitchSizes sizes() {
    SwitchSizes sizes;
    sizes.inputs = 3;
    sizes.outputs = 2;
    sizes.vcs = 2;
    sizes.queues = 4;
    sizes.counts = 1;
    sizes.buffer_flits = 8;
    sizes.output_buffer_flits = 4;
    sizes.passes = 1;
    sizes.control_vcs = 2;
    sizes.priority = {1, 4};
    sizes.begun = 2;
    return sizes;
  }
  /// A flit of packet `packet` for output 1.
  static FlitIn flit(unsigned input, uint32_t packet, unsigned number, unsigned flits,
                     unsigned vc = 0) {
    FlitIn in{input, vc, number == 0, number + 1 == flits, {}};
    in.packet.packet = packet;
    in.packet.flits = static_cast<uint16_t>(flits);
    in.packet.output = 1;
    in.packet.vcs = 1u << vc;
    in.packet.queue = static_cast<uint16_t>(vc);
    return in;
  }
  void step(const SwitchIn& in = {}) { switch_.step(in, out_); }

  SwitchingTechnique technique_;
  PlainSwitch switch_;
  SwitchOut out_;
};

TEST_F(PlainSwitchTest, AFlitCrossesAtOnceAndLeavesACycleLater) {
  SwitchIn in;
  in.flits = {flit(0, 5, 0, 1)};
  step(in);
  ASSERT_EQ(out_.arrivals.size(), 1u);
  EXPECT_TRUE(out_.arrivals[0].front);
  ASSERT_EQ(out_.assignments.size(), 1u);
  EXPECT_EQ(out_.assignments[0].output, 1u);
  ASSERT_EQ(out_.crossings.size(), 1u);
  EXPECT_TRUE(out_.crossings[0].head && out_.crossings[0].tail);
  ASSERT_EQ(out_.credits.size(), 1u);
  EXPECT_EQ(out_.credits[0].input, 0u);
  EXPECT_TRUE(out_.flits.empty());
  step();
  ASSERT_EQ(out_.flits.size(), 1u);
  EXPECT_EQ(out_.flits[0].packet, 5u);
  EXPECT_EQ(out_.flits[0].output, 1u);
  EXPECT_EQ(switch_.packets(), 0u);
  EXPECT_EQ(switch_.outputs()[1].state(0).credits, 7u);
}

TEST_F(PlainSwitchTest, AWaitingHeadThatIsReroutedGoesToTheNewOutput) {
  SwitchIn in;
  in.flits = {flit(0, 5, 0, 4)};  // fills the output buffer
  step(in);
  for (unsigned number = 1; number < 4; ++number) {
    in.flits = {flit(0, 5, number, 4)};
    if (number < 3) in.flits.push_back(flit(2, 6, number - 1, 2));
    step(in);
  }
  EXPECT_EQ(switch_.waiting_flits(1, 0), 2u);
  in.flits.clear();
  PacketHead again = flit(2, 6, 0, 2).packet;
  again.output = 0;
  again.route = {9, 1};
  in.replacements = {{2, 0, 6, again}};
  step(in);
  EXPECT_EQ(switch_.waiting_flits(1, 0), 0u);
  ASSERT_EQ(out_.assignments.size(), 1u);
  EXPECT_EQ(out_.assignments[0].packet, 6u);
  EXPECT_EQ(out_.assignments[0].output, 0u);
  EXPECT_EQ(out_.assignments[0].route.target, 9u);
  EXPECT_EQ(out_.assignments[0].route.phase, 1u);
  // One of its two flits has crossed; none was discarded.
  EXPECT_EQ(switch_.waiting_flits(0, 0), 1u);
  EXPECT_EQ(switch_.inputs()[2].held(0), 1u);
  EXPECT_EQ(switch_.inputs()[2].to_discard(0), 0u);
}

TEST_F(PlainSwitchTest, WholePacketsDoNotTakeTurns) {
  std::vector<uint32_t> crossed;
  for (unsigned cycle = 0; cycle < 8; ++cycle) {
    SwitchIn in;
    if (cycle < 2) in.flits = {flit(0, 5, cycle, 2), flit(2, 6, cycle, 2)};
    step(in);
    for (const CrossingOut& flit : out_.crossings) crossed.push_back(flit.packet);
  }
  // The output VC has one owner at a time; input 1 and those behind it go before input 0 at first.
  EXPECT_EQ(crossed, (std::vector<uint32_t>{6, 6, 5, 5}));
}

TEST_F(PlainSwitchTest, AHeadWaitsForCreditsForItsWholePacket) {
  unsigned sent = 0;
  const auto run = [&](unsigned cycles, uint32_t packet) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      SwitchIn in;
      if (cycle < 3) in.flits = {flit(0, packet, cycle, 3)};
      step(in);
      sent += static_cast<unsigned>(out_.flits.size());
    }
  };
  run(10, 1);
  run(10, 2);
  EXPECT_EQ(sent, 6u);  // 2 of 8 credits are left
  run(10, 3);
  EXPECT_EQ(sent, 6u);
  SwitchIn credit;
  credit.credits = {{1, 0, 1}};
  step(credit);
  EXPECT_EQ(out_.flits.size(), 1u);
}

TEST_F(PlainSwitchTest, AReplacedPacketFreesItsSpaceAndItsOtherFlitsAreDiscarded) {
  SwitchIn in;
  in.flits = {flit(0, 5, 0, 4)};
  in.flits[0].packet.gated = true;  // nobody permits it
  step(in);
  EXPECT_TRUE(out_.assignments.empty());
  in.flits = {flit(0, 5, 1, 4)};
  in.replacements = {{0, 0, 5, flit(0, 9, 0, 1, 1).packet}};
  step(in);
  ASSERT_EQ(out_.credits.size(), 1u);
  EXPECT_EQ(out_.credits[0].flits, 1u);
  EXPECT_EQ(out_.credits[0].pass, CreditOut::kFreed);
  EXPECT_TRUE(out_.assignments.empty()) << "it requests from the next cycle on";
  ASSERT_EQ(out_.fronts.size(), 1u);
  EXPECT_EQ(out_.fronts[0].packet, 9u);
  in.replacements.clear();
  in.flits = {flit(0, 5, 2, 4)};
  step(in);
  ASSERT_EQ(out_.arrivals.size(), 1u);
  EXPECT_TRUE(out_.arrivals[0].discarded);
  ASSERT_EQ(out_.crossings.size(), 1u);
  EXPECT_EQ(out_.crossings[0].packet, 9u);
  in.flits = {flit(0, 5, 3, 4)};
  step(in);
  EXPECT_EQ(switch_.inputs()[0].to_discard(0), 0u);
  EXPECT_EQ(switch_.inputs()[0].held(0), 0u);
}

TEST_F(PlainSwitchTest, ABlockedQueueWaitsAndPacketsChangePlaces) {
  using Change = QueueIn::Change;
  SwitchIn in;
  in.flits = {flit(0, 5, 0, 1)};
  in.queue_changes = {{Change::kBlock, 0, 0, 0}, {Change::kBlock, 0, 3, 0}};
  step(in);
  EXPECT_TRUE(out_.assignments.empty());
  in.flits.clear();
  in.queue_changes = {{Change::kSwap, 0, 0, 3}};
  step(in);
  EXPECT_TRUE(out_.assignments.empty()) << "queue 3 is blocked too";
  in.queue_changes = {{Change::kUnblock, 0, 3, 0}};
  step(in);
  ASSERT_EQ(out_.assignments.size(), 1u);
  EXPECT_EQ(out_.assignments[0].queue, 3u);
  EXPECT_EQ(out_.assignments[0].packet, 5u);
}

TEST_F(PlainSwitchTest, FlitsToComeArriveInTheQueueThatTheirHeadHasChangedTo) {
  SwitchIn in;
  in.flits = {flit(0, 5, 0, 3)};
  in.queue_changes = {{QueueIn::Change::kBlock, 0, 0, 0}, {QueueIn::Change::kBlock, 0, 3, 0}};
  step(in);
  in.flits = {flit(0, 5, 1, 3)};
  in.queue_changes = {{QueueIn::Change::kSwap, 0, 0, 3}};
  step(in);
  ASSERT_EQ(out_.arrivals.size(), 1u);
  EXPECT_EQ(out_.arrivals[0].queue, 0u) << "queues change places after flits have come";
  in.flits = {flit(0, 5, 2, 3)};
  in.queue_changes.clear();
  step(in);
  ASSERT_EQ(out_.arrivals.size(), 1u);
  EXPECT_EQ(out_.arrivals[0].queue, 3u);
  EXPECT_EQ(switch_.inputs()[0].queues().front(3)->head.queue, 3u);
}

TEST_F(PlainSwitchTest, ADroppedHeadFreesAllItsSpaceAndTheNextOneRequestsACycleLater) {
  using Change = QueueIn::Change;
  SwitchIn in;
  in.flits = {flit(0, 5, 0, 3)};
  in.queue_changes = {{Change::kBlock, 0, 0, 0}};
  step(in);
  in.queue_changes.clear();
  in.flits = {flit(0, 5, 1, 3)};
  in.replacements = {{0, 0, 5, {}}};
  step(in);
  ASSERT_EQ(out_.credits.size(), 1u);
  EXPECT_EQ(out_.credits[0].flits, 2u) << "the head's too";
  EXPECT_EQ(out_.credits[0].pass, CreditOut::kFreed);
  EXPECT_EQ(switch_.packets(), 0u);
  EXPECT_EQ(switch_.waiting_flits(1, 0), 0u);
  EXPECT_TRUE(switch_.inputs()[0].queues().empty(0));
  in.replacements.clear();
  in.flits = {flit(0, 5, 2, 3)};
  step(in);
  ASSERT_EQ(out_.arrivals.size(), 1u);
  EXPECT_TRUE(out_.arrivals[0].discarded);
  EXPECT_EQ(switch_.inputs()[0].held(0), 0u);
  for (const uint32_t packet : {6, 7}) {
    in.flits = {flit(0, packet, 0, 1)};
    step(in);
  }
  in.flits.clear();
  in.replacements = {{0, 0, 6, {}}};
  in.queue_changes = {{Change::kUnblock, 0, 0, 0}};
  step(in);
  EXPECT_TRUE(out_.assignments.empty());
  in = {};
  step(in);
  ASSERT_EQ(out_.assignments.size(), 1u);
  EXPECT_EQ(out_.assignments[0].packet, 7u);
}

TEST_F(PlainSwitchTest, FlitsToComeFollowAHeadThatMoves) {
  using Change = QueueIn::Change;
  SwitchIn in;
  in.flits = {flit(0, 5, 0, 2)};
  in.queue_changes = {{Change::kBlock, 0, 0, 0}};
  step(in);
  in.flits.clear();
  in.queue_changes = {{Change::kMove, 0, 0, 2, 0, 0}};
  step(in);
  EXPECT_TRUE(out_.assignments.empty()) << "it requests from the next cycle on";
  EXPECT_TRUE(out_.credits.empty()) << "it is still in the port's memory";
  ASSERT_EQ(out_.fronts.size(), 1u);
  EXPECT_EQ(out_.fronts[0].queue, 2u);
  in.queue_changes.clear();
  in.flits = {flit(0, 5, 1, 2)};
  std::vector<unsigned> queues;
  for (unsigned cycle = 0; cycle < 4; ++cycle) {
    step(in);
    in.flits.clear();
    for (const CrossingOut& flit : out_.crossings) queues.push_back(flit.queue);
  }
  EXPECT_EQ(queues, (std::vector<unsigned>{2, 2}));
  EXPECT_EQ(switch_.packets(), 0u);
}

TEST_F(PlainSwitchTest, AHeadAtAnotherInputCrossesBesideThoseOfItsPort) {
  using Change = QueueIn::Change;
  SwitchIn in;
  in.queue_changes = {{Change::kBlock, 0, 0, 0}};
  in.flits = {flit(0, 5, 0, 2)};
  step(in);
  in.queue_changes.clear();
  in.flits = {flit(0, 5, 1, 2)};
  step(in);
  in.flits.clear();
  in.queue_changes = {{Change::kMove, 0, 0, 3, 2, 2}};
  step(in);
  ASSERT_EQ(out_.credits.size(), 1u);
  EXPECT_EQ(out_.credits[0].input, 0u);
  EXPECT_EQ(out_.credits[0].flits, 2u);
  EXPECT_EQ(switch_.inputs()[0].held(0), 0u);
  EXPECT_EQ(switch_.inputs()[2].held(0), 2u);
  in.queue_changes = {{Change::kUnblock, 0, 0, 0}};
  in.flits = {flit(0, 7, 0, 1)};
  in.flits[0].packet.output = 0;
  step(in);
  ASSERT_EQ(out_.crossings.size(), 2u) << "both in one pass";
  EXPECT_EQ(out_.crossings[0].packet, 7u);
  EXPECT_EQ(out_.crossings[1].packet, 5u);
  EXPECT_EQ(out_.crossings[1].input, 2u);
  EXPECT_EQ(out_.crossings[1].queue, 3u);
  EXPECT_EQ(out_.crossings[1].vc, 1u) << "of the mask that it was given";
}

/// Credits are those of the port.
class SharedCredits : public SwitchingTechnique {
  unsigned credit_pool(unsigned) const override { return 0; }
};

TEST_F(PlainSwitchTest, VcsOfAPoolShareTheirCredits) {
  const SharedCredits technique;
  PlainSwitch shared(sizes(), technique);
  unsigned sent = 0;
  for (unsigned cycle = 0; cycle < 30; ++cycle) {
    SwitchIn in;
    if (cycle < 20) in.flits = {flit(0, cycle, 0, 1)};
    shared.step(in, out_);
    sent += static_cast<unsigned>(out_.flits.size());
  }
  EXPECT_EQ(sent, 16u) << "one VC has the 8 credits of both";
  EXPECT_EQ(shared.outputs()[1].own_credits(0), -8);
  EXPECT_EQ(shared.outputs()[1].own_credits(1), 8);
  EXPECT_EQ(shared.outputs()[1].state(1).credits, 0u);
  EXPECT_EQ(shared.outputs()[0].state(1).credits, 16u) << "another port's";
  SwitchIn in;
  in.credits = {{1, 0, 3}};
  shared.step(in, out_);
  EXPECT_EQ(shared.outputs()[1].state(1).credits, 2u) << "one is taken at once";
}

}  // namespace
}  // namespace chokepoint::plain
