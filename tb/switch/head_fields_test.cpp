// SPDX-License-Identifier: Apache-2.0
// The fields of a head flit have the widths that hardware would give them.
#include "sim/switch/plain_router/head_fields.h"

#include <gtest/gtest.h>

#include <string>

namespace chokepoint::test {
namespace {

using plain::head_fields;
using plain::PacketHead;

std::string too_wide(const PacketHead& head) {
  std::string names;
  for (const plain::HeadField& field : head_fields(head)) {
    if (!field.fits()) names += std::string(field.name) + " ";
  }
  return names;
}

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
  EXPECT_EQ(too_wide(head), "");
  ++head.packet, ++head.output, ++head.queue, ++head.count, ++head.route.target;
  EXPECT_EQ(too_wide(head), "packet output queue count route.target ");
}

}  // namespace
}  // namespace chokepoint::test
