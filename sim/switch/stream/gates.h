// SPDX-License-Identifier: Apache-2.0
// Input queues of a router with streams whose heads a mechanism holds back.
#pragma once

#include "sim/common/open_map.h"
#include "sim/switch/stream/input_buffers.h"

namespace chokepoint::stream {

/// Few queues of a router are closed, if any: nobody pays for those that are open.
class Gates {
 public:
  explicit Gates(const InputBuffers& inputs) : inputs_(inputs) {}
  bool closed(unsigned input, unsigned queue) const {
    return closed_.size() != 0 && closed_.find(inputs_.key(input, queue)) != nullptr;
  }
  void set(unsigned input, unsigned queue, bool open) {
    if (open) {
      closed_.erase(inputs_.key(input, queue));
    } else {
      closed_[inputs_.key(input, queue)] = true;
    }
  }

 private:
  const InputBuffers& inputs_;
  OpenMap<bool> closed_{1};  ///< by InputBuffers::key()
};

}  // namespace chokepoint::stream
