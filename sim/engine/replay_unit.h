// SPDX-License-Identifier: Apache-2.0
// Units without their types: what replay and `chokepoint list` need, and how a unit registers
// itself.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/fields.h"
#include "sim/engine/unit_instance.h"
#include "sim/engine/variants.h"

namespace chokepoint {

using ParamList = std::vector<std::pair<std::string, unsigned>>;

/// One unit with parameters that can be set, then started in an engine and clocked by words.
class ReplayUnit {
 public:
  virtual ~ReplayUnit() = default;
  virtual ParamList params() const = 0;
  /// False: there is no such parameter.
  virtual bool set(const std::string& name, unsigned value) = 0;
  virtual std::vector<FieldInfo> inputs() const = 0;
  virtual std::vector<FieldInfo> outputs() const = 0;
  /// Throws InputError if the parameters are illegal or the engine has no variant.
  virtual void start(EngineKind engine) = 0;
  virtual void step(const std::vector<uint64_t>& in) = 0;
  virtual void read(std::vector<uint64_t>& out) const = 0;
  /// Name and parameters of the RTL variants.
  virtual std::vector<std::pair<std::string, ParamList>> variants() const = 0;
};

struct UnitInfo {
  std::string name;
  std::string summary;
  std::function<std::unique_ptr<ReplayUnit>()> make;
};

/// All units by name.
const std::map<std::string, UnitInfo>& units();
void add_unit(UnitInfo info);

template <class Unit>
class TypedReplayUnit final : public ReplayUnit {
 public:
  ParamList params() const override { return list_params(params_); }
  bool set(const std::string& name, unsigned value) override {
    return set_param(params_, name, value);
  }
  std::vector<FieldInfo> inputs() const override { return describe<typename Unit::In>(params_); }
  std::vector<FieldInfo> outputs() const override { return describe<typename Unit::Out>(params_); }
  void start(EngineKind engine) override { unit_ = make_unit<Unit>(engine, params_, Unit::kName); }
  void step(const std::vector<uint64_t>& in) override {
    unflatten(in, params_, in_);
    unit_->step(in_);
  }
  void read(std::vector<uint64_t>& out) const override {
    out.clear();
    flatten(unit_->out(), params_, out);
  }
  std::vector<std::pair<std::string, ParamList>> variants() const override {
    std::vector<std::pair<std::string, ParamList>> result;
    for (const auto& variant : rtl_variants<Unit>())
      result.emplace_back(variant.name, list_params(variant.params));
    return result;
  }

 private:
  typename Unit::Params params_;
  typename Unit::In in_;
  std::unique_ptr<UnitInstance<Unit>> unit_;
};

/// Static object: makes a unit known to replay and `list`.
template <class Unit>
struct UnitRegistration {
  explicit UnitRegistration(std::string summary) {
    add_unit({Unit::kName, std::move(summary),
              [] { return std::make_unique<TypedReplayUnit<Unit>>(); }});
  }
};

}  // namespace chokepoint
