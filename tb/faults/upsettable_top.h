// SPDX-License-Identifier: Apache-2.0
// A Verilated model whose registers can be changed from outside: the one that every other program
// runs, in a class around it.
#pragma once

#include <verilated.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/variants.h"
#include "sim/faults/upset.h"

namespace chokepoint::test {

/// Of the instance that is being made.
inline std::string& path_being_made() {
  static std::string path;
  return path;
}

/// Where a register lies: `depth` elements of `bits` bits, each in whole Verilator words.
struct RegisterPlace {
  unsigned char* data;
  size_t element_bytes;
  unsigned bits, depth;
};

/// `List::of(root)` returns the places and names; `List::settle(root)` evaluates what depends on
/// the registers, as after elaboration.
template <class Top, class List>
class UpsettableTop : public Top, public UpsettableUnit {
 public:
  UpsettableTop(VerilatedContext* context, const char* name) : Top(context, name) {
    List::visit(*this->rootp, [this](const char* register_name, void* data, size_t bytes,
                                     unsigned bits, unsigned depth) {
      places_.push_back({static_cast<unsigned char*>(data), bytes / depth, bits, depth});
      registers_.push_back({register_name, uint64_t{bits} * depth});
    });
    path_ = path_being_made();
    upsettable_units()[path_] = this;
  }
  ~UpsettableTop() override { upsettable_units().erase(path_); }

  const std::vector<Register>& registers() const override { return registers_; }
  void flip(size_t register_index, uint64_t bit) override {
    pending_.emplace_back(register_index, bit);
  }
  /// In the engine's eval() of a rising edge registers change, then what was flipped, then outputs
  /// are read.
  void eval() {
    Top::eval();
    if (pending_.empty() || !this->clk_i) return;
    for (const auto& [index, bit] : pending_) invert(places_.at(index), bit);
    pending_.clear();
    List::settle(*this->rootp);
  }

 private:
  static void invert(const RegisterPlace& place, uint64_t bit) {
    // Words of every width are little-endian here, and those of a wide one ascend.
    unsigned char* element = place.data + bit / place.bits * place.element_bytes;
    element[bit % place.bits / 8] ^= static_cast<unsigned char>(1u << (bit % place.bits % 8));
  }

  std::string path_;
  std::vector<RegisterPlace> places_;
  std::vector<Register> registers_;
  std::vector<std::pair<size_t, uint64_t>> pending_;
};

/// As RtlVariantRegistration, but the instance learns its path.
template <class Instance>
struct UpsettableRegistration {
  UpsettableRegistration(const char* name,
                         std::initializer_list<std::pair<const char*, unsigned>> values) {
    using Unit = typename Instance::Unit;
    const auto params = params_of<Unit>(name, values);
    rtl_variants<Unit>().push_back(
        {name, params, &Instance::Adaptor::fits,
         [params](const typename Unit::Params& wanted, std::string path) {
           path_being_made() = path;
           return std::make_unique<Instance>(wanted, params, std::move(path));
         },
         {},
         [] { return Instance::kToldOfFallingEdge; }});
  }
};

}  // namespace chokepoint::test
