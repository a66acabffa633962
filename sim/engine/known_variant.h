// SPDX-License-Identifier: Apache-2.0
// Makes a variant known to the program that is built and loaded when it is first needed. Included only
// by the generated lists of variants.
#pragma once

#include <utility>

#include "sim/engine/rtl_instance.h"
#include "sim/engine/variant_library.h"

namespace chokepoint {

/// Stands for the Verilated class where only parameters matter.
struct NoTop {};

/// Static object in a generated file.
template <class Unit> struct KnownVariant {
  KnownVariant(const VariantSource& source,
               std::initializer_list<std::pair<const char*, unsigned>> values) {
    using Params = typename Unit::Params;
    const Params params = params_of<Unit>(source.name.c_str(), values);
    const auto entry = [source]() -> const VariantEntry<Unit>& {
      return *static_cast<const VariantEntry<Unit>*>(load_variant(source));
    };
    rtl_variants<Unit>().push_back({source.name, params, &RtlAdaptor<Unit, NoTop>::fits,
                                    [entry, params](const Params& wanted, std::string path) {
                                      return entry().make(wanted, params, std::move(path));
                                    },
                                    [source] { variant_store().want(source); },
                                    [entry] { return entry().told_of_falling_edge; }});
  }
};

}  // namespace chokepoint
