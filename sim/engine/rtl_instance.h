// SPDX-License-Identifier: Apache-2.0
// A unit run by its Verilated RTL. Included only by the generated registrations of variants.
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <initializer_list>
#include <utility>

#include "sim/engine/compare.h"
#include "sim/engine/ports.h"
#include "sim/engine/variants.h"
#include "sim/engine/verilated_hooks.h"

namespace chokepoint {

/// Specialised for each unit in sim/units/<mechanism>/<unit>_rtl.h:
///   static bool fits(wanted, variant);
///   RtlAdaptor(Top&, wanted, variant);    clears the ports that drive() writes only in part
///   void drive(Top&, const In&);
///   void sample(Top&, Out&);
template <class Unit, class Top> class RtlAdaptor;

namespace detail {
template <class Top, class = void> struct HasClock : std::false_type {};
template <class Top>
struct HasClock<Top, std::void_t<decltype(std::declval<Top&>().clk_i)>> : std::true_type {};

/// Where this version of Verilator keeps the clock's last value, by which it knows an edge. The
/// root's header has to be included too.
template <class Top, class = void> struct HasLastClock : std::false_type {};
template <class Top>
struct HasLastClock<Top, std::void_t<decltype(std::declval<Top&>().rootp->__Vtrigrprev__TOP__clk_i)>>
    : std::true_type {};
}  // namespace detail

/// The Verilated model's own name is empty: waveforms put it under the scope they choose.
template <class UnitType, class Top> class RtlInstance final : public UnitInstance<UnitType> {
 public:
  using Unit = UnitType;
  using Base = UnitInstance<Unit>;
  using Adaptor = RtlAdaptor<Unit, Top>;
  using Params = typename Base::Params;
  static constexpr bool kToldOfFallingEdge = detail::HasLastClock<Top>::value;

  RtlInstance(const Params& wanted, const Params& variant, std::string path)
      : Base(path, wanted), top_(&verilated_context(), ""), adaptor_(top_, wanted, variant) {
    adaptor_.drive(top_, typename Base::In());
    verilated_context().assertOn(false);  // until the reset nothing has a defined value
    if constexpr (detail::HasClock<Top>::value) {
      // A falling edge of the reset before the first clock: nothing may see uninitialised registers.
      top_.clk_i = 0;
      top_.rst_ni = 1;
      top_.eval();
      top_.rst_ni = 0;
      top_.eval();
      clock();
      top_.rst_ni = 1;
    }
    top_.eval();
    verilated_context().assertOn(true);
    adaptor_.sample(top_, out_);
  }
  ~RtlInstance() override { top_.final(); }

  const typename Base::Out& out() const override { return out_; }

  void step(const typename Base::In& in) override {
    this->keep(in);
    advance(in);
  }
  /// A reset between two clock edges and over the next: it acts at once, and the edge, whatever the
  /// inputs are, changes nothing.
  void reset(const typename Base::In& in) override {
    typename Base::Out at_once = out_;
    if constexpr (detail::HasClock<Top>::value) {
      adaptor_.drive(top_, in);
      top_.rst_ni = 0;
      top_.eval();
      adaptor_.sample(top_, at_once);
    }
    advance(in);
    if constexpr (detail::HasClock<Top>::value) {
      if (const FieldDifference d = compare(at_once, out_, this->params()); d.found)
        throw RtlAssertion(this->path() + ": a clock during the reset changes " + d.field +
                           " from " + d.left + " to " + d.right);
      top_.rst_ni = 1;
      top_.eval();
    }
  }

  void list_state(StateLines& lines) const override {
    lines.add(*this);
    lines.add(*top_.rootp);
  }
  bool has_rtl() const override { return true; }
  void trace(void* verilated_fst) override {
    top_.trace(static_cast<VerilatedFstC*>(verilated_fst), 99);
  }

 private:
  void advance(const typename Base::In& in) {
    adaptor_.drive(top_, in);
    try {
      if constexpr (detail::HasClock<Top>::value)
        clock();
      else
        top_.eval();
    } catch (const RtlAssertion& assertion) {
      throw RtlAssertion(this->path() + ": " + assertion.what());
    }
    adaptor_.sample(top_, out_);
  }
  // Low, then high; the model always rests at high. No unit does anything at the falling edge, so
  // where the model can be told that it has seen the low, it need not be evaluated there (unless it
  // counts toggles, the clock's among them).
  void clock() {
    if constexpr (kToldOfFallingEdge && VM_COVERAGE == 0) {
      top_.rootp->__Vtrigrprev__TOP__clk_i = 0;
    } else {
      top_.clk_i = 0;
      top_.eval();
    }
    top_.clk_i = 1;
    top_.eval();
  }

  Top top_;
  Adaptor adaptor_;
  typename Base::Out out_;
};

/// `make` of a VariantEntry.
template <class Instance>
std::unique_ptr<UnitInstance<typename Instance::Unit>> make_rtl_instance(
    const typename Instance::Params& wanted, const typename Instance::Params& variant,
    std::string path) {
  return std::make_unique<Instance>(wanted, variant, std::move(path));
}

/// Static object in a generated file: makes a variant known that is linked into the program.
template <class Instance> struct RtlVariantRegistration {
  RtlVariantRegistration(const char* name,
                         std::initializer_list<std::pair<const char*, unsigned>> values) {
    using Unit = typename Instance::Unit;
    const auto params = params_of<Unit>(name, values);
    rtl_variants<Unit>().push_back(
        {name, params, &Instance::Adaptor::fits,
         [params](const typename Unit::Params& wanted, std::string path) {
           return make_rtl_instance<Instance>(wanted, params, std::move(path));
         },
         {},
         [] { return Instance::kToldOfFallingEdge; }});
  }
};

}  // namespace chokepoint
