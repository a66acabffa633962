// SPDX-License-Identifier: Apache-2.0
// Wormhole switching cycle by cycle in one switch: packets longer than buffers, when a flit
// crosses, when a VC is given again.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/switch/plain/plain_switch.h"
#include "sim/switch/switching/wormhole.h"

namespace chokepoint::test {
namespace {

using plain::FlitIn;
using plain::FlitOut;
using plain::SwitchIn;
using plain::SwitchOut;

/// Two inputs, one output, two VCs; 2 flits in each next buffer, 1 in each output buffer.
struct WormholeSwitch {
  explicit WormholeSwitch(Wormhole::Options options, unsigned passes = 1)
      : technique(options), core(sizes(passes), technique) {}
  static plain::SwitchSizes sizes(unsigned passes) {
    plain::SwitchSizes sizes;
    sizes.inputs = 2;
    sizes.outputs = 1;
    sizes.vcs = sizes.queues = 2;
    sizes.counts = 1;
    sizes.buffer_flits = 2;
    sizes.output_buffer_flits = 1;
    sizes.passes = passes;
    sizes.whole_packets = false;
    sizes.priority = {1, 1};
    return sizes;
  }
  /// Flit `number` of packet `packet`, which comes on `vc` of `input` and may leave by `vcs`.
  void arrive(unsigned input, unsigned vc, uint32_t packet, unsigned number, unsigned flits,
              uint32_t vcs) {
    FlitIn flit{input, vc, number == 0, number + 1 == flits, {}};
    flit.packet.packet = packet;
    flit.packet.flits = static_cast<uint16_t>(flits);
    flit.packet.vcs = vcs;
    flit.packet.queue = static_cast<uint16_t>(vc);
    in.flits.push_back(flit);
  }
  void credit(unsigned vc) { in.credits.push_back({0, vc, 1}); }
  void step() {
    core.step(in, out);
    in = {};
  }
  /// What leaves in a cycle: "5" a flit of packet 5, "-" nothing.
  std::string left() {
    step();
    return out.flits.empty() ? "-" : std::to_string(out.flits[0].packet);
  }
  /// Packets that got an output VC in the last cycle.
  std::vector<uint32_t> assigned() const {
    std::vector<uint32_t> packets;
    for (const plain::AssignmentOut& assignment : out.assignments) {
      packets.push_back(assignment.packet);
    }
    return packets;
  }
  Wormhole technique;
  plain::PlainSwitch core;
  SwitchIn in;
  SwitchOut out;
};

TEST(WormholeSwitch, APacketLongerThanItsBuffersFollowsItsCreditsFlitByFlit) {
  WormholeSwitch s({});
  s.arrive(0, 0, 5, 0, 5, 1);
  EXPECT_EQ(s.left(), "-") << "a flit spends a cycle in the output buffer";
  EXPECT_EQ(s.out.crossings.size(), 1u);
  s.arrive(0, 0, 5, 1, 5, 1);
  EXPECT_EQ(s.left(), "5");
  EXPECT_TRUE(s.out.flits[0].head);
  s.arrive(0, 0, 5, 2, 5, 1);
  EXPECT_EQ(s.left(), "5");
  EXPECT_EQ(s.out.crossings.size(), 1u) << "into the place that has just become free";
  s.arrive(0, 0, 5, 3, 5, 1);
  EXPECT_EQ(s.left(), "-") << "two flits fill the next buffer";
  EXPECT_TRUE(s.out.crossings.empty()) << "and one the output buffer";
  EXPECT_EQ(s.core.inputs()[0].held(0), 1u);
  EXPECT_EQ(s.core.outputs()[0].held(0), 1u);
  s.credit(0);
  EXPECT_EQ(s.left(), "5");
  EXPECT_EQ(s.out.crossings.size(), 1u);
  EXPECT_EQ(s.left(), "-");
  s.arrive(0, 0, 5, 4, 5, 1);
  s.credit(0);
  EXPECT_EQ(s.left(), "5");
  EXPECT_TRUE(s.core.outputs()[0].state(0).owned == false) << "the tail has crossed";
  s.credit(0);
  EXPECT_EQ(s.left(), "5");
  EXPECT_TRUE(s.out.flits[0].tail);
  EXPECT_EQ(s.core.packets(), 0u);
}

/// As above, but no flit waits for a credit behind the crossbar.
TEST(WormholeSwitch, WithEdgeBuffersAFlitCrossesOnlyWithACredit) {
  WormholeSwitch s({true, false, true});
  s.arrive(0, 0, 5, 0, 5, 1);
  EXPECT_EQ(s.left(), "-");
  EXPECT_EQ(s.out.crossings.size(), 1u);
  s.arrive(0, 0, 5, 1, 5, 1);
  EXPECT_EQ(s.left(), "5") << "a flit a cycle";
  EXPECT_EQ(s.out.crossings.size(), 1u);
  s.arrive(0, 0, 5, 2, 5, 1);
  EXPECT_EQ(s.left(), "5") << "two flits fill the next buffer";
  EXPECT_TRUE(s.out.crossings.empty())
      << "the third has no credit, though the output buffer is empty";
  s.arrive(0, 0, 5, 3, 5, 1);
  EXPECT_EQ(s.left(), "-");
  EXPECT_EQ(s.core.inputs()[0].held(0), 2u);
  EXPECT_EQ(s.core.outputs()[0].held(0), 0u);
  s.credit(0);
  EXPECT_EQ(s.left(), "-");
  EXPECT_EQ(s.out.crossings.size(), 1u) << "in the cycle of the credit";
  EXPECT_EQ(s.left(), "5");
  EXPECT_TRUE(s.out.crossings.empty());
  s.credit(0);
  s.credit(0);
  s.arrive(0, 0, 5, 4, 5, 1);
  s.step();
  EXPECT_EQ(s.left(), "5");
  EXPECT_EQ(s.left(), "5");
  EXPECT_TRUE(s.out.flits[0].tail);
  EXPECT_EQ(s.core.packets(), 0u);
}

/// Both VCs cross in a cycle, one leaves.
TEST(WormholeSwitch, WithEdgeBuffersFlitsStillWaitForTheChannel) {
  WormholeSwitch s({true, false, true}, 2);
  std::string left;
  unsigned most = 0;
  for (unsigned cycle = 0; cycle < 8; ++cycle) {
    if (cycle < 4) {
      s.arrive(0, 0, 5, cycle, 4, 1);
      s.arrive(1, 1, 6, cycle, 4, 2);
    }
    left += s.left();
    most = std::max(most, s.core.outputs()[0].held(0) + s.core.outputs()[0].held(1));
  }
  EXPECT_EQ(most, 2u);
  EXPECT_EQ(std::count(left.begin(), left.end(), '5'), 2) << left << ": as many as credits";
  EXPECT_EQ(std::count(left.begin(), left.end(), '6'), 2) << left;
  EXPECT_EQ(s.core.outputs()[0].held(0) + s.core.outputs()[0].held(1), 0u) << "then at inputs";
  EXPECT_EQ(s.core.inputs()[0].held(0) + s.core.inputs()[1].held(1), 4u);
}

TEST(WormholeSwitch, AVcIsGivenAgainWhenTheNextBufferIsEmpty) {
  WormholeSwitch s({});
  s.arrive(0, 0, 5, 0, 2, 1);
  s.arrive(1, 0, 6, 0, 1, 1);
  s.step();
  EXPECT_EQ(s.assigned(), std::vector<uint32_t>{6}) << "the turn of input 1";
  s.arrive(0, 0, 5, 1, 2, 1);
  s.step();  // 6 leaves
  EXPECT_TRUE(s.assigned().empty());
  s.step();
  s.step();
  EXPECT_TRUE(s.assigned().empty()) << "6 is in the next buffer";
  s.credit(0);
  s.step();
  EXPECT_EQ(s.assigned(), std::vector<uint32_t>{5});
}

TEST(WormholeSwitch, OrBehindTheTail) {
  WormholeSwitch s({false, false});
  s.arrive(0, 0, 5, 0, 2, 1);
  s.arrive(1, 0, 6, 0, 1, 1);
  s.step();
  EXPECT_EQ(s.assigned(), std::vector<uint32_t>{6});
  s.arrive(0, 0, 5, 1, 2, 1);
  EXPECT_EQ(s.left(), "6");
  EXPECT_EQ(s.assigned(), std::vector<uint32_t>{5});
  EXPECT_EQ(s.left(), "5");
}

TEST(WormholeSwitch, AnotherVcGoesOnWhileAPacketIsStuck) {
  WormholeSwitch s({});
  s.arrive(0, 0, 5, 0, 4, 1);
  s.step();
  for (unsigned number = 1; number < 3; ++number) {
    s.arrive(0, 0, 5, number, 4, 1);
    EXPECT_EQ(s.left(), "5");
  }
  s.arrive(0, 0, 5, 3, 4, 1);
  s.arrive(1, 1, 6, 0, 2, 2);
  EXPECT_EQ(s.left(), "-");
  s.arrive(1, 1, 6, 1, 2, 2);
  EXPECT_EQ(s.left(), "6");
  EXPECT_EQ(s.left(), "6");
  s.credit(0);
  EXPECT_EQ(s.left(), "5");
}

}  // namespace
}  // namespace chokepoint::test
