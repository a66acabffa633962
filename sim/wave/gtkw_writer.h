// SPDX-License-Identifier: Apache-2.0
// The GTKWave save file that opens a waveform on its interesting signals, grouped and readable.
#pragma once

#include <string>

#include "sim/wave/fst_index.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint {

/// One group per router or NIC (first part of a scope), in it first the highlights of its Verilated
/// units, then its own C++ signals, then a group per sub-scope. When there are many, these are
/// folded, and what stands directly in them is listed before them if it changes or is a bit that
/// is 1. An enum without names in the file is shown in decimal. A highlight that the file does not
/// hold (or whose lanes do not divide it) becomes a comment line "missing in the file: PATH".
std::string gtkw_text(const WaveSignals& signals, const FstIndex& index,
                      const std::string& fst_path, const std::string& gtkw_path);

}  // namespace chokepoint
