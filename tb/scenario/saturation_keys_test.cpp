// SPDX-License-Identifier: Apache-2.0
// The keys of a run that may end early: what is read and what is refused.
#include <gtest/gtest.h>

#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

const char* const kText = R"([[traffic]]
name = "ur"
rate = 0.25
[[traffic]]
name = "burst"
generate = "impulse"
[run]
saturation_group = "ur"
saturation_window = 700
)";

TEST(SaturationKeys, AreRead) {
  const Scenario scenario = parse(kText);
  EXPECT_EQ(scenario.run.saturation_group, "ur");
  EXPECT_EQ(scenario.run.saturation_window, 700u);
  EXPECT_EQ(parse(kText, {"run.saturation_group="}).run.saturation_group, "");
}

TEST(SaturationKeys, AGroupThatIsNotThereIsNamed) {
  EXPECT_EQ(error_of(kText, {"run.saturation_group=hot"}),
            "--set run.saturation_group=hot: saturation_group: no traffic group 'hot' that "
            "generates at a rate; there are: ur");
}

TEST(SaturationKeys, OnlyAGroupWithARateIsJudged) {
  EXPECT_NE(error_of(kText, {"run.saturation_group=burst"}).find("no traffic group 'burst'"),
            std::string::npos);
}

TEST(SaturationKeys, TooShortAWindowIsRefused) {
  EXPECT_NE(error_of(kText, {"run.saturation_window=50"}).find("saturation_window"),
            std::string::npos);
}

}  // namespace
}  // namespace chokepoint::test
