// SPDX-License-Identifier: Apache-2.0
// A router's credits by output and VC: what arrives is added where it belongs, by the fast path and
// by the other, and one credit too many is noticed.
#include "sim/channel/credit_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "sim/channel/channel.h"

namespace chokepoint::test {
namespace {

/// Takes and returns credits at random for many cycles, and compares with plain numbers.
void compare_with_numbers(unsigned ports, unsigned vcs, unsigned passes, unsigned seed) {
  SCOPED_TRACE(testing::Message() << ports << " ports, " << vcs << " VCs, " << passes
                                  << " passes, seed " << seed);
  constexpr unsigned kEach = 60000, kCycles = 200;
  constexpr uint32_t kLatency = 3;
  std::mt19937 random(seed);
  CreditArrivals arrivals(kLatency, ports, passes, vcs);
  CreditTable table(ports, vcs, kEach);
  std::vector<unsigned> here(ports * vcs, kEach), away(ports * vcs);  // away: may come back
  std::vector<std::vector<unsigned>> due(kCycles + kLatency + 1,
                                         std::vector<unsigned>(ports * vcs));
  for (unsigned now = 1; now < kCycles; ++now) {
    uint64_t expected_ports = 0;
    for (unsigned i = 0; i < ports * vcs; ++i) {
      here[i] += due[now][i];
      if (due[now][i] != 0) expected_ports |= uint64_t{1} << (i / vcs);
    }
    ASSERT_EQ(arrivals.take_into(now, table), expected_ports) << "cycle " << now;
    for (unsigned port = 0; port < ports; ++port) {
      for (unsigned vc = 0; vc < vcs; ++vc) {
        ASSERT_EQ(table.at(port, vc), here[port * vcs + vc])
            << "cycle " << now << " port " << port << " VC " << vc;
      }
      const unsigned taken = port * vcs + random() % vcs;
      const unsigned flits = random() % 4;
      table.take(port, taken % vcs, flits);
      here[taken] -= flits;
      away[taken] += flits;
      const CreditLink link(arrivals, port, kLatency);
      const auto returned = [&](unsigned vc, unsigned most) {
        unsigned& left = away[port * vcs + vc];
        const unsigned count = std::min(most, left);
        left -= count;
        due[now + kLatency][port * vcs + vc] += count;
        return count;
      };
      for (unsigned pass = 0; pass < passes; ++pass) {
        const unsigned vc = random() % vcs;
        if (random() % 3 != 0 && returned(vc, 1) != 0) link.send(now, vc, pass);
      }
      if (random() % 50 == 0) {
        const unsigned vc = random() % vcs;
        if (const unsigned flits_back = returned(vc, 5)) link.send_many(now, vc, flits_back);
      }
    }
  }
  EXPECT_FALSE(table.exceeded());
}

TEST(CreditTable, AddsWhatArrivesWhereItBelongs) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    for (const unsigned ports : {2u, 16u, 17u, 23u, 33u, 64u}) {
      for (const unsigned vcs : {1u, 6u, 32u}) {
        for (const unsigned passes : {1u, 2u, 3u, 4u}) {
          compare_with_numbers(ports, vcs, passes, seed);
        }
      }
    }
  }
}

TEST(CreditTable, OneCreditTooManyIsNoticed) {
  for (const unsigned passes : {1u, 2u}) {
    for (const unsigned port : {0u, 15u, 16u, 22u}) {
      for (const unsigned vc : {0u, 5u}) {
        CreditArrivals arrivals(1, 23, passes, 6);
        CreditTable table(23, 6, 65535);
        table.take(port, vc, 1);
        const CreditLink link(arrivals, port, 1);
        link.send(0, vc, passes - 1);
        arrivals.take_into(1, table);
        EXPECT_FALSE(table.exceeded());
        for (const uint16_t most : {1, 64, 65533, 65535}) {
          CreditTable full(23, 6, most);
          link.send(1, vc, passes - 1);
          arrivals.take_into(2, full);
          EXPECT_TRUE(full.exceeded())
              << passes << " passes, port " << port << " VC " << vc << " of " << most;
        }
      }
    }
  }
}

}  // namespace
}  // namespace chokepoint::test
