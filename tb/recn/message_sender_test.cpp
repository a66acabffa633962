// SPDX-License-Identifier: Apache-2.0
// message_sender: RTL against golden model, skipped against unskipped.
#include "sim/units/recn/message_sender.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

/// Lines whose work comes and goes; children and whoever is downstream take their time.
class SenderStimulus {
 public:
  using Unit = MessageSender;
  static constexpr bool kHasTime = false;
  enum Corner {
    kNotified,
    kTold,
    kFreed,
    kResponded,
    kNobody,
    kLater,
    kWithdrawn,
    kFreeWaits,
    kBothAnswers,
    kReenable
  };

  SenderStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {}

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh) {
      works_ = random_.between(2, 60);
      takes_ = random_.between(10, 95);
      frees_ = random_.between(30, 100);
    }
    // What was taken in the clock before is no more work.
    for (unsigned l = 0; l < p_.lines(); ++l) {
      if (((wanted_ready_ >> l) & 1) != 0) in_.wanted[l] = 0;
      if (((tell_ready_ >> l) & 1) != 0) in_.tell_wanted &= ~(uint64_t{1} << l);
    }
    if (in_.freed_valid && offered_) in_.removable &= ~(1u << freed_);
    for (unsigned l = 0; l < p_.lines(); ++l) work(l);
    for (unsigned s = 0; s < p_.saqs; ++s)
      if (busy() && random_.chance(20)) in_.removable ^= 1u << s;
    if (quiet_ && !random_.chance(phases_.intensity())) in_.removable = 0;
    in_.read = {random_.next() & low_mask(p_.pool_bits),
                low_mask(random_.between(1, p_.pool_bits))};
    if (quiet_) in_.read = {};
    freed_ = out.free_saq;
    offered_ = out.free_valid && ((in_.removable >> out.free_saq) & 1) != 0;
    in_.freed_valid = busy() && random_.chance(frees_);
    in_.respond_valid = busy() && random_.chance(60);
    in_.respond.kind = random_.below(2);
    in_.respond.path = {random_.next() & low_mask(p_.pool_bits),
                        low_mask(random_.between(1, p_.pool_bits))};
    if (!quiet_ || random_.chance(20)) {
      in_.notify_ready = random_.chance(takes_)
                             ? static_cast<uint32_t>(random_.next() & low_mask(p_.children))
                             : 0;
      in_.answer_ready = random_.chance(takes_);
    }
    wanted_ready_ = out.wanted_ready;
    tell_ready_ = out.tell_ready;
    if (in_.enable && was) count(out);
    corners.hit(kReenable, in_.enable && !was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"notified", "told", "freed", "answered", "nobody is left to be told",
                   "a child takes a message after another", "withdrawn from being freed",
                   "a free waits for an answer", "freed as a notification is answered",
                   "re-enabled"}};

 private:
  bool busy() { return random_.chance(quiet_ ? phases_.intensity() : 60); }
  void work(unsigned line) {
    const uint64_t bit = uint64_t{1} << line;
    if (busy() && random_.chance(works_)) in_.wanted[line] |= 1u << random_.below(p_.children);
    if (busy() && random_.chance(works_)) {
      in_.tell_wanted |= bit;
      in_.tell_stop ^= random_.chance(50) ? bit : 0;
      in_.accepted[line] = static_cast<uint32_t>(random_.next() & low_mask(p_.children)) | 1;
    }
    if (random_.chance(quiet_ ? 1 : 4)) {
      in_.tell_wanted &= ~bit;  // its last hearer is gone
      in_.accepted[line] = 0;
    }
    if (quiet_ && random_.chance(5)) in_.wanted[line] = 0;
  }
  void count(const Unit::Out& out) {
    corners.hit(kNotified, out.notify_valid != 0 && out.notify.kind == kNotif);
    corners.hit(kTold, out.notify_valid != 0 && out.notify.kind != kNotif);
    corners.hit(kFreed, in_.freed_valid && offered_);
    corners.hit(kResponded, in_.respond_valid && !out.answer_valid);
    corners.hit(kBothAnswers, in_.respond_valid && in_.freed_valid && offered_);
    corners.hit(kNobody, (out.tell_ready & ~in_.tell_wanted) != 0);
    corners.hit(kLater, (out.notify_valid & in_.notify_ready) != 0 &&
                            (out.notify_valid & ~in_.notify_ready) != 0);
    corners.hit(kWithdrawn, out.free_valid && ((in_.removable >> out.free_saq) & 1) == 0);
    corners.hit(kFreeWaits, in_.removable != 0 && out.answer_valid && !in_.answer_ready);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint64_t wanted_ready_ = 0, tell_ready_ = 0;
  uint32_t freed_ = 0;
  bool offered_ = false;
  unsigned works_ = 50, takes_ = 50, frees_ = 50;
};

TEST(MessageSender, LockstepIngress) {
  random_lockstep<SenderStimulus>({}, 200000, 0);
}
TEST(MessageSender, LockstepSmall) {
  random_lockstep<SenderStimulus>({3, 2, 6, 1}, 300000);
}
TEST(MessageSender, SkippedSmall) {
  skipped_against_unskipped<SenderStimulus>({3, 2, 6, 1}, 200000, 10000);
}

}  // namespace
}  // namespace chokepoint::test
