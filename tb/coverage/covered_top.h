// SPDX-License-Identifier: Apache-2.0
// A Verilated class whose coverage counts what inputs cause.
#pragma once

#include <verilated.h>

namespace chokepoint::test {

/// Registers and memories begin with 0: random values, which tests ask for, would toggle bits and take
/// branches that no input has caused. Verilated without waveforms, to build in half the time.
template <class Top> class CoveredTop : public Top {
 public:
  CoveredTop(VerilatedContext* context, const char* name) : Top(with_zeros(context), name) {}
  template <class File> void trace(File*, int) {}

 private:
  static VerilatedContext* with_zeros(VerilatedContext* context) {
    context->randReset(0);
    return context;
  }
};

}  // namespace chokepoint::test
