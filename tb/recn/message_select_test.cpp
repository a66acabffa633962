// SPDX-License-Identifier: Apache-2.0
// message_select: RTL against golden model, skipped against unskipped.
#include "sim/units/recn/message_select.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

/// Channels with messages that wait until they are taken; now and then one is taken back.
class SelectStimulus {
 public:
  using Unit = MessageSelect;
  static constexpr bool kHasTime = false;
  enum Corner { kTaken, kAlone, kAll, kWraps, kSlow, kHeldOffered, kReenable };

  SelectStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {}

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh) {
      comes_ = random_.between(2, 90);
      done_ = random_.between(10, 95);
    }
    const uint64_t taken = in_.message_valid & ready_;
    corners.hit(kTaken, taken != 0 && was);
    corners.hit(kWraps, taken != 0 && taken < last_);
    if (taken != 0) last_ = taken;
    in_.message_valid &= ~taken;
    if (random_.chance(2)) in_.message_valid = 0;
    for (unsigned i = 0; i < p_.sources; ++i) {
      if (((in_.message_valid >> i) & 1) != 0) continue;
      if (quiet_ ? !random_.chance(phases_.intensity()) || !random_.chance(10)
                 : !random_.chance(comes_))
        continue;
      in_.message_valid |= uint64_t{1} << i;
      in_.message_kind[i] = random_.below(4);
      in_.message_turns[i] = random_.next() & low_mask(p_.pool_bits);
      in_.message_mask[i] = low_mask(random_.between(1, p_.pool_bits));
    }
    if (!quiet_ || random_.chance(10)) in_.held_ready = random_.chance(done_);
    ready_ = in_.enable ? out.message_ready : 0;
    if (in_.enable && was) {
      corners.hit(kAlone, bit_count(in_.message_valid) == 1);
      corners.hit(kAll, in_.message_valid == low_mask(p_.sources));
      corners.hit(kSlow, out.held_valid && !in_.held_ready);
      corners.hit(kHeldOffered, out.held_valid && in_.message_valid != 0);
    }
    corners.hit(kReenable, in_.enable && !was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"taken", "a single message", "all channels at once",
                   "a lower channel after a higher one", "what is held waits",
                   "a message while one is held", "re-enabled"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint64_t ready_ = 0, last_ = 0;
  unsigned comes_ = 50, done_ = 50;
};

TEST(MessageSelect, LockstepDefault) {
  random_lockstep<SelectStimulus>({}, 200000);
}
TEST(MessageSelect, LockstepWide) {
  random_lockstep<SelectStimulus>({5, 48}, 300000);
}
TEST(MessageSelect, LockstepOne) {
  random_lockstep<SelectStimulus>({1, 5}, 100000, 0);
}
TEST(MessageSelect, SkippedDefault) {
  skipped_against_unskipped<SelectStimulus>({}, 100000, 10000);
}

/// Messages of all channels at once are taken in the order of their channels, each once.
TEST(MessageSelect, ChannelsTakeTurns) {
  MessageSelect::Model model({3, 4});
  MessageSelect::In in;
  in.enable = in.held_ready = true;
  in.message_valid = 7;
  std::vector<unsigned> order;
  for (unsigned clock = 0; clock < 8; ++clock) {
    model.step(in);
    if (model.out().held_valid) order.push_back(model.out().held_source);
  }
  EXPECT_EQ(order, (std::vector<unsigned>{0, 1, 2, 0}));
}

/// A message that comes alone waits a clock for its turn, and none if it has it already.
TEST(MessageSelect, TheTurnStaysWhereTheLastMessageWas) {
  MessageSelect::Model model({3, 4});
  MessageSelect::In in;
  in.enable = in.held_ready = true;
  in.message_valid = 4;
  in.message_kind[2] = 1;
  in.message_turns[2] = 9;
  in.message_mask[2] = 15;
  model.step(in);
  EXPECT_FALSE(model.out().held_valid);
  EXPECT_EQ(model.out().message_ready, 4u);
  model.step(in);
  EXPECT_TRUE(model.out().held_valid);
  EXPECT_EQ(model.out().held_source, 2u);
  EXPECT_EQ(model.out().held.kind, 1u);
  EXPECT_EQ(model.out().held.path.turns, 9u);
  EXPECT_EQ(model.out().held.path.mask, 15u);
  EXPECT_EQ(model.out().message_ready, 0u);
  in.message_valid = 0;
  model.step(in);
  EXPECT_FALSE(model.out().held_valid);
  EXPECT_EQ(model.out().message_ready, 4u);
}

}  // namespace
}  // namespace chokepoint::test
