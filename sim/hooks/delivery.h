// SPDX-License-Identifier: Apache-2.0
// A data packet that has come to its node, as whoever sent it may want to know.
#pragma once

#include "sim/common/types.h"

namespace chokepoint {

struct Delivery {
  Cycle cycle = 0;  ///< in which its tail was ejected
  NodeId source = 0, destination = 0;
  uint32_t message = 0;  ///< number of its message at the source
  uint16_t packet = 0;   ///< which of the message's `packets`, from 0
  uint16_t packets = 1;
  uint16_t flits = 0;
  uint8_t group = 0;  ///< traffic group
  Cycle created = 0;  ///< of the message
};

}  // namespace chokepoint
