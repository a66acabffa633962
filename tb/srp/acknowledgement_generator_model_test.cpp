// SPDX-License-Identifier: Apache-2.0
// Directed tests of the golden models of the acknowledgement generator and of the NACK's header.
#include "sim/units/srp/acknowledgement_generator.h"

#include <gtest/gtest.h>

#include "sim/units/srp/drop_to_nack.h"

namespace chokepoint {
namespace {

AcknowledgementGenerator::In packet(unsigned source, unsigned sequence, bool speculative = true) {
  AcknowledgementGenerator::In in;
  in.enable = in.packet_valid = in.ack_ready = true;
  in.packet_speculative = speculative;
  in.packet_source = source;
  in.packet_message = 40 + source;
  in.packet_sequence = sequence;
  return in;
}
AcknowledgementGenerator::In nothing(bool ready = true) {
  AcknowledgementGenerator::In in;
  in.enable = true;
  in.ack_ready = ready;
  return in;
}

TEST(AcknowledgementGeneratorModel, ASpeculativePacketIsAcknowledgedToItsSource) {
  AcknowledgementGenerator::Model m({});
  EXPECT_TRUE(m.out().packet_ready);
  m.step(packet(9, 3));
  EXPECT_TRUE(m.out().ack_valid);
  EXPECT_EQ(m.out().ack_destination, 9u);
  EXPECT_EQ(m.out().ack_message, 49u);
  EXPECT_EQ(m.out().ack_sequence, 3u);
  EXPECT_FALSE(m.out().packet_ready);
  EXPECT_FALSE(m.out().quiescent);
  m.step(nothing());
  EXPECT_FALSE(m.out().ack_valid);
  EXPECT_EQ(m.out().ack_message, 0u);
  EXPECT_TRUE(m.out().quiescent);
}

TEST(AcknowledgementGeneratorModel, OtherPacketsAreNotAcknowledged) {
  AcknowledgementGenerator::Model m({});
  m.step(packet(9, 3, false));
  EXPECT_FALSE(m.out().ack_valid);
  EXPECT_TRUE(m.out().packet_ready);
}

TEST(AcknowledgementGeneratorModel, TheAcknowledgementHoldsUntilItIsTaken) {
  AcknowledgementGenerator::Model m({});
  m.step(packet(9, 3));
  for (unsigned i = 0; i < 5; ++i) {
    m.step(nothing(false));
    EXPECT_EQ(m.out().ack_destination, 9u);
  }
  m.step(packet(8, 4));
  EXPECT_FALSE(m.out().ack_valid) << "one waited before this clock: every other clock at most";
  m.step(packet(8, 4));
  EXPECT_EQ(m.out().ack_destination, 8u);
}

TEST(AcknowledgementGeneratorModel, DisablingEmptiesTheRegister) {
  AcknowledgementGenerator::Model m({});
  m.step(packet(9, 3));
  AcknowledgementGenerator::In off = packet(8, 4);
  off.enable = false;
  m.step(off);
  EXPECT_FALSE(m.out().ack_valid);
  EXPECT_TRUE(m.out().packet_ready);
}

TEST(DropToNackModel, TheNackGoesBackUnderTheNameOfTheDestination) {
  DropToNack::Model m({});
  EXPECT_EQ(m.out().nack_kind, 5u);
  DropToNack::In in;
  in.source = 3;
  in.destination = 14;
  in.message = 700;
  in.sequence = 65535;
  m.step(in);
  EXPECT_EQ(m.out().nack_kind, 5u) << "NACK of chokepoint_pkg";
  EXPECT_EQ(m.out().nack_source, 14u);
  EXPECT_EQ(m.out().nack_destination, 3u);
  EXPECT_EQ(m.out().nack_message, 700u);
  EXPECT_EQ(m.out().nack_sequence, 65535u);
}

}  // namespace
}  // namespace chokepoint
