// SPDX-License-Identifier: Apache-2.0
// Directed tests of the reservation requester's golden model: Section 3 of the paper, packet by
// packet.
#include <gtest/gtest.h>

#include "tb/srp/requester_driver.h"

namespace chokepoint::test {
namespace {

TEST(ReservationRequesterModel, AnOfferBecomesAReservationOfTheWholeMessage) {
  Requester r;
  EXPECT_TRUE(r.out().offer_ready);
  r.in.request_ready = false;
  r.offer(9, 8).tick();
  EXPECT_EQ(r.out().entry_valid, 1u);
  EXPECT_EQ(r.out().entry_destination[0], 9u);
  EXPECT_TRUE(r.out().request_valid);
  EXPECT_EQ(r.out().request_destination, 9u);
  EXPECT_EQ(r.out().request_tag, 0u);
  EXPECT_EQ(r.out().request_flits, 31u);
  EXPECT_FALSE(r.out().offer_ready);
  EXPECT_EQ(r.out().entry_speculate, 0u) << "nothing goes before the reservation";
  r.in.request_ready = true;
  r.tick();
  EXPECT_FALSE(r.out().request_valid);
  EXPECT_EQ(r.out().request_flits, 0u);
  EXPECT_EQ(r.out().entry_speculate, 1u);
  EXPECT_EQ(r.out().entry_send, 0u);
  EXPECT_TRUE(r.out().offer_ready);
}

TEST(ReservationRequesterModel, ALongMessageIsReservedInBlocks) {
  Requester r;
  r.offer(9, 40, 3, 32).tick();
  EXPECT_EQ(r.out().request_flits, 64u) << "16 packets of 4 flits";
  Requester s;
  s.in.cfg_n_max = 3;
  s.offer(9, 3).tick();
  EXPECT_EQ(s.out().request_flits, 11u) << "the last packet is shorter";
  Requester t;
  t.offer(9, 16, 3, 0, 1023).tick();
  EXPECT_EQ(t.out().request_flits, 16367u);
}

TEST(ReservationRequesterModel, TheSizeOfABlockIsTakenModulo65536) {
  ReservationRequester::Params p;
  p.max_packets = 64;
  Requester r(p);
  r.offer(9, 1000, 3, 0, 1023);
  r.in.offer_flits = 77;
  r.in.cfg_n_max = 64;
  r.tick();
  EXPECT_EQ(r.out().request_flits, 65472u);
}

TEST(ReservationRequesterModel, SpeculativePacketsAreHeldUntilTheyAreAcknowledged) {
  Requester r;
  r.open(9, 4, 100);
  r.sent(9).tick();
  r.sent(9).tick();
  EXPECT_EQ(r.out().held, 2u);
  r.respond(kSrpAck, 9, 101).tick();
  EXPECT_EQ(r.out().held, 2u);
  EXPECT_FALSE(r.out().quiescent);
  r.tick();
  EXPECT_EQ(r.out().held, 1u) << "an answer counts in the second clock";
  EXPECT_FALSE(r.out().error);
  r.respond(kSrpAck, 9, 100).tick();
  r.sent(9).tick();
  EXPECT_EQ(r.out().held, 1u) << "one came, one went";
}

// Figure 3(a): two packets speculatively, the rest from t_s on, nothing is dropped.
TEST(ReservationRequesterModel, AGrantEndsSpeculationAndTheRestWaitsForTheStart) {
  Requester r;
  r.open(9, 4);  // offered at 100, taken at 101
  EXPECT_EQ(r.in.now, 102u);
  r.sent(9).tick();
  r.sent(9).tick();
  r.grant(9, 140).tick();  // at 104
  EXPECT_EQ(r.out().entry_speculate, 0u);
  EXPECT_EQ(r.out().entry_send, 0u);
  EXPECT_FALSE(r.out().quiescent)
      << "the walk to the wake time begins a clock later, and takes a clock a row";
  r.tick(16);
  EXPECT_FALSE(r.out().quiescent);
  r.tick();
  EXPECT_TRUE(r.out().quiescent);
  EXPECT_TRUE(r.out().wake_valid);
  EXPECT_EQ(r.out().wake_at, 140u);
  while (r.in.now != 140) r.tick();
  EXPECT_EQ(r.out().entry_send, 0u);
  r.tick();  // 140
  EXPECT_EQ(r.out().entry_send, 1u) << "visible at 141, the cycle after the start was reached";
  EXPECT_EQ(r.out().entry_resend, 0u);
  EXPECT_FALSE(r.out().quiescent) << "the next start is looked for";
  r.sent(9).tick();
  EXPECT_FALSE(r.out().wake_valid);
  EXPECT_EQ(r.out().entry_send, 1u);
  r.sent(9).tick();
  EXPECT_EQ(r.out().entry_send, 0u);
  EXPECT_EQ(r.out().entry_valid, 1u) << "two acknowledgements are missing";
  EXPECT_EQ(r.out().held, 2u) << "reserved packets are not held";
  r.respond(kSrpAck, 9, 1).tick();
  r.respond(kSrpAck, 9, 0).tick(2);
  EXPECT_EQ(r.out().held, 0u);
  EXPECT_EQ(r.out().entry_valid, 1u) << "done";
  r.tick();
  EXPECT_EQ(r.out().entry_valid, 0u) << "a clock later";
  EXPECT_EQ(r.out().entry_destination[0], 0u);
}

// Figure 3(b): a NACK before t_s stops speculation; the dropped packet goes first.
TEST(ReservationRequesterModel, ANackBeforeTheStartStopsSpeculationAndIsRepairedFirst) {
  Requester r;
  r.open(9, 4);
  r.sent(9).tick();
  r.sent(9).tick();
  r.respond(kSrpNack, 9, 1).tick(2);
  EXPECT_EQ(r.out().entry_speculate, 0u) << "refused";
  EXPECT_EQ(r.out().held, 2u) << "the dropped packet stays in the buffer";
  r.grant(9, 108).tick();
  r.tick(2);  // 108 is the last
  EXPECT_EQ(r.out().entry_send, 0u) << "first is looked for what was dropped";
  r.tick(2);
  EXPECT_EQ(r.out().entry_send, 1u);
  EXPECT_EQ(r.out().entry_resend, 1u);
  EXPECT_EQ(r.out().resend_slot, 1u);
  r.sent(9).tick();
  EXPECT_EQ(r.out().held, 1u);
  EXPECT_EQ(r.out().entry_resend, 0u);
  EXPECT_EQ(r.out().resend_slot, 0u);
  EXPECT_EQ(r.out().entry_send, 1u) << "what goes for the first time need not be looked for";
  r.sent(9).tick();
  r.sent(9).tick();
  r.respond(kSrpAck, 9, 0).tick(3);
  EXPECT_EQ(r.out().entry_valid, 0u);
}

TEST(ReservationRequesterModel, ANackAfterTheStartIsRepairedAtOnce) {
  Requester r;
  r.open(9, 3);
  r.sent(9).tick();
  r.grant(9, r.in.now).tick();
  EXPECT_EQ(r.out().entry_send, 1u) << "the start had been reached when the grant came";
  EXPECT_EQ(r.out().entry_resend, 0u);
  r.respond(kSrpNack, 9, 0).tick();
  r.sent(9).tick();
  EXPECT_EQ(r.out().entry_send, 0u);
  r.tick(2);
  EXPECT_EQ(r.out().entry_resend, 1u) << "out of order, but first";
  EXPECT_EQ(r.out().resend_slot, 0u);
  r.sent(9).tick();
  EXPECT_EQ(r.out().held, 0u);
  EXPECT_EQ(r.out().entry_send, 1u);
  r.sent(9).tick(2);
  EXPECT_EQ(r.out().entry_valid, 0u);
}

TEST(ReservationRequesterModel, ANackInTheClockOfAFirstSendingDoesNotDisturbIt) {
  Requester r;
  r.open(9, 4);
  r.sent(9).tick();
  r.sent(9).tick();
  r.grant(9, r.in.now).tick();
  // Packet 2 enters the network in the cycle in which the NACK of packet 0 counts.
  r.respond(kSrpNack, 9, 0).tick();
  r.sent(9).tick();
  EXPECT_EQ(r.out().held, 2u);
  r.tick(1);
  r.respond(kSrpNack, 9, 1).tick();
  EXPECT_EQ(r.out().resend_slot, 0u);
  EXPECT_EQ(r.out().entry_resend, 1u);
  r.sent(9).tick();  // packet 0 goes again while packet 1 is refused
  EXPECT_EQ(r.out().held, 1u);
  r.tick(2);
  EXPECT_EQ(r.out().entry_resend, 1u);
  EXPECT_EQ(r.out().resend_slot, 1u);
}

TEST(ReservationRequesterModel, DroppedPacketsAreRepairedLowestFirst) {
  Requester r;
  r.open(9, 4);
  for (unsigned i = 0; i < 4; ++i) r.sent(9).tick();
  EXPECT_EQ(r.out().entry_speculate, 0u) << "all sent";
  for (unsigned i : {3u, 0u, 2u}) r.respond(kSrpNack, 9, i).tick();
  r.grant(9, r.in.now).tick();
  for (unsigned i : {0u, 2u, 3u}) {
    r.tick(2);
    EXPECT_EQ(r.out().resend_slot, i);
    EXPECT_EQ(r.out().entry_resend, 1u);
    r.sent(9).tick();
  }
  EXPECT_EQ(r.out().entry_valid, 1u);
  r.respond(kSrpAck, 9, 1).tick(3);
  EXPECT_EQ(r.out().entry_valid, 0u);
}

TEST(ReservationRequesterModel, AllAcknowledgedBeforeTheStartFreesWithTheGrant) {
  Requester r;
  r.open(9, 2);
  r.sent(9).tick();
  r.sent(9).tick();
  r.respond(kSrpAck, 9, 0).tick();
  r.respond(kSrpAck, 9, 1).tick();
  EXPECT_EQ(r.out().entry_valid, 1u) << "the grant is still to come";
  r.grant(9, 5000).tick(2);
  EXPECT_EQ(r.out().entry_valid, 0u) << "nothing left to send at t_s";
  r.settle();
  EXPECT_FALSE(r.out().wake_valid);
}

TEST(ReservationRequesterModel, TwoDestinationsAreServedSideBySide) {
  Requester r;
  r.open(9, 4);
  r.open(12, 4);
  EXPECT_EQ(r.out().entry_speculate, 3u);
  r.sent(9).tick();
  r.grant(12, 200).tick();
  EXPECT_EQ(r.out().entry_speculate, 1u);
  r.grant(9, 150).settle();
  EXPECT_EQ(r.out().wake_at, 152u) << "the earlier of two starts, in the first row's turn";
  while (r.in.now != 153) r.tick();
  EXPECT_EQ(r.out().entry_send, 1u);
  r.settle();
  EXPECT_EQ(r.out().wake_at, 201u) << "the second row's turn";
  while (r.in.now != 202) r.tick();
  EXPECT_EQ(r.out().entry_send, 3u) << "both are due";
  r.settle();
  EXPECT_FALSE(r.out().wake_valid);
}

}  // namespace
}  // namespace chokepoint::test
