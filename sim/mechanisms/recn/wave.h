// SPDX-License-Identifier: Apache-2.0
// What a port under RECN shows in the waveform.
#pragma once

#include <string>

#include "sim/hooks/context.h"
#include "sim/mechanisms/recn/port.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::recn {

/// Its SAQs and their paths, and the messages that went over in each cycle; of a router's also its flits and
/// whom it stops. A NIC has no flits for its unit, and nobody upstream.
template <class U>
void show_port(WaveSignals& signals, const std::string& scope, const Port<U>& port,
               const NetworkContext& context, bool of_router);

}  // namespace chokepoint::recn
