// SPDX-License-Identifier: Apache-2.0
// A running unit as the network sees it, whatever engine is behind it.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "sim/common/state_lines.h"
#include "sim/common/types.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

/// A running unit without its type: what waveforms and reports need. Alive instances can be found
/// by path; two instances with one path are an error of the caller.
class AnyUnit {
 public:
  AnyUnit(std::string path, const char* unit_name);
  virtual ~AnyUnit();
  AnyUnit(const AnyUnit&) = delete;
  AnyUnit& operator=(const AnyUnit&) = delete;

  const std::string& path() const { return path_; }     ///< e.g. "router.1.cbcm_router"
  const char* unit_name() const { return unit_name_; }  ///< the RTL module
  virtual bool has_rtl() const { return false; }
  /// Adds the Verilated model to a `VerilatedFstC*` that is not yet open; nothing in a pure model.
  virtual void trace(void* /*verilated_fst*/) {}
  /// From now on every clock's input is kept (call before the first clock).
  virtual void record_history() = 0;
  /// The kept inputs as a stimulus of `chokepoint unit`, one row per clock.
  virtual void write_history(std::ostream& csv) const = 0;
  /// The arguments of `chokepoint unit` that rebuild this unit: "NAME --param K=V ...".
  virtual std::string replay_arguments() const = 0;

 private:
  std::string path_;
  const char* unit_name_;
};

/// The instance with this path, or nullptr.
AnyUnit* find_unit(const std::string& path);

/// Where lockstep messages take the cycle from, in this thread; nullptr: each unit counts its own
/// clocks.
void use_cycle_counter(const Cycle* now);
const Cycle* cycle_counter();
/// Uses a counter for as long as the object lives.
struct CycleCounterScope {
  explicit CycleCounterScope(const Cycle* now) { use_cycle_counter(now); }
  ~CycleCounterScope() { use_cycle_counter(nullptr); }
  CycleCounterScope(const CycleCounterScope&) = delete;
  CycleCounterScope& operator=(const CycleCounterScope&) = delete;
};

template <class Unit>
class UnitInstance : public AnyUnit {
 public:
  using Params = typename Unit::Params;
  using In = typename Unit::In;
  using Out = typename Unit::Out;

  UnitInstance(std::string path, const Params& params)
      : AnyUnit(std::move(path), Unit::kName), params_(params) {}

  const Params& params() const { return params_; }
  /// Visible this cycle: a function of the unit's registers. The reference stays valid.
  virtual const Out& out() const = 0;
  /// One clock. A harness that leaves clocks out (conventions.md) simply does not call it.
  virtual void step(const In& in) = 0;
  /// One clock with rst_ni low, whatever `in` is; afterwards the unit is as newly made, except that
  /// memories keep what they hold. A stimulus file has no reset: a kept history leaves the clock
  /// out.
  virtual void reset(const In& in) = 0;
  /// For fetching ahead: adds what a clock looks at, where that is known.
  virtual void list_state(StateLines&) const {}

  void record_history() override;
  void write_history(std::ostream& csv) const override;
  std::string replay_arguments() const override;

 protected:
  void keep(const In& in) {
    if (history_) keep_slow(in);
  }

 private:
  struct History;
  void keep_slow(const In& in);
  Params params_;
  std::shared_ptr<History> history_;
};

/// The registers of model and RTL disagree.
struct LockstepMismatch : CheckError {
  LockstepMismatch(std::string path, Cycle cycle, std::string field, int lane, std::string model,
                   std::string rtl);
  std::string path;
  Cycle cycle;        ///< of the clock after which the outputs differ
  std::string field;  ///< output field as on the contract page
  int lane;           ///< -1: the field has no lanes
  std::string model, rtl;
};

/// Lockstep as a run sets it up before units are made.
struct LockstepPolicy {
  /// True: the first mismatch is kept and the run goes on (a repeated run traces what follows);
  /// false: a mismatch is thrown.
  bool keep_going = false;
  std::shared_ptr<LockstepMismatch> first;  ///< of a run that keeps going
  /// Self-test of the checker: the model of this unit is reset at the first clock from this cycle
  /// on.
  std::string upset_path;
  Cycle upset_cycle = 0;
};
LockstepPolicy& lockstep_policy();

/// No RTL was built for the wanted parameters. A mechanism knows which scenario keys they come
/// from.
struct MissingVariant : InputError {
  struct Misfit {
    std::string parameter;
    unsigned wanted, built;
  };
  explicit MissingVariant(const std::string& message) : InputError(message) {}
  std::string unit;     ///< the RTL module
  std::string command;  ///< builds a variant that fits
  std::string nearest;  ///< the variant with the fewest misfits; empty: there is none at all
  std::vector<Misfit> misfits;  ///< what keeps it from serving
};

/// Checks that `wanted` is legal and that the engine can serve it (InputError otherwise) and
/// returns the parameters the unit's inputs and outputs are laid out for: always `wanted` itself,
/// because a larger RTL variant is adapted and its unused lanes are tied off.
template <class Unit>
typename Unit::Params params_for(EngineKind engine, const typename Unit::Params& wanted);

/// A unit in its reset state. Instantiated in sim/units/<mechanism>/registration.cpp.
template <class Unit>
std::unique_ptr<UnitInstance<Unit>> make_unit(EngineKind engine,
                                              const typename Unit::Params& wanted,
                                              std::string path);

}  // namespace chokepoint
