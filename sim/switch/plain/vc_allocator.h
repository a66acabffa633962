// SPDX-License-Identifier: Apache-2.0
// VC allocation: which head packets get an output VC.
#pragma once

#include "sim/switch/plain/input_port.h"
#include "sim/switch/plain/output_port.h"

namespace chokepoint::plain {

/// Each output VC that no packet is crossing to takes, round-robin over all input queues, one head
/// packet that may use it, that the technique grants it and whose destination has a share of the
/// next buffer for it, where destinations have one. The VCs of an output take turns too:
/// the one behind the last that was given goes first.
class VcAllocator {
 public:
  VcAllocator(const SwitchSizes& sizes, const SwitchingTechnique& technique)
      : sizes_(sizes),
        technique_(technique),
        requests_(sizes.outputs),
        next_vc_(sizes.outputs),
        last_winner_(size_t{sizes.outputs} * sizes.vcs) {}
  void allocate(std::vector<InputPort>& inputs, std::vector<OutputPort>& outputs, SwitchOut& out);

 private:
  /// Of a head packet for an output VC.
  struct Request {
    unsigned input = 0, queue = 0;
    InputPacket* packet = nullptr;
  };
  void allocate(unsigned number, OutputPort& output, SwitchOut& out);
  const Request* best(unsigned number, unsigned vc, const OutputPort& output) const;

  const SwitchSizes& sizes_;
  const SwitchingTechnique& technique_;
  std::vector<std::vector<Request>> requests_;  ///< by output, in this cycle
  std::vector<unsigned> next_vc_;               ///< by output
  std::vector<unsigned> last_winner_;           ///< by output and VC: among all queues
};

}  // namespace chokepoint::plain
