// SPDX-License-Identifier: Apache-2.0
// Tests of the storage formulas of the RECN units against hand counts.
#include <gtest/gtest.h>

#include "sim/units/recn/storage.h"

namespace chokepoint {
namespace {

TEST(RecnStorage, ThePathCamCountedByHand) {
  EXPECT_EQ(storage(PathCam::Params{}).sample, 8u * (31 + 31)) << "the paper's Fig 4";
  EXPECT_EQ(storage(PathCam::Params{}).state, 8u + 7 + 6 + 5 + 4 + 3 + 2 + 1);
  EXPECT_EQ(storage(PathCam::Params{}).pipeline, (1u + 1 + 3) + (5 + 3 + 3) + (31 + 31 + 1));
  EXPECT_EQ(storage(PathCam::Params{3, 4}).total(), 3u * 8 + 3 + 3 + (2 + 2) + (5 + 4) + 9);
}

}  // namespace
}  // namespace chokepoint
