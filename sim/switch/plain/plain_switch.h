// SPDX-License-Identifier: Apache-2.0
// What a router's switch does in a cycle: the definition. Every flit in every cycle; no SystemC, no
// scenario, and of a packet only what its head flit brings (PacketHead).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/switch/plain/input_port.h"
#include "sim/switch/plain/output_port.h"
#include "sim/switch/plain/vc_allocator.h"

namespace chokepoint::plain {

/// step() is a cycle. Who has to look at the state within one (routing asks for queue lengths, a
/// mechanism for heads) calls its parts one by one, in the same order, once each but for
/// take_flit(), replace() and the changes of queues; what comes out is the same.
///
/// Contract of `in`: flits of a packet come in order on one VC, between its head and its tail no
/// other's, never more than credits were given for; a packet that is replaced is there and holds
/// no output VC. Whoever drives the switch checks that.
class PlainSwitch {
 public:
  PlainSwitch(const SwitchSizes& sizes, const SwitchingTechnique& technique);
  PlainSwitch(const PlainSwitch&) = delete;  // its parts refer to each other

  void step(const SwitchIn& in, SwitchOut& out);
  void take_credits(const std::vector<CreditIn>& credits, SwitchOut& out);
  void take_shares(const std::vector<ShareIn>& shares) {
    for (const ShareIn& in : shares) outputs_[in.output].shares().give(in.destination, in.flits);
  }
  void take_flit(const FlitIn& flit, SwitchOut& out);
  void replace(const ReplacementIn& replacement, SwitchOut& out);
  void change_queue(const QueueIn& change, SwitchOut& out) {
    inputs_[change.input].change(change, inputs_[change.other_input], out);
  }
  void change_output_queue(const OutputQueueIn& change) { outputs_[change.output].change(change); }
  /// Channel output, VC allocation, the switch: the rest of the cycle.
  void move(const std::optional<OriginatedIn>& originated, SwitchOut& out);

  const SwitchSizes& sizes() const { return sizes_; }
  const std::vector<InputPort>& inputs() const { return inputs_; }
  const std::vector<OutputPort>& outputs() const { return outputs_; }
  /// Packets of which a flit is here.
  unsigned packets() const { return packets_; }
  /// Flits that wait for `output` under that count and have not crossed; of a packet all, from the
  /// arrival of its head on.
  unsigned waiting_flits(unsigned output, unsigned count) const {
    return waiting_flits_[output * sizes_.counts + count];
  }

 private:
  unsigned& waiting(const PacketHead& head) {
    return waiting_flits_[head.output * sizes_.counts + head.count];
  }
  void send_flits(SwitchOut& out);
  void switch_pass(unsigned pass, SwitchOut& out);
  void offer_packets();

  SwitchSizes sizes_;
  std::vector<InputPort> inputs_;
  std::vector<OutputPort> outputs_;
  VcAllocator vc_allocator_;
  std::unique_ptr<SwitchAllocator> switch_allocator_;
  bool second_cycle_ = false;            ///< the next one has a pass fewer, if it is a half pass
  std::vector<unsigned> waiting_flits_;  ///< by output and count
  std::vector<SwitchOffer> offers_, winners_;  ///< in this switch pass
  unsigned packets_ = 0;
};

}  // namespace chokepoint::plain
