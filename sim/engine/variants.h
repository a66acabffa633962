// SPDX-License-Identifier: Apache-2.0
// The Verilated variants of each unit and the choice of the smallest one that fits.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/engine/fields.h"
#include "sim/engine/unit_instance.h"

namespace chokepoint {

template <class Unit>
struct RtlVariant {
  using Params = typename Unit::Params;
  std::string name;
  Params params;
  bool (*fits)(const Params& wanted, const Params& variant);
  std::function<std::unique_ptr<UnitInstance<Unit>>(const Params& wanted, std::string path)> make;
  std::function<void()> announce;  ///< it will be needed; empty: it is linked into the program
  std::function<bool()> told_of_falling_edge;  ///< it need not be evaluated then (RtlInstance)
};

/// All variants that the program knows, built or not, in no particular order.
template <class Unit>
std::vector<RtlVariant<Unit>>& rtl_variants() {
  static std::vector<RtlVariant<Unit>> variants;
  return variants;
}

/// Parameters from a list of names and values; the others have their defaults.
template <class Unit>
typename Unit::Params params_of(const char* variant,
                                std::initializer_list<std::pair<const char*, unsigned>> values) {
  typename Unit::Params params;
  for (const auto& [key, value] : values)
    if (!set_param(params, key, value))
      throw std::logic_error(std::string(variant) + ": no parameter " + key);
  return params;
}

/// Names given with `run --rtl-variant`: such a variant serves its unit although a smaller one
/// fits.
inline std::vector<std::string>& chosen_variants() {
  static std::vector<std::string> names;
  return names;
}

/// True when the variant has at least the wanted value of each parameter in `at_least`, whose
/// surplus is tied off without a trace in the outputs, and exactly the wanted value of every other
/// one.
template <class Params>
bool fits_by_name(const Params& wanted, const Params& variant,
                  std::initializer_list<const char*> at_least) {
  const auto want = list_params(wanted), have = list_params(variant);
  for (std::size_t i = 0; i < want.size(); ++i) {
    bool more = false;
    for (const char* name : at_least) more |= want[i].first == name;
    if (more ? have[i].second < want[i].second : have[i].second != want[i].second) return false;
  }
  return true;
}

/// The parameters that keep the variant from serving `wanted`.
template <class Unit>
std::vector<MissingVariant::Misfit> misfits(const typename Unit::Params& wanted,
                                            const RtlVariant<Unit>& variant) {
  std::vector<MissingVariant::Misfit> result;
  const auto want = list_params(wanted), have = list_params(variant.params);
  for (std::size_t i = 0; i < want.size(); ++i) {
    auto one = variant.params;  // fits but for this one parameter
    set_param(one, want[i].first, want[i].second);
    if (!variant.fits(one, variant.params))
      result.push_back({want[i].first, want[i].second, have[i].second});
  }
  return result;
}

/// The cheapest variant that serves `wanted`; MissingVariant names what is there if none does.
template <class Unit>
const RtlVariant<Unit>& select_variant(const typename Unit::Params& wanted) {
  const RtlVariant<Unit>* best = nullptr;
  const auto size = [](const RtlVariant<Unit>& v) {
    double product = 1;
    for (const auto& [name, value] : list_params(v.params)) product *= value + 1.0;
    return product;
  };
  for (const auto& variant : rtl_variants<Unit>()) {
    const auto& chosen = chosen_variants();
    const bool is_chosen = std::find(chosen.begin(), chosen.end(), variant.name) != chosen.end();
    if (!variant.fits(wanted, variant.params)) {
      if (!is_chosen) continue;
      throw InputError("--rtl-variant: " + variant.name + " (" +
                       describe_params(list_params(variant.params)) + ") does not fit " +
                       describe_params(list_params(wanted)));
    }
    if (is_chosen) return variant;
    if (best == nullptr || size(variant) < size(*best) ||
        (size(variant) == size(*best) && variant.name < best->name))
      best = &variant;
  }
  if (best != nullptr) return *best;
  std::string message = std::string("no RTL variant of ") + Unit::kName + " fits " +
                        describe_params(list_params(wanted)) + "; there are";
  if (rtl_variants<Unit>().empty()) message += " none";
  const char* separator = " ";
  for (const auto& variant : rtl_variants<Unit>()) {
    message += separator + variant.name + " (" + describe_params(list_params(variant.params)) + ")";
    separator = ", ";
  }
  const std::string command = std::string("scripts/add_variant.py ") + Unit::kName + " " +
                              describe_params(list_params(wanted), " ");
  MissingVariant missing(message + ". Build one: " + command + "; or use the engine `model`");
  missing.unit = Unit::kName;
  missing.command = command;
  const auto size_differs = [](const std::vector<MissingVariant::Misfit>& list) {
    return !list.empty() && (list[0].parameter == "Radix" || list[0].parameter == "Nodes");
  };
  const auto distance = [&](const RtlVariant<Unit>& variant) {
    double sum = 0;
    const auto want = list_params(wanted), have = list_params(variant.params);
    for (std::size_t i = 0; i < want.size(); ++i)
      sum += std::abs(std::log2((want[i].second + 1.0) / (have[i].second + 1.0)));
    return sum;
  };
  // On a tie: the size of the network (the first parameter) is what can be changed least.
  std::tuple<std::size_t, bool, double, std::string> least;
  for (const auto& variant : rtl_variants<Unit>()) {
    auto some = misfits<Unit>(wanted, variant);
    const auto rank =
        std::make_tuple(some.size(), size_differs(some), distance(variant), variant.name);
    if (!missing.nearest.empty() && rank > least) continue;
    least = rank;
    missing.nearest = variant.name;
    missing.misfits = std::move(some);
  }
  throw missing;
}

}  // namespace chokepoint
