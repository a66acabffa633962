// SPDX-License-Identifier: Apache-2.0
// The engines behind make_unit(): model, RTL, both in lockstep. Included where units are instantiated.
#pragma once

#include <optional>
#include <ostream>
#include <utility>

#include "sim/engine/compare.h"
#include "sim/engine/history.h"
#include "sim/engine/unit_instance.h"
#include "sim/engine/variants.h"

namespace chokepoint {

template <class Unit> struct UnitInstance<Unit>::History {
  WordHistory rows;
  std::vector<uint64_t> scratch;
};

template <class Unit> void UnitInstance<Unit>::record_history() {
  history_ = std::make_shared<History>();
}

template <class Unit> void UnitInstance<Unit>::keep_slow(const In& in) {
  history_->scratch.clear();
  flatten(in, params_, history_->scratch);
  history_->rows.append(history_->scratch);
}

template <class Unit> void UnitInstance<Unit>::write_history(std::ostream& csv) const {
  const auto fields = describe<In>(params_);
  std::string line;
  for (const FieldInfo& field : fields)
    for (const std::string& name : column_names(field)) line += (line.empty() ? "" : ",") + name;
  csv << line << '\n';
  if (!history_) return;
  history_->rows.replay([&](const std::vector<uint64_t>& row) {
    line.clear();
    for (const FieldInfo& field : fields)
      for (unsigned i = 0; i < field.lanes; ++i)
        line += (line.empty() ? "" : ",") + format_lane(field, &row[field.first + i * field.words]);
    csv << line << '\n';
  });
}

template <class Unit> std::string UnitInstance<Unit>::replay_arguments() const {
  return std::string(Unit::kName) + " --param " + describe_params(list_params(params_), " --param ");
}

template <class Unit> class ModelInstance final : public UnitInstance<Unit> {
 public:
  using Base = UnitInstance<Unit>;
  ModelInstance(const typename Base::Params& params, std::string path)
      : Base(std::move(path), params) {
    model_.emplace(params);
  }
  const typename Base::Out& out() const override { return model_->out(); }
  void step(const typename Base::In& in) override {
    this->keep(in);
    model_->step(in);
  }
  void reset(const typename Base::In&) override { model_.emplace(this->params()); }

 private:
  std::optional<typename Unit::Model> model_;
};

/// Model and RTL side by side; what the network sees is the RTL's answer.
template <class Unit> class LockstepInstance final : public UnitInstance<Unit> {
 public:
  using Base = UnitInstance<Unit>;
  LockstepInstance(const typename Base::Params& params, std::string path,
                   std::unique_ptr<UnitInstance<Unit>> rtl)
      : Base(std::move(path), params),
        rtl_(std::move(rtl)),
        upset_(!lockstep_policy().upset_path.empty() &&
               lockstep_policy().upset_path == this->path()) {
    model_.emplace(params);
    check();
  }
  const typename Base::Out& out() const override { return rtl_->out(); }
  void step(const typename Base::In& in) override {
    this->keep(in);
    if (upset_ && now() >= lockstep_policy().upset_cycle) {
      upset_ = false;
      model_->step(typename Base::In());  // not enabled: back to the reset state
    } else {
      model_->step(in);
    }
    rtl_->step(in);
    check();
    ++clocks_;
  }
  void reset(const typename Base::In& in) override {
    model_.emplace(this->params());
    rtl_->reset(in);
    check();
    ++clocks_;
  }
  bool has_rtl() const override { return true; }
  void trace(void* verilated_fst) override { rtl_->trace(verilated_fst); }

 private:
  Cycle now() const {
    const Cycle* cycle = cycle_counter();
    return cycle != nullptr ? *cycle : clocks_;
  }
  void check() const {
    const FieldDifference d = compare(model_->out(), rtl_->out(), this->params());
    if (!d.found) return;
    LockstepMismatch mismatch(this->path(), now(), d.field, d.lane, d.left, d.right);
    LockstepPolicy& policy = lockstep_policy();
    if (!policy.keep_going) throw mismatch;
    if (!policy.first) policy.first = std::make_shared<LockstepMismatch>(mismatch);
  }

  std::optional<typename Unit::Model> model_;  // optional: a reset makes it anew
  std::unique_ptr<UnitInstance<Unit>> rtl_;
  bool upset_;
  Cycle clocks_ = 0;
};

template <class Unit>
typename Unit::Params params_for(EngineKind engine, const typename Unit::Params& wanted) {
  wanted.validate();
  if (engine != EngineKind::kModel) {
    const RtlVariant<Unit>& variant = select_variant<Unit>(wanted);
    if (variant.announce) variant.announce();
  }
  return wanted;
}

template <class Unit>
std::unique_ptr<UnitInstance<Unit>> make_unit(EngineKind engine,
                                              const typename Unit::Params& wanted,
                                              std::string path) {
  wanted.validate();
  if (engine == EngineKind::kModel)
    return std::make_unique<ModelInstance<Unit>>(wanted, std::move(path));
  const RtlVariant<Unit>& variant = select_variant<Unit>(wanted);
  if (engine == EngineKind::kRtl) return variant.make(wanted, std::move(path));
  auto rtl = variant.make(wanted, path + ".rtl");
  return std::make_unique<LockstepInstance<Unit>>(wanted, std::move(path), std::move(rtl));
}

/// In exactly one source file per unit.
#define CHOKEPOINT_INSTANTIATE_UNIT(Unit)                                                       \
  template class UnitInstance<Unit>;                                                            \
  template Unit::Params params_for<Unit>(EngineKind, const Unit::Params&);                      \
  template std::unique_ptr<UnitInstance<Unit>> make_unit<Unit>(EngineKind, const Unit::Params&, \
                                                               std::string)

}  // namespace chokepoint
