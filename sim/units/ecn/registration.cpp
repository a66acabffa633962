// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of the ECN units and lists them for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/ecn/cct_limiter.h"
#include "sim/units/ecn/congestion_marker.h"
#include "sim/units/ecn/delay_limiter.h"
#include "sim/units/ecn/ecn_nic.h"
#include "sim/units/ecn/ecn_router.h"
#include "sim/units/ecn/notification_echo.h"
#include "sim/units/ecn/voq_occupancy.h"

namespace chokepoint {

// The congestion-control table is a memory: a reset leaves it as it is, so a new model will not do.
template <> void ModelInstance<CctLimiter>::reset(const CctLimiter::In& in) { model_->reset(in); }
template <> void ModelInstance<EcnNic>::reset(const EcnNic::In& in) { model_->reset(in); }
template <> void LockstepInstance<CctLimiter>::reset(const CctLimiter::In& in) {
  model_->reset(in);
  rtl_->reset(in);
  check();
  ++clocks_;
}
template <> void LockstepInstance<EcnNic>::reset(const EcnNic::In& in) {
  model_->reset(in);
  rtl_->reset(in);
  check();
  ++clocks_;
}

CHOKEPOINT_INSTANTIATE_UNIT(CctLimiter);
CHOKEPOINT_INSTANTIATE_UNIT(CongestionMarker);
CHOKEPOINT_INSTANTIATE_UNIT(DelayLimiter);
CHOKEPOINT_INSTANTIATE_UNIT(EcnNic);
CHOKEPOINT_INSTANTIATE_UNIT(EcnRouter);
CHOKEPOINT_INSTANTIATE_UNIT(NotificationEcho);
CHOKEPOINT_INSTANTIATE_UNIT(VoqOccupancy);

namespace {
const UnitRegistration<CctLimiter> cct("Delays per destination by a congestion-control table");
const UnitRegistration<CongestionMarker> marker("Marks heads that cross to a root of congestion");
const UnitRegistration<DelayLimiter> delay("Additive inter-packet delays per destination");
const UnitRegistration<EcnNic> nic("What an ECN network interface instantiates");
const UnitRegistration<EcnRouter> router("What an ECN router instantiates");
const UnitRegistration<NotificationEcho> echo("A notification to the source of a marked packet");
const UnitRegistration<VoqOccupancy> occupancy("Flits that wait for each output");
}  // namespace

}  // namespace chokepoint
