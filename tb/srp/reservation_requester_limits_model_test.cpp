// SPDX-License-Identifier: Apache-2.0
// Directed tests of the reservation requester's golden model where it meets its limits: stale and
// unexpected answers, full table and buffer, wrap-around, the largest blocks.
#include <gtest/gtest.h>

#include "tb/srp/requester_driver.h"

namespace chokepoint::test {
namespace {

TEST(ReservationRequesterModel, StaleGrantsChangeNothing) {
  Requester r;
  r.open(9, 4, 32);
  r.grant(9, 50, r.tags[9] ^ 1).tick();
  EXPECT_EQ(r.out().entry_speculate, 1u) << "another block";
  r.grant(9, 50, r.tags[9] ^ 4).tick();
  EXPECT_EQ(r.out().entry_speculate, 1u) << "another entry";
  r.grant(8, 50, r.tags[9]).tick();
  EXPECT_EQ(r.out().entry_speculate, 1u) << "another destination";
  EXPECT_FALSE(r.out().error);
  r.grant(9, 500).tick();
  r.grant(9, 50).settle();
  EXPECT_EQ(r.out().wake_at, 500u) << "granted already";
  r.respond(kSrpReservation, 9, 32).tick();
  EXPECT_FALSE(r.out().error) << "other kinds are ignored";
}

// A grant brings the lowest 26 bits of t_s: it may lie less than 2^25 cycles from now, on both sides.
TEST(ReservationRequesterModel, AStartIsAheadByLessThanHalfItsRange) {
  ReservationRequester::Params p;
  p.cycle_bits = 40;
  const uint64_t half = uint64_t{1} << 25, now = (uint64_t{5} << 26) + 77;
  for (const uint64_t ahead : {uint64_t{30}, half - 4}) {
    Requester r(p);
    r.in.now = now;
    r.open(9, 4);
    r.grant(9, r.in.now + ahead).tick();
    EXPECT_EQ(r.out().entry_send, 0u);
    r.settle();
    EXPECT_EQ(r.out().wake_at, (now + 2 + ahead + 3) / 4 * 4) << "in the first entry's turn";
  }
  for (const uint64_t behind : {uint64_t{0}, uint64_t{90}, half - 1}) {
    Requester r(p);
    r.in.now = now;
    r.open(9, 4);
    r.grant(9, r.in.now - behind).tick();
    EXPECT_EQ(r.out().entry_send, 1u) << behind << ": reached";
  }
  Requester r(p);
  r.in.now = now;
  r.open(9, 4);
  r.grant(9, r.in.now + half + 1).tick();
  EXPECT_EQ(r.out().entry_send, 1u) << "too far ahead is taken for long ago";
}

TEST(ReservationRequesterModel, TagsNameTheEntry) {
  Requester r;
  r.open(9, 4);
  r.open(12, 4);
  EXPECT_EQ(r.tags[9], 0u);
  EXPECT_EQ(r.tags[12], 4u);
  r.grant(9, 500, r.tags[12]).tick();
  EXPECT_TRUE(r.out().quiescent) << "no walk: it is of the other entry";
  EXPECT_FALSE(r.out().wake_valid);
}

TEST(ReservationRequesterModel, AnswersToNothingAreErrorsForOneClock) {
  Requester r;
  r.open(9, 4);
  r.sent(9).tick();
  const auto raises = [&](const char* what) {
    r.tick();
    EXPECT_FALSE(r.out().error) << what << ": in the clock after";
    EXPECT_FALSE(r.out().quiescent) << what;
    r.tick();
    EXPECT_TRUE(r.out().error) << what;
    EXPECT_FALSE(r.out().quiescent) << what;
    r.tick();
    EXPECT_FALSE(r.out().error) << what;
  };
  r.respond(kSrpAck, 9, 1);
  raises("not sent");
  r.respond(kSrpNack, 9, 4);
  raises("outside the block");
  r.respond(kSrpAck, 9, 0xFFFF);
  raises("before the block");
  r.respond(kSrpAck, 8, 0);
  raises("no such entry");
  r.respond(kSrpNack, 9, 0, 4);
  raises("another message");
  r.respond(kSrpAck, 9, 1).tick();
  r.sent(9).tick();
  EXPECT_TRUE(r.out().error) << "its packet only enters the network in the clock that looks at it";
  EXPECT_EQ(r.out().held, 2u);
  r.respond(kSrpAck, 9, 0).tick(2);
  EXPECT_FALSE(r.out().error);
  r.respond(kSrpAck, 9, 0);
  raises("answered twice");
}

TEST(ReservationRequesterModel, AFullRetransmissionBufferStopsSpeculationOnly) {
  Requester r;
  r.in.cfg_slots = 2;
  r.open(9, 4);
  r.open(12, 4);
  r.sent(9).tick();
  r.sent(12).tick();
  EXPECT_EQ(r.out().held, 2u);
  EXPECT_EQ(r.out().entry_speculate, 0u);
  r.in.cfg_slots = 3;
  r.tick();
  EXPECT_EQ(r.out().entry_speculate, 3u) << "the level counts at once";
  r.in.cfg_slots = 2;
  r.tick();
  EXPECT_EQ(r.out().entry_speculate, 0u);
  r.respond(kSrpAck, 12, 0).tick(2);
  EXPECT_EQ(r.out().entry_speculate, 3u);
  r.sent(12).tick();
  r.grant(9, r.in.now).tick();
  EXPECT_EQ(r.out().entry_send, 1u) << "reserved data needs no slot";
}

TEST(ReservationRequesterModel, AFullTableTakesNoOffer) {
  ReservationRequester::Params p;
  p.reservation_entries = 2;
  Requester r(p);
  r.open(9, 2);
  EXPECT_TRUE(r.out().offer_ready);
  r.open(10, 2);
  EXPECT_FALSE(r.out().offer_ready);
  r.offer(11, 2).tick();
  EXPECT_EQ(r.out().entry_valid, 3u);
  EXPECT_FALSE(r.out().request_valid) << "ignored";
  r.sent(9).tick();
  r.sent(9).tick();
  r.grant(9, 100).tick();
  r.respond(kSrpAck, 9, 1).tick();
  r.respond(kSrpAck, 9, 0).tick(2);
  EXPECT_EQ(r.out().entry_valid, 3u);
  EXPECT_FALSE(r.out().quiescent) << "it is freed in the next clock";
  r.tick();
  EXPECT_EQ(r.out().entry_valid, 2u);
  EXPECT_TRUE(r.out().offer_ready);
  r.open(11, 2);
  EXPECT_EQ(r.out().entry_destination[0], 11u) << "the lowest free entry";
}

TEST(ReservationRequesterModel, AnEntryFreedInThisClockIsNotGivenAway) {
  ReservationRequester::Params p;
  p.reservation_entries = 3;
  Requester r(p);
  r.open(9, 1);
  r.sent(9).tick();
  r.grant(9, 100).tick();
  r.respond(kSrpAck, 9, 0).tick(2);
  r.offer(11, 1).tick();
  EXPECT_EQ(r.out().entry_valid, 2u);
  EXPECT_EQ(r.out().entry_destination[1], 11u);
}

TEST(ReservationRequesterModel, StartsAndSequenceNumbersWrapAround) {
  ReservationRequester::Params p;
  p.cycle_bits = 8;
  Requester r(p);
  r.in.now = 240;
  r.open(9, 4, 0xFFFE);
  for (unsigned i = 0; i < 3; ++i) r.sent(9).tick();
  r.respond(kSrpNack, 9, 0).tick();  // the third: sequence number 0
  EXPECT_FALSE(r.out().error);
  r.respond(kSrpNack, 9, 0xFFFF).tick();
  EXPECT_FALSE(r.out().error);
  r.grant(9, 30).settle();
  EXPECT_EQ(r.out().wake_at, 32u) << "the first entry's turn";
  while (r.in.now != 33) {
    EXPECT_EQ(r.out().entry_send, 0u);
    r.tick();
  }
  r.tick(2);
  EXPECT_EQ(r.out().entry_send, 1u);
  EXPECT_EQ(r.out().resend_slot, 0u) << "the lowest low bits, though 0xFFFF went before";
  EXPECT_EQ(r.out().entry_resend, 1u);
  r.sent(9).tick();
  r.tick(2);
  EXPECT_EQ(r.out().resend_slot, 15u);
  EXPECT_EQ(r.out().entry_resend, 1u);
}

TEST(ReservationRequesterModel, BlocksOfSixtyFourPacketsUseEveryBit) {
  ReservationRequester::Params p;
  p.max_packets = 64;
  Requester r(p);
  r.in.cfg_slots = 100;
  r.open(9, 64);
  for (unsigned i = 0; i < 64; ++i) {
    ASSERT_EQ(r.out().entry_speculate, 1u);
    r.sent(9).tick();
  }
  EXPECT_EQ(r.out().entry_speculate, 0u);
  EXPECT_EQ(r.out().held, 64u);
  r.respond(kSrpNack, 9, 63).tick();
  r.grant(9, 100).tick();
  r.tick(2);
  EXPECT_EQ(r.out().entry_resend, 1u);
  EXPECT_EQ(r.out().resend_slot, 63u);
  r.sent(9).tick();
  for (unsigned i = 0; i < 63; ++i) r.respond(kSrpAck, 9, i).tick();
  r.tick(2);
  EXPECT_EQ(r.out().entry_valid, 0u);
  EXPECT_EQ(r.out().held, 0u);
}

TEST(ReservationRequesterModel, DisablingForgetsEverything) {
  Requester r;
  r.in.request_ready = false;
  r.offer(9, 4).tick();
  r.in.enable = false;
  r.offer(10, 4).tick();
  EXPECT_EQ(r.out().entry_valid, 0u);
  EXPECT_FALSE(r.out().request_valid);
  EXPECT_TRUE(r.out().offer_ready);
  EXPECT_EQ(r.out().entry_destination[0], 0u);
  EXPECT_TRUE(r.out().quiescent);
}

// Rows have dropped packets at the same time: one is shown, and they take turns.
TEST(ReservationRequesterModel, OnePacketGoesAgainAtATimeAndRowsTakeTurns) {
  Requester r;
  for (const unsigned destination : {9u, 10u, 11u}) {
    r.open(destination, 3);
    for (unsigned i = 0; i < 3; ++i) r.sent(destination).tick();
    r.respond(kSrpNack, destination, 2).tick();
    r.respond(kSrpNack, destination, 0).tick();
  }
  for (const unsigned destination : {9u, 10u, 11u}) r.grant(destination, 100).tick();
  for (const unsigned row : {0u, 1u, 2u, 0u, 1u, 2u}) {
    r.settle();
    EXPECT_EQ(r.out().entry_resend, 1u << row);
    EXPECT_EQ(r.out().entry_send, 1u << row);
    r.sent(9 + row).tick();
    EXPECT_EQ(r.out().entry_resend, 0u);
  }
  EXPECT_EQ(r.out().held, 3u);
}

TEST(ReservationRequesterModel, APacketThatGoesAgainIsShownInTheThirdClockAfterItsNackCounts) {
  Requester r;
  r.open(9, 4);
  for (unsigned i = 0; i < 4; ++i) r.sent(9).tick();
  r.grant(9, 100).tick();
  r.settle();
  r.respond(kSrpNack, 9, 3).tick();
  r.respond(kSrpNack, 9, 1).tick();  // in the clock in which the row is picked
  EXPECT_EQ(r.out().entry_resend, 0u);
  r.respond(kSrpNack, 9, 0).tick();  // in that of the search: it waits
  EXPECT_EQ(r.out().entry_resend, 0u);
  r.tick();
  EXPECT_EQ(r.out().entry_resend, 1u);
  EXPECT_EQ(r.out().resend_slot, 1u) << "the lowest then";
  r.sent(9).tick(3);
  EXPECT_EQ(r.out().resend_slot, 0u) << "and the next in the third clock";
  r.sent(9).tick(3);
  EXPECT_EQ(r.out().resend_slot, 3u);
  EXPECT_TRUE(r.out().quiescent);
}

// Every row's turn: a start counts within four cycles.
TEST(ReservationRequesterModel, AStartCountsFromTheRowsNextTurn) {
  Requester r;
  for (unsigned row = 0; row < 6; ++row) r.open(row, 2);
  for (unsigned row = 0; row < 6; ++row) r.grant(row, 400 + row / 2).tick();
  std::array<uint64_t, 6> shown{};
  while (r.in.now < 420) {
    for (unsigned row = 0; row < 6; ++row)
      if (shown[row] == 0 && ((r.out().entry_send >> row) & 1) != 0) shown[row] = r.in.now;
    r.tick();
  }
  // 400, 400, 401, 401, 402, 402 in turns 0, 1, 2, 3, 0, 1; shown a clock later.
  EXPECT_EQ(shown, (std::array<uint64_t, 6>{401, 402, 403, 404, 405, 406}));
}

}  // namespace
}  // namespace chokepoint::test
