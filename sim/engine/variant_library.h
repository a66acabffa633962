// SPDX-License-Identifier: Apache-2.0
// Verilated variants as shared libraries: each is built when it is first needed, and loaded.
//
// The library of variant NAME is BUILD/variants/NAME.so, made by the target variant_NAME of the build
// folder. It serves if it holds the mark that the program expects (name, parameters, and a hash of the
// headers and the compiler that both were built with) and is not older than the RTL it was Verilated
// from. Otherwise it is built under a lock of the build folder, so that of many processes one builds and
// the others wait. InputError: it does not build, or there is nothing to build it with.
// InterruptedError: the user did not want to wait for it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/engine/unit_instance.h"

namespace chokepoint {

/// A variant as the program knows it before it is built.
struct VariantSource {
  std::string name;
  std::string mark;  ///< stands literally in its library
  unsigned seconds;  ///< what building takes, roughly
};

/// The libraries of one build folder.
class VariantStore {
 public:
  /// `command` builds the targets whose names are appended to it.
  VariantStore(std::string folder, std::vector<std::string> command)
      : folder_(std::move(folder)), command_(std::move(command)) {}

  /// It will be needed soon: it is built together with the next one that is needed at once.
  void want(const VariantSource& variant);
  /// Path of the library; builds it, and whatever is wanted, if there is none that serves.
  std::string library(const VariantSource& variant);
  /// The library is there and serves.
  bool serves(const VariantSource& variant) const;
  std::string path(const VariantSource& variant) const;

 private:
  void build(const std::vector<VariantSource>& variants) const;

  std::string folder_;
  std::vector<std::string> command_;
  std::vector<VariantSource> wanted_;
};

/// That of the build folder of this program.
VariantStore& variant_store();

/// The address of `chokepoint_variant` in the variant's library; loaded once in a process.
const void* load_variant(const VariantSource& variant);

/// What a library exports as `chokepoint_variant`.
template <class Unit> struct VariantEntry {
  using Params = typename Unit::Params;
  std::unique_ptr<UnitInstance<Unit>> (*make)(const Params& wanted, const Params& variant,
                                              std::string path);
  bool told_of_falling_edge;  ///< it need not be evaluated then (RtlInstance)
};

}  // namespace chokepoint
