// SPDX-License-Identifier: Apache-2.0
// The type of SRP's source side: the table of active reservations
// (docs/reference/srp/reservation_requester.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/srp/control_kind.h"
#include "sim/units/srp/reservation_state.h"
#include "sim/units/srp/start_walk.h"

namespace chokepoint {

struct ReservationRequester {
  static constexpr const char* kName = "reservation_requester";

  struct Params {
    unsigned nodes = 16;
    unsigned reservation_entries = 16;
    unsigned max_packets = 16;  ///< largest block
    unsigned cycle_bits = 32;
    unsigned timeouts = 0;  ///< 1: what is not answered in time is asked or sent again

    unsigned node_bits() const { return clog2(nodes); }
    unsigned block_bits() const { return clog2(max_packets + 1); }
    unsigned slot_bits() const { return clog2(max_packets); }
    unsigned held_bits() const { return clog2(reservation_entries * max_packets + 1); }
    unsigned start_bits() const { return srp_start_bits(cycle_bits); }
    uint64_t cycle_mask() const { return low_mask(cycle_bits); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Nodes", nodes, 16, 8192);
      check_range(kName, "ReservationEntries", reservation_entries, 1, 64);
      check_range(kName, "MaxPackets", max_packets, 2, 64);
      check_range(kName, "CycleBits", cycle_bits, 8, 64);
      check_range(kName, "Timeouts", timeouts, 0, 1);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("ReservationEntries", s.reservation_entries);
      v("MaxPackets", s.max_packets);
      v("CycleBits", s.cycle_bits);
      v("Timeouts", s.timeouts);
    }
  };

  struct In {
    bool enable = false;
    uint64_t now = 0;
    bool offer_valid = false;
    uint32_t offer_destination = 0;
    uint32_t offer_message = 0;
    uint32_t offer_sequence = 0;  ///< first packet not yet in a block
    uint32_t offer_packets = 0;  ///< left of the message, at least 1
    uint32_t offer_flits = 0;
    uint32_t offer_packet_flits = 0;  ///< of all packets but the last
    uint64_t sent_entry = 0;  ///< whose packet starts to enter the network, as a bit
    bool sent_speculative = false;
    bool response_valid = false;
    uint32_t response_kind = 0;  ///< an SrpControlKind
    uint32_t response_source = 0;
    uint32_t response_message = 0;
    uint32_t response_sequence = 0;
    uint32_t response_tag = 0;    ///< of a grant
    uint64_t response_start = 0;  ///< of a grant: the lowest bits of t_s
    bool request_ready = false;
    uint32_t cfg_n_max = 0;  ///< packets per reservation, 1 to MaxPackets
    uint32_t cfg_slots = 0;  ///< of the retransmission buffer, at least 1
    uint64_t cfg_timeout = 0;  ///< cycles; 0: none

    /// No event field is set.
    bool idle() const { return !offer_valid && sent_entry == 0 && !response_valid; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && request_ready == previous.request_ready &&
             cfg_n_max == previous.cfg_n_max && cfg_slots == previous.cfg_slots &&
             cfg_timeout == previous.cfg_timeout;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("now", s.now, p.cycle_bits);
      v("offer_valid", s.offer_valid, 1);
      v("offer_destination", s.offer_destination, p.node_bits());
      v("offer_message", s.offer_message, 16);
      v("offer_sequence", s.offer_sequence, 16);
      v("offer_packets", s.offer_packets, 16);
      v("offer_flits", s.offer_flits, 16);
      v("offer_packet_flits", s.offer_packet_flits, 10);
      v("sent_entry", s.sent_entry, p.reservation_entries);
      v("sent_speculative", s.sent_speculative, 1);
      v("response_valid", s.response_valid, 1);
      v("response_kind", s.response_kind, 4);
      v("response_source", s.response_source, p.node_bits());
      v("response_message", s.response_message, messages::srp::kMessageBits);
      v("response_sequence", s.response_sequence, messages::srp::kSequenceNumberBits);
      v("response_tag", s.response_tag, messages::srp::kTagBits);
      v("response_start", s.response_start, p.start_bits());
      v("request_ready", s.request_ready, 1);
      v("cfg_n_max", s.cfg_n_max, p.block_bits());
      v("cfg_slots", s.cfg_slots, 16);
      v("cfg_timeout", s.cfg_timeout, p.cycle_bits);
    }
  };

  struct Out {
    bool offer_ready = false;
    uint64_t entry_valid = 0;
    Lanes entry_destination{};
    uint64_t entry_speculate = 0;
    uint64_t entry_send = 0;
    uint64_t entry_resend = 0;
    uint32_t resend_slot = 0;  ///< of the entry that shows entry_resend
    bool request_valid = false;
    uint32_t request_destination = 0;
    uint32_t request_tag = 0;
    uint32_t request_flits = 0;
    uint32_t held = 0;
    bool error = false;
    uint32_t stray = 0;  ///< answers that belonged to no packet, with timeouts
    bool quiescent = false;
    bool wake_valid = false;
    uint64_t wake_at = 0;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("offer_ready", s.offer_ready, 1);
      v("entry_valid", s.entry_valid, p.reservation_entries);
      v.lanes("entry_destination", s.entry_destination, p.reservation_entries, p.node_bits());
      v("entry_speculate", s.entry_speculate, p.reservation_entries);
      v("entry_send", s.entry_send, p.reservation_entries);
      v("entry_resend", s.entry_resend, p.reservation_entries);
      v("resend_slot", s.resend_slot, p.slot_bits());
      v("request_valid", s.request_valid, 1);
      v("request_destination", s.request_destination, p.node_bits());
      v("request_tag", s.request_tag, messages::srp::kTagBits);
      v("request_flits", s.request_flits, messages::srp::kFlitsBits);
      v("held", s.held, 16);
      v("error", s.error, 1);
      v("stray", s.stray, 16);
      v("quiescent", s.quiescent, 1);
      v("wake_valid", s.wake_valid, 1);
      v("wake_at", s.wake_at, p.cycle_bits);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    using Entry = reservation::Entry;
    using Shown = reservation::Shown;

    uint64_t match(uint32_t destination) const;
    uint32_t tag(unsigned e) const { return e << 2 | blocks_[e]; }
    Shown shown(const In& in) const;
    void taken();
    bool resolve_answer();
    void respond(const In& in);
    void grant(const In& in, unsigned e);
    uint32_t slot(const Entry& entry, unsigned packet) const {
      return (entry.base + packet) & low_mask(params_.slot_bits());
    }
    void sent(const In& in, unsigned e);
    void tick(const Shown& before);
    void free(unsigned e);
    void repair(const Shown& before);
    void offer(const In& in, const Shown& before);
    void ask_again(const Shown& before);
    void show();

    Params params_;
    Out out_;
    std::array<Entry, kMaxLanes> entries_{};
    std::array<uint8_t, kMaxLanes> blocks_{};  // of each entry so far, modulo 4; 0 without timeouts
    uint64_t requested_ = 0, granted_ = 0, refused_ = 0, due_ = 0;  // bit e: of entry e
    uint64_t aged_ = 0, late_ = 0;  // with timeouts
    reservation::Answer answer_;
    reservation::Repair repair_;
    StartWalk walk_;
    uint64_t timer_ = 0;   // the next tick
    bool missed_ = false;  // an answer of the clock before the last belonged to no packet
    // Of this clock: entries that are granted, whose waiting begins anew, that spare a packet; the
    // repair has been sent.
    uint64_t granting_ = 0, renewed_ = 0, spared_ = 0;
    bool repaired_ = false;
    uint32_t slots_ = 0;    // that out_ was made with
    uint64_t timeout_ = 0;  // the same
  };
};

}  // namespace chokepoint
