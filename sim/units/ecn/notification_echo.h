// SPDX-License-Identifier: Apache-2.0
// The type of ECN's destination side: a notification to the source of every marked packet
// (docs/reference/ecn/notification_echo.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct NotificationEcho {
  static constexpr const char* kName = "notification_echo";

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
    uint32_t packet_source = 0;
    bool packet_marked = false;
    bool notification_ready = false;

    /// No event field is set.
    bool idle() const { return !packet_valid; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && notification_ready == previous.notification_ready;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("packet_valid", s.packet_valid, 1);
      v("packet_source", s.packet_source, p.node_bits());
      v("packet_marked", s.packet_marked, 1);
      v("notification_ready", s.notification_ready, 1);
    }
  };

  struct Out {
    bool packet_ready = false;
    bool notification_valid = false;
    uint32_t notification_destination = 0;
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("packet_ready", s.packet_ready, 1);
      v("notification_valid", s.notification_valid, 1);
      v("notification_destination", s.notification_destination, p.node_bits());
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
