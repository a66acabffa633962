// SPDX-License-Identifier: Apache-2.0
// Golden model of alo_test against hand-worked cases of the paper's rule.
#include <gtest/gtest.h>

#include "sim/units/alo/alo_test.h"

namespace chokepoint::test {
namespace {

TEST(AloModel, OneVcIsAnyUsefulFree) {
  AloTest::Model model({4, 1});
  AloTest::In in;
  in.cfg_counted_vcs = 1;
  in.useful = 0b1010;
  in.free[0] = in.free[2] = 1;  // not useful
  model.step(in);
  EXPECT_FALSE(model.out().inject);
  in.free[3] = 1;
  model.step(in);
  EXPECT_TRUE(model.out().inject);
}

TEST(AloModel, NothingUsefulInjects) {
  AloTest::Model model({});
  AloTest::In in;
  in.cfg_counted_vcs = 7;
  model.step(in);
  EXPECT_TRUE(model.out().inject);
}

TEST(AloModel, EscapeVcsCountOnlyIfTheyAreToldTo) {
  AloTest::Model model({});
  AloTest::In in;
  in.useful = 1;
  in.free[0] = 0b001;  // the escape VC
  in.cfg_counted_vcs = 0b110;
  model.step(in);
  EXPECT_FALSE(model.out().inject);
  in.cfg_counted_vcs = 0b111;
  model.step(in);
  EXPECT_TRUE(model.out().inject);
}

TEST(AloModel, SizesOutsideTheRangeAreRefused) {
  EXPECT_THROW(AloTest::Model(AloTest::Params{1, 3}), ParamError);
  EXPECT_THROW(AloTest::Model(AloTest::Params{65, 3}), ParamError);
  EXPECT_THROW(AloTest::Model(AloTest::Params{4, 0}), ParamError);
  EXPECT_THROW(AloTest::Model(AloTest::Params{4, 17}), ParamError);
}

}  // namespace
}  // namespace chokepoint::test
