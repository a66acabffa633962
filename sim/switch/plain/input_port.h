// SPDX-License-Identifier: Apache-2.0
// An input of a switch: its buffer, which is a set of queues over the port's memory.
#pragma once

#include "sim/switch/plain/ports.h"
#include "sim/switch/plain/queue_set.h"
#include "sim/switch/switching/sizes.h"

namespace chokepoint::plain {

/// A packet in an input queue. Of its flits `arrived` - `crossed` are here.
struct InputPacket {
  static constexpr unsigned kNoVc = ~0u;
  PacketHead head;
  unsigned vc = 0;             ///< the input VC that it came on
  unsigned output_vc = kNoVc;  ///< once VC allocation has given it one
  unsigned arrived = 0, crossed = 0;
  bool fresh = false;      ///< became the first of its queue in this cycle, in another's place
  bool permitted = false;  ///< in this cycle

  bool assigned() const { return output_vc != kNoVc; }
  /// The first of its queue asks for an output VC.
  bool requests() const { return !assigned() && !fresh && (!head.gated || permitted); }
  bool has_flit() const { return arrived != crossed; }
};

class InputPort {
 public:
  InputPort(const SwitchSizes& sizes, unsigned number)
      : number_(number), queues_(sizes.queues), blocked_(sizes.queues), vcs_(sizes.vcs) {}

  void begin_cycle();
  void take(const FlitIn& flit, SwitchOut& out);
  /// The packet that gives way is returned.
  PacketHead replace(const ReplacementIn& replacement, SwitchOut& out);
  /// `other`: the port of the other queue.
  void change(const QueueIn& change, InputPort& other, SwitchOut& out);
  /// The next flit of the first packet of a queue crosses in `pass`.
  void cross(unsigned queue, unsigned pass, SwitchOut& out);

  /// Calls `visit(queue, packet)` for the heads that ask for an output VC.
  template <class Visit>
  void for_each_request(Visit&& visit) {
    queues_.for_each_front([&](unsigned queue, InputPacket& packet) {
      if (packet.requests() && !blocked_[queue]) visit(queue, packet);
    });
  }
  const QueueSet<InputPacket>& queues() const { return queues_; }
  bool blocked(unsigned queue) const { return blocked_[queue]; }

  /// Flits in the buffer of a VC.
  unsigned held(unsigned vc) const { return vcs_[vc].held; }
  /// The packet of which a flit must come next on a VC; null: a head, or what is discarded.
  const InputPacket* arriving(unsigned vc) const { return vcs_[vc].arriving; }
  /// Flits of a replaced packet that are still to come on a VC.
  unsigned to_discard(unsigned vc) const { return vcs_[vc].to_discard; }

 private:
  struct Vc {
    InputPacket* arriving = nullptr;
    unsigned held = 0;
    unsigned to_discard = 0;
  };
  void move_front(const QueueIn& change, InputPort& to, SwitchOut& out);
  void leave(unsigned queue, SwitchOut& out);
  void new_front(unsigned queue, SwitchOut& out);

  unsigned number_;
  QueueSet<InputPacket> queues_;
  std::vector<bool> blocked_;  ///< queues whose heads ask for nothing
  std::vector<Vc> vcs_;
  std::vector<InputPacket*> fresh_, permitted_;  ///< in this cycle
};

}  // namespace chokepoint::plain
