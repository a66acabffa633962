// SPDX-License-Identifier: Apache-2.0
// What `run` does about a lockstep mismatch: repeats itself with the unit traced, and says how to
// look at it.
#pragma once

#include <string>
#include <vector>

#include "sim/network/run.h"

namespace chokepoint::cli {

/// "nic_4.cbcm_nic@12345": the option of a repeated run. Throws InputError.
Mismatch parse_mismatch(const std::string& text);

/// Runs this program again with `arguments` (those of the first run), the unit of `mismatch` traced
/// from 200 cycles before to 20 after it, into `folder`; prints the commands that show waveform and
/// unit, and whether the mismatch recurred. The SystemC kernel cannot be elaborated twice, hence a
/// process of its own.
void repeat_with_trace(const std::vector<std::string>& arguments, const Mismatch& mismatch,
                       const std::string& folder);

/// The messages of the repeated run itself; true when the mismatch recurred at the same unit and
/// cycle.
bool report_repeat(const RunResult& result, const Mismatch& expected);

}  // namespace chokepoint::cli
