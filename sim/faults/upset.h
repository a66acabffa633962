// SPDX-License-Identifier: Apache-2.0
// Registers of Verilated units that may be changed from outside. Units enter themselves, in
// programs that are built for it (tb/faults).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace chokepoint {

class UpsettableUnit {
 public:
  /// A register or a memory, as it lies in the Verilated model.
  struct Register {
    std::string name;  ///< "cbcm_nic.u_detector.state_q"
    uint64_t bits;
  };
  virtual ~UpsettableUnit() = default;
  virtual const std::vector<Register>& registers() const = 0;
  /// Inverts a bit right after the next clock; what follows from the registers is evaluated anew.
  virtual void flip(size_t register_index, uint64_t bit) = 0;
};

/// By path, e.g. "nic_4.cbcm_nic"; empty in a program that was not built for upsets.
inline std::map<std::string, UpsettableUnit*>& upsettable_units() {
  static std::map<std::string, UpsettableUnit*> units;
  return units;
}

}  // namespace chokepoint
