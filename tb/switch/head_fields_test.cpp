// SPDX-License-Identifier: Apache-2.0
// The fields of a head flit have the widths that hardware would give them.
#include "sim/switch/plain_router/head_fields.h"

#include <gtest/gtest.h>

#include <string>

namespace chokepoint::test {
namespace {

using plain::PacketHead;

TEST(HeadFields, TheWidestValueOfEachFitsAndOneMoreDoesNot) {
  PacketHead head;
  head.packet = (1u << 24) - 1;
  head.flits = 0xffff;
  head.output = 63;
  head.vcs = ~0u;
  head.queue = 4095;
  head.count = 63;
  head.output_queue = 255;
  head.gated = true;
  head.route.target = 8191;
  head.route.phase = 255;
  EXPECT_EQ(plain::too_wide(head), "");
  const auto expect_named = [&head](const std::string& name, auto& field) {
    ++field;
    EXPECT_EQ(plain::too_wide(head).find("field " + name + " holds "), 0u) << name;
    --field;
  };
  expect_named("packet", head.packet);
  expect_named("output", head.output);
  expect_named("queue", head.queue);
  expect_named("count", head.count);
  expect_named("route.target", head.route.target);
  EXPECT_EQ(plain::too_wide(head), "");
}

}  // namespace
}  // namespace chokepoint::test
