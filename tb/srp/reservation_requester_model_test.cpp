// SPDX-License-Identifier: Apache-2.0
// Directed tests of the reservation requester's golden model: Section 3 of the paper and the order of
// events on the contract page.
#include <gtest/gtest.h>

#include "sim/units/srp/reservation_requester.h"

namespace chokepoint {
namespace {

class Requester {
 public:
  explicit Requester(ReservationRequester::Params p = {}) : model(p), mask_(p.cycle_mask()) {
    in.enable = true;
    in.request_ready = true;
    in.cfg_n_max = p.max_packets;
    in.cfg_slots = 32;
    in.now = 100 & mask_;
  }
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      model.step(in);
      in.now = (in.now + 1) & mask_;
      in.offer_valid = in.sent_valid = in.response_valid = false;
    }
  }
  Requester& offer(unsigned destination, unsigned packets, unsigned message = 3,
                   unsigned sequence = 0, unsigned packet_flits = 4) {
    in.offer_valid = true;
    in.offer_destination = destination;
    in.offer_message = message;
    in.offer_sequence = sequence;
    in.offer_packets = packets;
    in.offer_flits = packets * packet_flits - 1;  // the last packet is shorter
    in.offer_packet_flits = packet_flits;
    return *this;
  }
  Requester& sent(unsigned destination) {
    in.sent_valid = true;
    in.sent_destination = destination;
    in.sent_speculative = (out().entry_speculate >> entry(destination)) & 1;
    return *this;
  }
  Requester& respond(unsigned kind, unsigned source, unsigned sequence, uint64_t start = 0,
                     unsigned message = 3) {
    in.response_valid = true;
    in.response_kind = kind;
    in.response_source = source;
    in.response_message = message;
    in.response_sequence = sequence;
    in.response_start = start;
    return *this;
  }
  unsigned entry(unsigned destination) const {
    for (unsigned e = 0; e < 64; ++e)
      if (((out().entry_valid >> e) & 1) && out().entry_destination[e] == destination) return e;
    ADD_FAILURE() << "no entry for " << destination;
    return 0;
  }
  /// An entry whose reservation has been taken.
  void open(unsigned destination, unsigned packets, unsigned sequence = 0) {
    offer(destination, packets, 3, sequence).tick();
    tick();
  }
  const ReservationRequester::Out& out() const { return model.out(); }

  ReservationRequester::Model model;
  ReservationRequester::In in;

 private:
  uint64_t mask_;
};

TEST(ReservationRequesterModel, AnOfferBecomesAReservationOfTheWholeMessage) {
  Requester r;
  EXPECT_TRUE(r.out().offer_ready);
  r.in.request_ready = false;
  r.offer(9, 8).tick();
  EXPECT_EQ(r.out().entry_valid, 1u);
  EXPECT_EQ(r.out().entry_destination[0], 9u);
  EXPECT_TRUE(r.out().request_valid);
  EXPECT_EQ(r.out().request_destination, 9u);
  EXPECT_EQ(r.out().request_message, 3u);
  EXPECT_EQ(r.out().request_sequence, 0u);
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
  EXPECT_EQ(r.out().request_sequence, 32u);
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
  EXPECT_EQ(r.out().entry_sequence[0], 100u);
  r.sent(9).tick();
  r.sent(9).tick();
  EXPECT_EQ(r.out().held, 2u);
  EXPECT_EQ(r.out().entry_sequence[0], 102u);
  r.respond(kSrpAck, 9, 101).tick();
  EXPECT_EQ(r.out().held, 1u);
  EXPECT_FALSE(r.out().error);
  r.sent(9).respond(kSrpAck, 9, 100).tick();
  EXPECT_EQ(r.out().held, 1u) << "one came, one went";
}

// Figure 3(a): two packets speculatively, the rest from t_s on, nothing is dropped.
TEST(ReservationRequesterModel, AGrantEndsSpeculationAndTheRestWaitsForTheStart) {
  Requester r;
  r.open(9, 4);  // offered at 100, taken at 101
  EXPECT_EQ(r.in.now, 102u);
  r.sent(9).tick();
  r.sent(9).tick();
  r.respond(kSrpGrant, 9, 0, 110).tick();  // at 104
  EXPECT_EQ(r.out().entry_speculate, 0u);
  EXPECT_EQ(r.out().entry_send, 0u);
  EXPECT_EQ(r.out().entry_sequence[0], 0u);
  EXPECT_TRUE(r.out().wake_valid);
  EXPECT_EQ(r.out().wake_at, 110u);
  r.tick(5);  // 105 to 109
  EXPECT_EQ(r.out().entry_send, 0u);
  r.tick();  // 110
  EXPECT_EQ(r.out().entry_send, 1u) << "visible at 111, the cycle after the start was reached";
  EXPECT_EQ(r.out().entry_resend, 0u);
  EXPECT_EQ(r.out().entry_sequence[0], 2u);
  EXPECT_FALSE(r.out().wake_valid);
  r.sent(9).tick();
  EXPECT_EQ(r.out().entry_sequence[0], 3u);
  r.sent(9).tick();
  EXPECT_EQ(r.out().entry_valid, 1u) << "two acknowledgements are missing";
  EXPECT_EQ(r.out().held, 2u) << "reserved packets are not held";
  r.respond(kSrpAck, 9, 1).tick();
  r.respond(kSrpAck, 9, 0).tick();
  EXPECT_EQ(r.out().entry_valid, 0u);
  EXPECT_EQ(r.out().held, 0u);
  EXPECT_EQ(r.out().entry_destination[0], 0u);
}

// Figure 3(b): a NACK before t_s stops speculation; the dropped packet goes first.
TEST(ReservationRequesterModel, ANackBeforeTheStartStopsSpeculationAndIsRepairedFirst) {
  Requester r;
  r.open(9, 4);
  r.sent(9).tick();
  r.sent(9).tick();
  r.respond(kSrpNack, 9, 1).tick();
  EXPECT_EQ(r.out().entry_speculate, 0u) << "refused";
  EXPECT_EQ(r.out().held, 2u) << "the dropped packet stays in the buffer";
  r.respond(kSrpGrant, 9, 0, 108).tick();
  r.tick(4);
  EXPECT_EQ(r.out().entry_send, 1u);
  EXPECT_EQ(r.out().entry_resend, 1u);
  EXPECT_EQ(r.out().entry_sequence[0], 1u);
  r.sent(9).tick();
  EXPECT_EQ(r.out().held, 1u);
  EXPECT_EQ(r.out().entry_resend, 0u);
  EXPECT_EQ(r.out().entry_sequence[0], 2u);
  r.sent(9).tick();
  r.sent(9).tick();
  r.respond(kSrpAck, 9, 0).tick();
  EXPECT_EQ(r.out().entry_valid, 0u);
}

TEST(ReservationRequesterModel, ANackAfterTheStartIsRepairedAtOnce) {
  Requester r;
  r.open(9, 3);
  r.sent(9).tick();
  r.respond(kSrpGrant, 9, 0, r.in.now).tick();
  EXPECT_EQ(r.out().entry_send, 1u) << "the start had been reached when the grant came";
  EXPECT_EQ(r.out().entry_sequence[0], 1u);
  r.sent(9).respond(kSrpNack, 9, 0).tick();
  EXPECT_EQ(r.out().entry_resend, 1u) << "out of order, but first";
  EXPECT_EQ(r.out().entry_sequence[0], 0u);
  r.sent(9).tick();
  EXPECT_EQ(r.out().held, 0u);
  EXPECT_EQ(r.out().entry_sequence[0], 2u);
  r.sent(9).tick();
  EXPECT_EQ(r.out().entry_valid, 0u);
}

TEST(ReservationRequesterModel, ANackInTheClockOfAFirstSendingDoesNotDisturbIt) {
  Requester r;
  r.open(9, 4);
  r.sent(9).tick();
  r.sent(9).tick();
  r.respond(kSrpGrant, 9, 0, r.in.now).tick();
  // Packet 2 enters the network in the cycle in which the NACK of packet 0 arrives.
  r.sent(9).respond(kSrpNack, 9, 0).tick();
  EXPECT_EQ(r.out().held, 2u);
  EXPECT_EQ(r.out().entry_sequence[0], 0u);
  // Packet 0 goes again while packet 1 is refused.
  r.sent(9).respond(kSrpNack, 9, 1).tick();
  EXPECT_EQ(r.out().held, 1u);
  EXPECT_EQ(r.out().entry_resend, 1u);
  EXPECT_EQ(r.out().entry_sequence[0], 1u);
}

TEST(ReservationRequesterModel, DroppedPacketsAreRepairedLowestFirst) {
  Requester r;
  r.open(9, 4);
  for (unsigned i = 0; i < 4; ++i) r.sent(9).tick();
  EXPECT_EQ(r.out().entry_speculate, 0u) << "all sent";
  for (unsigned i : {3u, 0u, 2u}) r.respond(kSrpNack, 9, i).tick();
  r.respond(kSrpGrant, 9, 0, r.in.now).tick();
  for (unsigned i : {0u, 2u, 3u}) {
    EXPECT_EQ(r.out().entry_sequence[0], i);
    EXPECT_EQ(r.out().entry_resend, 1u);
    r.sent(9).tick();
  }
  EXPECT_EQ(r.out().entry_valid, 1u);
  r.respond(kSrpAck, 9, 1).tick();
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
  r.respond(kSrpGrant, 9, 0, 5000).tick();
  EXPECT_EQ(r.out().entry_valid, 0u) << "nothing left to send at t_s";
  EXPECT_FALSE(r.out().wake_valid);
}

TEST(ReservationRequesterModel, TwoDestinationsAreServedSideBySide) {
  Requester r;
  r.open(9, 4);
  r.open(12, 4);
  EXPECT_EQ(r.out().entry_speculate, 3u);
  r.sent(9).tick();
  r.respond(kSrpGrant, 12, 0, 200).tick();
  EXPECT_EQ(r.out().entry_speculate, 1u);
  r.respond(kSrpGrant, 9, 0, 150).tick();
  EXPECT_EQ(r.out().wake_at, 150u) << "the earlier of two starts";
  while (r.in.now != 151) r.tick();
  EXPECT_EQ(r.out().entry_send, 1u);
  EXPECT_EQ(r.out().wake_at, 200u);
  while (r.in.now != 201) r.tick();
  EXPECT_EQ(r.out().entry_send, 3u) << "both are due";
  EXPECT_FALSE(r.out().wake_valid);
}

TEST(ReservationRequesterModel, StaleGrantsChangeNothing) {
  Requester r;
  r.open(9, 4, 32);
  r.respond(kSrpGrant, 9, 16, 50).tick();
  EXPECT_EQ(r.out().entry_speculate, 1u) << "another block";
  r.respond(kSrpGrant, 9, 32, 50, 4).tick();
  EXPECT_EQ(r.out().entry_speculate, 1u) << "another message";
  r.respond(kSrpGrant, 8, 32, 50).tick();
  EXPECT_EQ(r.out().entry_speculate, 1u) << "another destination";
  EXPECT_FALSE(r.out().error);
  r.respond(kSrpGrant, 9, 32, 500).tick();
  r.respond(kSrpGrant, 9, 32, 50).tick();
  EXPECT_EQ(r.out().wake_at, 500u) << "granted already";
  r.respond(kSrpReservation, 9, 32, 50).tick();
  EXPECT_FALSE(r.out().error) << "other kinds are ignored";
}

TEST(ReservationRequesterModel, AnswersToNothingAreErrorsForOneClock) {
  Requester r;
  r.open(9, 4);
  r.sent(9).tick();
  const auto raises = [&](const char* what) {
    r.tick();
    EXPECT_TRUE(r.out().error) << what;
    EXPECT_FALSE(r.out().quiescent);
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
  r.respond(kSrpNack, 9, 0, 0, 4);
  raises("another message");
  r.sent(9).respond(kSrpAck, 9, 1);
  raises("its packet only enters the network in this clock");
  EXPECT_EQ(r.out().held, 2u);
  r.respond(kSrpAck, 9, 0).tick();
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
  EXPECT_EQ(r.out().entry_sequence[0], 0u);
  r.in.cfg_slots = 3;
  r.tick();
  EXPECT_EQ(r.out().entry_speculate, 3u) << "the level counts at once";
  r.in.cfg_slots = 2;
  r.tick();
  EXPECT_EQ(r.out().entry_speculate, 0u);
  r.respond(kSrpAck, 12, 0).tick();
  EXPECT_EQ(r.out().entry_speculate, 3u);
  r.sent(12).tick();
  r.respond(kSrpGrant, 9, 0, r.in.now).tick();
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
  r.respond(kSrpGrant, 9, 0, 100).tick();
  r.respond(kSrpAck, 9, 1).tick();
  r.respond(kSrpAck, 9, 0).tick();
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
  r.respond(kSrpGrant, 9, 0, 100).tick();
  r.offer(11, 1).respond(kSrpAck, 9, 0).tick();
  EXPECT_EQ(r.out().entry_valid, 2u);
  EXPECT_EQ(r.out().entry_destination[1], 11u);
}

TEST(ReservationRequesterModel, StartsAndSequenceNumbersWrapAround) {
  ReservationRequester::Params p;
  p.cycle_bits = 8;
  Requester r(p);
  r.in.now = 240;
  r.open(9, 4, 0xFFFE);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(r.out().entry_sequence[0], (0xFFFE + i) & 0xFFFF);
    r.sent(9).tick();
  }
  r.respond(kSrpNack, 9, 0).tick();  // the third: sequence number 0
  EXPECT_FALSE(r.out().error);
  r.respond(kSrpGrant, 9, 0xFFFE, 10).tick();
  EXPECT_EQ(r.out().wake_at, 10u);
  while (r.in.now != 10) {
    EXPECT_EQ(r.out().entry_send, 0u);
    r.tick();
  }
  r.tick();
  EXPECT_EQ(r.out().entry_send, 1u);
  EXPECT_EQ(r.out().entry_sequence[0], 0u);
}

TEST(ReservationRequesterModel, BlocksOfSixtyFourPacketsUseEveryBit) {
  ReservationRequester::Params p;
  p.max_packets = 64;
  Requester r(p);
  r.in.cfg_slots = 100;
  r.open(9, 64);
  for (unsigned i = 0; i < 64; ++i) {
    ASSERT_EQ(r.out().entry_sequence[0], i);
    r.sent(9).tick();
  }
  EXPECT_EQ(r.out().held, 64u);
  r.respond(kSrpNack, 9, 63).tick();
  r.respond(kSrpGrant, 9, 0, 100).tick();
  EXPECT_EQ(r.out().entry_sequence[0], 63u);
  r.sent(9).tick();
  for (unsigned i = 0; i < 63; ++i) r.respond(kSrpAck, 9, i).tick();
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

}  // namespace
}  // namespace chokepoint
