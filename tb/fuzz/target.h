// SPDX-License-Identifier: Apache-2.0
// What a fuzz target is and how it registers itself; one per file NAME_target.cpp in this folder.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace chokepoint::fuzz {

/// Takes one input of any content. Throws Finding when what the project promises does not hold;
/// a crash, a hang, a leak and any other exception are findings too.
using Target = std::function<void(const std::string& input)>;

const std::map<std::string, Target>& targets();

struct TargetRegistration {
  TargetRegistration(const std::string& name, Target target);
};

}  // namespace chokepoint::fuzz
