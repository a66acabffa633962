// SPDX-License-Identifier: Apache-2.0
// Storage of every CBCM unit in bits, by the formulas of the contract pages; checked against the
// RTL's own count and against what synthesis finds.
#pragma once

#include <cstdint>

#include "sim/units/cbcm/cbcm_nic.h"
#include "sim/units/cbcm/cbcm_router.h"
#include "sim/units/cbcm/contention_counter.h"
#include "sim/units/cbcm/interval_window.h"
#include "sim/units/cbcm/early_throttler.h"
#include "sim/units/cbcm/pace_counter.h"
#include "sim/units/storage.h"

namespace chokepoint {

Storage storage(const RequestSampler::Params& p);
Storage storage(const PortPicker::Params& p);
Storage storage(const MultiplexedContention::Params& p);
Storage storage(const WeightedSampler::Params& p);
Storage storage(const ContentionCounter::Params& p);
Storage storage(const ContentionWindow::Params& p);
Storage storage(const IntervalWindow::Params& p);
Storage storage(const ContentionDegreeUnit::Params& p);
Storage storage(const PacketMarker::Params& p);
Storage storage(const CbcmRouter::Params& p);
Storage storage(const HotspotDetector::Params& p);
Storage storage(const TokenThrottler::Params& p);
Storage storage(const UnthrottleMonitor::Params& p);
Storage storage(const CbcmNic::Params& p);
Storage storage(const PaceCounter::Params& p);
Storage storage(const EarlyThrottler::Params& p);

/// The paper's arithmetic for a router: samples and bound samples of every output.
uint64_t paper_contention_bits(unsigned radix, unsigned num_samples,
                               unsigned bound_sample_interval);

}  // namespace chokepoint
