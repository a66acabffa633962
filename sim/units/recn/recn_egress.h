// SPDX-License-Identifier: Apache-2.0
// The type of the unit that controls an egress port (docs/reference/recn/recn_egress.md).
#pragma once

#include "sim/units/recn/recn_ports.h"

namespace chokepoint {

struct RecnEgress {
  static constexpr const char* kName = "recn_egress";

  struct Params {
    static constexpr bool kEgress = true;
    unsigned saqs = 8;
    unsigned pool_bits = 31;
    unsigned ports = 8;  ///< ingress ports that send here
    unsigned count_bits = 9;
    unsigned timer_bits = 10;

    unsigned parents() const { return 1; }
    unsigned children() const { return ports; }
    SaqControl::Params control() const {
      return {saqs, pool_bits, 1, ports, 1, count_bits, timer_bits};
    }
    MessageSelect::Params select() const { return {ports, pool_bits}; }

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
      check_range(kName, "PoolBits", pool_bits, 2, 48);
      check_range(kName, "Ports", ports, 1, 32);
      check_range(kName, "CountBits", count_bits, 3, 11);
      check_range(kName, "TimerBits", timer_bits, 1, 16);
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("Saqs", s.saqs);
      v("PoolBits", s.pool_bits);
      v("Ports", s.ports);
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
    Params params_;
    Out out_;
    SaqControl::Model control_;
    MessageSelect::Model select_;  // replies of the ingress ports
  };
};

}  // namespace chokepoint
