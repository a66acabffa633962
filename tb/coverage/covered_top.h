// SPDX-License-Identifier: Apache-2.0
// A Verilated class whose coverage counters start when the reset ends, not when it is made.
#pragma once

#include <type_traits>
#include <utility>

namespace chokepoint::test {

/// Registers begin with random values, which the reset replaces: changes that no input has caused.
/// Without a clock there is no reset; the first evaluation brings everything into step.
template <class Top, class Symbols>
class CoveredTop : public Top {
 public:
  using Top::Top;
  void eval() {
    Top::eval();
    if (counting_ || !started(*this, 0)) return;
    counting_ = true;
    for (auto& counter : static_cast<Symbols*>(this->vlSymsp)->__Vcoverage) counter = 0;
  }
  template <class File>
  void trace(File*, int) {}  // Verilated without waveforms

 private:
  template <class T>
  auto started(T& top, int) -> decltype(std::declval<T&>().rst_ni, bool()) {
    was_reset_ |= top.rst_ni == 0;
    return was_reset_ && top.rst_ni != 0;
  }
  template <class T>
  bool started(T&, long) {
    return true;
  }

  bool counting_ = false, was_reset_ = false;
};

}  // namespace chokepoint::test
