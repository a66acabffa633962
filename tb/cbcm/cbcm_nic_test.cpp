// SPDX-License-Identifier: Apache-2.0
// cbcm_nic: RTL against golden model with packets, control messages and injections at once, skipped
// against unskipped.
#include "sim/units/cbcm/cbcm_nic.h"

#include "sim/mechanisms/entry_destinations.h"
#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class NicStimulus {
 public:
  using Unit = CbcmNic;
  static constexpr bool kHasTime = true;
  enum Corner {
    kTableFull,
    kRefusedWaits,
    kUnthrottles,
    kThrottles,
    kBoth,
    kThrottleInjection,
    kError,
    kErrorCleared,
    kWrap,
    kReenable,
    kEmpties,
    kUnthrottleAnnounced,
    kRefusalBehind,
    kAfterRefusal,
    kAllWait,
    kNotReady,
    kSleeps,
    kDetectorFirst,
    kStands,
    kRequestStuck
  };

  NicStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {
    in_.now = p_.cycle_mask() - 3000 % p_.cycle_mask();
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    destinations_.update(out.entry_valid, in_.control_valid && !in_.control_unthrottle,
                         in_.control_source);
    in_.enable = enable_.tick(random_, fresh);
    if (fresh && random_.chance(60)) reconfigure();
    if (random_.below(65536) < pace_) in_.now = (in_.now + 1) & p_.cycle_mask();
    // While everything is reset the time may jump: often to shortly before the wrap-around.
    if (was && !in_.enable) in_.now = (p_.cycle_mask() - random_.below(400)) & p_.cycle_mask();
    const unsigned busy = phases_.intensity();

    in_.packet_valid = random_.chance(busy);
    if (in_.packet_valid) {
      in_.packet_source = random_.below(1000) == 0 ? random_.below(1u << p_.node_bits()) : pick();
      in_.packet_marked = random_.chance(95);
      in_.packet_throttled = random_.chance(out.state == HotspotDetector::kHotspot ? 85 : 30);
    }
    in_.control_valid = random_.chance(busy);
    if (in_.control_valid) {
      in_.control_unthrottle = random_.chance(40);
      if (!in_.control_unthrottle && !out.control_ready && random_.below(200) != 0)
        in_.control_valid = false;
      in_.control_source = in_.control_unthrottle && random_.below(300) == 0
                               ? random_.below(1u << p_.node_bits())
                               : pick();
      in_.control_degree = random_.chance(5) ? random_.between(14, 18) : random_.below(6);
    }
    in_.inject_entry = 0;
    if (random_.chance(busy)) {
      const unsigned entry = random_.below(p_.throttle_entries);
      const bool listed = (out.entry_valid >> entry) & 1;
      // At times an entry that is free, which has no tokens.
      if (listed || random_.below(20) == 0) in_.inject_entry = uint64_t{1} << entry;
      uint32_t most = in_.inject_entry != 0 ? std::min(out.entry_tokens[entry], 1023u) : 1023;
      if (random_.below(300) == 0) most = 1023;  // raises `error` at times
      in_.inject_flits = random_.below(most + 1);
      if (listed && in_.control_valid && !in_.control_unthrottle && random_.chance(20))
        in_.control_source = destinations_.of(entry);
    }
    in_.generated_valid = random_.chance(busy);
    if (in_.generated_valid) {
      const unsigned entry = random_.below(p_.throttle_entries);
      in_.generated_destination = random_.chance(70) ? destinations_.of(entry) : pick();
      in_.generated_flits =
          random_.chance(50) ? random_.below(2 * in_.cfg_epoch_flits + 2) : random_.below(3);
    }
    if (!quiet_ || random_.chance(busy)) {
      if (random_.chance(30)) in_.queue_full = random_.next() & random_.next() & all();
      if (random_.chance(30)) in_.queue_empty = random_.next() & all();
      in_.throttle_ready = random_.chance(ready_percent_);
      in_.unthrottle_ready = random_.chance(unthrottle_percent_);
    }
    note(out, was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"table full", "refusal waits", "unthrottle sent", "throttle sent",
                   "hotspot and throttled at once", "throttle and injection of one destination",
                   "error raised", "error cleared by disabling", "cycle counter wraps with entries",
                   "re-enabled with activity", "list empties while HOTSPOT",
                   "unthrottle while announcing", "refusal behind an unthrottle that is shown",
                   "unthrottle after a refusal", "all three wait",
                   "throttle message although not ready", "asleep until a deadline",
                   "the detector wakes first", "the pace stands still with entries",
                   "unthrottle sent while a throttle waits"}};

 private:
  uint64_t all() const { return low_mask(p_.throttle_entries); }
  bool has_entry(uint32_t destination) const { return destinations_.entry_of(destination) >= 0; }
  uint32_t pick() { return (base_ + random_.below(pool_)) % p_.nodes; }

  void reconfigure() {
    base_ = random_.below(p_.nodes);
    pool_ = random_.between(2, p_.throttle_entries + 3);
    in_.node = random_.chance(50) ? base_ : random_.below(p_.nodes);
    in_.cfg_epoch_cycles = random_.chance(15) ? 1 : random_.between(2, quiet_ ? 200 : 60);
    in_.cfg_inverse_epsilon = random_.between(1, p_.cycle_bits > 20 ? 20 : 4);
    in_.cfg_announce_on_count = random_.chance(50);
    in_.cfg_refresh_rounds = random_.chance(50) ? 0 : random_.between(1, 3);
    in_.cfg_token_reset_always = random_.chance(60);
    pace_ = random_.chance(40) ? 65536 : random_.chance(50) ? 64881 : random_.between(1000, 65536);
    in_.cfg_token_cap = random_.chance(20) ? static_cast<uint32_t>(low_mask(p_.token_bits))
                                           : random_.between(1, 40);
    in_.cfg_epoch_flits = random_.between(1, 20);
    in_.cfg_drain_first = random_.chance(50);
    in_.cfg_lease_epochs = random_.chance(40) ? 0 : random_.between(1, 4);
    ready_percent_ = random_.chance(30) ? 100 : random_.between(30, 90);
    unthrottle_percent_ = random_.chance(30) ? 100 : random_.between(10, 90);
  }

  void note(const Unit::Out& out, bool was) {
    if (!in_.enable) return;
    const bool throttle = in_.control_valid && !in_.control_unthrottle;
    const bool listed = throttle && has_entry(in_.control_source);
    corners.hit(kTableFull, throttle && out.control_ready && !listed && out.entry_valid == all());
    corners.hit(kRefusedWaits, !out.control_ready && !in_.unthrottle_ready);
    corners.hit(kUnthrottles, out.unthrottle_valid && in_.unthrottle_ready);
    corners.hit(kThrottles, out.throttle_valid && in_.throttle_ready);
    // What is shown is the monitor's if it names an entry: a refused node has none.
    const bool leaves = out.unthrottle_valid && has_entry(out.unthrottle_destination);
    const bool behind = !out.control_ready && leaves;
    corners.hit(kRefusalBehind, behind);
    corners.hit(kAfterRefusal, leaves && !last_.control_ready && !was_behind_ && was);
    corners.hit(kAllWait, behind && out.throttle_valid && !in_.unthrottle_ready && !in_.throttle_ready);
    corners.hit(kNotReady, throttle && !out.control_ready);
    corners.hit(kSleeps, out.quiescent && out.wake_valid);
    corners.hit(kStands, was && in_.now == last_now_ && out.entry_valid != 0);
    corners.hit(kRequestStuck, out.throttle_valid && !in_.throttle_ready && out.unthrottle_valid &&
                                   in_.unthrottle_ready);
    if (last_.state == HotspotDetector::kIdle && out.state == HotspotDetector::kObserve)
      observed_until_ = (last_now_ + in_.cfg_epoch_cycles) & p_.cycle_mask();
    corners.hit(kDetectorFirst, out.state == HotspotDetector::kObserve && out.entry_valid != 0 &&
                                    out.wake_valid && out.wake_at == observed_until_);
    corners.hit(kBoth, out.state == HotspotDetector::kHotspot && out.entry_valid != 0);
    corners.hit(kThrottleInjection,
                throttle && in_.inject_entry != 0 &&
                    in_.inject_entry == entry_bit(destinations_.entry_of(in_.control_source)));
    corners.hit(kError, out.error && !last_.error);
    corners.hit(kErrorCleared, !out.error && last_.error);
    corners.hit(kWrap, in_.now == 0 && out.entry_valid != 0);
    corners.hit(kReenable, !was && (in_.packet_valid || in_.control_valid));
    corners.hit(kEmpties, last_.state == HotspotDetector::kHotspot && was &&
                              out.state == HotspotDetector::kIdle);
    corners.hit(kUnthrottleAnnounced,
                out.throttle_valid && in_.control_valid && in_.control_unthrottle);
    last_ = out;
    last_now_ = in_.now;
    was_behind_ = behind;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  Unit::Out last_;
  EntryDestinations destinations_;
  uint32_t base_ = 0;
  unsigned pool_ = 4, ready_percent_ = 50, unthrottle_percent_ = 50;
  uint32_t pace_ = 65536;  // chance of a tick in a cycle, of 65536
  uint64_t last_now_ = 0, observed_until_ = 0;
  bool was_behind_ = false;
};

TEST(CbcmNic, LockstepNodes64) {
  random_lockstep<NicStimulus>({64}, 4000000);
}
// 576 nodes on the 1024 that are Verilated.
TEST(CbcmNic, LockstepNodes576) {
  random_lockstep<NicStimulus>({576}, 2500000);
}
// Small everything; the last list bit stands for two of its four nodes.
TEST(CbcmNic, LockstepNodes50Entries2) {
  random_lockstep<NicStimulus>({50, 4, 2, 8, 16}, 4000000);
}
TEST(CbcmNic, SkippedNodes64) {
  skipped_against_unskipped<NicStimulus>({64}, 500000, 20000);
}
TEST(CbcmNic, SkippedNodes50Entries2) {
  skipped_against_unskipped<NicStimulus>({50, 4, 2, 8, 16}, 500000, 20000);
}

}  // namespace
}  // namespace chokepoint::test
