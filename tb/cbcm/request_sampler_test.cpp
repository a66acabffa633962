// SPDX-License-Identifier: Apache-2.0
// request_sampler: RTL against golden model under random requests, skipped against unskipped.
#include "sim/units/cbcm/request_sampler.h"

#include "tb/cbcm/request_stimulus.h"
#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

using Stimulus = RequestStimulus<RequestSampler>;

TEST(RequestSampler, LockstepDefault) { random_lockstep<Stimulus>({}, 5000000); }
// A port and two VCs of the Verilated radix 8, 4 VCs left unused.
TEST(RequestSampler, LockstepRadix7Vcs2) { random_lockstep<Stimulus>({7, 2}, 4000000); }
TEST(RequestSampler, LockstepRadix22Vcs3) { random_lockstep<Stimulus>({22, 3}, 1000000, 0); }
TEST(RequestSampler, LockstepRadix64) { random_lockstep<Stimulus>({64, 4}, 200000, 0); }
TEST(RequestSampler, SkippedDefault) { skipped_against_unskipped<Stimulus>({}, 500000, 50000); }

}  // namespace
}  // namespace chokepoint::test
