// SPDX-License-Identifier: Apache-2.0
// The type that turns a dropped speculative packet's header into its NACK's
// (docs/reference/srp/drop_to_nack.md). Combinational, latency 0: `Out` answers the `In` of the
// same cycle.
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/srp/control_kind.h"

namespace chokepoint {

struct DropToNack {
  static constexpr const char* kName = "drop_to_nack";

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
    uint32_t source = 0;
    uint32_t destination = 0;
    uint32_t message = 0;
    uint32_t sequence = 0;

    /// No event field is set.
    bool idle() const { return false; }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("source", s.source, p.node_bits());
      v("destination", s.destination, p.node_bits());
      v("message", s.message, 16);
      v("sequence", s.sequence, 16);
    }
  };

  struct Out {
    uint32_t nack_kind = 0;
    uint32_t nack_source = 0;
    uint32_t nack_destination = 0;
    uint32_t nack_message = 0;
    uint32_t nack_sequence = 0;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("nack_kind", s.nack_kind, 4);
      v("nack_source", s.nack_source, p.node_bits());
      v("nack_destination", s.nack_destination, p.node_bits());
      v("nack_message", s.nack_message, 16);
      v("nack_sequence", s.nack_sequence, 16);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    /// Combinational: `out()` answers this very input.
    void step(const In& in);

   private:
    Out out_;
  };
};

}  // namespace chokepoint
