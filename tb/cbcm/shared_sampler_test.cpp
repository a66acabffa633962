// SPDX-License-Identifier: Apache-2.0
// shared_sampler: RTL against golden model under random requests, skipped against unskipped.
#include "sim/units/cbcm/shared_sampler.h"

#include "tb/cbcm/request_stimulus.h"
#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

using Stimulus = RequestStimulus<SharedSampler>;

TEST(SharedSampler, LockstepRadix8) { random_lockstep<Stimulus>({8, 4, 4}, 3000000); }
// A port and two VCs of the Verilated radix 8, 4 VCs left unused.
TEST(SharedSampler, LockstepRadix7Vcs2) { random_lockstep<Stimulus>({7, 2, 4}, 2000000); }
TEST(SharedSampler, LockstepRadix22Vcs3) { random_lockstep<Stimulus>({22, 3, 8}, 1000000, 0); }
TEST(SharedSampler, LockstepRadix64) { random_lockstep<Stimulus>({64, 4, 8}, 200000, 0); }
TEST(SharedSampler, SkippedRadix8) {
  skipped_against_unskipped<Stimulus>({8, 4, 4}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
