// SPDX-License-Identifier: Apache-2.0
// A router and two NICs with toy contents: C++ state and Verilated units for the waveform tests.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "Vtoy_unit.h"
#include "sim/common/types.h"
#include "sim/wave/wave_signals.h"
#include "verilated_fst_c.h"

namespace chokepoint {

class ToyNetwork {
 public:
  static constexpr unsigned kInputs = 6, kNics = 2;

  ToyNetwork() {
    for (auto& nic : nics_) {
      nic.unit = std::make_unique<Vtoy_unit>("");
      nic.unit->rst_ni = 0;
      clock(*nic.unit);
      nic.unit->rst_ni = 1;
      nic.unit->enable_i = 1;
    }
  }

  void describe(WaveSignals& waves) {
    waves.add("router_1", "congested", kInputs, WaveStyle::kHex, [this] { return congested_; });
    waves.add("router_1", "kind", 2, WaveStyle::kEnum, [this] { return kind_; },
              {"DATA", "THROTTLE", "UNTHROTTLE"});
    waves.add("router_1", "label", 32, WaveStyle::kText, [this] { return label_; });
    for (unsigned i = 0; i < kInputs; ++i) {
      const std::string vc = "router_1.input_" + std::to_string(i) + ".vc_0";
      waves.add(vc, "occupancy", 8, WaveStyle::kAnalogStep, [this, i] { return occupancy_[i]; });
      waves.add(vc, "credits", 8, WaveStyle::kDecimal, [this, i] { return 64 - occupancy_[i]; });
      const std::string output = "router_1.output_" + std::to_string(i);
      waves.add(output, "congested", 1, WaveStyle::kBit, [this, i] { return congested_ >> i & 1; });
      waves.add(output, "failed", 1, WaveStyle::kBit, [] { return 0; });
      waves.add(vc, "waiting", 1, WaveStyle::kBit, [this, i] { return occupancy_[i] > 40; });
    }
    for (unsigned i = 0; i < kNics; ++i) {
      const std::string nic = "nic_" + std::to_string(i + 4);
      waves.add(nic, "queued_flits", 40, WaveStyle::kAnalogStep,
                [this, i] { return nics_[i].queued; });
      waves.add_model(nic, "toy_unit", [this, i](void* fst) {
        nics_[i].unit->trace(static_cast<VerilatedFstC*>(fst), 99);
      });
      waves.highlight(nic + ".toy_unit.state_o", WaveStyle::kEnum, "state");
      waves.highlight(nic + ".toy_unit.tokens_o", WaveStyle::kAnalogStep, "tokens", 2);
    }
  }

  void step(Cycle t) {
    for (unsigned i = 0; i < kInputs; ++i) {
      const uint64_t phase = (t + 37 * i) % 160;
      occupancy_[i] = phase < 64 ? phase : phase < 128 ? 128 - phase : 0;
    }
    congested_ = 0;
    for (unsigned i = 0; i < kInputs; ++i) congested_ |= uint64_t{occupancy_[i] > 48} << i;
    kind_ = t / 25 % 3;
    label_ = kind_ == 0 ? 0x64617461 : 0x6374726c;  // "data", "ctrl"
    for (unsigned i = 0; i < kNics; ++i) {
      nics_[i].queued += t % 5 == i;
      if (t % 90 == 89) nics_[i].queued /= 3;
      nics_[i].unit->congested_i = congested_ >> i & 1;
      clock(*nics_[i].unit);
    }
  }

  uint64_t occupancy(unsigned input) const { return occupancy_[input]; }
  uint64_t kind() const { return kind_; }
  uint64_t state(unsigned nic) const { return nics_[nic].unit->state_o; }

 private:
  struct Nic {
    std::unique_ptr<Vtoy_unit> unit;
    uint64_t queued = 0;
  };

  static void clock(Vtoy_unit& unit) {
    unit.clk_i = 0;
    unit.eval();
    unit.clk_i = 1;
    unit.eval();
  }

  std::array<uint64_t, kInputs> occupancy_{};
  std::array<Nic, kNics> nics_;
  uint64_t congested_ = 0, kind_ = 0, label_ = 0;
};

}  // namespace chokepoint
