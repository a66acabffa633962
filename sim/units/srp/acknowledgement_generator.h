// SPDX-License-Identifier: Apache-2.0
// The type of SRP's destination side that acknowledges speculative packets
// (docs/reference/srp/acknowledgement_generator.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct AcknowledgementGenerator {
  static constexpr const char* kName = "acknowledgement_generator";

  struct Params {
    unsigned nodes = 16;

    unsigned node_bits() const { return clog2(nodes); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Nodes", nodes, 16, 8192);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
    }
  };

  struct In {
    bool enable = false;
    bool packet_valid = false;
    bool packet_speculative = false;
    uint32_t packet_source = 0;
    uint32_t packet_message = 0;
    uint32_t packet_sequence = 0;
    bool ack_ready = false;

    /// No event field is set.
    bool idle() const { return !packet_valid; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && ack_ready == previous.ack_ready;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("packet_valid", s.packet_valid, 1);
      v("packet_speculative", s.packet_speculative, 1);
      v("packet_source", s.packet_source, p.node_bits());
      v("packet_message", s.packet_message, 16);
      v("packet_sequence", s.packet_sequence, 16);
      v("ack_ready", s.ack_ready, 1);
    }
  };

  struct Out {
    bool packet_ready = false;
    bool ack_valid = false;
    uint32_t ack_destination = 0;
    uint32_t ack_message = 0;
    uint32_t ack_sequence = 0;
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("packet_ready", s.packet_ready, 1);
      v("ack_valid", s.ack_valid, 1);
      v("ack_destination", s.ack_destination, p.node_bits());
      v("ack_message", s.ack_message, 16);
      v("ack_sequence", s.ack_sequence, 16);
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
  };
};

}  // namespace chokepoint
