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
  /// A Verilated model: traced under `scope` through a type-erased `attach(VerilatedFstC*)`, which
  /// calls `model->trace(fst, 99)`. The model must have been constructed with the instance name ""
  /// and live in the same VerilatedContext as all others. With `module` (the RTL top's name) given,
  /// Verilator's second copy of the ports directly in `scope` is left out of the file.
  struct Model {
    std::string scope;
    std::function<void(void* verilated_fst)> attach;
    std::string module = {};
  };
  /// A signal inside a Verilated model that the GTKWave view shows beside the C++ signals. `lanes`
  /// above 1 splits a flat vector into that many equal lanes (lane 0 = lowest bits), shown as
  /// alias[lane].
  struct Highlight {
    std::string path;  ///< full dotted path without a bit range: "nic_4.cbcm_nic.state_o"
    WaveStyle style = WaveStyle::kDecimal;
    std::string alias = {};  ///< name shown ('.' as '/'); empty: path without first part
    unsigned lanes = 1;
  };
  void add(std::string scope, std::string name, unsigned width, WaveStyle style,
           std::function<uint64_t()> read, std::vector<std::string> enum_names = {}) {
    signals.push_back(
        {std::move(scope), std::move(name), width, style, std::move(enum_names), std::move(read)});
  }
  void add_model(std::string scope, std::string module, std::function<void(void*)> attach) {
    models.push_back({std::move(scope), std::move(attach), std::move(module)});
  }
  void highlight(std::string path, WaveStyle style, std::string alias = {}, unsigned lanes = 1) {
    highlights.push_back({std::move(path), style, std::move(alias), lanes});
  }
  std::vector<Signal> signals;
  std::vector<Model> models;
  std::vector<Highlight> highlights;
};

}  // namespace chokepoint
