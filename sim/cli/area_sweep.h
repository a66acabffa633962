// SPDX-License-Identifier: Apache-2.0
// `chokepoint area --sweep`: storage and measured cells along one parameter at a time.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/area_cost.h"
#include "sim/hooks/area.h"

namespace chokepoint::cli {

struct SweepRequest {
  const AreaInfo* info = nullptr;
  AreaValues chosen;              ///< every parameter's value, legal
  AreaValues paper;               ///< the paper's point
  std::vector<std::string> vary;  ///< NAME or NAME=V,V,...; empty: the prepared parameters
  std::string folder;
  std::string cost_file;  ///< empty: the source tree's, if it is there
  bool json = false;
};

/// The mechanism with one parameter changed.
struct SweepPoint {
  uint64_t value = 0;
  std::vector<AreaUnit> units;
  std::vector<const CostRecord*> cost;  ///< by unit; null where nothing was measured
};

struct SweepAxis {
  std::string name;
  std::string doc;
  std::vector<SweepPoint> points;                         ///< ascending
  std::vector<std::pair<uint64_t, std::string>> skipped;  ///< illegal values and why
};

/// All there is to write. Points refer to the records, so it is moved but never copied.
struct Sweep {
  Sweep() = default;
  Sweep(Sweep&&) = default;
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  std::string mechanism;
  AreaValues chosen, paper;
  std::vector<AreaUnit> paper_units;
  std::vector<CostRecord> cost;
  std::string cost_file;
  bool cost_found = false;
  std::vector<SweepAxis> axes;
};

/// Computes everything, writes nothing. Throws InputError.
Sweep make_sweep(const SweepRequest& request);

/// The formats (area_sweep_text.cpp).
std::string sweep_csv(const Sweep& sweep);
std::string sweep_json(const Sweep& sweep);
std::string sweep_table(const Sweep& sweep);

/// Does the whole job; the exit code. Throws InputError before anything is written.
int area_sweep(const SweepRequest& request);

}  // namespace chokepoint::cli
