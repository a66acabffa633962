// SPDX-License-Identifier: Apache-2.0
// The type of the unit that controls an ingress port (docs/reference/recn/recn_ingress.md).
#pragma once

#include "sim/units/recn/recn_ports.h"

namespace chokepoint {

struct RecnIngress {
  static constexpr const char* kName = "recn_ingress";

  struct Params {
    static constexpr bool kEgress = false;
    unsigned saqs = 8;
    unsigned pool_bits = 31;
    unsigned ports = 8;      ///< egress ports, numbered by the turn to them
    unsigned detection = 1;  ///< 1: a detection queue for each egress port
    unsigned count_bits = 9;
    unsigned timer_bits = 10;

    unsigned parents() const { return ports; }
    unsigned children() const { return 1; }
    unsigned turn_bits() const { return clog2(ports); }
    SaqControl::Params control() const {
      return {saqs, pool_bits, detection == 1 ? ports : 1, 1, 0, count_bits, timer_bits};
    }
    MessageSelect::Params select() const { return {ports + detection, pool_bits}; }

    template <class V>
    void visit(V&& v) {
      fields(*this, v);
    }
    template <class V>
    void visit(V&& v) const {
      fields(*this, v);
    }
    void validate() const {
      check_range(kName, "Saqs", saqs, 2, 32);
      check_range(kName, "Ports", ports, 2, 32);
      check_range(kName, "PoolBits", pool_bits, turn_bits() + 1, 48);
      check_range(kName, "Detection", detection, 0, 1);
      check_range(kName, "CountBits", count_bits, 3, 11);
      check_range(kName, "TimerBits", timer_bits, 1, 16);
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("Saqs", s.saqs);
      v("PoolBits", s.pool_bits);
      v("Ports", s.ports);
      v("Detection", s.detection);
      v("CountBits", s.count_bits);
      v("TimerBits", s.timer_bits);
    }
  };

  using In = RecnPortIn<Params>;
  using Out = RecnPortOut<Params>;

  class Model {
   public:
    explicit Model(const Params& params)
        : params_((params.validate(), params)),
          control_(params.control()),
          select_(params.select()) {}
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    uint64_t turn_of(const MessageSelect::Out& notice) const;

    Params params_;
    Out out_;
    SaqControl::Model control_;
    MessageSelect::Model select_;  // messages of the egress ports, and detections
    bool detects_ = false;         // a detection queue is to be swapped
    uint32_t detected_ = 0;        // which
  };
};

}  // namespace chokepoint
