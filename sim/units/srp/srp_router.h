// SPDX-License-Identifier: Apache-2.0
// The type of the SRP unit of a router: dropper and the NACKs that dropped packets become
// (docs/reference/srp/srp_router.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/srp/drop_to_nack.h"
#include "sim/units/srp/speculative_dropper.h"

namespace chokepoint {

struct SrpRouter {
  static constexpr const char* kName = "srp_router";

  using LaneBits = SpeculativeDropper::LaneBits;
  using LaneValues = SpeculativeDropper::LaneValues;  ///< lane: input * speculative_vcs + number

  struct Params {
    unsigned nodes = 16;
    unsigned radix = 8;
    unsigned speculative_vcs = 1;  ///< per input
    unsigned wait_bits = 16;
    unsigned predictive_drop = 0;  ///< 1: what lies ahead at the output counts as waited, too

    unsigned node_bits() const { return clog2(nodes); }
    unsigned lanes() const { return radix * speculative_vcs; }
    SpeculativeDropper::Params dropper() const {
      return {radix, speculative_vcs, wait_bits, predictive_drop};
    }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      dropper().validate();
      check_range(kName, "Nodes", nodes, 16, 8192);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("Radix", s.radix);
      v("SpeculativeVcs", s.speculative_vcs);
      v("WaitBits", s.wait_bits);
      v("PredictiveDrop", s.predictive_drop);
    }
  };

  struct In {
    bool enable = false;
    uint32_t now = 0;  ///< lowest bits of the cycle counter
    uint32_t cfg_ttw = 0;  ///< TTW, at least 1
    LaneBits arrival_valid;
    LaneValues arrival_wait{};
    LaneBits head_valid;
    LaneValues head_stamp{};
    LaneBits dropped_valid;
    LaneBits leave_valid;
    LaneValues leave_stamp{};
    // With PredictiveDrop; the packet at the front of a lane is shown as a head or arrives.
    LaneValues output_used{};  ///< output * speculative_vcs + VC: flits without their credit
    /// Per output: TTW and the round trip of its channel.
    SpeculativeDropper::OutputValues output_reach{};
    LaneValues front_output{};
    LaneValues front_vcs{};  ///< mask of the VCs there that the front may take; 0: not the front
    LaneValues arrival_source{};
    LaneValues arrival_destination{};
    LaneValues arrival_message{};
    LaneValues arrival_sequence{};
    LaneValues head_source{};
    LaneValues head_destination{};
    LaneValues head_message{};
    LaneValues head_sequence{};

    /// No event field is set.
    bool idle() const {
      return !arrival_valid.any() && !head_valid.any() && !dropped_valid.any() &&
             !leave_valid.any();
    }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_ttw == previous.cfg_ttw &&
             output_reach == previous.output_reach;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("now", s.now, p.wait_bits);
      v("cfg_ttw", s.cfg_ttw, p.wait_bits);
      v.wide("arrival_valid", s.arrival_valid, 1, p.lanes());
      v.lanes("arrival_wait", s.arrival_wait, p.lanes(), p.wait_bits);
      v.wide("head_valid", s.head_valid, 1, p.lanes());
      v.lanes("head_stamp", s.head_stamp, p.lanes(), p.wait_bits);
      v.wide("dropped_valid", s.dropped_valid, 1, p.lanes());
      v.wide("leave_valid", s.leave_valid, 1, p.lanes());
      v.lanes("leave_stamp", s.leave_stamp, p.lanes(), p.wait_bits);
      v.lanes("arrival_source", s.arrival_source, p.lanes(), p.node_bits());
      v.lanes("arrival_destination", s.arrival_destination, p.lanes(), p.node_bits());
      v.lanes("arrival_message", s.arrival_message, p.lanes(), 16);
      v.lanes("arrival_sequence", s.arrival_sequence, p.lanes(), 16);
      v.lanes("head_source", s.head_source, p.lanes(), p.node_bits());
      v.lanes("head_destination", s.head_destination, p.lanes(), p.node_bits());
      v.lanes("head_message", s.head_message, p.lanes(), 16);
      v.lanes("head_sequence", s.head_sequence, p.lanes(), 16);
      if (p.predictive_drop == 0) return;
      v.lanes("output_used", s.output_used, p.lanes(), p.wait_bits);
      v.lanes("output_reach", s.output_reach, p.radix, p.wait_bits);
      v.lanes("front_output", s.front_output, p.lanes(), p.dropper().port_bits());
      v.lanes("front_vcs", s.front_vcs, p.lanes(), p.speculative_vcs);
    }
  };

  struct Out {
    LaneBits stamped;
    LaneValues arrival_stamp{};
    LaneBits arrival_expired;
    LaneBits keep;
    LaneBits drop;
    LaneBits waited;
    LaneValues leave_wait{};
    LaneValues arrival_nack_source{};
    LaneValues arrival_nack_destination{};
    LaneValues arrival_nack_message{};
    LaneValues arrival_nack_sequence{};
    LaneValues head_nack_source{};
    LaneValues head_nack_destination{};
    LaneValues head_nack_message{};
    LaneValues head_nack_sequence{};
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v.wide("stamped", s.stamped, 1, p.lanes());
      v.lanes("arrival_stamp", s.arrival_stamp, p.lanes(), p.wait_bits);
      v.wide("arrival_expired", s.arrival_expired, 1, p.lanes());
      v.wide("keep", s.keep, 1, p.lanes());
      v.wide("drop", s.drop, 1, p.lanes());
      v.wide("waited", s.waited, 1, p.lanes());
      v.lanes("leave_wait", s.leave_wait, p.lanes(), p.wait_bits);
      v.lanes("arrival_nack_source", s.arrival_nack_source, p.lanes(), p.node_bits());
      v.lanes("arrival_nack_destination", s.arrival_nack_destination, p.lanes(), p.node_bits());
      v.lanes("arrival_nack_message", s.arrival_nack_message, p.lanes(), 16);
      v.lanes("arrival_nack_sequence", s.arrival_nack_sequence, p.lanes(), 16);
      v.lanes("head_nack_source", s.head_nack_source, p.lanes(), p.node_bits());
      v.lanes("head_nack_destination", s.head_nack_destination, p.lanes(), p.node_bits());
      v.lanes("head_nack_message", s.head_nack_message, p.lanes(), 16);
      v.lanes("head_nack_sequence", s.head_nack_sequence, p.lanes(), 16);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    Params params_;
    Out out_;
    SpeculativeDropper::Model dropper_;
  };
};

}  // namespace chokepoint
