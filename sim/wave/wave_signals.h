// SPDX-License-Identifier: Apache-2.0
// What a router, a NIC or a mechanism offers to the waveform: named signals read by function.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace chokepoint {

/// How GTKWave shows a signal by default.
enum class WaveStyle { kBit, kDecimal, kAnalogStep, kHex, kEnum, kText };

class WaveSignals {
 public:
  struct Signal {
    std::string scope;  ///< dotted, e.g. "router_1.input_2.vc_0"
    std::string name;
    unsigned width = 1;  ///< bits, at most 64
    WaveStyle style = WaveStyle::kDecimal;
    std::vector<std::string> enum_names;  ///< kEnum: name of value 0, 1, ...
    std::function<uint64_t()> read;
  };
  /// A Verilated model: traced under `scope` through a type-erased `attach(VerilatedFstC*)`.
  struct Model {
    std::string scope;
    std::function<void(void* verilated_fst)> attach;
  };
  void add(std::string scope, std::string name, unsigned width, WaveStyle style,
           std::function<uint64_t()> read, std::vector<std::string> enum_names = {}) {
    signals.push_back({std::move(scope), std::move(name), width, style, std::move(enum_names),
                       std::move(read)});
  }
  std::vector<Signal> signals;
  std::vector<Model> models;
};

}  // namespace chokepoint
