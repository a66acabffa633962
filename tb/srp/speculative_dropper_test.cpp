// SPDX-License-Identifier: Apache-2.0
// speculative_dropper and srp_router: RTL against golden model under random packets, skipped
// against unskipped.
#include "sim/units/srp/speculative_dropper.h"

#include "sim/units/srp/srp_router.h"
#include "tb/srp/lane_traffic.h"

namespace chokepoint::test {
namespace {

struct NoHeaders {
  static void fill(FastRandom&, const SpeculativeDropper::Params&, unsigned, bool,
                   SpeculativeDropper::In&) {}
};
struct RouterHeaders {
  static void fill(FastRandom& random, const SrpRouter::Params& p, unsigned lane, bool arrival,
                   SrpRouter::In& in) {
    const uint32_t source = random.below(p.nodes), destination = random.below(p.nodes);
    const uint32_t message = random.below(0x10000), sequence = random.below(0x10000);
    (arrival ? in.arrival_source : in.head_source)[lane] = source;
    (arrival ? in.arrival_destination : in.head_destination)[lane] = destination;
    (arrival ? in.arrival_message : in.head_message)[lane] = message;
    (arrival ? in.arrival_sequence : in.head_sequence)[lane] = sequence;
  }
};
using DropperStimulus = LaneStimulus<SpeculativeDropper, NoHeaders>;
using RouterStimulus = LaneStimulus<SrpRouter, RouterHeaders>;

TEST(SpeculativeDropper, LockstepRadix5Wait8) {
  random_lockstep<DropperStimulus>({5, 1, 8}, 1000000);
}
TEST(SpeculativeDropper, LockstepRadix8Vcs3) {
  random_lockstep<DropperStimulus>({8, 3, 16}, 300000);
}
// An input and two speculative VCs less than Verilated: lanes are numbered anew.
TEST(SpeculativeDropper, LockstepRadix7Vcs1) {
  random_lockstep<DropperStimulus>({7, 1, 16}, 300000);
}
TEST(SpeculativeDropper, SkippedRadix7Vcs2) {
  skipped_against_unskipped<DropperStimulus>({7, 2, 16}, 200000, 20000);
}
TEST(SpeculativeDropper, LockstepRadix5Wait8Predictive) {
  random_lockstep<DropperStimulus>({5, 3, 8, 1}, 100000, 30);
}
// Two speculative VCs of three: outputs and VCs are numbered anew.
TEST(SpeculativeDropper, LockstepRadix5Vcs2Predictive) {
  random_lockstep<DropperStimulus>({5, 2, 8, 1}, 100000, 30);
}
TEST(SrpRouter, LockstepRadix8Predictive) {
  random_lockstep<RouterStimulus>({1024, 8, 2, 16, 1}, 100000, 30);
}
TEST(SrpRouter, SkippedRadix7Vcs2Predictive) {
  skipped_against_unskipped<RouterStimulus>({100, 7, 2, 16, 1}, 100000, 10000);
}
TEST(SrpRouter, LockstepRadix8) { random_lockstep<RouterStimulus>({1024, 8, 2, 16}, 300000); }
TEST(SrpRouter, LockstepRadix7Nodes100Vcs1) {
  random_lockstep<RouterStimulus>({100, 7, 1, 16}, 300000);
}
TEST(SrpRouter, LockstepRadix32) {
  random_lockstep<RouterStimulus>({1024, 32, 1, 16}, 100000, 20);
}
TEST(SrpRouter, LockstepRadix64) { random_lockstep<RouterStimulus>({1024, 64, 2, 16}, 20000, 2); }
TEST(SrpRouter, SkippedRadix7Vcs1) {
  skipped_against_unskipped<RouterStimulus>({100, 7, 1, 16}, 200000, 20000);
}

}  // namespace
}  // namespace chokepoint::test
