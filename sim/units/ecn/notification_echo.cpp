// SPDX-License-Identifier: Apache-2.0
// Golden model of the notification echo.
#include "sim/units/ecn/notification_echo.h"

namespace chokepoint {

NotificationEcho::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  out_.packet_ready = out_.quiescent = true;
}

void NotificationEcho::Model::step(const In& in) {
  const bool waited = out_.notification_valid;
  if (!in.enable || (waited && in.notification_ready)) {
    out_ = Out{};
    out_.packet_ready = out_.quiescent = true;
  }
  if (!in.enable || waited || !in.packet_valid || !in.packet_marked) return;
  out_.notification_valid = true;
  out_.notification_destination = in.packet_source;
  out_.packet_ready = out_.quiescent = false;
}

}  // namespace chokepoint
