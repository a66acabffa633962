// SPDX-License-Identifier: Apache-2.0
// Drives the golden model of the requester in directed tests: calls prepare events, tick() clocks.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "sim/units/srp/reservation_requester.h"

namespace chokepoint::test {

class Requester {
 public:
  explicit Requester(ReservationRequester::Params p = {}) : model(p), mask_(p.cycle_mask()), start_bits_(p.start_bits()) {
    in.enable = true;
    in.request_ready = true;
    in.cfg_n_max = p.max_packets;
    in.cfg_slots = 32;
    in.now = 100 & mask_;
  }
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      model.step(in);
      if (out().request_valid) tags[out().request_destination] = out().request_tag;
      in.now = (in.now + 1) & mask_;
      in.sent_entry = 0;
      in.offer_valid = in.response_valid = false;
    }
  }
  /// Until nothing is searched for: the wake time is known and a dropped packet is shown.
  void settle() {
    for (unsigned clocks = 0; clocks < 100; ++clocks) {
      tick();
      if (out().quiescent) return;
    }
    ADD_FAILURE() << "never quiescent";
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
    in.sent_entry = uint64_t{1} << entry(destination);
    in.sent_speculative = (out().entry_speculate & in.sent_entry) != 0;
    return *this;
  }
  /// ACK or NACK: it counts in the second clock.
  Requester& respond(unsigned kind, unsigned source, unsigned sequence, unsigned message = 3) {
    in.response_valid = true;
    in.response_kind = kind;
    in.response_source = source;
    in.response_message = message;
    in.response_sequence = sequence;
    return *this;
  }
  /// Of the last reservation to that destination.
  Requester& grant(unsigned source, uint64_t start) { return grant(source, start, tags[source]); }
  Requester& grant(unsigned source, uint64_t start, unsigned tag) {
    respond(kSrpGrant, source, 0);
    in.response_tag = tag;
    in.response_start = start & low_mask(start_bits_);
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
  std::map<unsigned, unsigned> tags;  ///< of the last reservation to each destination

 private:
  uint64_t mask_;
  unsigned start_bits_;
};

}  // namespace chokepoint::test
