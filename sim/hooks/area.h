// SPDX-License-Identifier: Apache-2.0
// Storage of a mechanism's hardware: what `chokepoint area` asks, and how a mechanism registers its
// answer.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/units/storage.h"

namespace chokepoint {

/// A parameter of the question; `--num-samples` for num_samples.
struct AreaParameter {
  std::string name;
  uint64_t default_value = 0;
  std::string doc;
};

/// One unit, in bits. `depth` > 0: a part of the nearest unit above with a smaller depth.
struct AreaUnit {
  std::string place;  ///< "router" or "nic"
  std::string name;
  unsigned depth = 0;
  uint64_t sample_bits = 0, state_bits = 0, pipeline_bits = 0;
  std::optional<uint64_t> paper_bits;  ///< the paper's own arithmetic, where it gives one
  std::string paper_formula;           ///< e.g. "radix x (num_samples + ...) x log2(radix)"
  uint64_t total_bits() const { return sample_bits + state_bits + pipeline_bits; }
};

inline AreaUnit area_unit(const char* place, const char* name, unsigned depth,
                          const Storage& bits) {
  AreaUnit unit;
  unit.place = place;
  unit.name = name;
  unit.depth = depth;
  unit.sample_bits = bits.sample;
  unit.state_bits = bits.state;
  unit.pipeline_bits = bits.pipeline;
  return unit;
}

struct AreaInfo {
  std::string mechanism;
  std::vector<AreaParameter> parameters;  ///< beside radix and nodes
  /// `values` holds radix, nodes and every parameter. Throws InputError.
  std::function<std::vector<AreaUnit>(const std::map<std::string, uint64_t>& values)> units;
};

const std::map<std::string, AreaInfo>& areas();
struct AreaRegistration {
  explicit AreaRegistration(AreaInfo info);
};

}  // namespace chokepoint
