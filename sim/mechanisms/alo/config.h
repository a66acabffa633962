// SPDX-License-Identifier: Apache-2.0
// ALO's scenario keys, and the unit parameters that follow from them.
#pragma once

#include "sim/hooks/mechanism.h"
#include "sim/units/alo/alo_test.h"

namespace chokepoint::alo {

struct Config {
  explicit Config(const Scenario& scenario);

  AloTest::Params test;
  bool count_escapes;  ///< escape VCs are VCs like all others
};

std::vector<KeySpec> keys();

/// Throws InputError that starts with the key.
void check(const Scenario& scenario);

}  // namespace chokepoint::alo
