// SPDX-License-Identifier: Apache-2.0
// How things of one kind register themselves by name, each in a file of its own, before main().
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/common/types.h"

namespace chokepoint {

/// Enters `info` under `name`. A second one of that name ends the program with a line that names
/// it: before main() nobody could catch an exception. `kind`: "workloads".
template <class Info>
void register_as(std::map<std::string, Info>& registry, const char* kind, const std::string& name,
                 Info info) {
  if (registry.emplace(name, std::move(info)).second) return;
  std::fprintf(stderr, "two %s register the name %s\n", kind, name.c_str());
  std::abort();
}

/// In alphabetical order.
template <class Info>
std::vector<std::string> names_of(const std::map<std::string, Info>& registry) {
  std::vector<std::string> names;
  for (const auto& entry : registry) names.push_back(entry.first);
  return names;
}

/// The entry of that name; InputError "no `kind` `name`; use a, b" if there is none. `kind`:
/// "topology".
template <class Info>
const Info& entry_of(const std::map<std::string, Info>& registry, const char* kind,
                     const std::string& name) {
  const auto found = registry.find(name);
  if (found != registry.end()) return found->second;
  std::string names;
  for (const auto& entry : registry) names += (names.empty() ? "" : ", ") + entry.first;
  throw InputError(std::string("no ") + kind + " `" + name + "`; use " + names);
}

}  // namespace chokepoint
