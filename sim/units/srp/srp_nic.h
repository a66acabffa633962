// SPDX-License-Identifier: Apache-2.0
// The type of the SRP unit of a network interface: requester, scheduler, acknowledgements and the
// order of their messages (docs/reference/srp/srp_nic.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/srp/acknowledgement_generator.h"
#include "sim/units/srp/control_kind.h"
#include "sim/units/srp/reservation_requester.h"
#include "sim/units/srp/reservation_scheduler.h"

namespace chokepoint {

struct SrpNic {
  static constexpr const char* kName = "srp_nic";

  struct Params {
    unsigned nodes = 16;
    unsigned reservation_entries = 16;
    unsigned max_packets = 16;  ///< largest block
    unsigned cycle_bits = 32;
    unsigned timeouts = 0;  ///< 1: what is not answered in time is asked or sent again

    unsigned node_bits() const { return clog2(nodes); }
    unsigned start_bits() const { return srp_start_bits(cycle_bits); }
    unsigned block_bits() const { return clog2(max_packets + 1); }
    unsigned slot_bits() const { return clog2(max_packets); }
    uint64_t cycle_mask() const { return low_mask(cycle_bits); }
    ReservationRequester::Params requester() const {
      return {nodes, reservation_entries, max_packets, cycle_bits, timeouts};
    }
    ReservationScheduler::Params scheduler() const { return {nodes, cycle_bits}; }
    AcknowledgementGenerator::Params acknowledgements() const { return {nodes}; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      requester().validate();
      scheduler().validate();
      acknowledgements().validate();
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
    bool request_ready = false;
    uint32_t cfg_n_max = 0;  ///< packets per reservation, 1 to MaxPackets
    uint32_t cfg_slots = 0;  ///< of the retransmission buffer, at least 1
    uint64_t cfg_timeout = 0;  ///< cycles; 0: none
    uint32_t cfg_inflation = 0;  ///< 2.16 fixed point, at least 65536
    uint64_t cfg_lead = 0;
    bool cfg_charge_bypass = false;
    bool control_valid = false;
    uint32_t control_kind = 0;  ///< an SrpControlKind
    uint32_t control_source = 0;
    uint32_t control_message = 0;
    uint32_t control_sequence = 0;
    uint32_t control_tag = 0;    ///< reservation, grant
    uint32_t control_flits = 0;  ///< reservation
    uint64_t control_start = 0;  ///< grant: the lowest bits of t_s
    bool packet_valid = false;
    bool packet_speculative = false;
    bool packet_bypass = false;  ///< sent without reservation
    uint32_t packet_source = 0;
    uint32_t packet_message = 0;
    uint32_t packet_sequence = 0;
    uint32_t packet_flits = 0;
    bool reply_ready = false;

    /// No event field is set.
    bool idle() const {
      return !offer_valid && sent_entry == 0 && !control_valid && !packet_valid;
    }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && request_ready == previous.request_ready &&
             cfg_n_max == previous.cfg_n_max && cfg_slots == previous.cfg_slots &&
             cfg_timeout == previous.cfg_timeout &&
             cfg_inflation == previous.cfg_inflation && cfg_lead == previous.cfg_lead &&
             cfg_charge_bypass == previous.cfg_charge_bypass &&
             reply_ready == previous.reply_ready;
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
      v("request_ready", s.request_ready, 1);
      v("cfg_n_max", s.cfg_n_max, p.block_bits());
      v("cfg_slots", s.cfg_slots, 16);
      v("cfg_timeout", s.cfg_timeout, p.cycle_bits);
      v("cfg_inflation", s.cfg_inflation, 18);
      v("cfg_lead", s.cfg_lead, p.cycle_bits);
      v("cfg_charge_bypass", s.cfg_charge_bypass, 1);
      v("control_valid", s.control_valid, 1);
      v("control_kind", s.control_kind, 4);
      v("control_source", s.control_source, p.node_bits());
      v("control_message", s.control_message, messages::srp::kMessageBits);
      v("control_sequence", s.control_sequence, messages::srp::kSequenceNumberBits);
      v("control_tag", s.control_tag, messages::srp::kTagBits);
      v("control_flits", s.control_flits, messages::srp::kFlitsBits);
      v("control_start", s.control_start, p.start_bits());
      v("packet_valid", s.packet_valid, 1);
      v("packet_speculative", s.packet_speculative, 1);
      v("packet_bypass", s.packet_bypass, 1);
      v("packet_source", s.packet_source, p.node_bits());
      v("packet_message", s.packet_message, 16);
      v("packet_sequence", s.packet_sequence, 16);
      v("packet_flits", s.packet_flits, 10);
      v("reply_ready", s.reply_ready, 1);
    }
  };

  struct Out {
    bool offer_ready = false;
    uint64_t entry_valid = 0;
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
    bool reply_valid = false;
    uint32_t reply_kind = 0;  ///< an SrpControlKind; 0 when not valid
    uint32_t reply_destination = 0;
    uint32_t reply_message = 0;
    uint32_t reply_sequence = 0;
    uint32_t reply_tag = 0;    ///< grant
    uint64_t reply_start = 0;  ///< grant: the lowest bits of t_s
    bool control_ready = false;  ///< a reservation may be presented
    bool packet_ready = false;
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
      v("reply_valid", s.reply_valid, 1);
      v("reply_kind", s.reply_kind, 4);
      v("reply_destination", s.reply_destination, p.node_bits());
      v("reply_message", s.reply_message, messages::srp::kMessageBits);
      v("reply_sequence", s.reply_sequence, messages::srp::kSequenceNumberBits);
      v("reply_tag", s.reply_tag, messages::srp::kTagBits);
      v("reply_start", s.reply_start, p.start_bits());
      v("control_ready", s.control_ready, 1);
      v("packet_ready", s.packet_ready, 1);
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
    bool may_sleep(const In& in) const;
    bool ack_shown() const;
    void show_reply();
    void show();

    Params params_;
    Out out_;
    ReservationRequester::Model requester_;
    ReservationScheduler::Model scheduler_;
    AcknowledgementGenerator::Model acknowledgements_;
    ReservationRequester::In requester_in_;
    ReservationScheduler::In scheduler_in_;
    AcknowledgementGenerator::In acknowledgements_in_;
    bool ack_held_ = false;   // shown before and not taken: a grant waits behind it
    uint32_t slots_ = 0;      // cfg_slots of the last clock: part of what the requester shows
    uint64_t timeout_ = 0;    // cfg_timeout, the same
  };
};

}  // namespace chokepoint
