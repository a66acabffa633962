// SPDX-License-Identifier: Apache-2.0
// Queue organisations of an input (network.input_queues), shares of a buffer, and a speed-up
// of 1.5: cycle by cycle in one switch.
#include <gtest/gtest.h>

#include "sim/switch/plain/plain_switch.h"
#include "sim/switch/queueing/organisation.h"

namespace chokepoint::plain {
namespace {

TEST(QueueOrganisations, SayInWhichQueueAPacketWaits) {
  const QueueingShape shape{8, 64};
  const QueueOrganisation& fifo = organisation_of(InputQueues::kFifo);
  EXPECT_EQ(fifo.queues(shape), 8u) << "VCs' queues are as far apart as with voq";
  EXPECT_EQ(fifo.queue(3, 40), 0u);
  EXPECT_EQ(fifo.queue(7, 2), 0u);
  const QueueOrganisation& voq = organisation_of(InputQueues::kVoq);
  EXPECT_EQ(voq.queues(shape), 8u);
  EXPECT_EQ(voq.queue(3, 40), 3u);
  const QueueOrganisation& destination = organisation_of(InputQueues::kDestination);
  EXPECT_EQ(destination.queues(shape), 64u);
  EXPECT_EQ(destination.queue(3, 40), 40u);
  EXPECT_EQ(destination.queue(5, 40), 40u);
}

TEST(QueueOrganisations, DestinationsHaveEqualShares) {
  NetworkConfig network;
  network.vc_buffer_flits = 100;
  EXPECT_EQ(network.share_flits(8), 0u);
  network.input_queues = InputQueues::kDestination;
  EXPECT_EQ(network.share_flits(8), 12u);
}

/// Three inputs with a queue for each of four destinations, two outputs, one VC.
class QueueingTest : public testing::Test {
 protected:
  void build(unsigned passes, bool half_pass, unsigned share_flits) {
    SwitchSizes sizes;
    sizes.inputs = 3;
    sizes.outputs = 2;
    sizes.vcs = sizes.counts = 1;
    sizes.queues = sizes.shares = 4;
    sizes.share_flits = share_flits;
    sizes.buffer_flits = 4 * share_flits;
    sizes.output_buffer_flits = 32;
    sizes.passes = passes;
    sizes.half_pass = half_pass;
    sizes.priority = {1};
    sizes.begun = 2;
    switch_ = std::make_unique<PlainSwitch>(sizes, technique_);
  }
  /// Of a packet by output 1 to `destination`, which has a share behind it.
  static FlitIn flit(unsigned input, uint32_t packet, unsigned destination, unsigned number = 0,
                     unsigned flits = 1) {
    FlitIn in{input, 0, number == 0, number + 1 == flits, {}};
    in.packet.packet = packet;
    in.packet.flits = static_cast<uint16_t>(flits);
    in.packet.output = 1;
    in.packet.vcs = 1;
    in.packet.queue = static_cast<uint16_t>(destination);
    in.packet.share = static_cast<uint16_t>(destination + 1);
    return in;
  }
  std::vector<size_t> crossings(unsigned packets, unsigned flits, unsigned begin, unsigned cycles);
  void step(SwitchIn in = {}) { switch_->step(in, out_); }
  /// Packet that got the output VC in the last cycle; 0: none.
  uint32_t assigned() const { return out_.assignments.empty() ? 0 : out_.assignments[0].packet; }
  unsigned share(unsigned destination) const {
    return switch_->outputs()[1].shares().left(destination);
  }

  SwitchingTechnique technique_;
  std::unique_ptr<PlainSwitch> switch_;
  SwitchOut out_;
};

TEST_F(QueueingTest, APacketWaitsForItsDestinationsShareAndLetsOthersGo) {
  build(1, false, 2);
  SwitchIn in;
  in.flits = {flit(0, 11, 2), flit(1, 12, 2), flit(2, 13, 2)};
  step(in);
  const uint32_t first = assigned();
  EXPECT_NE(first, 0u);
  EXPECT_EQ(share(2), 1u) << "claimed as the VC is given";
  in.flits = {flit(0, 21, 3)};
  step(in);
  const uint32_t second = assigned();
  EXPECT_NE(second, 0u);
  if (second != 21) step();
  // Two of three packets for destination 2 have gone, and that for destination 3, not behind them.
  if (assigned() != 21 && second != 21) step();
  for (unsigned cycle = 0; cycle < 5; ++cycle) step();
  EXPECT_EQ(share(2), 0u);
  EXPECT_EQ(share(3), 1u);
  EXPECT_EQ(switch_->packets(), 1u) << "one waits for a share, credits there are";
  EXPECT_EQ(switch_->outputs()[1].state(0).credits, 8u - 3);
  in = {};
  in.shares = {{1, 2, 1}};
  step(in);
  EXPECT_NE(assigned(), 0u) << "in the cycle in which the share comes";
  EXPECT_EQ(share(2), 0u);
  step();
  EXPECT_EQ(switch_->packets(), 0u);
}

TEST_F(QueueingTest, AShareIsClaimedForTheWholePacket) {
  build(1, false, 4);
  SwitchIn in;
  in.flits = {flit(0, 11, 2, 0, 3)};
  step(in);
  EXPECT_EQ(assigned(), 11u);
  EXPECT_EQ(share(2), 1u);
  in.flits = {flit(0, 11, 2, 1, 3), flit(1, 12, 2, 0, 2)};
  step(in);
  in.flits = {flit(0, 11, 2, 2, 3), flit(1, 12, 2, 1, 2)};
  step(in);
  for (unsigned cycle = 0; cycle < 3; ++cycle) {
    step();
    EXPECT_EQ(assigned(), 0u) << "one flit of room is too little for two";
  }
  in = {};
  in.shares = {{1, 2, 1}};
  step(in);
  EXPECT_EQ(assigned(), 12u);
  EXPECT_EQ(share(2), 0u);
}

TEST_F(QueueingTest, PacketsWithoutAShareDoNotAskForOne) {
  build(1, false, 1);
  for (unsigned packet = 1; packet <= 3; ++packet) {
    SwitchIn in;
    in.flits = {flit(0, packet, 2)};
    in.flits[0].packet.share = 0;  // the output leads to its node
    step(in);
    EXPECT_EQ(assigned(), packet);
  }
  EXPECT_EQ(share(2), 1u);
}

/// So many packets wait in a queue until `begin`, which is counted from the switch's first cycle;
/// flits that cross from then on, cycle by cycle, in the first passes of each.
std::vector<size_t> QueueingTest::crossings(unsigned packets, unsigned flits, unsigned begin,
                                            unsigned cycles) {
  SwitchIn in;
  in.queue_changes = {{QueueIn::Change::kBlock, 0, 2}};
  for (unsigned cycle = 0; cycle < begin; ++cycle) {
    in.flits.clear();
    if (cycle < packets * flits) {
      in.flits = {flit(0, 11 + cycle / flits, 2, cycle % flits, flits)};
    }
    step(in);
    in.queue_changes.clear();
  }
  in = {};
  in.queue_changes = {{QueueIn::Change::kUnblock, 0, 2}};
  std::vector<size_t> counts;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    step(in);
    in = {};
    counts.push_back(out_.crossings.size());
    for (size_t i = 0; i < out_.crossings.size(); ++i) EXPECT_EQ(out_.crossings[i].pass, i);
  }
  return counts;
}

using Counts = std::vector<size_t>;

// The first of all cycles has both passes, and so has every second one.
TEST_F(QueueingTest, SpeedupOfOneAndAHalfIsThreePassesInTwoCycles) {
  build(2, true, 16);
  EXPECT_EQ(crossings(1, 9, 9, 7), (Counts{1, 2, 1, 2, 1, 2, 0}));
  build(2, true, 16);
  EXPECT_EQ(crossings(1, 9, 10, 7), (Counts{2, 1, 2, 1, 2, 1, 0}));
}

// An output VC is given once a cycle, before the passes: the pass behind a tail is nobody's.
TEST_F(QueueingTest, OfPacketsBackToBackATailLosesThePassBehindIt) {
  build(2, true, 16);
  EXPECT_EQ(crossings(2, 8, 17, 13), (Counts{1, 2, 1, 2, 1, 1, 1, 2, 1, 2, 1, 1, 0}))
      << "16 flits in 12 cycles: 1.33";
  build(2, true, 16);
  EXPECT_EQ(crossings(2, 8, 16, 12), (Counts{2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1, 0}))
      << "the first tail in a second pass, the second again not";
  build(2, true, 16);
  EXPECT_EQ(crossings(4, 1, 4, 5), (Counts{1, 1, 1, 1, 0})) << "single flits: 1";
  build(2, false, 16);
  EXPECT_EQ(crossings(2, 8, 16, 9), (Counts{2, 2, 2, 2, 2, 2, 2, 2, 0}));
  build(2, false, 16);
  EXPECT_EQ(crossings(4, 1, 4, 5), (Counts{1, 1, 1, 1, 0})) << "at 2 as well";
}

TEST_F(QueueingTest, WithoutAHalfPassEveryCycleHasAll) {
  build(2, false, 16);
  EXPECT_EQ(crossings(1, 9, 9, 6), (Counts{2, 2, 2, 2, 1, 0}));
}

}  // namespace
}  // namespace chokepoint::plain
