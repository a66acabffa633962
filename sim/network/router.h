// SPDX-License-Identifier: Apache-2.0
// Input-queued virtual cut-through router with VC allocation, separable switch allocation and
// output buffers.
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "sim/mechanisms/mechanism.h"
#include "sim/network/channel.h"
#include "sim/network/router_state.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint {

/// One clocked process. Order within a cycle: credits and arrivals, the mechanism's answers (drops
/// and permissions of speculative packets among them), channel output (so a flit spends at least
/// one cycle in the output buffer), VC allocation, `speedup` switch passes, the mechanism's clock.
/// Flit-accurate timing on packet-granular state: one Hop per packet and router.
///
/// VC allocation: each output VC that no packet is crossing to takes, round-robin over the input
/// queues, one head packet that may use it and whose flits all fit into the output buffer. Switch
/// allocation per pass: each input offers one of its packets that has a flit (priority, then
/// round-robin), each output takes one input (priority, then round-robin); pointers move on
/// success. Channel output: priority, then round-robin over VCs, flit by flit; a head leaves only
/// with credits for its whole packet. Priority is that of the output VC: a NACK made in a
/// speculative FIFO goes before data. Speculation is in router_speculation.cpp.
class Router : public sc_core::sc_module, public RouterState, public QueueView {
 public:
  SC_HAS_PROCESS(Router);
  Router(sc_core::sc_module_name name, NetworkContext& context, RouterId id,
         const sc_core::sc_event& tick);

  Endpoint& endpoint() { return endpoint_; }
  sc_core::sc_vector<sc_core::sc_port<ChannelInterface>>
      outputs;                                                    ///< where this router sends flits
  sc_core::sc_vector<sc_core::sc_port<ChannelInterface>> inputs;  ///< where it returns credits

  void attach(std::unique_ptr<RouterAttachment> attachment) { attachment_ = std::move(attachment); }
  RouterAttachment* attachment() { return attachment_.get(); }
  /// `vc_set` = VcLayout::sets: the speculative VCs.
  unsigned queue_flits(unsigned output, unsigned vc_set) const override;
  bool downstream_room(unsigned output, unsigned vc, unsigned flits) const override {
    return output_[output].vcs[vc].credits >= flits;
  }
  void gate_speculation() override { gated_ = true; }
  void permit(unsigned input, unsigned index) override;
  void drop_to_nack(Cycle now, unsigned input, unsigned index, Packet& packet,
                    const NackHeader& header) override;

  /// Packets whose tail is in this router or on its input channels, dropped ones included.
  unsigned tails() const;
  /// End-of-run check: throws CheckError if a credit is missing in an empty router.
  void check_empty() const;
  /// Flits that may still be sent on an output VC: credits, and what is left of a packet that has
  /// begun.
  unsigned may_send(unsigned port, unsigned vc) const {
    const OutputVc& state = output_[port].vcs[vc];
    const Hop* hop = state.queue.head;
    return state.credits + (hop != nullptr && hop->sent != 0 ? hop->flits - hop->sent : 0u);
  }
  /// Flits in the buffer of an input VC.
  unsigned holds(unsigned port, unsigned vc) const { return input_[port].occupancy[vc]; }
  size_t packets_held() const { return hops_.in_use(); }
  void describe_wave(WaveSignals& signals);
  /// One line per packet at the front of a queue, for the deadlock report.
  std::string describe_packets() const;

 private:
  struct Hop {
    Packet* packet = nullptr;
    Hop* next_input = nullptr;
    Hop* next_output = nullptr;
    uint16_t flits = 0, arrived = 0, crossed = 0, sent = 0;
    uint16_t queue = 0;  ///< of its input
    uint8_t input = 0, input_vc = 0, output = 0, output_vc = 0;
    uint32_t allowed = 0;  ///< mask of output VCs
    bool speculative = false;
    bool permitted = false;  ///< gated speculation: takes part in this cycle's VC allocation
    bool granted = false;    ///< holds an output VC
  };
  /// A dropped packet whose flits are still coming.
  struct Discard {
    Packet* packet = nullptr;
    unsigned arrived = 0, flits = 0;
  };
  struct Queue {
    Hop* head = nullptr;
    Hop* tail = nullptr;
  };
  struct Input {
    std::vector<Queue> queues;
    std::vector<Hop*> arriving;       ///< per VC: its tail has not come yet
    std::vector<Discard> discards;    ///< per VC
    std::vector<uint16_t> occupancy;  ///< per VC, flits
    std::vector<Hop*> active;         ///< heads that hold an output VC
    unsigned last_queue = 0;
    ChannelInterface* channel = nullptr;
  };
  struct OutputVc {
    Hop* owner = nullptr;  ///< still crossing
    Queue queue;
    unsigned reserved = 0;  ///< flits of the buffer that are taken or promised
    unsigned credits = 0;
    unsigned last_winner = 0;
  };
  struct Output {
    std::vector<OutputVc> vcs;
    std::vector<Hop*> waiting;
    uint32_t nonempty = 0;  ///< VCs with a packet in the buffer
    unsigned next_vc = 0, last_sent_vc = 0, last_input = 0;
    unsigned voq_flits = 0, buffer_flits = 0;
    /// Of voq_flits, the data packets of each VC set, then the speculative packets.
    std::vector<unsigned> set_voq_flits;
    ChannelInterface* channel = nullptr;
    bool to_node = false;
  };

  void end_of_elaboration() override;
  void clock();
  void step();
  void read_credits(Cycle now);
  void read_arrivals(Cycle now);
  void accept_head(Cycle now, const FlitEvent& event);
  void choose_output(Hop* hop, bool may_turn_back);
  bool discard(Cycle now, const FlitEvent& event);
  void stop_waiting(Hop* hop);
  void leave_speculative_heads(const Hop& hop);
  void end_permissions();
  /// Data and speculative packets have a queue that routing may ask about.
  static bool counts_for_routing(const Packet& packet) {
    return packet.vc_class == VcClass::kData || packet.vc_class == VcClass::kSpeculative;
  }
  unsigned set_of(const Packet& packet) const {
    return packet.vc_class == VcClass::kSpeculative ? context_.layout.sets : packet.vc_set;
  }
  void becomes_front(Hop* hop);
  void end_request(const Hop& hop);
  void send_flits(Cycle now);
  void allocate_vcs();
  void allocate_vcs_of(Output& output);
  void allocate_switch(Cycle now, unsigned pass);
  void cross(Cycle now, Hop* hop, unsigned pass);
  void update_requests();
  unsigned queue_of(unsigned vc, unsigned output) const {
    return context_.layout.is_voq(vc) ? output * vcs_ + vc : radix_ * vcs_ + vc;
  }
  [[noreturn]] void fail(const std::string& what) const;

  unsigned vcs_;
  unsigned buffer_flits_, output_buffer_flits_, speedup_;
  Endpoint endpoint_;
  std::vector<Input> input_;
  std::vector<Output> output_;
  uint64_t active_inputs_ = 0, waiting_outputs_ = 0, sending_outputs_ = 0;
  Pool<Hop> hops_;
  RandomStream random_;
  std::vector<Hop*> new_fronts_;  ///< begin to request in the next cycle
  struct RequestBit {
    uint8_t input, output, vc;
  };
  std::vector<RequestBit>
      ended_requests_;  ///< seen by the mechanism for the last time in this cycle
  /// What delays a speculative packet: the data packets of its set and the speculative ones.
  struct SpeculativeQueues : QueueView {
    explicit SpeculativeQueues(const Router& r) : router(r) {}
    unsigned queue_flits(unsigned output, unsigned vc_set) const override {
      return router.queue_flits(output, vc_set) +
             router.queue_flits(output, router.context_.layout.sets);
    }
    const Router& router;
  };
  SpeculativeQueues speculative_queues_{*this};
  bool gated_ = false;
  std::vector<Hop*> permitted_;  ///< in this cycle
  std::unique_ptr<RouterAttachment> attachment_;
};

}  // namespace chokepoint
