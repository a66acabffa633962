// SPDX-License-Identifier: Apache-2.0
// Paper 001's Figs 2, 3, 5 and 6 as event sequences with our clock numbers. Fig 2(b) has a scenario instead,
// sim/scenarios/min_eight.toml: its tree has more switches than a test of ports.
#include "tb/recn/sequence_port.h"

namespace chokepoint::test {
namespace {

/// One switch, `flows` ingress ports whose packets all go to output 1. A slot is the time of a packet on a link,
/// 2 * speedup clocks: each ingress port gets one in it, the output sends one, the crossbar moves `speedup` of
/// them at most, in turn. Packets have two flits; thresholds are 8 flits at an input and 32 at the output, an eighth
/// and a half of memories of 64.
struct MergingFlows {
  MergingFlows(unsigned flows_, unsigned speedup_) : flows(flows_), speedup(speedup_) {
    for (unsigned i = 0; i < flows; ++i) inputs.push_back(ingress());
    for (Ingress& input : inputs) restart(input, 8);
    restart(output, 32);
    start = output.now;
  }
  template <class P>
  static void restart(P& port, uint32_t detect) {
    port.in.enable = false;
    port.clock();
    port.in.enable = true;
    port.in.cfg.detect = detect;
    port.clocks(4);
  }
  void clock(unsigned at) {  // of the slot
    for (Ingress& input : inputs) {
      input.in.packet_valid = at == 0;
      input.in.packet_turns = 1;
      input.in.store_valid = at == 1;
    }
    output.in.store_valid = crosses;
    output.in.left_valid = at == 0 && output.packets(0) != 0;
    output.in.left_queue = 0;
    crosses = false;
    if (at % 2 == 0) cross();
    for (Ingress& input : inputs) input.clock();
    output.clock();
    for (unsigned i = 0; i < flows; ++i) {
      swapped |= (inputs[i].out().swap_valid ? 1u : 0u) << i;
      if (inputs[i].out().swap_valid && found_at == 0) found_at = output.now - start;
    }
    if (!output.said.empty() && found_at == 0) found_at = output.said.front().at - start;
  }
  /// The next packet in turn passes the crossbar: compared by the output in this clock, there in the next.
  void cross() {
    for (unsigned step = 1; step <= flows && !crosses; ++step) {
      const unsigned i = (last + step) % flows;
      const unsigned queue = inputs[i].packets(1) != 0 ? 1 : inputs[i].queue_of(0);
      if (inputs[i].packets(queue) == 0) continue;
      inputs[i].in.left_valid = true;
      inputs[i].in.left_queue = queue;
      output.in.packet_valid = crosses = true;
      output.in.packet_turns = 0;
      output.in.packet_port = last = i;
    }
  }
  /// Slots until congestion is found somewhere.
  void run() {
    for (unsigned slot = 0; slot < 40 && found_at == 0; ++slot)
      for (unsigned at = 0; at < 2 * speedup; ++at) clock(at);
  }

  unsigned flows, speedup, last = 0;
  std::vector<Ingress> inputs;
  Egress output = egress();
  uint64_t start = 0, found_at = 0;
  uint32_t swapped = 0;  ///< bits of inputs
  bool crosses = false;
};

// 3.1, Fig 3(a): no speed-up and two flows. Each input keeps half a packet a slot.
TEST(RecnSequence, Figure3aWithoutSpeedupCongestionIsFoundAtTheIngress) {
  MergingFlows flows(2, 1);
  flows.run();
  EXPECT_NE(flows.swapped, 0u);
  EXPECT_TRUE(flows.output.said.empty());
  EXPECT_LE(flows.output.packets(0), 2u);
  EXPECT_EQ(flows.found_at, 7 * 2 + 1 + 4u) << "the eighth packet finds four; swapped four clocks later";
}

// Fig 3(b): as many flows as the speed-up. The output keeps one packet a slot, the inputs none.
TEST(RecnSequence, Figure3bWithNoMoreFlowsThanTheSpeedupItIsFoundAtTheEgress) {
  MergingFlows flows(2, 2);
  flows.run();
  EXPECT_EQ(flows.swapped, 0u);
  for (const Ingress& input : flows.inputs) EXPECT_LE(input.packets(1), 1u);
  ASSERT_EQ(flows.output.said.size(), 1u);
  expect_path(flows.output.said[0].message, kNotif, kEmpty);
  EXPECT_EQ(flows.found_at, 16 * 4 + 3 + 4u) << "in slot 16 a packet finds 16; NOTIF four clocks later";
}

// Fig 3(c): more flows than the speed-up. The output keeps one packet a slot, each input a third; an input has an
// eighth of its memory sooner than the output a half.
TEST(RecnSequence, Figure3cWithMoreFlowsThanTheSpeedupItIsFoundAtTheIngress) {
  MergingFlows flows(3, 2);
  flows.run();
  EXPECT_NE(flows.swapped, 0u);
  EXPECT_TRUE(flows.output.said.empty());
  EXPECT_EQ(flows.found_at, 10 * 4 + 1 + 4u) << "the eleventh packet finds four; swapped four clocks later";
}

// 4.2, Fig 5: a detection queue over its threshold is swapped with a SAQ, and upstream is notified.
TEST(RecnSequence, Figure5ADetectionQueueIsSwappedWithASaq) {
  Ingress port = ingress();
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(port.packet(1), 1u);  // 6 flits in detection queue 1
  EXPECT_EQ(port.packet(3), 3u);
  const uint64_t stored = port.now + 1;
  EXPECT_EQ(port.packet(1), 1u);  // over the threshold
  while (!port.out().swap_valid && port.now < stored + 10) port.clock();
  EXPECT_EQ(port.now, stored + 4);
  EXPECT_EQ(port.out().swap_from, 1u);
  EXPECT_EQ(port.out().swap_to, 4u);
  port.clock();
  // After: the SAQ has all, the detection queue nothing; other queues are as they were.
  EXPECT_EQ(port.packets(4), 4u);
  EXPECT_EQ(port.packets(1), 0u);
  EXPECT_EQ(port.packets(3), 1u);
  EXPECT_EQ(port.packet(1), 4u);
  EXPECT_TRUE(port.may_send(0));  // behind nothing
  port.clocks(4);
  ASSERT_EQ(port.said.size(), 1u);
  expect_path(port.said[0].message, kNotif, path1(1));
}

/// Messages between output 1 of a switch and the ingress port that sends there: wires, a clock each.
struct OutputAndInput {
  void clock() {
    input.clock();
    output.clock();
    for (; heard < output.said.size(); ++heard) {
      const auto& said = output.said[heard];
      ASSERT_EQ(said.to, 1u);
      input.notice(1, said.message.kind, said.message.path);
    }
    for (; answered < input.answered.size(); ++answered) {
      const auto& said = input.answered[answered];
      ASSERT_EQ(said.to, 2u);
      output.reply(0, said.message.kind, said.message.path);
    }
  }
  void clocks(unsigned count) {
    while (count-- > 0) clock();
  }
  /// A packet comes to the input, by output 1 and then with `turn`; the queue that it joins.
  unsigned comes(uint64_t turn) {
    input.in.packet_valid = true;
    input.in.packet_turns = 1 | turn << 2;
    clock();
    const unsigned queue = input.out().match_queue;
    input.in.store_valid = true;
    clock();
    return queue;
  }
  /// One leaves the input's queue for the output; the queue that it joins there.
  unsigned crosses(unsigned from, uint64_t turn) {
    input.in.left_valid = true;
    input.in.left_queue = from;
    output.in.packet_valid = true;
    output.in.packet_turns = turn;
    output.in.packet_port = 0;
    clock();
    const unsigned queue = output.out().match_queue;
    output.in.store_valid = true;
    clock();
    return queue;
  }
  void leaves(unsigned queue) {
    output.in.left_valid = true;
    output.in.left_queue = queue;
    clock();
  }
  Ingress input = ingress(0);
  Egress output = egress();
  size_t heard = 0, answered = 0;
};

// 3.2, Fig 2(c): output 1 is the root, then the congestion goes on behind it, at turn 2 of the next switch. The tree
// follows: its packets get a SAQ of their own at output and input, and what the old root had made is freed.
TEST(RecnSequence, Figure2cTheRootMovesDownstream) {
  OutputAndInput tree;
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(tree.comes(3), 0u);
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(tree.crosses(0, 3), 0u);
  const uint64_t over = tree.output.now + 1;
  EXPECT_EQ(tree.crosses(0, 3), 0u);  // 6 flits are there
  tree.clocks(12);
  ASSERT_EQ(tree.output.said.size(), 1u);
  EXPECT_EQ(tree.output.said[0].at, over + 4);
  expect_path(tree.output.said[0].message, kNotif, kEmpty);
  ASSERT_EQ(tree.input.answered.size(), 1u);
  EXPECT_EQ(tree.input.answered[0].at, over + 8);
  EXPECT_EQ(tree.input.answered[0].message.kind, kAcc);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(tree.comes(2), 1u) << "set aside for output 1";

  // The next switch's ingress port says that its turn 2 is the congested point.
  const uint64_t moved = tree.output.now;
  tree.output.notice(0, kNotif, path1(2));
  tree.clocks(8);
  ASSERT_EQ(tree.output.answered.size(), 1u);
  EXPECT_EQ(tree.output.answered[0].at, moved + 2);
  expect_path(tree.output.answered[0].message, kAcc, path1(2));
  for (unsigned i = 0; i < 4; ++i) tree.leaves(0);  // what came before
  tree.clock();
  EXPECT_TRUE(tree.output.may_send(0));
  // Packets fill the SAQ there; the third finds 4 flits, and the input is notified of the longer path.
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(tree.crosses(1, 2), 1u);
  const uint64_t stored = tree.output.now - 1;
  tree.clocks(12);
  ASSERT_EQ(tree.output.said.size(), 2u);
  EXPECT_EQ(tree.output.said[1].at, stored + 4);
  expect_path(tree.output.said[1].message, kNotif, path1(2));
  ASSERT_EQ(tree.input.answered.size(), 2u);
  EXPECT_EQ(tree.input.answered[1].at, stored + 7);
  expect_path(tree.input.answered[1].message, kAcc, path1(2));
  EXPECT_EQ(tree.comes(2), 2u);
  EXPECT_TRUE(tree.input.waits(1)) << "the last of the old SAQ is before it";
  tree.leaves(1);  // so that the SAQ there does not say stop
  EXPECT_EQ(tree.crosses(1, 2), 1u);
  tree.input.reply(0, kRej, path1(1));  // the input has notified upstream: a node, which has none
  tree.clocks(12);
  EXPECT_TRUE(tree.input.may_send(1));
  // The old SAQ is empty: it is freed, and output 1 is no root any more. The tree is that of the new root.
  ASSERT_EQ(tree.input.answered.size(), 3u);
  expect_path(tree.input.answered[2].message, kDealloc, kEmpty);
  EXPECT_EQ(tree.input.out().valid, 2u);
  EXPECT_EQ(tree.output.out().valid, 1u);
  EXPECT_EQ(tree.comes(2), 2u);
  EXPECT_EQ(tree.comes(3), 0u) << "by output 1 to elsewhere: not set aside any more";
}

// 4.2, Fig 6(a): A is congested, then B behind it. NOTIF is there in t; ACC goes out in t + 4 the first time (turn,
// held, looked for, dealt with), in t + 3 once the turn is at this output.
TEST(RecnSequence, Figure6aEnhancedAcceptsTheMoreSpecificPathBlockedBehindTheOldSaq) {
  Ingress port = ingress(0);
  const uint64_t first = port.now;
  port.notice(1, kNotif, kEmpty);  // A: output 1
  port.clocks(8);
  EXPECT_EQ(port.packet(1 | 2 << 2), 1u);
  EXPECT_EQ(port.packet(1 | 3 << 2), 1u);
  const uint64_t second = port.now;
  port.notice(1, kNotif, path1(2));  // B: output 1, then turn 2
  port.clocks(8);
  ASSERT_EQ(port.answered.size(), 2u);
  EXPECT_EQ(port.answered[0].at, first + 4);
  expect_path(port.answered[0].message, kAcc, kEmpty);
  EXPECT_EQ(port.answered[1].at, second + 3);
  expect_path(port.answered[1].message, kAcc, path1(2));
  EXPECT_EQ(port.packet(1 | 2 << 2), 2u);  // through B
  EXPECT_EQ(port.packet(1 | 3 << 2), 1u);  // through A only
  port.leave(1);
  port.clocks(4);
  EXPECT_TRUE(port.waits(1)) << "one that came before B is still in A's SAQ";
  port.leave(1);  // in clock v: counted in v + 1
  EXPECT_TRUE(port.waits(1));
  port.clock();
  EXPECT_TRUE(port.may_send(1)) << "v + 2";
}

TEST(RecnSequence, Figure6aBasicRefusesTheMoreSpecificPath) {
  Ingress port = ingress(0);
  port.in.enable = false;
  port.clock();
  port.in.enable = true;
  port.in.cfg.more_specific = false;
  port.clocks(2);
  const uint64_t first = port.now;
  port.notice(1, kNotif, kEmpty);
  port.clocks(8);
  const uint64_t second = port.now;
  port.notice(1, kNotif, path1(2));
  port.clocks(8);
  ASSERT_EQ(port.answered.size(), 2u);
  EXPECT_EQ(port.answered[0].at, first + 4);
  EXPECT_EQ(port.answered[1].at, second + 3);
  expect_path(port.answered[1].message, kRej, path1(2));
  EXPECT_EQ(port.out().valid, 1u);
  EXPECT_EQ(port.packet(1 | 2 << 2), 1u);  // head-of-line blocking is back
}

// 4.2, Fig 6(b): B is congested, then A before it. Both forms accept, in the same clocks.
TEST(RecnSequence, Figure6bALessSpecificPathIsAcceptedAndLongerMatchesStay) {
  for (const bool more_specific : {false, true}) {
    Ingress port = ingress(0);
    port.in.enable = false;
    port.clock();
    port.in.enable = true;
    port.in.cfg.more_specific = more_specific;
    port.clocks(2);
    const uint64_t first = port.now;
    port.notice(1, kNotif, path1(2));
    port.clocks(8);
    EXPECT_EQ(port.packet(1 | 2 << 2), 1u);
    const uint64_t second = port.now;
    port.notice(1, kNotif, kEmpty);
    port.clocks(8);
    ASSERT_EQ(port.answered.size(), 2u);
    EXPECT_EQ(port.answered[0].at, first + 4);
    expect_path(port.answered[0].message, kAcc, path1(2));
    EXPECT_EQ(port.answered[1].at, second + 3);
    expect_path(port.answered[1].message, kAcc, kEmpty);
    EXPECT_EQ(port.packet(1 | 2 << 2), 1u);
    EXPECT_EQ(port.packet(1 | 3 << 2), 2u);
    EXPECT_TRUE(port.may_send(0));
    EXPECT_TRUE(port.may_send(1)) << "it waits for the normal queue, which is empty, not for the longer path's SAQ";
  }
}

}  // namespace
}  // namespace chokepoint::test
