// SPDX-License-Identifier: Apache-2.0
// Directed tests of the reservation requester's golden model with timeouts: every message lost,
// doubled or late once, at every moment that differs.
#include <gtest/gtest.h>

#include "tb/srp/requester_driver.h"

namespace chokepoint::test {
namespace {

constexpr unsigned kTimeout = 50;

ReservationRequester::Params with_timeouts(unsigned cycle_bits = 32) {
  ReservationRequester::Params p;
  p.cycle_bits = cycle_bits;
  p.timeouts = 1;
  return p;
}

class Timeouts : public Requester {
 public:
  explicit Timeouts(ReservationRequester::Params p = with_timeouts()) : Requester(p) {
    in.cfg_timeout = kTimeout;
  }
  /// Clocks until `now` is `cycle`: the next tick is that cycle's.
  void until(uint64_t cycle) {
    while (in.now != cycle) tick();
  }
  /// Sends whatever the entry shows, `packets` times.
  void send(unsigned destination, unsigned packets) {
    for (; packets != 0; --packets) sent(destination).tick();
  }
};

// The first row is taken at 100: ticks come at 150, 200 and so on, and what has waited at two is late.
TEST(ReservationTimeoutsModel, AReservationWithoutGrantIsAskedAgain) {
  Timeouts r;
  r.offer(9, 8, 3, 32).tick();
  r.tick();  // taken at 101
  EXPECT_TRUE(r.out().wake_valid);
  EXPECT_EQ(r.out().wake_at, 150u);
  r.send(9, 3);
  r.until(151);
  EXPECT_EQ(r.out().wake_at, 200u);
  EXPECT_TRUE(r.out().quiescent) << "one tick is not enough";
  r.until(201);
  EXPECT_FALSE(r.out().request_valid);
  EXPECT_EQ(r.out().entry_speculate, 1u);
  EXPECT_FALSE(r.out().quiescent) << "late";
  const unsigned tag = r.tags[9];
  r.in.request_ready = false;
  r.tick();
  EXPECT_TRUE(r.out().request_valid);
  EXPECT_EQ(r.out().request_destination, 9u);
  EXPECT_EQ(r.out().request_tag, tag) << "the same block";
  EXPECT_EQ(r.out().request_flits, 31u);
  EXPECT_EQ(r.out().entry_speculate, 0u) << "nothing goes before the reservation";
  EXPECT_FALSE(r.out().offer_ready);
  r.in.request_ready = true;
  r.tick();
  EXPECT_FALSE(r.out().request_valid);
  EXPECT_EQ(r.out().entry_speculate, 1u);
  r.sent(9).tick();
  r.until(251);
  r.sent(9).tick();  // what goes speculatively does not put the grant's time off
  r.until(301);
  EXPECT_FALSE(r.out().request_valid);
  r.tick();
  EXPECT_TRUE(r.out().request_valid) << "lost once more";
  EXPECT_EQ(r.out().request_flits, 31u);
}

TEST(ReservationTimeoutsModel, TheSecondGrantIsStale) {
  Timeouts r;
  r.open(9, 4);
  r.until(204);  // asked again at 201, taken at 202
  r.grant(9, 400).tick();
  r.grant(9, 300).tick();
  r.until(400);
  EXPECT_EQ(r.out().entry_send, 0u);
  r.tick();
  EXPECT_EQ(r.out().entry_send, 1u);
  EXPECT_EQ(r.out().stray, 0u) << "grants are never strays";
}

TEST(ReservationTimeoutsModel, AGrantThatComesWhileItIsAskedAgainCounts) {
  Timeouts r;
  r.open(9, 4);
  r.in.request_ready = false;
  r.until(202);
  EXPECT_TRUE(r.out().request_valid);
  r.grant(9, 400).tick();
  EXPECT_TRUE(r.out().request_valid) << "held until taken";
  r.in.request_ready = true;
  r.tick();
  EXPECT_FALSE(r.out().request_valid);
  r.until(400);
  EXPECT_FALSE(r.out().request_valid);
  EXPECT_EQ(r.out().entry_send, 0u);
  r.tick();
  EXPECT_EQ(r.out().entry_send, 1u);
}

TEST(ReservationTimeoutsModel, AGrantInTheClockOfTheTickIsInTime) {
  Timeouts r;
  r.open(9, 4);
  r.until(200);
  r.grant(9, 400).tick();
  r.tick(3);
  EXPECT_FALSE(r.out().request_valid);
}

TEST(ReservationTimeoutsModel, AGrantAClockLaterComesTooLateToHoldTheRequestBack) {
  Timeouts r;
  r.open(9, 1);
  r.send(9, 1);
  r.respond(kSrpAck, 9, 0).tick();
  r.until(201);
  r.in.request_ready = false;
  r.grant(9, 400).tick(2);
  EXPECT_EQ(r.out().entry_valid, 0u) << "done";
  EXPECT_TRUE(r.out().request_valid);
  EXPECT_EQ(r.out().request_destination, 9u);
  EXPECT_FALSE(r.out().offer_ready) << "no entry for 9 while its request waits";
  r.in.request_ready = true;
  r.settle();
  EXPECT_FALSE(r.out().request_valid);
  EXPECT_EQ(r.out().entry_valid, 0u);
  EXPECT_FALSE(r.out().wake_valid);
}

TEST(ReservationTimeoutsModel, AGrantOfTheBlockBeforeIsNotTheNextBlocks) {
  Timeouts r;
  r.open(9, 1);
  r.send(9, 1);
  r.respond(kSrpAck, 9, 0).tick();
  r.until(260);  // asked twice
  r.grant(9, 100).tick(2);
  EXPECT_EQ(r.out().entry_valid, 0u);
  const unsigned before = r.tags[9];
  r.open(9, 2, 1);  // the same message goes on
  EXPECT_EQ(r.tags[9], (before & ~3u) | ((before + 1) & 3)) << "the same entry, its next block";
  r.grant(9, 100, before).tick();
  EXPECT_EQ(r.out().entry_send, 0u);
  EXPECT_EQ(r.out().entry_speculate, 1u);
  r.grant(9, 100).tick();
  EXPECT_EQ(r.out().entry_send, 1u);
}

TEST(ReservationTimeoutsModel, NewOffersGoFirstThenTheLowestLateEntry) {
  Timeouts r;
  r.open(9, 4);
  r.open(10, 4);
  r.until(201);
  r.offer(11, 4).tick();
  EXPECT_EQ(r.out().request_destination, 11u);
  r.tick();
  EXPECT_FALSE(r.out().request_valid);
  r.tick();
  EXPECT_EQ(r.out().request_destination, 9u) << "both are late";
  r.tick(2);
  EXPECT_EQ(r.out().request_destination, 10u);
  Timeouts s;
  s.open(9, 4);
  s.open(10, 4);
  s.in.request_ready = false;
  s.offer(11, 4).tick();
  s.until(260);
  EXPECT_EQ(s.out().request_destination, 11u);
  s.in.request_ready = true;
  s.tick(2);
  EXPECT_EQ(s.out().request_destination, 9u);
  s.tick(2);
  EXPECT_EQ(s.out().request_destination, 10u);
}

TEST(ReservationTimeoutsModel, PacketsWithoutAnswerGoAgainAsData) {
  Timeouts r;
  r.open(9, 4);
  r.send(9, 3);
  r.grant(9, 200).tick();
  r.respond(kSrpAck, 9, 1).tick();
  r.until(201);
  EXPECT_EQ(r.out().entry_send, 1u);
  EXPECT_EQ(r.out().entry_resend, 0u);
  r.until(260);  // the tick of 250 does not count: something is left to send
  r.send(9, 1);
  EXPECT_EQ(r.out().entry_send, 0u);
  EXPECT_EQ(r.out().held, 2u);
  r.until(350);
  EXPECT_EQ(r.out().entry_send, 0u);
  r.until(353);
  EXPECT_EQ(r.out().entry_resend, 1u);
  EXPECT_EQ(r.out().resend_slot, 0u);
  EXPECT_EQ(r.out().held, 2u) << "held until they have been sent again";
  r.send(9, 1);
  EXPECT_EQ(r.out().held, 1u);
  r.tick(2);
  EXPECT_EQ(r.out().resend_slot, 2u);
  r.sent(9).tick(2);
  EXPECT_EQ(r.out().entry_valid, 0u) << "data needs no answer";
  EXPECT_EQ(r.out().held, 0u);
  r.respond(kSrpAck, 9, 2).tick(3);
  EXPECT_EQ(r.out().stray, 1u) << "it had only been slow";
  EXPECT_FALSE(r.out().error);
}

TEST(ReservationTimeoutsModel, TheTimeOfAnswersBeginsWithTheStart) {
  Timeouts r;
  r.open(9, 2);
  r.send(9, 2);
  r.grant(9, 5000).tick();
  r.until(5001);  // the tick of 5000 does not count
  r.until(5100);
  EXPECT_EQ(r.out().entry_send, 0u);
  r.respond(kSrpAck, 9, 1).tick();  // at the last moment
  r.settle();
  EXPECT_EQ(r.out().resend_slot, 0u);
  EXPECT_EQ(r.out().entry_resend, 1u);
  EXPECT_EQ(r.out().held, 1u);
}

TEST(ReservationTimeoutsModel, AnAnswerThatCountsInTheClockOfTheTickMayEndTheBlock) {
  Timeouts r;
  r.open(9, 1);
  r.send(9, 1);
  r.grant(9, 120).tick();
  r.until(199);
  r.respond(kSrpAck, 9, 0).tick(3);  // counts at 200
  EXPECT_EQ(r.out().entry_valid, 0u);
  EXPECT_EQ(r.out().held, 0u);
}

/// An entry with two packets, both late, at the clock in which the first is shown.
Timeouts two_late() {
  Timeouts r;
  r.open(9, 2);
  r.send(9, 2);
  r.grant(9, 120).tick();
  r.until(203);
  EXPECT_EQ(r.out().entry_resend, 1u);
  EXPECT_EQ(r.out().held, 2u);
  return r;
}

TEST(ReservationTimeoutsModel, ALateAckCancelsTheSendingIfItComesBefore) {
  Timeouts r = two_late();
  r.respond(kSrpAck, 9, 0).tick(2);
  EXPECT_EQ(r.out().entry_resend, 0u) << "given up";
  r.tick(2);
  EXPECT_EQ(r.out().resend_slot, 1u);
  EXPECT_EQ(r.out().held, 1u);
  r.respond(kSrpAck, 9, 1).tick(3);
  EXPECT_EQ(r.out().entry_valid, 0u) << "nothing has to go again";
  EXPECT_EQ(r.out().held, 0u);
  r.tick(2);
  EXPECT_EQ(r.out().stray, 0u);
}

// The last packet of the row is acknowledged in each clock of the search.
TEST(ReservationTimeoutsModel, ALateAckDuringTheSearchCancelsItToo) {
  for (const unsigned clock : {199u, 200u, 201u, 202u, 203u}) {
    Timeouts r;
    r.open(9, 1);
    r.send(9, 1);
    r.grant(9, 120).tick();
    r.until(clock);
    r.respond(kSrpAck, 9, 0).tick();
    r.settle();
    EXPECT_EQ(r.out().entry_valid, 0u) << clock;
    EXPECT_EQ(r.out().entry_resend, 0u) << clock;
    EXPECT_EQ(r.out().held, 0u) << clock;
    EXPECT_EQ(r.out().stray, 0u) << clock;
  }
}

TEST(ReservationTimeoutsModel, AnAckOfThePacketThatIsJustSentAgainCountsOnce) {
  Timeouts r = two_late();
  r.respond(kSrpAck, 9, 0).tick();
  r.sent(9).tick();
  EXPECT_EQ(r.out().held, 1u);
  r.tick(2);
  EXPECT_EQ(r.out().resend_slot, 1u);
  r.sent(9).respond(kSrpAck, 9, 0).tick();  // and once more
  EXPECT_EQ(r.out().held, 0u);
  r.tick(2);
  EXPECT_EQ(r.out().entry_valid, 0u);
  EXPECT_EQ(r.out().stray, 1u);
}

TEST(ReservationTimeoutsModel, ASendingThatIsCancelledGivesTheOthersTheWholeTime) {
  Timeouts r;
  r.open(9, 2);
  r.send(9, 2);
  r.grant(9, 120).tick();
  r.until(160);
  r.respond(kSrpNack, 9, 0).tick();
  r.until(400);
  EXPECT_EQ(r.out().entry_resend, 1u);
  r.respond(kSrpAck, 9, 0).tick(2);
  EXPECT_EQ(r.out().entry_send, 0u);
  r.until(501);
  EXPECT_EQ(r.out().entry_send, 0u);
  r.until(503);
  EXPECT_EQ(r.out().resend_slot, 1u);
}

TEST(ReservationTimeoutsModel, ALateNackChangesNothing) {
  Timeouts r = two_late();
  r.respond(kSrpNack, 9, 1).tick(3);
  EXPECT_EQ(r.out().stray, 1u);
  EXPECT_EQ(r.out().held, 2u);
  r.send(9, 1);
  r.tick(2);
  r.sent(9).tick(2);
  EXPECT_EQ(r.out().entry_valid, 0u);
}

TEST(ReservationTimeoutsModel, DoubledAnswersAreCountedAndIgnored) {
  Timeouts r;
  r.open(9, 4);
  r.send(9, 2);
  r.respond(kSrpAck, 9, 0).tick();
  r.respond(kSrpAck, 9, 0).tick(2);
  EXPECT_FALSE(r.out().error);
  EXPECT_FALSE(r.out().quiescent) << "the counter is a clock behind";
  EXPECT_EQ(r.out().stray, 0u);
  r.respond(kSrpNack, 9, 1).tick();
  EXPECT_EQ(r.out().stray, 1u);
  r.respond(kSrpNack, 9, 1).tick();
  r.tick(2);
  EXPECT_EQ(r.out().stray, 2u);
  EXPECT_EQ(r.out().held, 1u);
  EXPECT_TRUE(r.out().quiescent);
  for (const auto& [source, sequence, message] :
       {std::array{8u, 0u, 3u}, {9u, 4u, 3u}, {9u, 0xFFFFu, 3u}, {9u, 1u, 4u}, {9u, 3u, 3u}}) {
    r.respond(kSrpAck, source, sequence, message).tick();
  }
  r.tick(2);
  EXPECT_EQ(r.out().stray, 7u) << "no entry, outside the block, another message, not sent";
  r.grant(9, 100).tick();
  r.respond(kSrpReservation, 9, 0).tick(2);
  EXPECT_EQ(r.out().stray, 7u);
}

TEST(ReservationTimeoutsModel, TicksWrapAround) {
  Timeouts r(with_timeouts(8));
  r.in.now = 230;
  r.open(9, 1);
  EXPECT_EQ(r.out().wake_at, 24u) << "280 - 256";
  r.send(9, 1);
  r.until(75);  // late at 74
  EXPECT_FALSE(r.out().request_valid);
  r.tick();
  EXPECT_TRUE(r.out().request_valid);
  r.tick();
  r.grant(9, 60).tick();
  EXPECT_EQ(r.out().wake_at, 124u) << "that start lay behind";
  Timeouts s(with_timeouts(8));
  s.in.now = 200;
  s.open(9, 1);
  s.send(9, 1);
  s.grant(9, 230).tick();
  s.until(46);  // ticks at 250 and 44
  EXPECT_EQ(s.out().entry_resend, 0u);
  s.tick();
  EXPECT_EQ(s.out().entry_resend, 1u);
}

TEST(ReservationTimeoutsModel, ZeroMeansNever) {
  Timeouts r;
  r.in.cfg_timeout = 0;
  r.open(9, 1);
  r.send(9, 1);
  EXPECT_FALSE(r.out().wake_valid);
  r.tick(1000);
  EXPECT_FALSE(r.out().request_valid);
  r.grant(9, r.in.now).tick();
  EXPECT_FALSE(r.out().wake_valid);
  r.tick(1000);
  EXPECT_EQ(r.out().entry_send, 0u);
  EXPECT_EQ(r.out().held, 1u);
}

TEST(ReservationTimeoutsModel, WithoutTheParameterTheLevelDoesNotCount) {
  Timeouts r{ReservationRequester::Params{}};
  r.open(9, 1);
  r.send(9, 1);
  EXPECT_FALSE(r.out().wake_valid);
  r.tick(1000);
  EXPECT_FALSE(r.out().request_valid);
  r.respond(kSrpAck, 9, 7).tick(2);
  EXPECT_TRUE(r.out().error);
  r.tick();
  EXPECT_EQ(r.out().stray, 0u);
}

TEST(ReservationTimeoutsModel, DisablingForgetsTheStraysToo) {
  Timeouts r;
  r.respond(kSrpAck, 9, 0).tick();
  r.tick(2);
  EXPECT_EQ(r.out().stray, 1u);
  r.in.enable = false;
  r.tick();
  EXPECT_EQ(r.out().stray, 0u);
}

}  // namespace
}  // namespace chokepoint::test
