// SPDX-License-Identifier: Apache-2.0
// Golden model of injection_gate: every estimate against every threshold.
#include <gtest/gtest.h>

#include "sim/units/self_tuned/injection_gate.h"

namespace chokepoint::test {
namespace {

TEST(InjectionGateModel, HoldsAboveTheThresholdOnly) {
  InjectionGate::Model model({});
  EXPECT_FALSE(model.out().hold);
  for (uint32_t estimate = 0; estimate < 40; ++estimate) {
    for (uint32_t threshold = 0; threshold < 40; ++threshold) {
      model.step({true, estimate, threshold});
      ASSERT_EQ(model.out().hold, estimate > threshold);
      model.step({false, estimate, threshold});
      ASSERT_FALSE(model.out().hold);
    }
  }
  EXPECT_THROW(InjectionGate::Model(InjectionGate::Params{3}), ParamError);
  EXPECT_THROW(InjectionGate::Model(InjectionGate::Params{21}), ParamError);
}

}  // namespace
}  // namespace chokepoint::test
