// SPDX-License-Identifier: Apache-2.0
// sideband_node: RTL against golden model, skipped against unskipped.
#include "sim/units/self_tuned/sideband_node.h"

#include "tb/common/random_lockstep.h"
#include "tb/self_tuned/sideband_traffic.h"

namespace chokepoint::test {
namespace {

class NodeStimulus {
 public:
  using Unit = SidebandNode;
  static constexpr bool kHasTime = false;
  enum Corner { kAtEnd, kFull, kDelivered, kOneWay, kRests, kNoDimension, kReenable };

  NodeStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), traffic_(p) {}
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh) traffic_.reconfigure(random_);
    traffic_.next(random_, phases_.intensity(), in_);
    const bool ends = in_.transfer_valid && in_.gather_last;
    if (in_.enable) {
      corners.hit(kAtEnd, ends && in_.delivered_valid && in_.delivered_flits != 0);
      corners.hit(kFull, out.total_full == low_mask(p_.full_bits));
      corners.hit(kDelivered, out.total_delivered == low_mask(p_.delivered_bits));
      corners.hit(kOneWay, in_.transfer_valid && in_.hop_last && !in_.minus_counts);
      corners.hit(kRests, in_.transfer_valid && out.rests);
      corners.hit(kNoDimension, in_.transfer_valid && (in_.dimension >= p_.dimensions ||
                                                       (p_.dimensions & (p_.dimensions - 1)) == 0));
    }
    corners.hit(kReenable, in_.enable && !was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"flits in the last cycle of a gather", "full buffers saturate",
                   "delivered flits saturate", "one direction counts", "a transfer at rest",
                   "a dimension that is not there", "re-enabled"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  SidebandTraffic traffic_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

TEST(SidebandNode, LockstepDefault) { random_lockstep<NodeStimulus>({}, 1500000); }
TEST(SidebandNode, LockstepDimensions1) {
  random_lockstep<NodeStimulus>({1, 12, 15, 4, 1, 1}, 1000000);
}
TEST(SidebandNode, LockstepThreePieces) {
  random_lockstep<NodeStimulus>({2, 12, 15, 4, 1, 3}, 1500000);
}
TEST(SidebandNode, LockstepDimensions3) {
  random_lockstep<NodeStimulus>({3, 8, 9, 5, 3, 2}, 1500000);
}
// Smaller counts than Verilated.
TEST(SidebandNode, LockstepDimensions4) {
  random_lockstep<NodeStimulus>({4, 20, 24, 6, 5, 1}, 1000000, 20);
}
// More flits in a cycle than the count of a gather holds.
TEST(SidebandNode, LockstepSmall) {
  random_lockstep<NodeStimulus>({1, 4, 4, 4, 7, 1}, 1000000);
}
TEST(SidebandNode, SkippedThreePieces) {
  skipped_against_unskipped<NodeStimulus>({2, 12, 15, 4, 1, 3}, 500000, 100000);
}

}  // namespace
}  // namespace chokepoint::test
