// SPDX-License-Identifier: Apache-2.0
// An output of a switch: its buffer behind the crossbar, which is a set of queues over the port's
// memory, credits, and who sends.
#pragma once

#include "sim/switch/plain/ports.h"
#include "sim/switch/plain/queue_set.h"
#include "sim/switch/queueing/shares.h"
#include "sim/switch/switching/sizes.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint::plain {

/// A packet in an output queue. Of its flits `crossed` - `sent` are here.
struct OutputPacket {
  uint32_t packet = 0;
  unsigned vc = 0;
  unsigned flits = 0, crossed = 0, sent = 0;
};

class OutputPort {
 public:
  OutputPort(const SwitchSizes& sizes, const SwitchingTechnique& technique, unsigned number);

  /// Buffer space of a VC at the other end of the channel; below 0: it is claimed.
  void take_credits(unsigned vc, int flits);
  void change(const OutputQueueIn& in);
  /// At most one flit leaves.
  void send(SwitchOut& out);
  /// VC allocation has given a VC to the first packet of an input queue: its place is promised.
  void assign(unsigned vc, unsigned input, unsigned queue, const PacketHead& head);
  /// The next flit of the packet that has the VC comes through the crossbar.
  void take(unsigned vc, const CrossingOut& flit, const PacketHead& head);
  /// The router's own packet, past the crossbar. False: there is no room yet.
  bool take_originated(const OriginatedIn& originated);

  /// Who is crossing to a VC whose state is `owned`.
  struct Owner {
    unsigned input = 0, queue = 0;
  };
  const Owner& owner(unsigned vc) const { return vcs_[vc].owner; }
  const OutputVcState& state(unsigned vc) const { return vcs_[vc].state; }
  /// Of a VC's own part of the next buffer, what is neither claimed nor in use; below 0 while it
  /// uses the parts of VCs that share with it.
  int own_credits(unsigned vc) const { return vcs_[vc].own_credits; }
  Shares& shares() { return shares_; }
  const Shares& shares() const { return shares_; }
  /// Flits in the buffer of a VC.
  unsigned held(unsigned vc) const { return vcs_[vc].state.taken - vcs_[vc].state.promised; }
  const QueueSet<OutputPacket>& buffer() const { return buffer_; }

 private:
  struct Vc {
    OutputVcState state;
    Owner owner;
    OutputPacket* entering = nullptr;  ///< the owner's, once its head is here
    bool leaving = false;              ///< a packet has begun to leave
    int own_credits = 0;
    unsigned queue = 0;
    uint32_t of_pool = 0, of_queue = 0;  ///< masks of the VCs that share its credits, its queue
  };
  void take_room(unsigned vc, int flits);
  unsigned send_priority(unsigned queue, const OutputPacket& packet) const;

  const SwitchSizes& sizes_;
  const SwitchingTechnique& technique_;
  unsigned number_;
  std::vector<Vc> vcs_;
  QueueSet<OutputPacket> buffer_;  ///< as many queues as VCs, then SwitchSizes::output_queues
  std::vector<bool> blocked_;      ///< by queue
  Shares shares_;                  ///< of the next buffer
  unsigned last_queue_ = 0;        ///< that has sent
};

}  // namespace chokepoint::plain
