// SPDX-License-Identifier: Apache-2.0
// Names of routers and NICs and windows of cycles as the user writes them, right and wrong.
#include <gtest/gtest.h>

#include "sim/wave/wave_selection.h"

namespace chokepoint {
namespace {

constexpr unsigned kRouters = 16, kNodes = 64;

std::string error_of(const std::string& what) {
  try {
    parse_wave_selection({what}, kRouters, kNodes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(WaveSelection, NamesListsRangesAndAll) {
  const WaveSelection selection =
      parse_wave_selection({"router.1, nic.4", "nic.62-63", "router.15"}, kRouters, kNodes);
  EXPECT_EQ(selection.routers, (std::set<RouterId>{1, 15}));
  EXPECT_EQ(selection.nics, (std::set<NodeId>{4, 62, 63}));
  EXPECT_EQ(parse_wave_selection({"router.all"}, kRouters, kNodes).routers.size(), kRouters);
  EXPECT_TRUE(parse_wave_selection({}, kRouters, kNodes).empty());
}

TEST(WaveSelection, ErrorsNameTheItemAndWhatExists) {
  const std::string exists =
      "; this network has router.0 to router.15 and nic.0 to nic.63 (also as router.0-3, nic.all)";
  EXPECT_EQ(error_of("ruter.1"), "wave: 'ruter.1' is unknown" + exists);
  EXPECT_EQ(error_of("router.16"), "wave: 'router.16' does not exist" + exists);
  EXPECT_EQ(error_of("nic.60-64"), "wave: 'nic.60-64' does not exist" + exists);
  EXPECT_EQ(error_of("nic.5-2"), "wave: 'nic.5-2' runs backwards" + exists);
  for (const char* name : {"nic", "nic.", "nic.x", "nic.1x", "nic.-1", "nic.1-",
                           "nic.99999999999999999999"})
    EXPECT_EQ(error_of(name), "wave: '" + std::string(name) + "' has no number" + exists);
  EXPECT_EQ(error_of(""), "wave: '' is unknown" + exists);
  EXPECT_EQ(error_of("nic.1,,nic.2"), "wave: '' is unknown" + exists);
}

TEST(WaveWindow, BothEndsAreOptional) {
  EXPECT_EQ(parse_wave_window("10:20").from, 10u);
  EXPECT_EQ(parse_wave_window("10:20").to, 20u);
  EXPECT_EQ(parse_wave_window("10:").to, ~Cycle{0});
  EXPECT_EQ(parse_wave_window(":20").from, 0u);
}

TEST(WaveWindow, ErrorsSayWhatWouldBeRight) {
  for (const char* text : {"10", "20:10", "a:3", "3:b", "-1:4", "1:2:3", ""}) {
    try {
      parse_wave_window(text);
      FAIL() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("write FIRST:LAST in cycles"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace chokepoint
