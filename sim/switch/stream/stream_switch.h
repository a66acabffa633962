// SPDX-License-Identifier: Apache-2.0
// Input-queued virtual cut-through router with VC allocation, separable switch allocation and
// output buffers, which does work only where something changes.
#pragma once

#include <systemc>
#include <vector>

#include "sim/channel/flit_runs.h"
#include "sim/hooks/route_head.h"
#include "sim/packet/packed_pool.h"
#include "sim/switch/stream/discards.h"
#include "sim/switch/stream/gates.h"
#include "sim/switch/stream/input_streams.h"
#include "sim/switch/stream/origination.h"
#include "sim/switch/stream/queue_lengths.h"
#include "sim/switch/stream/speculation.h"
#include "sim/switch/switch.h"

namespace chokepoint {

/// Order within a cycle: credits and arrivals, the mechanism's answers (drops
/// and permissions of speculative packets among them), channel output (so a flit spends at least
/// one cycle in the output buffer), VC allocation, `speedup` switch passes, the mechanism's clock.
/// Flit-accurate timing on packet-granular state: one Hop per packet and router.
///
/// A part for each of the steps owns the state that belongs to it; this class says in which order
/// they act and what they tell each other. Priority, in both allocations and on the channel, is
/// that of the output VC: a NACK made in a speculative FIFO goes before data. With
/// Arbitration::kPacket a packet that has begun to cross, or to leave, goes before all but control
/// packets. Nine of ten flits lie in the middle of a packet whose flits follow each other without a
/// gap, and nobody has to choose: streams (InputStreams, OutputStreams). They and their credits are
/// not looked at one by one; they go on until something else is told (FlitRuns, CreditRuns), and
/// what has been counted follows from the cycle (StreamClock).
class StreamSwitch : public Switch {
 public:
  StreamSwitch(sc_core::sc_module_name name, NetworkContext& context, RouterId id);
  void step(Cycle now) override;
  void begin_tick(Tick tick) override;
  void end_streams() override;
  void list_state(StateLines& lines) const override;
  void fetch_told(Cycle from, Cycle to) const override;
  unsigned fetch_events(Cycle from, Cycle to) const override;
  const CreditTable& credit_table() const override { return outputs_.credit_table(); }
  unsigned queue_flits(unsigned output, unsigned vc_set, QueueMetric metric) const override {
    return lengths_.queue_flits(output, vc_set, metric);
  }
  bool downstream_room(unsigned output, unsigned vc, unsigned flits) const override {
    return outputs_.unpromised_credits(output, vc) >= flits;
  }
  void gate_speculation() override { speculation_.gate(); }
  void permit(unsigned input, unsigned index) override { speculation_.permit(input, index); }
  void drop_to_nack(Cycle now, unsigned input, unsigned index, Packet& packet,
                    const NackHeader& header) override;
  unsigned output_flits(unsigned output, unsigned vc) const override {
    return lengths_.buffer_flits(output, vc);
  }
  uint32_t free_vcs(unsigned output) const override { return vcs_.free(output); }
  void set_gate(unsigned input, unsigned vc, unsigned output, bool open) override;
  bool origination_ready() const override { return !origination_.waiting(); }
  void originate(Cycle now, const OriginatedMessage& message) override {
    origination_.originate(now, message);
  }

  unsigned tails() const override;
  void check_empty() const override;
  unsigned may_send(unsigned port, unsigned vc) const override {
    return outputs_.may_send(port, vc);
  }
  unsigned holds(unsigned port, unsigned vc) const override {
    return inputs_.vc(port, vc).occupancy;
  }
  void describe_wave(WaveSignals& signals) override;
  std::string describe_packets() const override;

 private:
  using Hop = stream::Hop;

  void end_of_elaboration() override;

  // arrivals.cpp: flits come into input buffers.
  void read_arrivals(Cycle now);
  void arrive(Cycle now, unsigned port, FlitCell flit);
  void arrive_end(Cycle now, unsigned port, FlitCell flit);
  Hop* accept_head(Cycle now, unsigned port, FlitCell flit);
  void take_place(unsigned port, stream::InputBuffers::Vc& state, Hop* hop, FlitCell flit);
  void choose_output(Hop* hop, bool may_turn_back);
  void interrupt_stream(unsigned port);
  // requests.cpp: packets at the front of queues, and what the mechanism sees of them.
  void becomes_front(Cycle from, Hop* hop);
  void end_request(Cycle now, const Hop& hop);
  void leave_speculative_heads(const Hop& hop);
  /// Heads without an output VC, for reports and waveforms; gated speculation is not counted.
  unsigned waiting_heads(unsigned output) const;
  PacketPlace place_of(const Hop& hop) const {
    return {*hop.packet,  hop.originated() ? PacketPlace::kNoInput : hop.input,
            hop.input_vc, hop.queue,
            hop.output,   hop.output_vc};
  }
  // channel_output.cpp
  void send_flits(Cycle now);
  // crossing.cpp: both allocations, and packets in the crossbar.
  void allocate_vcs(Cycle now);
  void granted(Cycle now, Hop* hop);
  void allocate_switch(Cycle now);
  void switch_pass(Cycle now, unsigned pass);
  void cross(Cycle now, Hop* hop, unsigned pass);
  void cross_head(Cycle now, Hop* hop, unsigned pass);
  void cross_tail(Cycle now, Hop* hop);

  stream::RouterSetup setup_;
  stream::StreamClock clock_;
  bool streams_allowed_ = false;
  stream::InputBuffers inputs_;
  stream::OutputBuffers outputs_;
  stream::Gates gates_;
  stream::VcAllocator vcs_;
  stream::SwitchAllocator allocator_;
  stream::CreditReturn credit_return_;
  FlitRuns flit_runs_;  ///< by output
  stream::OutputStreams output_streams_;
  stream::InputStreams input_streams_;
  stream::QueueLengths lengths_;
  stream::Discards discards_;
  stream::Speculation speculation_;
  stream::Origination origination_;
  PackedPool<Hop> hops_;
  /// Of this cycle, not yet in lengths_: routing does not see them.
  std::vector<Hop*> arrived_heads_;
  std::vector<Hop*> new_fronts_;  ///< begin to request in the next cycle
};

}  // namespace chokepoint
