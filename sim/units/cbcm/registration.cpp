// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of the CBCM units and lists them for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/cbcm/cbcm_nic.h"
#include "sim/units/cbcm/cbcm_router.h"
#include "sim/units/cbcm/contention_counter.h"
#include "sim/units/cbcm/contention_degree_unit.h"
#include "sim/units/cbcm/contention_window.h"
#include "sim/units/cbcm/early_throttler.h"
#include "sim/units/cbcm/hotspot_detector.h"
#include "sim/units/cbcm/interval_window.h"
#include "sim/units/cbcm/multiplexed_contention.h"
#include "sim/units/cbcm/pace_counter.h"
#include "sim/units/cbcm/packet_marker.h"
#include "sim/units/cbcm/port_picker.h"
#include "sim/units/cbcm/request_sampler.h"
#include "sim/units/cbcm/token_throttler.h"
#include "sim/units/cbcm/unthrottle_monitor.h"
#include "sim/units/cbcm/weighted_sampler.h"

namespace chokepoint {

CHOKEPOINT_INSTANTIATE_UNIT(CbcmNic);
CHOKEPOINT_INSTANTIATE_UNIT(CbcmRouter);
CHOKEPOINT_INSTANTIATE_UNIT(ContentionCounter);
CHOKEPOINT_INSTANTIATE_UNIT(ContentionDegreeUnit);
CHOKEPOINT_INSTANTIATE_UNIT(ContentionWindow);
CHOKEPOINT_INSTANTIATE_UNIT(EarlyThrottler);
CHOKEPOINT_INSTANTIATE_UNIT(HotspotDetector);
CHOKEPOINT_INSTANTIATE_UNIT(IntervalWindow);
CHOKEPOINT_INSTANTIATE_UNIT(MultiplexedContention);
CHOKEPOINT_INSTANTIATE_UNIT(PaceCounter);
CHOKEPOINT_INSTANTIATE_UNIT(PacketMarker);
CHOKEPOINT_INSTANTIATE_UNIT(PortPicker);
CHOKEPOINT_INSTANTIATE_UNIT(RequestSampler);
CHOKEPOINT_INSTANTIATE_UNIT(TokenThrottler);
CHOKEPOINT_INSTANTIATE_UNIT(UnthrottleMonitor);
CHOKEPOINT_INSTANTIATE_UNIT(WeightedSampler);

namespace {
const UnitRegistration<CbcmNic> nic("What a CBCM network interface instantiates");
const UnitRegistration<CbcmRouter> router("What a CBCM router instantiates");
const UnitRegistration<ContentionCounter> counter("Number of inputs that request each output");
const UnitRegistration<ContentionDegreeUnit> degree("Contention detection of one router");
const UnitRegistration<ContentionWindow> window("Moving averages and the congestion decision");
const UnitRegistration<EarlyThrottler> early("Throttling at a router, by contention for a destination");
const UnitRegistration<HotspotDetector> detector("Is this node a hotspot, and who contributes");
const UnitRegistration<IntervalWindow> intervals("The contention window with less storage");
const UnitRegistration<MultiplexedContention> multiplexed("Contention detection behind the ports' picks");
const UnitRegistration<PaceCounter> pace("Time base of a chip's network interfaces, at a rate");
const UnitRegistration<PacketMarker> marker("Marks heads that cross to a congested output");
const UnitRegistration<PortPicker> picker("One random requester of an input port");
const UnitRegistration<RequestSampler> sampler("One random requester of each router input");
const UnitRegistration<TokenThrottler> throttler("Table of throttled destinations with tokens");
const UnitRegistration<UnthrottleMonitor> monitor("When does a source no longer contribute");
const UnitRegistration<WeightedSampler> weighted("The exact weighted contention degree");
}  // namespace

}  // namespace chokepoint
