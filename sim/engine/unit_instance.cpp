// SPDX-License-Identifier: Apache-2.0
// The directory of running units and the text of a lockstep mismatch.
#include "sim/engine/unit_instance.h"

#include <fmt/format.h>

#include <stdexcept>
#include <unordered_map>

namespace chokepoint {

namespace {

std::unordered_map<std::string, AnyUnit*>& directory() {
  static std::unordered_map<std::string, AnyUnit*> units;
  return units;
}

thread_local const Cycle* current_cycle = nullptr;

}  // namespace

AnyUnit::AnyUnit(std::string path, const char* unit_name)
    : path_(std::move(path)), unit_name_(unit_name) {
  if (!directory().emplace(path_, this).second)
    throw std::logic_error("two units are called " + path_);
}

AnyUnit::~AnyUnit() {
  directory().erase(path_);
}

AnyUnit* find_unit(const std::string& path) {
  const auto found = directory().find(path);
  return found == directory().end() ? nullptr : found->second;
}

void use_cycle_counter(const Cycle* now) {
  current_cycle = now;
}
const Cycle* cycle_counter() {
  return current_cycle;
}

LockstepPolicy& lockstep_policy() {
  static LockstepPolicy policy;
  return policy;
}

LockstepMismatch::LockstepMismatch(std::string unit_path, Cycle at, std::string output, int index,
                                   std::string model_value, std::string rtl_value)
    : CheckError(
          fmt::format("lockstep mismatch: {} after the clock of cycle {}: {}{}: model {}, RTL {}",
                      unit_path, at, output, index < 0 ? std::string() : fmt::format("[{}]", index),
                      model_value, rtl_value)),
      path(std::move(unit_path)),
      cycle(at),
      field(std::move(output)),
      lane(index),
      model(std::move(model_value)),
      rtl(std::move(rtl_value)) {}

}  // namespace chokepoint
