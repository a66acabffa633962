// SPDX-License-Identifier: Apache-2.0
// What a mechanism may see and do in a router.
#pragma once

#include <utility>
#include <vector>

#include "sim/channel/wire.h"
#include "sim/hooks/context.h"
#include "sim/hooks/packet_place.h"
#include "sim/hooks/request_log.h"

namespace chokepoint {

/// A packet at the head of a speculative FIFO that holds no output VC yet.
struct SpeculativeHead {
  Packet* packet = nullptr;
  unsigned input = 0;
  unsigned index = 0;   ///< which of the speculative VCs
  unsigned output = 0;  ///< where it wants to go
  uint32_t vcs = 0;     ///< mask of the speculative VCs there that it may take, by index
};

/// What the message in the place of a dropped packet carries.
struct NackHeader {
  PacketKind kind = PacketKind::kData;  ///< as declared
  NodeId source = 0;                    ///< usually the dropped packet's destination ...
  NodeId destination = 0;               ///< ... and its source
  uint32_t message = 0;
  uint16_t sequence_number = 0;
  uint32_t payload = 0;
};

/// A message that a router makes.
struct OriginatedMessage {
  PacketKind kind = PacketKind::kData;  ///< as declared
  NodeId source = 0;                    ///< the node in whose name it is sent
  NodeId destination = 0;
  uint32_t payload = 0;
};

/// Movements of packets in the data VCs, those of declared classes apart, in one cycle. The
/// router sets, the attachment clears after it has clocked its unit.
struct VoqEvents {
  uint64_t arrived = 0;       ///< bit per input: a flit came into its buffer
  uint8_t output[64] = {};    ///< per input of `arrived`: the output that the flit waits for
  uint64_t crossed[4] = {};   ///< per switch pass, bit per output: a flit left for it
  uint8_t input[4][64] = {};  ///< per pass and output of `crossed`: the input that it left
};

class RouterState {
 public:
  RouterState(NetworkContext& context, RouterId id)
      : context_(context), id_(id), radix_(context.topology.radix()) {}
  virtual ~RouterState() = default;

  RouterId id() const { return id_; }
  unsigned radix() const { return radix_; }
  NetworkContext& context() const { return context_; }

  /// This router's end of a wire, see Wire. Call it while the mechanism attaches.
  /// `receive(Cycle now, WirePlace from, const T& value)` is called for what arrives.
  template <class T, class Receive>
  Wire<T> make_wire(const WireSpec& spec, Receive receive) {
    return Wire<T>(context_.wires, WirePlace::router(id_), spec, std::move(receive));
  }

  /// From now on the router writes down in `log` from which cycle on head packets request an
  /// output, or request it no more; VCs from `vcs` on are left out. The events of a cycle are there
  /// at the mechanism's end_cycle, or catch_up, with some of those of the next one behind them.
  void track_requests(RequestLog* log, unsigned vcs, RequestScope scope) {
    requests_ = log;
    request_vcs_ = vcs;
    request_scope_ = scope;
  }

  /// From now on the router also keeps, for every request that track_requests() is about, the
  /// packet that requests, in `heads` at (input * radix + output) * `vcs` + VC. Other places are
  /// stale. Call it after track_requests().
  void track_heads(std::vector<const Packet*>* heads) {
    heads->assign(size_t{radix_} * radix_ * request_vcs_, nullptr);
    heads_ = heads;
  }

  /// From now on the router adds to `events`; null: no longer. InputError with a routing function
  /// that is asked again while a head waits: flits would leave for another output than they came
  /// for.
  void track_voq(VoqEvents* events);

  /// From now on the router counts in `channels`, by output; null: no longer.
  void track_channels(std::vector<ChannelCycles>* channels) {
    if (channels != nullptr) channels->assign(radix_, {});
    channels_ = channels;
  }

  // What there is after the router's cycle: to be asked in end_cycle, or from a NIC
  // (NicState::router()). In between it depends on the switch how far the cycle has come.
  /// Flits in the buffer of an input VC; with VOQ those of all its queues.
  virtual unsigned input_flits(unsigned input, unsigned vc) const = 0;
  /// Flits in the buffer of an output VC.
  virtual unsigned output_flits(unsigned output, unsigned vc) const = 0;
  /// Mask of the VCs of an output that no packet is crossing to; with wormhole switching of those
  /// that a packet could get.
  virtual uint32_t free_vcs(unsigned output) const = 0;
  /// Flits that may still be sent on VC `vc` of `output`.
  virtual unsigned downstream_credits(unsigned output, unsigned vc) const = 0;
  /// Flits that have crossed to VC `vc` of `output` and for which no credit has come back: in its
  /// buffer, on the channel, in the next hop's buffer.
  virtual unsigned outstanding_flits(unsigned output, unsigned vc) const = 0;
  /// Masks of VCs: the buffer has no room for another flit. Of input VCs that share credits none
  /// has, when their buffers together have none.
  virtual uint32_t full_input_vcs(unsigned input) const {
    return vcs_with([&](unsigned vc) {
      return input_flits(input, vc) >= context_.scenario.network.vc_buffer_flits;
    });
  }
  uint32_t full_output_vcs(unsigned output) const;
  /// Mask of the outputs that the routing function names for `packet`, if its head is the next that
  /// comes by `input`; see also NicState::candidate_outputs().
  virtual uint64_t candidate_outputs(const Packet& packet, unsigned input) const = 0;

  /// The gate of a queue, from this cycle's VC allocation on: while it is closed the packet at the
  /// head gets no output VC, though it counts as one that requests. One that has an output VC goes
  /// on. All gates are open at first. Call it from begin_cycle. `output`: of a VC without VOQ any.
  /// CheckError for a speculative VC, see permit(), and if there is no such queue.
  virtual void set_gate(unsigned input, unsigned vc, unsigned output, bool open) = 0;

  /// The next hop has buffer space for `flits` on VC `vc` of `output` (credits). With
  /// VcAllocation::kDownstream a packet has got its own with the VC: then it is space for so many
  /// more, beside what all packets that have got that VC still take.
  virtual bool downstream_room(unsigned output, unsigned vc, unsigned flits) const = 0;

  /// From now on a speculative packet at the head of its FIFO takes part in VC allocation only in
  /// cycles in which it is permitted.
  virtual void gate_speculation() = 0;
  /// In no particular order, but the same in every engine. Within begin_cycle and end_cycle: the
  /// heads of this cycle, those that have just come included; allocation removes the winners
  /// between the two, drop_to_nack() removes its packet at once, by moving the last entry into its
  /// place.
  const std::vector<SpeculativeHead>& speculative_heads() const { return speculative_heads_; }
  /// The head of that speculative FIFO may take part in VC allocation in this cycle. Call it from
  /// begin_cycle; it does nothing for a FIFO without an entry in speculative_heads().
  virtual void permit(unsigned input, unsigned index) = 0;
  /// Replaces a speculative packet of that FIFO which holds no output VC, the head or one further
  /// back, by a message, its NACK: one flit that takes the place of the head flit in the buffer and
  /// the packet's in the FIFO. The packet's other flits here are freed,
  /// their credits returned all in this cycle; those still to come are discarded as they come,
  /// credits returned at once. A NACK at the front requests an output from the next cycle on, needs
  /// no permission, and may leave by the port that the packet came in by. Call it from begin_cycle.
  /// `packet` may be gone afterwards. CheckError if it is no such packet, or outside begin_cycle.
  virtual void drop_to_nack(Cycle now, unsigned input, unsigned index, Packet& packet,
                            const NackHeader& header) = 0;

  /// The injection point of the router itself takes a packet: none waits there.
  virtual bool origination_ready() const = 0;
  /// Makes a message that enters the network here: as soon as the output buffer of its VC has room,
  /// at most one per cycle, past the crossbar. From then on it counts as injected. Call it from
  /// begin_cycle, when it can enter in the same cycle, or from end_cycle; while
  /// origination_ready().
  virtual void originate(Cycle now, const OriginatedMessage& message) = 0;

 protected:
  template <class Has>
  uint32_t vcs_with(Has&& has) const {
    uint32_t mask = 0;
    for (unsigned vc = 0; vc < context_.layout.total; ++vc) mask |= uint32_t{has(vc)} << vc;
    return mask;
  }
  NetworkContext& context_;
  RouterId id_;
  unsigned radix_;
  RequestLog* requests_ = nullptr;
  unsigned request_vcs_ = 0;
  RequestScope request_scope_ = RequestScope::kWaiting;
  std::vector<const Packet*>* heads_ = nullptr;
  VoqEvents* voq_events_ = nullptr;
  std::vector<ChannelCycles>* channels_ = nullptr;
  std::vector<SpeculativeHead> speculative_heads_;
};

}  // namespace chokepoint
