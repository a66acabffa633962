// SPDX-License-Identifier: Apache-2.0
// saq_set: RTL against golden model, skipped against unskipped.
#include "sim/units/recn/saq_set.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

/// A port's queues as packets that come and go; SAQs are made, swapped, fed and freed.
class SetStimulus {
 public:
  using Unit = SaqSet;
  static constexpr bool kHasTime = false;
  enum Corner { kMarkBegin, kMarkLeft, kMarkInSaq, kSwapped, kChain, kFreed, kAnswered,
                kRefused, kReturned, kTold, kAllValid, kReenable };

  SetStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {
    configure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable && random_.chance(60)) configure();
    if (fresh) {
      comes_ = random_.between(10, 95);
      goes_ = random_.between(30, 95);
      makes_ = random_.between(40, 95);
      accepts_ = random_.below(101);
      taken_ = random_.between(10, 100);
    }
    // The queues as the clock before has left them.
    settle(out);
    packets(out);
    make(out);
    messages(out);
    if (in_.enable && was) count(out);
    corners.hit(kReenable, in_.enable && !was);
    last_valid_ = out.valid;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"a packet begins in the marked queue", "a packet leaves the marked queue",
                   "the marker in a SAQ", "a SAQ made of a detection queue", "a SAQ behind one that waits",
                   "freed", "accepted", "refused",
                   "returned", "told", "all SAQs in use", "re-enabled"}};

 private:
  bool busy() { return random_.chance(quiet_ ? phases_.intensity() : 75); }
  uint32_t saq() { return random_.below(p_.saqs); }
  /// With a single child, now and then one that there is not.
  uint32_t child() { return p_.children == 1 ? random_.chance(30) : random_.below(p_.children); }
  void configure() {
    const auto top = static_cast<uint32_t>(low_mask(p_.count_bits));
    in_.cfg.stop = random_.between(1, top < 12 ? top : 12);
    in_.cfg.go = random_.below(in_.cfg.stop);
    in_.cfg.propagate = random_.below(top < 8 ? top : 8);
    const auto time = static_cast<uint32_t>(low_mask(p_.timer_bits));
    in_.cfg.retry = random_.below(time < 20 ? time + 1 : 20);
    in_.cfg.linger = random_.below(time < 10 ? time + 1 : 10);
  }

  void settle(const Unit::Out& out) {
    if (in_.began_valid) ++queue_[in_.began_queue];
    if (in_.left_valid) --queue_[in_.left_queue];
    if (in_.swap_valid && in_.swap_from != in_.swap_to) {
      queue_[in_.swap_to] = queue_[in_.swap_from];
      queue_[in_.swap_from] = 0;
    }
    for (unsigned s = 0; s < p_.saqs; ++s)
      if (((out.valid >> s) & 1) == 0) queue_[p_.normals + s] = 0;  // after a reset
    in_.queue_packets = queue_;
    for (unsigned s = 0; s < p_.saqs; ++s) {
      const uint32_t packets = queue_[p_.normals + s];
      in_.saq_flits[s] = packets * 2 <= low_mask(p_.count_bits) ? packets * 2 : packets;
    }
  }
  void packets(const Unit::Out& out) {
    in_.began_queue = random_.below(p_.queues());
    in_.began_child = child();
    const bool in_use =
        in_.began_queue < p_.normals || ((out.valid >> (in_.began_queue - p_.normals)) & 1) != 0;
    in_.began_valid = in_use && queue_[in_.began_queue] < 6 && busy() && random_.chance(comes_);
    in_.left_queue = random_.below(p_.queues());
    for (unsigned i = 0; i < p_.queues() && queue_[in_.left_queue] == 0; ++i)
      in_.left_queue = (in_.left_queue + 1) % p_.queues();
    in_.left_valid = queue_[in_.left_queue] != 0 && busy() && random_.chance(goes_);
  }
  void make(const Unit::Out& out) {
    in_.make_valid = busy() && random_.chance(makes_);
    in_.make_saq = saq();
    in_.make_covered = random_.chance(50);
    do in_.make_cover = saq();
    while (in_.make_cover == in_.make_saq);
    if (((out.valid >> in_.make_cover) & 1) == 0) in_.make_covered = false;
    in_.make_normal = random_.below(p_.normals);
    in_.make_notify = static_cast<uint32_t>(random_.next() & low_mask(p_.children));
    in_.free_valid = busy();
    in_.free_saq = saq();
    // Who frees sees what begins.
    if (in_.began_valid && in_.began_queue == p_.normals + in_.free_saq) in_.free_valid = false;
    const bool makes = in_.make_valid && ((out.valid >> in_.make_saq) & 1) == 0;
    in_.swap_from = in_.make_normal;
    in_.swap_to = p_.normals + in_.make_saq;
    in_.swap_valid = makes && !in_.make_covered && random_.chance(85);
    // Normal queues may change places too, if one is empty; no unit here does that.
    if (!in_.swap_valid && !quiet_ && !makes) {
      in_.swap_to = random_.below(p_.normals);
      const bool empty = queue_[in_.swap_to] == 0 &&
                         !(in_.began_valid && in_.began_queue == in_.swap_to);
      if (!empty) in_.swap_to = in_.swap_from;
      in_.swap_valid = random_.chance(35);
    }
    // Without an event the numbers say nothing.
    if (!in_.swap_valid && !quiet_) {
      in_.swap_from = random_.below(p_.queues());
      in_.swap_to = random_.below(p_.queues());
    }
    if (!in_.make_valid && !quiet_) in_.make_normal = random_.below(p_.queues());
  }
  void messages(const Unit::Out& out) {
    in_.answer_valid = busy();
    in_.answer_saq = saq();
    in_.answer_child = child();
    in_.answer_accepted = random_.chance(accepts_);
    in_.returned_valid = busy();
    in_.returned_saq = saq();
    in_.returned_child = child();
    in_.adopt_valid = busy() && random_.chance(60);
    in_.adopt_saq = saq();
    in_.halt_valid = busy();
    in_.halt_saq = saq();
    in_.halt_stop = random_.chance(40);
    if (quiet_ && !random_.chance(phases_.intensity())) return;
    for (unsigned s = 0; s < p_.saqs; ++s)
      in_.notify_ready[s] = random_.chance(taken_)
                                ? static_cast<uint32_t>(random_.next() & low_mask(p_.children)) : 0;
    in_.tell_ready = static_cast<uint32_t>(random_.next() & low_mask(p_.saqs));
    (void)out;
  }

  void count(const Unit::Out& out) {
    const bool makes = in_.make_valid && ((out.valid >> in_.make_saq) & 1) == 0;
    const uint32_t marked =
        in_.make_covered ? p_.normals + in_.make_cover : in_.make_normal;
    corners.hit(kMarkBegin, makes && in_.began_valid && in_.began_queue == marked);
    corners.hit(kMarkLeft, makes && in_.left_valid && in_.left_queue == marked);
    corners.hit(kMarkInSaq, makes && in_.make_covered);
    corners.hit(kSwapped, in_.swap_valid && in_.swap_to >= p_.normals);
    corners.hit(kChain, makes && in_.make_covered && ((out.waits >> in_.make_cover) & 1) != 0);
    corners.hit(kFreed, (last_valid_ & ~out.valid) != 0);
    for (unsigned s = 0; s < p_.saqs; ++s) {
      corners.hit(kAnswered, (out.accepted[s] & ~last_accepted_[s]) != 0);
      corners.hit(kReturned, (last_accepted_[s] & ~out.accepted[s]) != 0);
      last_accepted_[s] = out.accepted[s];
    }
    corners.hit(kRefused, in_.answer_valid && !in_.answer_accepted &&
                              ((out.valid & ~out.leaf) >> in_.answer_saq & 1) != 0);
    corners.hit(kTold, (out.tell_valid & in_.tell_ready) != 0);
    corners.hit(kAllValid, out.valid == low_mask(p_.saqs));
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  Lanes queue_{}, last_accepted_{};
  unsigned comes_ = 50, goes_ = 50, makes_ = 50, accepts_ = 50, taken_ = 50;
  uint32_t last_valid_ = 0;
};

TEST(SaqSet, LockstepIngress) { random_lockstep<SetStimulus>({}, 300000); }
TEST(SaqSet, LockstepSmall) { random_lockstep<SetStimulus>({2, 2, 2, 4, 2}, 600000); }
TEST(SaqSet, LockstepDetection) { random_lockstep<SetStimulus>({4, 4, 3, 5, 4}, 400000); }
TEST(SaqSet, SkippedSmall) { skipped_against_unskipped<SetStimulus>({2, 2, 2, 4, 2}, 300000, 30000); }

}  // namespace
}  // namespace chokepoint::test
