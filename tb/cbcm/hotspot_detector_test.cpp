// SPDX-License-Identifier: Apache-2.0
// hotspot_detector: RTL against golden model under random traffic, skipped against unskipped.
#include "sim/units/cbcm/hotspot_detector.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class DetectorStimulus {
 public:
  using Unit = HotspotDetector;
  static constexpr bool kHasTime = true;
  enum Corner {
    kUnmarkedAtEnd,
    kAnyAtEnd,
    kUnthrottleAnnounced,
    kEmpties,
    kWaits,
    kWrap,
    kReenable,
    kJoins,
    kLeaveAndJoin,
    kRestart,
    kUnknown,
    kPeriod
  };

  DetectorStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {
    in_.now = p_.cycle_mask() - 3000 % p_.cycle_mask();
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh && random_.chance(60)) reconfigure();
    // A node keeps its number while it has a list: nobody else is left out of a round.
    if (out.state == Unit::kIdle) in_.node = node_;
    in_.now = (in_.now + 1) & p_.cycle_mask();
    // While everything is reset the time may jump: often to shortly before the wrap-around.
    if (was && !in_.enable) in_.now = (p_.cycle_mask() - random_.below(400)) & p_.cycle_mask();
    const unsigned busy = phases_.intensity();
    const bool epoch_end = out.state == Unit::kObserve && out.wake_valid && out.wake_at == in_.now;
    in_.packet_valid = random_.chance(busy) || (epoch_end && !quiet_ && random_.chance(30));
    if (in_.packet_valid) {
      in_.packet_source = pick();
      // Mostly marked while it matters, so that epochs are survived.
      in_.packet_marked = random_.chance(epoch_end ? 50 : out.state == Unit::kHotspot ? 60 : 97);
      in_.packet_throttled = random_.chance(out.state == Unit::kHotspot ? throttled_percent_ : 30);
    }
    in_.unthrottle_valid = random_.chance(busy * leave_percent_ / 100);
    if (in_.unthrottle_valid) {
      in_.unthrottle_source =
          random_.chance(40) && out.throttle_valid ? out.throttle_destination : pick();
      if (in_.packet_valid && random_.chance(15)) in_.packet_source = in_.unthrottle_source;
    }
    if (!quiet_ || fresh) in_.throttle_ready = random_.chance(ready_percent_);
    note(out, was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"epoch ends in the cycle of an unmarked packet",
                   "epoch ends in the cycle of a marked packet", "unthrottle while announcing",
                   "list empties while HOTSPOT", "announcement waits",
                   "cycle counter wraps while not IDLE", "re-enabled with activity",
                   "source joins while announcing", "packet and unthrottle of one source",
                   "a further round is announced", "a node that is not in the network",
                   "a pacing period passes with nothing to tell"}};

 private:
  uint32_t pick() {
    if (random_.chance(unknown_percent_)) return random_.below(1u << p_.node_bits());
    if (!wide_) return (base_ + random_.below(pool_)) % p_.nodes;
    return random_.below(p_.nodes);
  }

  void reconfigure() {
    base_ = random_.chance(20) ? p_.nodes - 3 : random_.below(p_.nodes);
    pool_ = random_.between(1, 7);
    wide_ = random_.chance(15);
    unknown_percent_ = random_.chance(10) ? random_.below(60) : 0;
    node_ = random_.chance(50) ? base_ : random_.below(p_.nodes);
    const unsigned longest = quiet_ && p_.cycle_bits > 8 ? 200 : 60;
    in_.cfg_epoch_cycles = random_.chance(15) ? 1 : random_.between(2, longest);
    in_.cfg_inverse_epsilon = random_.chance(15) ? random_.below(2) : random_.between(1, 8);
    in_.cfg_announce_on_count = random_.chance(50);
    in_.cfg_refresh_rounds = random_.chance(40) ? 0 : random_.between(1, 3);
    throttled_percent_ = random_.chance(50) ? 90 : 20;
    leave_percent_ = random_.chance(40) ? 100 : random_.below(60);
    ready_percent_ = random_.chance(30) ? 100 : random_.between(20, 90);
  }

  void note(const Unit::Out& out, bool was) {
    if (!in_.enable) return;
    const bool hotspot = out.state == Unit::kHotspot;
    const bool end = out.state == Unit::kObserve && out.wake_valid && out.wake_at == in_.now;
    corners.hit(kUnmarkedAtEnd, end && in_.packet_valid && !in_.packet_marked);
    corners.hit(kAnyAtEnd, end && in_.packet_valid && in_.packet_marked);
    corners.hit(kUnthrottleAnnounced, hotspot && out.throttle_valid && in_.unthrottle_valid);
    corners.hit(kEmpties, last_state_ == Unit::kHotspot && out.state == Unit::kIdle && was);
    corners.hit(kWaits, out.throttle_valid && !in_.throttle_ready);
    corners.hit(kWrap, in_.now == 0 && out.state != Unit::kIdle);
    corners.hit(kReenable, !was && in_.packet_valid);
    corners.hit(kJoins, hotspot && out.throttle_valid && in_.packet_valid && !in_.packet_throttled);
    corners.hit(kLeaveAndJoin, hotspot && in_.packet_valid && in_.unthrottle_valid &&
                                   in_.packet_source == in_.unthrottle_source);
    corners.hit(kRestart,
                hotspot && last_quiescent_ && !out.quiescent && last_state_ == Unit::kHotspot);
    // With as many nodes as numbers there is none to name.
    corners.hit(kUnknown, (in_.packet_valid && in_.packet_source >= p_.nodes) ||
                              (in_.unthrottle_valid && in_.unthrottle_source >= p_.nodes) ||
                              p_.nodes == 1u << p_.node_bits());
    // Asleep, woken, and still nothing to do.
    const bool waits = hotspot && out.quiescent;
    corners.hit(kPeriod, period_ && waits);
    period_ = waits && out.wake_valid && out.wake_at == in_.now;
    last_state_ = out.state;
    last_quiescent_ = out.quiescent;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint32_t base_ = 0, node_ = 0;
  unsigned pool_ = 4, throttled_percent_ = 50, leave_percent_ = 50, ready_percent_ = 50;
  unsigned unknown_percent_ = 0;
  bool wide_ = false, period_ = false;
  uint32_t last_state_ = 0;
  bool last_quiescent_ = false;
};

TEST(HotspotDetector, LockstepDefault) {
  random_lockstep<DetectorStimulus>({}, 3000000);
}
// The counter wraps around every 256 clocks.
TEST(HotspotDetector, LockstepNodes16Cycles8) {
  random_lockstep<DetectorStimulus>({16, 1, 8}, 3000000);
}
// 7 nodes fewer than the Verilated 80: the last group of the scan is cut short.
TEST(HotspotDetector, LockstepNodes73) {
  random_lockstep<DetectorStimulus>({73, 1, 12}, 4000000);
}
TEST(HotspotDetector, LockstepNodes64Granularity4) {
  random_lockstep<DetectorStimulus>({64, 4, 16}, 2000000);
}
TEST(HotspotDetector, LockstepNodes61Granularity4) {
  random_lockstep<DetectorStimulus>({61, 4, 16}, 2000000);
}
// A last group of fewer than 32 nodes that has told counters, and a part of a list bit's nodes at
// its end; with 3 nodes fewer than Verilated the scan ends inside it.
TEST(HotspotDetector, LockstepNodes90Granularity4) {
  random_lockstep<DetectorStimulus>({90, 4, 16}, 2000000);
}
TEST(HotspotDetector, LockstepNodes87Granularity4) {
  random_lockstep<DetectorStimulus>({87, 4, 16}, 1000000);
}
// The list is RAM: 66 words, the last of few nodes, and 64 words with told counters.
TEST(HotspotDetector, LockstepNodes2099) {
  random_lockstep<DetectorStimulus>({2099, 1, 16}, 3000000);
}
TEST(HotspotDetector, LockstepNodes2030Granularity4) {
  random_lockstep<DetectorStimulus>({2030, 4, 16}, 3000000);
}
TEST(HotspotDetector, SkippedDefault) {
  skipped_against_unskipped<DetectorStimulus>({}, 500000, 50000);
}
TEST(HotspotDetector, SkippedNodes16Cycles8) {
  skipped_against_unskipped<DetectorStimulus>({16, 1, 8}, 500000, 50000);
}
TEST(HotspotDetector, SkippedNodes73) {
  skipped_against_unskipped<DetectorStimulus>({73, 1, 12}, 500000, 50000);
}
TEST(HotspotDetector, SkippedNodes2099) {
  skipped_against_unskipped<DetectorStimulus>({2099, 1, 16}, 500000, 50000);
}
TEST(HotspotDetector, SkippedNodes61Granularity4) {
  skipped_against_unskipped<DetectorStimulus>({61, 4, 16}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
