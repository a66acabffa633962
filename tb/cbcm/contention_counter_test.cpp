// SPDX-License-Identifier: Apache-2.0
// contention_counter: RTL against golden model under random picks.
#include "sim/units/cbcm/contention_counter.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class CounterStimulus {
 public:
  using Unit = ContentionCounter;
  enum Corner { kAll, kNone, kHalf };

  CounterStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {}

  const Unit::In& next(const Unit::Out&) {
    phases_.tick(random_, quiet_);
    const unsigned busy = phases_.intensity();
    const unsigned hot = random_.below(p_.radix);
    in_.pick_valid = 0;
    unsigned picks = 0;
    for (unsigned i = 0; i < p_.radix; ++i) {
      in_.pick_output[i] = 0;
      if (!random_.chance(busy)) continue;
      const unsigned output = random_.chance(busy) ? hot : random_.below(p_.radix);
      if (output == i) continue;  // never its own output
      in_.pick_valid |= uint64_t{1} << i;
      in_.pick_output[i] = output;
      picks += output == hot;
    }
    corners.hit(kAll, picks == p_.radix - 1);
    corners.hit(kNone, in_.pick_valid == 0);
    corners.hit(kHalf, picks > p_.radix / 2);
    return in_;
  }

  Corners corners{{"every other input picks one output", "no pick", "more than half pick one output"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Unit::In in_;
};

TEST(ContentionCounter, LockstepDefault) { random_lockstep<CounterStimulus>({}, 5000000); }
TEST(ContentionCounter, LockstepRadix5) { random_lockstep<CounterStimulus>({5}, 2000000); }
TEST(ContentionCounter, LockstepRadix22) { random_lockstep<CounterStimulus>({22}, 3000000); }
TEST(ContentionCounter, LockstepRadix64) { random_lockstep<CounterStimulus>({64}, 400000); }

}  // namespace
}  // namespace chokepoint::test
