// SPDX-License-Identifier: Apache-2.0
// Golden model of sideband_restart: which clocks are restarts, by the page's sentence.
#include <gtest/gtest.h>

#include <vector>

#include "sim/units/self_tuned/sideband_restart.h"

namespace chokepoint::test {
namespace {

/// Numbers of the first clocks that end a cycle in which `restart` was high; the first is 1.
std::vector<int> restarts(uint32_t cycles, int clocks) {
  SidebandRestart::Model model({});
  std::vector<int> found;
  for (int clock = 1; clock <= clocks; ++clock) {
    if (model.out().restart) found.push_back(clock);
    model.step({true, cycles});
  }
  return found;
}

TEST(SidebandRestartModel, EverySoManyClocks) {
  EXPECT_EQ(restarts(2, 8), (std::vector{2, 4, 6, 8}));
  EXPECT_EQ(restarts(3, 9), (std::vector{3, 6, 9}));
  EXPECT_EQ(restarts(4096, 9000), (std::vector{4096, 8192}));
}

TEST(SidebandRestartModel, SwitchedOffItBeginsAgain) {
  SidebandRestart::Model model({});
  for (int clock = 0; clock < 3; ++clock) model.step({true, 4});
  EXPECT_TRUE(model.out().restart);
  model.step({false, 4});
  EXPECT_FALSE(model.out().restart);
  for (int clock = 0; clock < 3; ++clock) {
    EXPECT_FALSE(model.out().restart) << clock;
    model.step({true, 4});
  }
  EXPECT_TRUE(model.out().restart);
}

TEST(SidebandRestartModel, RefusesWidths) {
  EXPECT_THROW(SidebandRestart::Model(SidebandRestart::Params{3}), ParamError);
  EXPECT_THROW(SidebandRestart::Model(SidebandRestart::Params{31}), ParamError);
}

}  // namespace
}  // namespace chokepoint::test
