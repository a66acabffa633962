// SPDX-License-Identifier: Apache-2.0
// weighted_sampler: RTL against golden model under random requests, skipped against unskipped.
#include "sim/units/cbcm/weighted_sampler.h"

#include "tb/cbcm/request_stimulus.h"
#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

using Stimulus = RequestStimulus<WeightedSampler>;

TEST(WeightedSampler, LockstepDefault) { random_lockstep<Stimulus>({}, 5000000); }
TEST(WeightedSampler, LockstepRadix7Vcs2) { random_lockstep<Stimulus>({7, 2, 12}, 4000000); }
TEST(WeightedSampler, LockstepRadix12Fraction16) {
  random_lockstep<Stimulus>({12, 3, 16}, 1000000, 0);
}
TEST(WeightedSampler, LockstepRadix64) { random_lockstep<Stimulus>({64, 4, 12}, 200000, 0); }
TEST(WeightedSampler, SkippedDefault) { skipped_against_unskipped<Stimulus>({}, 500000, 50000); }

}  // namespace
}  // namespace chokepoint::test
