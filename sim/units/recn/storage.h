// SPDX-License-Identifier: Apache-2.0
// Storage of every RECN unit in bits, by the formulas of the contract pages.
#pragma once

#include "sim/units/recn/message_select.h"
#include "sim/units/recn/message_sender.h"
#include "sim/units/recn/path_cam.h"
#include "sim/units/recn/queue_memory.h"
#include "sim/units/recn/recn_egress.h"
#include "sim/units/recn/recn_ingress.h"
#include "sim/units/recn/recn_port.h"
#include "sim/units/recn/saq_control.h"
#include "sim/units/recn/saq_line.h"
#include "sim/units/recn/saq_set.h"
#include "sim/units/storage.h"

namespace chokepoint {

Storage storage(const MessageSelect::Params& p);
Storage storage(const MessageSender::Params& p);
Storage storage(const PathCam::Params& p);
Storage storage(const QueueMemory::Params& p);
Storage storage(const RecnEgress::Params& p);
Storage storage(const RecnIngress::Params& p);
Storage storage(const RecnPort::Params& p);
Storage storage(const SaqControl::Params& p);
Storage storage(const SaqLine::Params& p);
Storage storage(const SaqSet::Params& p);

}  // namespace chokepoint
