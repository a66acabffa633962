// SPDX-License-Identifier: Apache-2.0
// saq_line: RTL against golden model, skipped against unskipped.
#include "sim/units/recn/saq_line.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

/// A SAQ whose queue fills and drains, whose children answer and return, sometimes unasked.
class LineStimulus {
 public:
  using Unit = SaqLine;
  static constexpr bool kHasTime = false;
  enum Corner { kAccepted, kRefused, kRetryHolds, kReturned, kReturnMeetsArrival, kOwed,
                kBehindBlocked, kRetargeted, kLeftMeetsSwap, kStale, kFreed, kFreedUnused, kKeptHalted, kHalted, kHaltUnheard, kAdopted, kAdoptedHears,
                kTold, kTakenAtReturn, kUnasked, kUnused, kReenable };

  LineStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {
    configure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable && random_.chance(60)) configure();
    if (fresh) {
      grows_ = random_.between(5, 95);
      frees_ = random_.between(10, 60);
      answers_ = random_.between(5, 100);
      accepts_ = random_.between(0, 100);
      taken_ = random_.between(5, 100);
      blocked_ = random_.chance(30) ? 90 : random_.between(0, 40);
    }
    queue(out);
    events(out);
    children(out);
    if (in_.enable && was) count(out);
    corners.hit(kReenable, in_.enable && !was);
    last_ = out;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"accepted", "refused", "a refusal holds notifications back", "a child returns",
                   "returns as its packet arrives", "empty, but an answer is owed",
                   "drained, but behind a blocked queue", "the queue waited for is swapped",
                   "a packet leaves in the clock of the swap", "nobody is left for a message that waits", "freed",
                   "freed unused", "kept while halted", "halted", "an own SAQ does not hear Xoff", "an own SAQ is adopted",
                   "an adopted SAQ hears Xoff", "told", "a message is taken as its last child returns",
                   "an answer that is not owed",
                   "events without a SAQ", "re-enabled"}};

 private:
  bool chance() { return random_.chance(phases_.intensity()); }
  uint32_t children_mask(unsigned percent) {
    uint32_t mask = 0;
    for (unsigned c = 0; c < p_.children; ++c)
      mask |= static_cast<uint32_t>(random_.chance(percent)) << c;
    return mask;
  }
  void configure() {
    const auto top = static_cast<uint32_t>(low_mask(p_.count_bits));
    in_.cfg.stop = random_.between(1, top < 20 ? top : 20);
    in_.cfg.go = random_.below(in_.cfg.stop);
    in_.cfg.propagate = random_.below(top < 12 ? top : 12);
    const auto time = static_cast<uint32_t>(low_mask(p_.timer_bits));
    in_.cfg.retry = random_.chance(20) ? 0 : random_.below(time < 30 ? time + 1 : 30);
    in_.cfg.linger = random_.chance(20) ? 0 : random_.below(time < 30 ? time + 1 : 30);
  }

  void queue(const Unit::Out& out) {
    in_.make_valid = random_.chance(quiet_ ? 5 : 60);
    const auto top = static_cast<uint32_t>(low_mask(p_.count_bits));
    if (!out.valid) {  // a root may be made of a queue that is not empty
      in_.flits = random_.chance(80) ? 0 : random_.below(top < 20 ? top + 1 : 20);
      in_.packets = (in_.flits + 3) / 4;
    }
    if (out.valid && random_.chance(quiet_ ? phases_.intensity() / 2 : 70)) {
      const uint32_t step = random_.between(1, 3);
      if (random_.chance(grows_) && in_.flits + step <= top)
        in_.flits += step;
      else
        in_.flits -= step < in_.flits ? step : in_.flits;
      in_.packets = (in_.flits + 3) / 4;
      // All flits of a packet may be gone before its last has come.
      if (in_.flits == 0 && random_.chance(10)) in_.packets = 1;
    }
    in_.free_valid = random_.chance(quiet_ ? phases_.intensity() : frees_);
  }
  void events(const Unit::Out& out) {
    in_.make_queue = random_.below(p_.queues);
    in_.make_packets = random_.chance(30) ? 0 : random_.below(7);
    in_.make_notify = random_.chance(60) ? children_mask(60) : 0;
    if (!quiet_ || chance()) {
      in_.blocked_queues = 0;
      for (unsigned q = 0; q < p_.queues; ++q)
        in_.blocked_queues |= uint64_t{random_.chance(blocked_)} << q;
    }
    // Mostly what the SAQ waits for.
    if (in_.make_valid && !out.valid) waited_ = in_.make_queue;
    in_.left_valid = chance();
    in_.left_queue = random_.chance(80) ? waited_ : random_.below(p_.queues);
    in_.swap_valid = chance() && random_.chance(45);
    in_.swap_from = random_.chance(60) ? waited_ : random_.below(p_.queues);
    in_.swap_to = random_.below(p_.queues);
    if ((out.valid || !in_.make_valid) && in_.swap_valid && in_.swap_from == waited_) swapped_to_ = in_.swap_to;
    else swapped_to_ = waited_;
    in_.adopt_valid = random_.chance(50) && chance();
    in_.halt_valid = chance();
    in_.halt_stop = random_.chance(40);
  }
  void children(const Unit::Out& out) {
    in_.arrived_valid = chance() ? children_mask(50) : 0;
    // Those that owe an answer are the notified that have not answered: now and then others answer.
    asked_ &= ~last_answers_;
    if (!out.valid) asked_ = 0;
    asked_ |= last_.notify_valid & in_.notify_ready & (out.valid ? ~0u : 0u);
    in_.answer_valid = random_.chance(quiet_ ? phases_.intensity() : 85)
                           ? children_mask(answers_) & (random_.chance(50) ? asked_ : ~0u)
                           : 0;
    in_.answer_accepted = children_mask(accepts_);
    last_answers_ = in_.answer_valid;
    in_.returned_valid = random_.chance(quiet_ ? phases_.intensity() : 85)
                             ? children_mask(answers_) & (random_.chance(50) ? out.accepted : ~0u)
                             : 0;
    if (!quiet_ || chance()) {
      in_.notify_ready = children_mask(taken_);
      in_.tell_ready = random_.chance(taken_);
    }
  }

  void count(const Unit::Out& out) {
    const uint32_t refused = asked_ & in_.answer_valid & ~in_.answer_accepted;
    if (refused != 0) since_refusal_ = 0;
    else ++since_refusal_;
    corners.hit(kAccepted, out.valid && (asked_ & in_.answer_valid & in_.answer_accepted) != 0);
    corners.hit(kRefused, out.valid && refused != 0);
    corners.hit(kRetryHolds, out.leaf && in_.arrived_valid != 0 && since_refusal_ != 0 &&
                                 since_refusal_ < in_.cfg.retry && in_.flits >= in_.cfg.propagate);
    corners.hit(kReturned, (out.accepted & in_.returned_valid) != 0);
    corners.hit(kReturnMeetsArrival,
                (out.accepted & in_.returned_valid & in_.arrived_valid) != 0);
    corners.hit(kOwed, out.valid && !out.leaf && in_.packets == 0 && out.accepted == 0 &&
                           out.notify_valid == 0);
    corners.hit(kBehindBlocked, out.waits && ((in_.blocked_queues >> waited_) & 1) != 0);
    corners.hit(kRetargeted, out.waits && in_.swap_valid && in_.swap_from == waited_ &&
                                 in_.swap_to != waited_);
    corners.hit(kLeftMeetsSwap, out.waits && in_.swap_valid && in_.left_valid &&
                                    in_.swap_from == waited_ && in_.left_queue == waited_);
    corners.hit(kStale, out.tell_valid && !in_.tell_ready &&
                            (out.accepted & ~in_.returned_valid) == 0);
    const bool freed = in_.free_valid && out.freeable && in_.packets == 0;
    corners.hit(kFreed, freed);
    used_ = out.valid && (used_ || in_.packets != 0);
    corners.hit(kFreedUnused, freed && !used_);
    corners.hit(kKeptHalted, out.leaf && !out.waits && !out.freeable && used_ && in_.packets == 0);
    corners.hit(kHalted, out.valid && !own_ && in_.halt_valid && in_.halt_stop);
    corners.hit(kHaltUnheard, out.valid && own_ && in_.halt_valid && in_.halt_stop);
    corners.hit(kAdopted, out.valid && own_ && in_.adopt_valid);
    corners.hit(kAdoptedHears, out.valid && adopted_ && in_.halt_valid && in_.halt_stop);
    if (!out.valid)
      adopted_ = false;
    else if (own_ && in_.adopt_valid)
      adopted_ = true;
    if (!out.valid)
      own_ = in_.make_valid && in_.make_notify != 0;
    else if (in_.adopt_valid)
      own_ = false;
    corners.hit(kTold, out.tell_valid && in_.tell_ready);
    const bool taken = out.tell_valid && in_.tell_ready;
    corners.hit(kTakenAtReturn, taken && (out.accepted & ~in_.returned_valid) == 0);
    corners.hit(kUnasked, out.valid && (in_.answer_valid & ~asked_) != 0);
    corners.hit(kUnused, !out.valid && !in_.idle() && !in_.make_valid);
    waited_ = swapped_to_;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  Unit::Out last_;
  unsigned grows_ = 50, frees_ = 30, answers_ = 50, accepts_ = 50, taken_ = 50, blocked_ = 0;
  bool own_ = false;  // the SAQ was made with children to notify, and not adopted since
  bool adopted_ = false;
  uint32_t asked_ = 0, last_answers_ = 0, waited_ = 0, swapped_to_ = 0, since_refusal_ = 1000;
  bool used_ = false;
};

TEST(SaqLine, LockstepIngress) { random_lockstep<LineStimulus>({}, 1000000); }
TEST(SaqLine, LockstepSmall) { random_lockstep<LineStimulus>({2, 3, 3, 2}, 1000000); }
TEST(SaqLine, LockstepEgress) { random_lockstep<LineStimulus>({8, 9, 9, 10}, 1000000); }
TEST(SaqLine, SkippedIngress) { skipped_against_unskipped<LineStimulus>({}, 500000, 50000); }


/// A SAQ in lockstep, event by event: whom it tells what.
class ToldSaq {
 public:
  explicit ToldSaq(unsigned children)
      : children_(children),
        unit_(make_unit<SaqLine>(EngineKind::kLockstep, {children, 9, 9, 10}, "told")) {
    unit_->step(in_);  // disabled: reset
    in_.enable = true;
    in_.cfg = {32, 64, 32, 5, 3};
    in_.make_valid = true;
    clock();
  }
  const SaqLine::Out& clock() {
    // A message is for those that have a SAQ as it is taken; a link with one child knows no other.
    const uint32_t hear = children_ == 1 ? 1 : out().accepted;
    if (out().tell_valid && in_.tell_ready)
      heard_ = out().tell_stop ? heard_ | hear : heard_ & ~hear;
    heard_ &= ~(out().notify_valid & in_.notify_ready);
    unit_->step(in_);
    in_.make_valid = false;
    in_.arrived_valid = in_.answer_valid = in_.answer_accepted = in_.returned_valid = 0;
    return out();
  }
  void fill(unsigned flits) {
    in_.flits = flits;
    in_.packets = (flits + 3) / 4;
  }
  /// The child's packet comes and its notification is taken; it owes an answer.
  void ask(unsigned c) {
    in_.arrived_valid = 1u << c;
    clock();
    in_.notify_ready = 1u << c;
    clock();
    in_.notify_ready = 0;
  }
  void accept(unsigned c) { in_.answer_valid = in_.answer_accepted = 1u << c; }
  void give_back(unsigned c) { in_.returned_valid = 1u << c; }
  /// So many flits, long enough for every message to be taken.
  void settle(unsigned flits) {
    fill(flits);
    in_.tell_ready = true;
    for (int i = 0; i < 6; ++i) clock();
    in_.tell_ready = false;
  }
  /// Children whose last message since their notification is Xoff.
  uint32_t heard() const { return heard_; }
  SaqLine::In& in() { return in_; }
  const SaqLine::Out& out() const { return unit_->out(); }

 private:
  unsigned children_;
  std::unique_ptr<UnitInstance<SaqLine>> unit_;
  SaqLine::In in_;
  uint32_t heard_ = 0;
};

TEST(SaqLine, AStaleXoffDoesNotHaltAChildsNewSaq) {
  for (const bool before : {true, false}) {
    ToldSaq saq(1);
    saq.fill(40);
    saq.ask(0);
    saq.accept(0);
    saq.clock();
    saq.fill(64);
    saq.clock();
    saq.clock();
    ASSERT_TRUE(saq.out().tell_valid && saq.out().tell_stop);
    saq.give_back(0);  // the child has sent all it had; the Xoff waits
    saq.fill(32);
    saq.clock();
    ASSERT_FALSE(saq.out().stop);
    saq.ask(0);
    // Whoever takes messages is ready while the child owes its answer, or once it has accepted.
    saq.in().tell_ready = before;
    saq.clock();
    saq.accept(0);
    saq.clock();
    saq.settle(32);
    EXPECT_EQ(saq.out().accepted, 1u);
    EXPECT_EQ(saq.heard(), 0u) << "halted for ever";
    saq.settle(64);
    EXPECT_EQ(saq.heard(), 1u);
    saq.settle(32);
    EXPECT_EQ(saq.heard(), 0u);
  }
}

TEST(SaqLine, AChildThatAcceptsWhileSendersAreStoppedIsTold) {
  ToldSaq saq(8);
  saq.fill(40);
  saq.ask(2);
  saq.accept(2);
  saq.clock();
  saq.settle(64);
  ASSERT_EQ(saq.heard(), 4u);
  saq.ask(5);
  saq.accept(5);
  saq.clock();
  saq.settle(64);
  EXPECT_EQ(saq.heard(), 4u | 32u);
  saq.settle(32);
  EXPECT_EQ(saq.heard(), 0u);
}

TEST(SaqLine, AChildThatAcceptsAsTheLastReturnsIsTold) {
  ToldSaq saq(8);
  saq.fill(40);
  saq.ask(2);
  saq.accept(2);
  saq.clock();
  saq.settle(64);
  saq.ask(5);
  saq.accept(5);
  saq.give_back(2);
  saq.clock();
  ASSERT_EQ(saq.out().accepted, 32u);
  saq.settle(64);
  EXPECT_EQ(saq.heard() & 32u, 32u);
}

TEST(SaqLine, AMessageThatIsTakenAsAnotherChildAcceptsIsNotForIt) {
  for (const bool returns : {true, false}) {
    ToldSaq saq(8);
    saq.fill(40);
    saq.ask(2);
    saq.ask(5);
    saq.accept(2);
    saq.clock();
    saq.fill(64);
    saq.clock();
    saq.clock();
    ASSERT_TRUE(saq.out().tell_valid && saq.out().tell_stop);
    saq.accept(5);
    if (returns) saq.give_back(2);
    saq.in().tell_ready = true;
    saq.clock();
    ASSERT_EQ(saq.heard() & 32u, 0u);
    saq.settle(64);
    EXPECT_EQ(saq.heard() & 32u, 32u);
  }
}

TEST(SaqLine, AMessageThatWaitsIsForTheChildThatAcceptsAsTheLastReturns) {
  ToldSaq saq(8);
  saq.fill(40);
  saq.ask(2);
  saq.ask(5);
  saq.accept(2);
  saq.clock();
  saq.fill(64);
  saq.clock();
  saq.clock();
  saq.accept(5);
  saq.give_back(2);
  EXPECT_TRUE(saq.clock().tell_valid);
  saq.settle(64);
  EXPECT_EQ(saq.heard() & 32u, 32u);
}

}  // namespace
}  // namespace chokepoint::test
