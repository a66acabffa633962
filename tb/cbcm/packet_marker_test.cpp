// SPDX-License-Identifier: Apache-2.0
// packet_marker: RTL against golden model under random heads, skipped against unskipped.
#include "sim/units/cbcm/packet_marker.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class MarkerStimulus {
 public:
  using Unit = PacketMarker;
  static constexpr bool kHasTime = false;
  enum Corner { kGains, kKeeps, kDisabled, kControl, kReenable };

  MarkerStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {}

  const Unit::In& next(const Unit::Out&) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!quiet_ || fresh) in_.congested = random_.next() & random_.next() & low_mask(p_.radix);
    const bool any = random_.chance(phases_.intensity());
    const unsigned bits = p_.radix * p_.speedup;
    for (unsigned w = 0; w * 64 < bits; ++w) {
      const uint64_t mask = low_mask(bits - w * 64 < 64 ? bits - w * 64 : 64);
      in_.head_valid.words[w] = any ? random_.next() & random_.next() & mask : 0;
      in_.head_marked.words[w] = random_.next() & random_.next() & mask;
      in_.head_data.words[w] = (random_.next() | random_.next()) & mask;
      const uint64_t valid = in_.head_valid.words[w];
      corners.hit(kKeeps, (valid & in_.head_marked.words[w]) != 0);
      corners.hit(kGains,
                  (valid & in_.head_data.words[w]) != 0 && in_.congested != 0 && in_.enable);
      corners.hit(kDisabled, !in_.enable && (valid & in_.head_marked.words[w]) != 0);
      corners.hit(kControl, (valid & ~in_.head_data.words[w]) != 0 && in_.congested != 0);
      corners.hit(kReenable, !was && in_.enable && valid != 0);
    }
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"data head to a congested output", "marked head", "marked head while disabled",
                   "control head to a congested output", "re-enabled with heads"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

TEST(PacketMarker, LockstepDefault) {
  random_lockstep<MarkerStimulus>({}, 5000000);
}
// Ports and passes of the Verilated radix 8, speed-up 2 left unused.
TEST(PacketMarker, LockstepRadix7Speedup1) {
  random_lockstep<MarkerStimulus>({7, 1}, 4800000);
}
TEST(PacketMarker, LockstepRadix64Speedup4) {
  random_lockstep<MarkerStimulus>({64, 4}, 200000, 20);
}
TEST(PacketMarker, LockstepRadix37Speedup3) {
  random_lockstep<MarkerStimulus>({37, 3}, 200000, 20);
}
TEST(PacketMarker, SkippedDefault) {
  skipped_against_unskipped<MarkerStimulus>({}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
