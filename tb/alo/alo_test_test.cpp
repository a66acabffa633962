// SPDX-License-Identifier: Apache-2.0
// alo_test: RTL against golden model, and the whole truth table of small sizes by the rule as the paper
// states it.
#include "sim/units/alo/alo_test.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class AloStimulus {
 public:
  using Unit = AloTest;
  enum Corner { kEvery, kOne, kRefused, kNothing };

  AloStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {}
  const Unit::In& next(const Unit::Out&) {
    phases_.tick(random_, quiet_);
    const unsigned busy = phases_.intensity();
    const auto all = static_cast<uint32_t>(low_mask(p_.vcs));
    in_.cfg_counted_vcs = random_.chance(70) ? all : random_.between(1, all);
    in_.useful = 0;
    for (unsigned k = random_.below(5); k > 0; --k)
      in_.useful |= uint64_t{1} << random_.below(p_.outputs);
    bool every = true, some = false;
    for (unsigned o = 0; o < p_.outputs; ++o) {
      in_.free[o] = 0;
      for (unsigned v = 0; v < p_.vcs; ++v) in_.free[o] |= uint32_t{!random_.chance(busy)} << v;
      if (random_.chance(10)) in_.free[o] = random_.chance(50) ? all : 0;
      if (((in_.useful >> o) & 1) == 0) continue;
      every = every && (in_.free[o] & in_.cfg_counted_vcs) != 0;
      some = some || (in_.free[o] & in_.cfg_counted_vcs) == in_.cfg_counted_vcs;
    }
    corners.hit(kEvery, (every && !some && in_.useful != 0) || p_.vcs == 1);
    corners.hit(kOne, some && !every);
    corners.hit(kRefused, !every && !some);
    corners.hit(kNothing, in_.useful == 0);
    return in_;
  }
  Corners corners{{"each has a free VC, none has all", "one has all free, another none", "refused",
                   "nothing is useful"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Unit::In in_;
};

TEST(AloTest, LockstepDefault) { random_lockstep<AloStimulus>({}, 2000000); }
TEST(AloTest, LockstepOutputs7) { random_lockstep<AloStimulus>({7, 5}, 1000000); }
TEST(AloTest, LockstepOneVc) { random_lockstep<AloStimulus>({3, 1}, 1000000); }
TEST(AloTest, LockstepOutputs64) { random_lockstep<AloStimulus>({64, 16}, 200000); }

// Inject "if at least one VC is free on every useful channel, or some useful channel is all free".
bool by_the_paper(unsigned outputs, unsigned vcs, unsigned useful, unsigned free, unsigned counted) {
  unsigned with_a_free_one = 0, all_free = 0, useful_ones = 0;
  for (unsigned o = 0; o < outputs; ++o) {
    if (!((useful >> o) & 1)) continue;
    ++useful_ones;
    unsigned free_ones = 0, counted_ones = 0;
    for (unsigned v = 0; v < vcs; ++v) {
      counted_ones += (counted >> v) & 1;
      free_ones += (counted >> v) & (free >> (o * vcs + v)) & 1;
    }
    with_a_free_one += free_ones > 0;
    all_free += free_ones == counted_ones;
  }
  return with_a_free_one == useful_ones || all_free > 0;
}

void whole_truth_table(EngineKind engine, unsigned outputs, unsigned vcs) {
  const AloTest::Params params{outputs, vcs};
  const auto unit = make_unit<AloTest>(engine, params, "alo");
  uint64_t injected = 0, cases = 0;
  AloTest::In in;
  for (unsigned counted = 1; counted < 1u << vcs; ++counted) {
    for (unsigned useful = 0; useful < 1u << outputs; ++useful) {
      for (unsigned free = 0; free < 1u << (outputs * vcs); ++free) {
        in.cfg_counted_vcs = counted;
        in.useful = useful;
        for (unsigned o = 0; o < outputs; ++o) in.free[o] = (free >> (o * vcs)) & low_mask(vcs);
        unit->step(in);
        ASSERT_EQ(unit->out().inject, by_the_paper(outputs, vcs, useful, free, counted))
            << "useful " << useful << " free " << free << " counted " << counted;
        injected += unit->out().inject;
        ++cases;
      }
    }
  }
  EXPECT_GT(injected, cases / 3);
  EXPECT_LT(injected, cases);
}

TEST(AloTruthTable, ModelTwoOutputs) {
  for (unsigned vcs = 1; vcs <= 4; ++vcs) whole_truth_table(EngineKind::kModel, 2, vcs);
}
TEST(AloTruthTable, ModelFourOutputsThreeVcs) { whole_truth_table(EngineKind::kModel, 4, 3); }
TEST(AloTruthTable, RtlFourOutputsThreeVcs) { whole_truth_table(EngineKind::kRtl, 4, 3); }
TEST(AloTruthTable, RtlThreeOutputsTwoVcsOfALargerOne) {
  whole_truth_table(EngineKind::kRtl, 3, 2);
}

}  // namespace
}  // namespace chokepoint::test
