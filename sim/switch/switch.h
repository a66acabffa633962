// SPDX-License-Identifier: Apache-2.0
// What the network asks of a router's switch, whichever implementation it is.
#pragma once

#include <memory>
#include <string>
#include <systemc>

#include "sim/channel/channel.h"
#include "sim/channel/credit_table.h"
#include "sim/common/state_lines.h"
#include "sim/common/tick.h"
#include "sim/hooks/mechanism.h"
#include "sim/hooks/router_state.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint {

/// A router: input buffers, VC allocation, switch allocation, output buffers, credits. PlainSwitch
/// is the definition of what happens in a cycle, StreamSwitch does the same faster; a run's results
/// do not depend on which of them it has.
///
/// A site calls begin_tick() once a tick, then step() for each of its cycles.
class Switch : public sc_core::sc_module, public RouterState, public QueueView {
 public:
  Switch(sc_core::sc_module_name name, NetworkContext& context, RouterId id, unsigned many_credits)
      : sc_module(name),
        RouterState(context, id),
        outputs("outputs", context.topology.radix()),
        inputs("inputs", context.topology.radix()),
        endpoint_(context.longest_way(), radix_, context.scenario.network.speedup, many_credits,
                  context.share_flits != 0) {}
  sc_core::sc_vector<sc_core::sc_port<ChannelInterface>>
      outputs;                                                    ///< where this router sends flits
  sc_core::sc_vector<sc_core::sc_port<ChannelInterface>> inputs;  ///< where it returns credits

  /// One cycle; cycles come one after the other.
  virtual void step(Cycle now) = 0;
  /// Before the steps of a tick.
  virtual void begin_tick(Tick tick) = 0;
  /// Between two cycles: from here on what is counted is what there is, flit by flit.
  virtual void end_streams() = 0;

  Endpoint& endpoint() { return endpoint_; }
  const Endpoint& endpoint() const { return endpoint_; }
  virtual const CreditTable& credit_table() const = 0;

  void attach(std::unique_ptr<RouterAttachment> attachment) {
    attachment_ = std::move(attachment);
    each_cycle_ = attachment_ && attachment_->every_cycle() ? attachment_.get() : nullptr;
    follower_ = attachment_ && attachment_->follows_packets() ? attachment_.get() : nullptr;
  }
  unsigned input_flits(unsigned input, unsigned vc) const final { return holds(input, vc); }
  unsigned downstream_credits(unsigned output, unsigned vc) const override {
    return credit_table().at(output, vc);
  }
  unsigned outstanding_flits(unsigned output, unsigned vc) const final {
    return output_flits(output, vc) + context_.scenario.network.vc_buffer_flits -
           may_send(output, vc);
  }
  uint64_t candidate_outputs(const Packet& packet, unsigned input) const final {
    return context_.routing.candidate_outputs(*this, packet, id_, input);
  }
  RouterAttachment* attachment() { return attachment_.get(); }
  /// After step(last), see RouterAttachment.
  void catch_up(Cycle last) {
    if (attachment_) attachment_->catch_up(last);
  }

  /// Packets whose tail is in this router or on its input channels, dropped ones included.
  virtual unsigned tails() const = 0;
  /// End-of-run check: throws CheckError if a credit is missing in an empty router.
  virtual void check_empty() const = 0;
  /// Flits that may still be sent on an output VC: credits, and what is left of a packet that has
  /// begun.
  virtual unsigned may_send(unsigned port, unsigned vc) const = 0;
  /// Flits in the buffer of an input VC.
  virtual unsigned holds(unsigned port, unsigned vc) const = 0;
  virtual void describe_wave(WaveSignals& signals) = 0;
  /// One line per packet at the front of a queue, for the deadlock report.
  virtual std::string describe_packets() const = 0;

  /// For FetchAhead, see there: what is needed in every tick, then for the cycles from `from` to
  /// before `to` what is told, then what that is about; returns how many things that were. They
  /// read state as it is between two turns.
  virtual void list_state(StateLines&) const {}
  virtual void fetch_told(Cycle /*from*/, Cycle /*to*/) const {}
  virtual unsigned fetch_events(Cycle /*from*/, Cycle /*to*/) const { return 0; }

 protected:
  /// Credits for several flits at once, or beside those of the passes, that a port may get in a
  /// cycle: of dropped packets, of a NIC's control packets that have been taken.
  static unsigned many_credits(const NetworkContext& context) {
    const bool bounded = context.scenario.network.control_receive_packets != 0 &&
                         context.layout.control_mask() != 0;
    return context.layout.speculative_vcs != 0 || context.frees_packets || bounded
               ? context.layout.total
               : 0;
  }
  /// Of a mechanism that has something to do in every cycle.
  void begin_mechanism(Cycle now) {
    answering_ = true;
    each_cycle_->begin_cycle(now);
    answering_ = false;
  }
  /// Drops of speculative packets come before the flits and credits of a cycle go.
  bool may_drop() const { return answering_; }
  /// Counts a cycle, by masks of outputs: `sent` a flit, or only `blocked` heads are there.
  void count_channels(uint64_t sent, uint64_t blocked) {
    if (channels_ == nullptr) return;
    for_each_bit(sent, [this](unsigned output) { ++(*channels_)[output].busy; });
    for_each_bit(blocked & ~sent, [this](unsigned output) { ++(*channels_)[output].stalled; });
  }
  Endpoint endpoint_;
  std::unique_ptr<RouterAttachment> attachment_;
  RouterAttachment* each_cycle_ = nullptr;  ///< null: begin_cycle and end_cycle do nothing
  RouterAttachment* follower_ = nullptr;    ///< null: does not follow packets

 private:
  bool answering_ = false;  ///< in begin_cycle
};

}  // namespace chokepoint
