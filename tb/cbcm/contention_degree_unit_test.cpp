// SPDX-License-Identifier: Apache-2.0
// contention_degree_unit: RTL against golden model under random requests, skipped against
// unskipped.
#include "sim/units/cbcm/contention_degree_unit.h"

#include "tb/cbcm/request_stimulus.h"
#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

using Stimulus = RequestStimulus<ContentionDegreeUnit>;

TEST(ContentionDegreeUnit, LockstepDefault) {
  random_lockstep<Stimulus>({}, 6000000);
}
TEST(ContentionDegreeUnit, LockstepRadix6Vcs3) {
  random_lockstep<Stimulus>({6, 3}, 3000000);
}
TEST(ContentionDegreeUnit, LockstepWeighted) {
  random_lockstep<Stimulus>({8, 4, 20, 5, 1, 12}, 1000000);
}
TEST(ContentionDegreeUnit, LockstepIntervals) {
  random_lockstep<Stimulus>({7, 4, 100, 10, 0, 12, 1}, 3000000);
}
TEST(ContentionDegreeUnit, SkippedIntervals) {
  skipped_against_unskipped<Stimulus>({7, 4, 100, 10, 0, 12, 1}, 300000, 20000);
}
TEST(ContentionDegreeUnit, LockstepRadix64) {
  random_lockstep<Stimulus>({64, 4}, 200000, 0);
}
TEST(ContentionDegreeUnit, SkippedDefault) {
  skipped_against_unskipped<Stimulus>({}, 500000, 20000);
}
TEST(ContentionDegreeUnit, SkippedWeighted) {
  skipped_against_unskipped<Stimulus>({8, 4, 20, 5, 1, 12}, 300000, 20000);
}

}  // namespace
}  // namespace chokepoint::test
