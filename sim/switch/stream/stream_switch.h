// SPDX-License-Identifier: Apache-2.0
// Input-queued virtual cut-through router with VC allocation, separable switch allocation and
// output buffers.
#pragma once

#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "sim/common/open_map.h"
#include "sim/channel/channel.h"
#include "sim/channel/credit_runs.h"
#include "sim/channel/flit_runs.h"
#include "sim/hooks/route_head.h"
#include "sim/packet/packed_pool.h"
#include "sim/switch/switch.h"

namespace chokepoint {

/// Order within a cycle: credits and arrivals, the mechanism's answers (drops
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
/// speculative FIFO goes before data. With Arbitration::kPacket a packet that has begun to
/// cross, or to leave, goes before all but control packets; flits for which all that leaves no
/// choice are in streams.cpp. Speculation is in speculation.cpp, packets of the
/// router's own in origination.cpp: they go into an output buffer right after channel
/// output.
class StreamSwitch : public Switch {
 public:
  StreamSwitch(sc_core::sc_module_name name, NetworkContext& context, RouterId id);
  void step(Cycle now) override;
  void begin_tick(Cycle cycles) override;
  void end_streams() override;
  void list_state(StateLines& lines) const override;
  void fetch_told(Cycle from, Cycle to) const override;
  unsigned fetch_events(Cycle from, Cycle to) const override;
  const CreditTable& credit_table() const override { return credits_; }
  /// `vc_set` = VcLayout::sets: the speculative VCs.
  unsigned queue_flits(unsigned output, unsigned vc_set, QueueMetric metric) const override;
  bool downstream_room(unsigned output, unsigned vc, unsigned flits) const override {
    return credits(output, vc) >= flits;
  }
  void gate_speculation() override { gated_ = true; }
  void permit(unsigned input, unsigned index) override;
  void drop_to_nack(Cycle now, unsigned input, unsigned index, Packet& packet,
                    const NackHeader& header) override;
  bool origination_ready() const override { return originated_ == nullptr; }
  void originate(Cycle now, const OriginatedMessage& message) override;

  unsigned tails() const override;
  void check_empty() const override;
  unsigned may_send(unsigned port, unsigned vc) const override {
    const OutputVc& state = output_vc(port, vc);
    const Hop* hop = state.queue.head;
    return credits(port, vc) + (hop != nullptr && sent(*hop) != 0 ? hop->flits - sent(*hop) : 0u);
  }
  unsigned holds(unsigned port, unsigned vc) const override {
    return input_vc(port, vc).occupancy;
  }
  size_t packets_held() const override { return hops_.in_use(); }
  void describe_wave(WaveSignals& signals) override;
  std::string describe_packets() const override;

 private:
  /// A packet in this router. In one cache line: the hot loop is bound by memory.
  struct alignas(64) Hop {
    Packet* packet = nullptr;
    Hop* next_input = nullptr;   ///< in its queue
    Hop* next_output = nullptr;  ///< in the output buffer
    Hop* next_choice = nullptr;  ///< that waits for the output, or then is ready at the input
    uint32_t body = 0;           ///< once granted: the FlitCell of its flits between head and tail
    uint32_t allowed = 0;        ///< mask of output VCs
    uint16_t flits = 0, arrived = 0, crossed = 0, sent = 0;
    /// Holds an output VC and all that has arrived has crossed: the number of the flit to come;
    /// otherwise nothing that `arrived` will be.
    uint16_t fresh_at = 0;
    uint16_t queue = 0;         ///< of its input
    uint16_t output_place = 0;  ///< once granted, in output_vc_
    uint16_t rank = 0;          ///< set_rank()
    uint8_t input = 0, input_vc = 0, output = 0, output_vc = 0;
    VcClass vc_class = VcClass::kData;
    uint8_t wait_set = 0;  ///< what it is counted under in wait_flits_
    bool permitted : 1;    ///< gated speculation: takes part in this cycle's VC allocation
    bool granted : 1;      ///< holds an output VC
    bool streams_in : 1;   ///< `crossed` stands for crossed_until_ - crossed, see crossed()
    bool streams_out : 1;  ///< `sent` stands for sent_until_ - sent, see sent()
    uint8_t no_flag : 4;   ///< with the others a whole byte, which is written without being read
    bool leaving = false;  ///< is the first in its output VC's buffer, and not `blocked`
    Hop() : permitted(false), granted(false), streams_in(false), streams_out(false), no_flag(0) {}
    bool speculative() const { return vc_class == VcClass::kSpeculative; }
    /// Takes an output VC, number `place` of all.
    void grant(unsigned vc, unsigned place) {
      granted = true;
      output_vc = static_cast<uint8_t>(vc);
      output_place = static_cast<uint16_t>(place);
      body = FlitCell(packet->slot, vc, false, false).bits();
    }
    /// What is the same in all its switch allocations: from bit 12 on 1 + priority of the output
    /// VC, below bit 6 the input.
    void set_rank(unsigned priority) {
      rank = static_cast<uint16_t>((priority + 1) << kPriorityShift | input);
    }
    static constexpr unsigned kPriorityShift = 12, kTurnShift = 6;
  };
  static_assert(sizeof(Hop) == 64);
  struct Queue {
    Hop* head = nullptr;
    Hop* tail = nullptr;
  };
  struct alignas(32) InputVc {
    Hop* arriving = nullptr;  ///< its tail has not come yet
    uint32_t body = 0;        ///< the FlitCell of its flits between head and tail; 0: none
    uint32_t occupancy = 0;   ///< flits, without the `fresh` one
    /// Of the queues that hold a packet; the others are in further_queues_. With all possible
    /// queues in an array each packet would fetch a cache line of it from far.
    std::array<Queue, 1> queues;
    /// No flit of the packet belongs to it any more.
    void end() {
      arriving = nullptr;
      body = 0;
    }
  };
  static_assert(sizeof(InputVc) == 32);
  /// A dropped packet whose flits are still coming.
  struct Discard {
    const Packet* packet = nullptr;
    unsigned arrived = 0, flits = 0;
  };
  struct Input {
    Hop* ready = nullptr;  ///< list: hold an output VC and have a flit that can cross
    uint32_t last_queue = 0;
  };
  static_assert(sizeof(Input) == 16);
  struct OutputVc {
    Hop* owner = nullptr;  ///< still crossing
    Queue queue;
    uint32_t last_winner = 0;
    uint32_t reserved = 0;  ///< flits of the packets that are in the buffer or promised a place
  };
  struct alignas(64) Output {
    // Masks of VCs.
    uint32_t sendable = 0;  ///< the first packet in the buffer has a flit there that may go
    uint32_t unsent = 0;    ///< ... and is a head
    uint32_t blocked = 0;   ///< that head is not sendable: no credits yet for its whole packet
    uint32_t owned = 0;     ///< a packet is crossing to it
    uint32_t wanted = 0;    ///< some packet in `waiting` may use it
    /// VCs of which a flit was sent, or for which a packet began to wait, since nobody could be
    /// given them.
    uint32_t retry = 0;
    Hop* waiting = nullptr;                  ///< list: heads without an output VC
    OutputVc* vcs = nullptr;                 ///< in output_vc_
    uint16_t smallest_waiting = UINT16_MAX;  ///< flits of the shortest packet in `waiting`
    uint8_t next_vc = 0, last_sent_vc = 0, last_input = 0;
    uint8_t begun = 0;  ///< packets that have begun to leave
  };
  static_assert(sizeof(Output) == 64);

  void end_of_elaboration() override;
  void read_credits(Cycle now);
  void unblock(unsigned port);
  [[noreturn]] void fail_credits() const;
  // kVoq: voq_events_ may be there; in allocate_switch() and cross() it is.
  template <bool kVoq>
  void read_arrivals(Cycle now);
  template <bool kVoq>
  void arrive(Cycle now, unsigned port, FlitCell flit);
  void arrive_end(Cycle now, unsigned port, FlitCell flit);
  template <bool kVoq>
  void take_place(unsigned port, InputVc& state, Hop* hop, FlitCell flit);
  Hop* accept_head(Cycle now, unsigned port, FlitCell flit);
  [[noreturn]] void fail_arrival(unsigned port, FlitCell flit) const;
  void choose_output(Hop* hop, bool may_turn_back);
  bool discard(Cycle now, unsigned port, FlitCell flit);
  void inject_originated(Cycle now);
  void stop_waiting(Hop* hop);
  void leave_speculative_heads(const Hop& hop);
  void end_permissions();
  /// Place in wait_flits_: data packets by VC set, speculative packets, others.
  unsigned wait_set_of(const Packet& packet) const {
    if (packet.vc_class == VcClass::kData) return packet.vc_set;
    return context_.layout.sets + (packet.vc_class == VcClass::kSpeculative ? 0 : 1);
  }
  unsigned& wait_flits(unsigned output, unsigned set) { return wait_flits_[output * sets_ + set]; }
  unsigned credits(unsigned port, unsigned vc) const { return credits_.at(port, vc); }
  unsigned crossed(const Hop& hop) const {
    return static_cast<uint16_t>(hop.streams_in ? crossed_until_ - hop.crossed : hop.crossed);
  }
  unsigned sent(const Hop& hop) const {
    return static_cast<uint16_t>(hop.streams_out ? sent_until_ - hop.sent : hop.sent);
  }
  /// Flits of the buffer that are taken or promised.
  unsigned taken(const OutputVc& state) const {
    return state.reserved - (state.queue.head == nullptr ? 0u : sent(*state.queue.head));
  }
  InputVc& input_vc(unsigned port, unsigned vc) { return input_vc_[port * vcs_ + vc]; }
  const InputVc& input_vc(unsigned port, unsigned vc) const { return input_vc_[port * vcs_ + vc]; }
  OutputVc& output_vc(unsigned port, unsigned vc) { return output_vc_[port * vcs_ + vc]; }
  const OutputVc& output_vc(unsigned port, unsigned vc) const {
    return output_vc_[port * vcs_ + vc];
  }
  uint64_t queue_key(unsigned port, unsigned index) const { return port * queues_ + index; }
  /// The packet at the head of a queue; null: it is empty.
  Hop* front(unsigned port, unsigned index) const {
    const Queue* queue = find_queue(port, index);
    return queue == nullptr ? nullptr : queue->head;
  }
  /// Null: no packet is in it.
  const Queue* find_queue(unsigned port, unsigned index) const;
  void enqueue(Cycle now, Hop* hop);
  void dequeue(const Hop& hop);
  template <class Visit>
  void for_each_front(Visit&& visit) const {
    for (const InputVc& state : input_vc_) {
      for (const Queue& queue : state.queues) {
        if (queue.head != nullptr) visit(*queue.head);
      }
    }
    further_queues_.for_each([&visit](uint64_t, const Queue& queue) { visit(*queue.head); });
  }
  unsigned queued_flits(unsigned output) const;  ///< in input queues, for `output`
  unsigned buffer_flits(unsigned output) const;  ///< in the output buffer
  void wait_for_output(Hop* hop);
  unsigned waiting_packets(unsigned output) const;
  void keep_fresh(uint64_t inputs);
  void becomes_ready(Hop* hop, unsigned port) {
    Input& input = input_[port];
    hop->next_choice = input.ready;
    input.ready = hop;
    ready_inputs_ |= uint64_t{1} << port;
  }
  void offer(Hop* hop, unsigned port);
  void settle_fresh();
  void end_missed_streams(const FlitArrivals::Arrived& arrived, uint64_t lanes);
  void begin_streams_in(uint64_t inputs);
  void end_stream_in(unsigned port);
  void interrupt_stream(unsigned port);
  void interrupt_streams_to(unsigned output);
  void settle(unsigned output);
  void update_sendable(const Hop& hop);
  void begin_stream_out(Cycle now, unsigned port, unsigned vc, Hop* hop);
  void end_stream_out(unsigned port);
  void end_due_streams(Cycle now);
  void offer_streams(uint64_t inputs);
  void becomes_front(Cycle from, Hop* hop);
  void end_request(Cycle now, const Hop& hop);
  void send_flits(Cycle now);
  void leaves(Output& output, unsigned vc, Hop* hop);
  void tail_sent(Output& output, unsigned vc, Hop* hop);
  uint32_t first_to_send(const Output& output) const;
  void allocate_vcs(Cycle now);
  void allocate_vcs_of(Cycle now, unsigned port);
  Hop* best_waiting(unsigned port, unsigned vc) const;
  void becomes_first(Output& output, unsigned vc, Hop* hop);
  static Hop* best_ready(const Input& input);
  void allocate_switch(Cycle now);
  template <bool kVoq>
  void allocate_switch(Cycle now);
  template <bool kVoq>
  void switch_pass(Cycle now, unsigned pass);
  template <bool kFresh, bool kVoq>
  void cross(Cycle now, unsigned port, unsigned output_port, Hop* hop, unsigned pass);
  void cross_head(Cycle now, Hop* hop, unsigned pass);
  void cross_tail(Cycle now, Hop* hop);
  unsigned queue_of(unsigned vc, unsigned output) const {
    return context_.layout.is_voq(vc) ? output * vcs_ + vc : radix_ * vcs_ + vc;
  }
  [[noreturn]] void fail(const std::string& what) const;

  unsigned vcs_;
  unsigned queues_;  ///< per input: data VCs have one per output, the others one
  unsigned sets_;    ///< entries of an output in wait_flits_
  unsigned buffer_flits_, output_buffer_flits_, speedup_;
  bool whole_packets_;                       ///< Arbitration::kPacket
  uint32_t control_mask_, other_than_data_;  ///< VCs
  uint64_t node_outputs_ = 0, node_inputs_ = 0;
  // By port, or by port and VC: flat arrays, what is read together stands together.
  std::vector<Input> input_;
  std::vector<Output> output_;
  std::vector<CreditLink> credit_links_;  ///< by input
  CreditRuns credit_runs_;                ///< by input, in ticks of many cycles
  std::vector<InputVc> input_vc_;
  std::vector<OutputVc> output_vc_;
  OpenMap<Queue> further_queues_;  ///< by queue_key()
  CreditTable credits_;
  /// Flits of the packets in input queues, by output and wait_set_of(): of a packet that is
  /// crossing all, until its tail has.
  std::vector<unsigned> wait_flits_;
  /// Of this cycle, not yet in wait_flits_: routing does not see them.
  std::vector<Hop*> arrived_heads_;
  std::vector<Discard> discards_;
  /// Inputs with a `ready` packet; outputs with packets that want a VC; outputs with `sendable`
  /// VCs; with `blocked` ones.
  uint64_t ready_inputs_ = 0, waiting_outputs_ = 0, sending_outputs_ = 0, blocked_outputs_ = 0;
  /// Inputs whose flit of this cycle came to a packet with an output VC and nothing else here. Most
  /// of them cross at once: they are in no list and not counted, and wait in offers_ for the first
  /// switch pass.
  uint64_t fresh_inputs_ = 0;
  /// By input its offer in a switch pass, or its fresh flit's packet before the first one.
  std::array<Hop*, 64> offers_{};
  std::array<unsigned, 64> best_{};  ///< by output the highest rank offered; else 0
  uint64_t offered_outputs_ = 0;     ///< these are not 0
  // Streams: streams.cpp.
  bool single_cycles_ = true;   ///< ticks are of one cycle
  bool single_credits_ = true;  ///< so, or flits of several packets take turns: no runs
  bool streams_allowed_ = false;
  /// First cycle to come, of the switch and of channel output.
  uint16_t crossed_until_ = 0, sent_until_ = 0;
  uint64_t streaming_inputs_ = 0, streaming_outputs_ = 0;
  uint64_t streaming_others_ = 0;  ///< of streaming_outputs_, those whose packet is no data packet
  /// Outputs that streaming inputs send to; those of them where `last_input` is not what streams
  /// alone leave there.
  uint64_t stream_targets_ = 0, unsettled_ = 0;
  uint64_t offered_streams_ = 0;  ///< inputs of streams that take part in this cycle's passes
  uint64_t crossed_all_ = 0;      ///< inputs of which all that has come has crossed in this cycle
  uint64_t urgent_outputs_ = 0;   ///< a control packet may leave since
  uint64_t stream_lanes_ = 0;     ///< of arrivals: those of streaming_inputs_
  FlitRuns flit_runs_;            ///< by output
  std::array<Hop*, 64> stream_hops_{};     ///< by streaming input
  std::array<uint64_t, 64> streams_to_{};  ///< by output: its streaming inputs
  std::array<Hop*, 64> leaving_{};         ///< by streaming output
  std::array<uint64_t, 64> tails_due_{};   ///< by cycle modulo 64: outputs that may end then
  PackedPool<Hop> hops_;
  std::vector<Hop*> new_fronts_;  ///< begin to request in the next cycle
  /// What delays a speculative packet: the data packets of its set and the speculative ones.
  struct SpeculativeQueues : QueueView {
    explicit SpeculativeQueues(const StreamSwitch& r) : router(r) {}
    unsigned queue_flits(unsigned output, unsigned vc_set, QueueMetric metric) const override {
      return router.queue_flits(output, vc_set, metric) +
             router.queue_flits(output, router.context_.layout.sets, metric);
    }
    const StreamSwitch& router;
  };
  SpeculativeQueues speculative_queues_{*this};
  bool gated_ = false;
  std::vector<Hop*> permitted_;   ///< in this cycle
  Packet* originated_ = nullptr;  ///< waits at the router's own injection point
  uint64_t packets_originated_ = 0;
};

/// Output stage of switch allocation: the best input so far, without a branch on whether another
/// input wants the same output. Higher priority first, then round-robin over inputs; the lowest
/// bits of a rank name the input.
[[gnu::always_inline]] inline void StreamSwitch::offer(Hop* hop, unsigned port) {
  offers_[port] = hop;
  const unsigned output = hop->output;
  const unsigned turn = (output_[output].last_input - port) & 63;
  best_[output] = std::max(best_[output], hop->rank + (turn << Hop::kTurnShift));
  offered_outputs_ |= uint64_t{1} << output;
}

}  // namespace chokepoint
