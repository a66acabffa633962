// SPDX-License-Identifier: Apache-2.0
// voq_occupancy, congestion_marker and ecn_router: RTL against golden model, skipped against
// unskipped.
#include "sim/units/ecn/ecn_router.h"

#include "tb/common/random_lockstep.h"
#include "tb/ecn/head_traffic.h"

namespace chokepoint::test {

// Cannot be switched off.
template <> struct HasReset<VoqOccupancy::In> : std::true_type {};

namespace {

class OccupancyStimulus {
 public:
  using Unit = VoqOccupancy;
  enum Corner { kError, kRises, kFalls, kFull, kEmpty, kNowhere, kCleared, kWraps };

  OccupancyStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), queues_(p.radix, p.speedup, p.occupancy_bits) {
    queues_.reconfigure(random_, in_);
  }
  const Unit::In& next(const Unit::Out& out) {
    if (phases_.tick(random_, quiet_)) queues_.reconfigure(random_, in_);
    queues_.next(random_, phases_.intensity(), out, in_);
    corners.hit(kError, out.error);
    corners.hit(kRises, (out.congested & ~last_) != 0);
    corners.hit(kFalls, (last_ & ~out.congested) != 0);
    corners.hit(kFull, p_.occupancy_bits > 8 || out.occupancy[queues_.hot()] == 255);
    corners.hit(kEmpty, out.occupancy[0] == 0);
    for_each_bit(in_.arrived_valid,
                 [&](unsigned i) { corners.hit(kNowhere, in_.arrived_output[i] >= p_.radix); });
    if ((p_.radix & (p_.radix - 1)) == 0) corners.hit(kNowhere);
    const bool counts = out.error || !in_.idle();
    corners.hit(kCleared, counts && in_.audit_waiting == 0 && out.occupancy[out.audit_output] != 0);
    corners.hit(kWraps, counts && out.audit_output + 1 == p_.radix);
    last_ = out.congested;
    return in_;
  }
  Corners corners{{"more crossed than waited", "an output becomes congested",
                   "an output is congested no more", "count at its largest value", "empty queue",
                   "flit for an output that does not exist", "a count becomes 0 as nobody waits",
                   "the turn of the last output"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  QueueTraffic queues_;
  Phases phases_;
  Unit::In in_;
  uint64_t last_ = 0;
};

class MarkerStimulus {
 public:
  using Unit = CongestionMarker;
  static constexpr bool kHasTime = false;
  enum Corner { kMarks, kLeftOut, kKept, kReenable };

  MarkerStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), heads_(p.radix, p.speedup, p.rate_width()) {
    heads_.reconfigure(random_, in_);
  }
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    if (fresh && random_.chance(50)) heads_.reconfigure(random_, in_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh || (!quiet_ && random_.chance(20)))
      in_.congested = random_.next() & low_mask(p_.radix);
    heads_.heads(random_, phases_.intensity(), in_);
    corners.hit(kMarks, out.marked.any());
    corners.hit(kLeftOut, out.marked_valid.any() && !out.marked.any());
    corners.hit(kKept, !in_.enable && in_.head_valid.any() && in_.head_marked.any());
    corners.hit(kReenable, in_.enable && !was && in_.head_valid.any());
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"heads marked", "no head marked", "marked heads while disabled",
                   "re-enabled with heads"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  HeadTraffic heads_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

class RouterStimulus {
 public:
  using Unit = EcnRouter;
  static constexpr bool kHasTime = false;
  enum Corner { kMarks, kCrossesCongested, kError, kThreshold, kReenable, kCleared };

  RouterStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), heads_(p.radix, p.speedup, p.rate_width()),
        queues_(p.radix, p.speedup, p.occupancy_bits) {
    heads_.reconfigure(random_, in_);
    queues_.reconfigure(random_, in_);
  }
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh && random_.chance(50)) heads_.reconfigure(random_, in_);
    const uint32_t threshold = in_.cfg_threshold;
    if (fresh) queues_.reconfigure(random_, in_);
    if (!quiet_ && random_.chance(1)) in_.cfg_threshold = random_.below(20);
    const unsigned busy = phases_.intensity();
    heads_.heads(random_, busy, in_);
    queues_.next(random_, busy, out, in_);
    corners.hit(kMarks, out.marked.any());
    corners.hit(kCrossesCongested, out.congested != 0 && in_.head_valid.any());
    corners.hit(kError, out.error);
    corners.hit(kCleared, (in_.arrived_valid != 0 || in_.crossed_valid.any()) &&
                              in_.audit_waiting == 0 &&
                              (out.congested >> out.audit_output & 1) != 0);
    corners.hit(kThreshold, threshold != in_.cfg_threshold && in_.head_valid.any());
    corners.hit(kReenable, in_.enable && !was && in_.head_valid.any());
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"heads marked", "heads while an output is congested", "more crossed than waited",
                   "heads in the clock of a new threshold", "re-enabled with heads",
                   "a congested output has nobody waiting"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  HeadTraffic heads_;
  QueueTraffic queues_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

TEST(VoqOccupancy, LockstepRadix5Speedup3) {
  random_lockstep<OccupancyStimulus>({5, 3, 8}, 1500000);
}
// An input and a switch pass less than Verilated.
TEST(VoqOccupancy, LockstepRadix4Speedup2) {
  random_lockstep<OccupancyStimulus>({4, 2, 8}, 1000000);
}
TEST(VoqOccupancy, LockstepRadix63) { random_lockstep<OccupancyStimulus>({63, 2, 16}, 100000, 50); }
TEST(CongestionMarker, LockstepRadix5) { random_lockstep<MarkerStimulus>({5, 1, 0}, 1500000); }
TEST(CongestionMarker, LockstepRadix8Rate4) { random_lockstep<MarkerStimulus>({8, 3, 4}, 600000); }
// Without a rate in RTL that has one.
TEST(CongestionMarker, LockstepRadix7Speedup2) {
  random_lockstep<MarkerStimulus>({7, 2, 0}, 600000);
}
TEST(CongestionMarker, LockstepRadix7Rate3) { random_lockstep<MarkerStimulus>({7, 3, 3}, 600000); }
TEST(CongestionMarker, SkippedRadix7Rate4) {
  skipped_against_unskipped<MarkerStimulus>({7, 3, 4}, 300000, 30000);
}
TEST(EcnRouter, LockstepRadix8) { random_lockstep<RouterStimulus>({8, 2, 16, 0}, 600000); }
TEST(EcnRouter, LockstepRadix7Rate5Speedup1) {
  random_lockstep<RouterStimulus>({7, 1, 16, 5}, 600000);
}
TEST(EcnRouter, LockstepRadix32) { random_lockstep<RouterStimulus>({32, 2, 16, 0}, 60000, 5); }
TEST(EcnRouter, LockstepRadix63) { random_lockstep<RouterStimulus>({63, 2, 16, 0}, 30000, 2); }
TEST(EcnRouter, SkippedRadix7) {
  skipped_against_unskipped<RouterStimulus>({7, 2, 16, 0}, 300000, 20000);
}

}  // namespace
}  // namespace chokepoint::test
