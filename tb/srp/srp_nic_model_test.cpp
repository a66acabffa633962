// SPDX-License-Identifier: Apache-2.0
// Directed tests of the golden model of the SRP unit of a network interface, alone and as source
// and destination of Figure 3 of the paper, with explicit cycle numbers.
#include "sim/units/srp/srp_nic.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <vector>

namespace chokepoint {
namespace {

constexpr unsigned kSource = 2, kDestination = 9, kMessage = 3, kPacketFlits = 4;

void configure(SrpNic::In& in) {
  in.enable = in.request_ready = in.reply_ready = true;
  in.cfg_n_max = 16;
  in.cfg_slots = 64;
  in.cfg_inflation = 65536;
}

/// A source and a destination at a fixed distance; speculative packets may be dropped on the way.
/// Reservation and grant have a tag, ACK and NACK a packet.
void name(SrpNic::In& in, unsigned kind, unsigned number, uint64_t payload) {
  const bool tagged = kind == kSrpReservation || kind == kSrpGrant;
  in.control_message = tagged ? 0 : kMessage;
  in.control_sequence = tagged ? 0 : number;
  in.control_tag = tagged ? number : 0;
  in.control_flits = kind == kSrpReservation ? static_cast<uint32_t>(payload) : 0;
  in.control_start = kind == kSrpGrant ? payload : 0;
}

class Pair {
 public:
  enum Event { kReserved, kSpeculative, kGranted, kAcked, kRefused, kData, kRepair, kArrived,
               kDone };
  struct Log {
    uint64_t cycle;
    Event event;
    unsigned sequence;
    bool operator==(const Log& o) const {
      return cycle == o.cycle && event == o.event && sequence == o.sequence;
    }
  };

  explicit Pair(unsigned distance) : source({}), destination({}), distance_(distance) {
    configure(s);
    configure(d);
    s.now = d.now = 0;
  }
  /// Packets with these sequence numbers are dropped once, if they go speculatively; the NACK needs
  /// `nack_delay` cycles back.
  std::vector<unsigned> drops;
  unsigned nack_delay = 0;

  void run(unsigned packets, unsigned cycles) {
    s.offer_valid = true;
    s.offer_destination = kDestination;
    s.offer_message = kMessage;
    s.offer_packets = packets;
    s.offer_flits = packets * kPacketFlits;
    s.offer_packet_flits = kPacketFlits;
    bool open = false;
    for (; cycles != 0; --cycles) {
      deliver();
      take_outputs();
      const bool was = open;
      open = source.out().entry_valid != 0;
      if (was && !open) log.push_back({s.now, kDone, 0});
      source.step(s);
      destination.step(d);
      s.sent_entry = 0;
      s.offer_valid = s.control_valid = s.packet_valid = false;
      d.control_valid = d.packet_valid = false;
      d.now = ++s.now;
    }
  }

  SrpNic::Model source, destination;
  SrpNic::In s, d;
  std::vector<Log> log;

 private:
  struct Control {
    unsigned kind, sequence;
    uint64_t payload;
  };
  void deliver() {
    const auto control = [](SrpNic::In& in, const Control& c, unsigned from) {
      in.control_valid = true;
      in.control_kind = c.kind;
      in.control_source = from;
      name(in, c.kind, c.sequence, c.payload);
    };
    if (auto it = to_destination_.find(s.now); it != to_destination_.end())
      control(d, it->second, kSource);
    if (auto it = to_source_.find(s.now); it != to_source_.end()) {
      control(s, it->second, kDestination);
      const unsigned kind = it->second.kind;
      log.push_back({s.now, kind == kSrpGrant ? kGranted : kind == kSrpAck ? kAcked : kRefused,
                     it->second.sequence});
    }
    if (auto it = tails_.find(s.now); it != tails_.end()) {
      d.packet_valid = true;
      d.packet_speculative = it->second.second;
      d.packet_source = kSource;
      d.packet_message = kMessage;
      d.packet_sequence = it->second.first;
      d.packet_flits = kPacketFlits;
      log.push_back({s.now, kArrived, it->second.first});
    }
  }
  void take_outputs() {
    const SrpNic::Out& o = source.out();
    if (o.request_valid) {
      log.push_back({s.now, kReserved, o.request_tag});
      to_destination_[s.now + distance_] = {kSrpReservation, o.request_tag, o.request_flits};
    }
    const SrpNic::Out& r = destination.out();
    if (r.reply_valid) {
      const bool grant = r.reply_kind == kSrpGrant;
      to_source_[s.now + distance_] = {r.reply_kind, grant ? r.reply_tag : r.reply_sequence,
                                       r.reply_start};
    }
    if (s.now < busy_until_ || ((o.entry_speculate | o.entry_send) & 1) == 0) return;
    const bool speculative = o.entry_speculate & 1;
    const bool again = (o.entry_resend & 1) != 0;
    const unsigned sequence = again ? o.resend_slot : next_++;
    log.push_back({s.now, speculative ? kSpeculative : again ? kRepair : kData, sequence});
    s.sent_entry = 1;
    s.sent_speculative = speculative;
    busy_until_ = s.now + kPacketFlits;
    for (unsigned dropped : drops)
      if (speculative && dropped == sequence) {
        to_source_[s.now + distance_ + nack_delay] = {kSrpNack, sequence, 0};
        return;
      }
    tails_[s.now + distance_ + kPacketFlits - 1] = {sequence, speculative};
  }

  unsigned distance_, next_ = 0;
  uint64_t busy_until_ = 0;
  std::map<uint64_t, Control> to_destination_, to_source_;
  std::map<uint64_t, std::pair<unsigned, bool>> tails_;
};

std::string text(const std::vector<Pair::Log>& log) {
  static const char* const kNames[] = {"reserved", "speculative", "granted", "acked",  "refused",
                                       "data",     "repair",      "arrived", "done"};
  std::string result;
  for (const auto& l : log)
    result += std::to_string(l.cycle) + " " + kNames[l.event] + " " +
              std::to_string(l.sequence) + "\n";
  return result;
}

// Figure 3(a). Distance 5, packets of 4 flits: the reservation leaves at 1 and is at the
// destination at 6; the grant is ready at 7 and arrives at 12; by then three packets have gone
// speculatively.
TEST(SrpPair, WithoutCongestionSpeculationHidesTheReservation) {
  Pair p(5);
  p.run(5, 60);
  EXPECT_EQ(text(p.log),
            "1 reserved 0\n2 speculative 0\n6 speculative 1\n10 arrived 0\n10 speculative 2\n"
            "12 granted 0\n14 arrived 1\n14 data 3\n16 acked 0\n18 arrived 2\n18 data 4\n"
            "20 acked 1\n"
            "22 arrived 3\n24 acked 2\n26 arrived 4\n27 done 0\n");
  EXPECT_EQ(p.source.out().held, 0u);
}

// Figure 3(b). The destination is reserved for others until cycle 60. Packet 1 is dropped; its NACK
// arrives before t_s; the repair comes first, two clocks after t_s has been reached.
TEST(SrpPair, WithCongestionADroppedPacketIsRepairedAtTheStart) {
  Pair p(5);
  p.d.cfg_lead = 54;  // the reservation arrives at 6: t_s = 60
  p.drops = {1};
  p.run(4, 90);
  EXPECT_EQ(text(p.log),
            "1 reserved 0\n2 speculative 0\n6 speculative 1\n10 arrived 0\n10 speculative 2\n"
            "11 refused 1\n12 granted 0\n16 acked 0\n18 arrived 2\n24 acked 2\n"
            "63 repair 1\n67 data 3\n69 done 0\n71 arrived 1\n75 arrived 3\n");
}

// The same with a NACK that comes only after t_s: it is repaired at once and arrives out of order.
TEST(SrpPair, ANackAfterTheStartIsRepairedOutOfOrder) {
  Pair p(5);
  p.drops = {0};
  p.nack_delay = 8;
  p.run(4, 60);
  EXPECT_EQ(text(p.log),
            "1 reserved 0\n2 speculative 0\n6 speculative 1\n10 speculative 2\n12 granted 0\n"
            "14 arrived 1\n14 data 3\n15 refused 0\n18 arrived 2\n19 repair 0\n20 acked 1\n"
            "22 arrived 3\n24 acked 2\n27 arrived 0\n27 done 0\n");
}

// A message of one packet: the grant comes while its speculative packet has long arrived.
TEST(SrpPair, AGrantWithNothingLeftToSendEndsTheReservation) {
  Pair p(5);
  p.d.cfg_lead = 1000;
  p.run(1, 60);
  EXPECT_EQ(text(p.log),
            "1 reserved 0\n2 speculative 0\n10 arrived 0\n12 granted 0\n16 acked 0\n19 done 0\n");
}

// A grant while packets are still unsent that could have gone speculatively: they wait for t_s.
TEST(SrpPair, AGrantHoldsBackUnsentSpeculativePackets) {
  Pair p(5);
  p.d.cfg_lead = 30;
  p.run(16, 140);
  unsigned speculative = 0;
  uint64_t first_data = 0;
  for (const auto& l : p.log) {
    speculative += l.event == Pair::kSpeculative;
    if (l.event == Pair::kData && first_data == 0) first_data = l.cycle;
  }
  EXPECT_EQ(speculative, 3u);
  EXPECT_EQ(first_data, 37u) << "t_s = 36 is reached, the next cycle shows it";
  EXPECT_EQ(p.source.out().entry_valid, 0u);
}

class Nic {
 public:
  explicit Nic(SrpNic::Params p = {}) : model(p) {
    configure(in);
    in.now = 100;
  }
  void tick() {
    model.step(in);
    ++in.now;
    in.sent_entry = 0;
    in.offer_valid = in.control_valid = in.packet_valid = false;
  }
  Nic& control(unsigned kind, unsigned source, uint64_t payload = 0, unsigned sequence = 0) {
    in.control_valid = true;
    in.control_kind = kind;
    in.control_source = source;
    name(in, kind, sequence, payload);
    return *this;
  }
  Nic& packet(unsigned source, bool speculative, bool bypass = false) {
    in.packet_valid = true;
    in.packet_source = source;
    in.packet_speculative = speculative;
    in.packet_bypass = bypass;
    in.packet_message = 11;
    in.packet_sequence = 12;
    in.packet_flits = 8;
    return *this;
  }
  const SrpNic::Out& out() const { return model.out(); }
  SrpNic::Model model;
  SrpNic::In in;
};

TEST(SrpNicModel, AnAcknowledgementThatWaitsIsNotReplacedByAGrant) {
  Nic n;
  n.in.reply_ready = false;
  n.packet(4, true).tick();
  EXPECT_EQ(n.out().reply_kind, unsigned{kSrpAck});
  n.tick();
  n.control(kSrpReservation, 7, 16, 5).tick();
  for (int clock = 0; clock < 3; ++clock) {
    EXPECT_FALSE(n.out().control_ready) << "the grant is there";
    EXPECT_EQ(n.out().reply_kind, unsigned{kSrpAck}) << clock;
    EXPECT_EQ(n.out().reply_destination, 4u) << clock;
    EXPECT_EQ(n.out().reply_sequence, 12u) << clock;
    EXPECT_EQ(n.out().reply_start, 0u) << clock;
    EXPECT_EQ(n.out().reply_tag, 0u) << clock;
    n.tick();
  }
  n.in.reply_ready = true;
  n.tick();
  EXPECT_EQ(n.out().reply_kind, unsigned{kSrpGrant}) << "it was not taken with the other";
  EXPECT_EQ(n.out().reply_destination, 7u);
  n.tick();
  EXPECT_FALSE(n.out().reply_valid);
}

TEST(SrpNicModel, AGrantGoesBeforeAnAcknowledgement) {
  Nic n;
  n.in.reply_ready = false;
  n.packet(4, true).control(kSrpReservation, 7, 16, 5).tick();
  EXPECT_EQ(n.out().reply_kind, unsigned{kSrpGrant});
  EXPECT_EQ(n.out().reply_destination, 7u);
  EXPECT_EQ(n.out().reply_tag, 5u);
  EXPECT_EQ(n.out().reply_sequence, 0u);
  EXPECT_EQ(n.out().reply_start, 100u);
  EXPECT_FALSE(n.out().control_ready);
  EXPECT_FALSE(n.out().packet_ready);
  n.in.reply_ready = true;
  n.tick();
  EXPECT_EQ(n.out().reply_kind, unsigned{kSrpAck}) << "it was not taken with the grant";
  EXPECT_EQ(n.out().reply_destination, 4u);
  EXPECT_EQ(n.out().reply_message, 11u);
  EXPECT_EQ(n.out().reply_sequence, 12u);
  EXPECT_EQ(n.out().reply_tag, 0u);
  EXPECT_EQ(n.out().reply_start, 0u);
  n.tick();
  EXPECT_FALSE(n.out().reply_valid);
  EXPECT_EQ(n.out().reply_kind, 0u);
}

TEST(SrpNicModel, AReservationWhileAGrantWaitsIsIgnoredAndOtherKindsAreNot) {
  Nic n;
  n.in.reply_ready = false;
  n.control(kSrpReservation, 7, 16).tick();
  n.control(kSrpReservation, 8, 16).tick();
  EXPECT_EQ(n.out().reply_destination, 7u);
  n.control(kSrpAck, 8).tick();
  n.tick();
  EXPECT_TRUE(n.out().error) << "the requester saw it";
}

TEST(SrpNicModel, UnreservedPacketsPushTheSchedule) {
  Nic n;
  n.in.cfg_charge_bypass = true;
  n.packet(4, true, true).tick();
  EXPECT_FALSE(n.out().wake_valid) << "speculative packets never do";
  EXPECT_TRUE(n.out().reply_valid);
  n.packet(4, false, true).tick();  // cycle 101
  n.tick();
  EXPECT_EQ(n.out().wake_at, 110u);
  n.packet(4, false, false).tick();
  n.tick();
  EXPECT_EQ(n.out().wake_at, 110u) << "reserved packets are in the schedule already";
}

TEST(SrpNicModel, TheEarlierOfBothPartsWakes) {
  Nic n;
  n.in.offer_valid = true;
  n.in.offer_destination = 9;
  n.in.offer_message = kMessage;
  n.in.offer_packets = 2;
  n.in.offer_flits = 8;
  n.tick();
  n.tick();
  n.control(kSrpGrant, 9, 160).tick();
  while (n.in.now != 123) n.tick();
  EXPECT_EQ(n.out().wake_at, 160u);
  n.control(kSrpReservation, 3, 20).tick();  // cycle 123
  for (unsigned clock = 0; clock < 4; ++clock) n.control(kSrpReservation, 4, 20).tick();  // ignored
  EXPECT_EQ(n.out().wake_at, 143u);
  n.control(kSrpReservation, 4, 30).tick();
  for (unsigned clock = 0; clock < 4; ++clock) n.tick();
  EXPECT_EQ(n.out().wake_at, 160u) << "the scheduler's 173 comes later";
}

// 256 sources reserve at once. Grants come every fifth cycle; no two of the granted times overlap.
TEST(SrpNicModel, ABurstOf256SourcesIsAnsweredWithoutOverlap) {
  SrpNic::Params p;
  p.nodes = 512;
  Nic n(p);
  n.in.cfg_inflation = 68812;
  std::deque<unsigned> waiting;
  for (unsigned i = 0; i < 256; ++i) waiting.push_back(i);
  std::map<uint64_t, unsigned> starts;
  unsigned asked = 0;
  for (unsigned cycle = 0; cycle < 1400 && starts.size() < 256; ++cycle) {
    if (n.out().reply_valid) starts[n.out().reply_start] = n.out().reply_destination;
    if (n.out().control_ready && !waiting.empty()) {
      n.control(kSrpReservation, waiting.front(), 16);
      waiting.pop_front();
      ++asked;
    }
    n.tick();
  }
  EXPECT_EQ(asked, 256u);
  ASSERT_EQ(starts.size(), 256u) << "everyone, each at another time";
  uint64_t free_from = 0;
  for (const auto& [start, source] : starts) {
    EXPECT_GE(start, free_from) << "source " << source;
    free_from = start + 17;  // 16 flits and 5 %
  }
}

}  // namespace
}  // namespace chokepoint
