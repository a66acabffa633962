// SPDX-License-Identifier: Apache-2.0
// The set of undelivered packets, and the table that it is kept in.
#include "sim/stats/delivery_ledger.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <vector>

#include "sim/common/open_map.h"

namespace chokepoint {
namespace {

TEST(OpenMap, RunsOfCountedNumbersDoNotPileUp) {
  OpenMap<uint64_t> map(1024);  // as of the packets of 16 sources with a backlog
  for (uint64_t number = 0; number < 3000; ++number) {
    for (uint64_t source = 0; source < 16; ++source) map[(source << 42) | number] = number;
  }
  EXPECT_LT(map.longest_search(), 100u);
}

TEST(OpenMap, BehavesAsAMap) {
  const bool held = rc::check("insert, find, erase", [] {
    OpenMap<uint32_t> map(4);
    std::map<uint64_t, uint32_t> reference;
    const auto steps = *rc::gen::container<std::vector<std::pair<uint8_t, uint32_t>>>(
        rc::gen::pair(rc::gen::arbitrary<uint8_t>(), rc::gen::arbitrary<uint32_t>()));
    for (const auto& [key, value] : steps) {
      if (value % 3 == 0) {
        map.erase(key);
        reference.erase(key);
      } else {
        map[key] = value;
        reference[key] = value;
      }
      RC_ASSERT(map.size() == reference.size());
    }
    for (uint64_t key = 0; key < 256; ++key) {
      const uint32_t* found = map.find(key);
      RC_ASSERT((found != nullptr) == (reference.count(key) != 0));
      if (found != nullptr) RC_ASSERT(*found == reference.at(key));
    }
  });
  EXPECT_TRUE(held);
}

TEST(DeliveryLedger, BehavesAsASetOfPackets) {
  using Arrival = DeliveryLedger::Arrival;
  const bool held = rc::check("deliveries in any order", [] {
    const auto packets = *rc::gen::inRange(1u, 300u);
    const auto order = *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0u, 310u));
    DeliveryLedger ledger(4);
    ledger.generated(3, 5, packets);
    ledger.generated(3, 6, 1);
    std::vector<bool> came(310);
    unsigned left = packets;
    for (const unsigned number : order) {
      const Arrival arrival = ledger.delivered({3, 5, number});
      const bool expected = number < packets && !came[number];
      if (expected) {
        came[number] = true;
        --left;
      }
      RC_ASSERT(arrival == (!expected   ? Arrival::kNotExpected
                            : left != 0 ? Arrival::kMoreToCome
                                        : Arrival::kMessageComplete));
    }
    const auto missing = ledger.first_missing();
    const auto first = std::find(came.begin(), came.end(), false) - came.begin();
    RC_ASSERT(missing.has_value());
    RC_ASSERT(missing->message == (left != 0 ? 5u : 6u));
    if (left != 0) RC_ASSERT(missing->sequence_number == first);
    for (unsigned number = 0; number < packets; ++number) {
      if (!came[number]) ledger.delivered({3, 5, number});
    }
    RC_ASSERT(ledger.delivered({3, 6, 0}) == Arrival::kMessageComplete);
    RC_ASSERT(!ledger.first_missing());
    RC_ASSERT(ledger.packets_delivered() == ledger.packets_generated());
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace chokepoint
