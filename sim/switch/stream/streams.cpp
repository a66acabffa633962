// SPDX-License-Identifier: Apache-2.0
// Router: streams. Nine of ten flits lie in the middle of a packet whose flits follow each other
// without a gap, and nobody has to choose: at an input the flit comes, nothing else is there that
// could cross, and no more packets cross to its output than there are switch passes; at an output
// it is the turn of a packet that is all in the buffer or streams into it. Such flits are not
// looked at one by one: they and their credits go on until something else is told (FlitRuns,
// CreditRuns), and what has been counted follows from the cycle. A stream ends
// with the flit before its packet's tail, or as soon as it may be over.
#include <algorithm>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

/// Not while somebody wants to look at every flit and credit, or to change it; flit by flit
/// arbitration is a choice in every cycle; and VoqEvents names every flit.
void StreamSwitch::begin_tick(Tick tick) {
  if (tick.observed && !observed_) end_streams();
  observed_ = tick.observed;
  single_credits_ = observed_ || !whole_packets_;
  streams_allowed_ = !observed_ && whole_packets_ && voq_events_ == nullptr;
  if (!streams_allowed_ && (streaming_inputs_ | streaming_outputs_) != 0) end_streams();
}

void StreamSwitch::end_streams() {
  for (uint64_t left = streaming_inputs_; left != 0; left &= left - 1) {
    end_stream_in(static_cast<unsigned>(__builtin_ctzll(left)));
  }
  for (uint64_t left = streaming_outputs_; left != 0; left &= left - 1) {
    end_stream_out(static_cast<unsigned>(__builtin_ctzll(left)));
  }
  if (credit_runs_.any()) credit_runs_.end_cycle(crossed_until_, 0);
  if (flit_runs_.any()) flit_runs_.end_cycle(sent_until_, 0);
}

/// After the switch, for inputs of which all that had come has crossed.
void StreamSwitch::begin_streams_in(uint64_t inputs) {
  if (!streams_allowed_) return;
  for (uint64_t left = inputs & ~ready_inputs_; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    Hop* const hop = offers_[port];
    const unsigned output = hop->output, lane = endpoint_.flits.lane(port);
    // Where packets are cut off by others, it may be another's flit that comes next.
    if (hop->flits - hop->crossed < 3 || hop->arrived != hop->crossed ||
        endpoint_.flits.expected(lane) != input_vc(port, hop->input_vc).body ||
        bit_count(output_[output].owned) > std::min(speedup_, 2u)) {
      continue;
    }
    stream_lanes_ |= uint64_t{1} << lane;
    credit_runs_.begin_stream(port, hop->input_vc);
    stream_hops_[port] = hop;
    hop->crossed = static_cast<uint16_t>(crossed_until_ - hop->crossed);
    hop->streams_in = true;
    streaming_inputs_ |= uint64_t{1} << port;
    streams_to_[output] |= uint64_t{1} << port;
    stream_targets_ |= uint64_t{1} << output;
    ++context_.streams;
    settle(output);
  }
}

/// When only streams cross to an output, the input that does so last in a cycle is always the same,
/// if it is one of theirs.
void StreamSwitch::settle(unsigned output) {
  const bool settled = (streams_to_[output] >> output_[output].last_input & 1) != 0;
  unsettled_ |= uint64_t{!settled} << output;
}

void StreamSwitch::end_stream_in(unsigned port) {
  Hop* const hop = stream_hops_[port];
  hop->crossed = hop->arrived = static_cast<uint16_t>(crossed(*hop));
  hop->streams_in = false;
  hop->fresh_at = static_cast<uint16_t>(hop->crossed + 1);
  if (hop->crossed >= hop->flits) {
    fail_arrival(port, FlitCell(input_vc(port, hop->input_vc).body));
  }
  if (hop->leaving && !hop->streams_out) update_sendable(*hop);
  stream_lanes_ &= ~(uint64_t{1} << endpoint_.flits.lane(port));
  streaming_inputs_ &= ~(uint64_t{1} << port);
  offered_streams_ &= ~(uint64_t{1} << port);
  streams_to_[hop->output] &= ~(uint64_t{1} << port);
  if (streams_to_[hop->output] != 0) return settle(hop->output);
  stream_targets_ &= ~(uint64_t{1} << hop->output);
  unsettled_ &= ~(uint64_t{1} << hop->output);
}

/// The first packet in the buffer of an output VC may go if it has a flit there.
void StreamSwitch::update_sendable(const Hop& hop) {
  Output& output = output_[hop.output];
  const uint32_t bit = uint32_t{1} << hop.output_vc;
  output.sendable = crossed(hop) != sent(hop) ? output.sendable | bit : output.sendable & ~bit;
  const uint64_t port = uint64_t{1} << hop.output;
  sending_outputs_ = output.sendable != 0 ? sending_outputs_ | port : sending_outputs_ & ~port;
}

/// `lanes`: of arrivals, in which something else has come than the flit of a stream.
void StreamSwitch::end_missed_streams(const FlitArrivals::Arrived& arrived, uint64_t lanes) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctzll(lanes));
    const unsigned port = endpoint_.flits.port(lane);
    Hop* const hop = stream_hops_[port];
    FlitCell tail(input_vc(port, hop->input_vc).body);
    tail.set_tail();
    end_stream_in(port);
    if (hop->streams_out && endpoint_.flits.flit(arrived, lane).bits() != tail.bits()) {
      end_stream_out(hop->output);
    }
  }
}

/// A packet has got a VC of this output: there may be more of them than switch passes.
[[gnu::noinline]] void StreamSwitch::interrupt_streams_to(unsigned output) {
  if (bit_count(output_[output].owned) <= std::min(speedup_, 2u)) return;
  for (uint64_t left = streams_to_[output]; left != 0; left &= left - 1) {
    interrupt_stream(static_cast<unsigned>(__builtin_ctzll(left)));
  }
}

/// These streams take part in a switch pass, beside other packets for their outputs.
[[gnu::noinline]] void StreamSwitch::offer_streams(uint64_t inputs) {
  for (; inputs != 0; inputs &= inputs - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(inputs));
    offer(stream_hops_[port], port);
  }
}

/// After `hop` has sent a flit in cycle `now`.
void StreamSwitch::begin_stream_out(Cycle now, unsigned port, unsigned vc, Hop* hop) {
  const unsigned left = unsigned{hop->flits} - hop->sent;
  if (!streams_allowed_ || output_[port].begun != 1 || left < 3 ||
      !(hop->streams_in || hop->crossed == hop->flits)) {
    return;
  }
  leaving_[port] = hop;
  hop->sent = static_cast<uint16_t>(now + 1 - hop->sent);
  hop->streams_out = true;
  streaming_outputs_ |= uint64_t{1} << port;
  if ((other_than_data_ >> vc & 1) != 0) streaming_others_ |= uint64_t{1} << port;
  tails_due_[(now + left) % tails_due_.size()] |= uint64_t{1} << port;
}

void StreamSwitch::end_stream_out(unsigned port) {
  Hop* const hop = leaving_[port];
  hop->sent = static_cast<uint16_t>(sent(*hop));
  hop->streams_out = false;
  streaming_outputs_ &= ~(uint64_t{1} << port);
  streaming_others_ &= ~(uint64_t{1} << port);
  output_[port].retry |= uint32_t{1} << hop->output_vc;
  update_sendable(*hop);
}

/// Before channel output.
void StreamSwitch::end_due_streams(Cycle now) {
  uint64_t& due = tails_due_[now % tails_due_.size()];
  uint64_t over = urgent_outputs_ & streaming_outputs_;
  urgent_outputs_ = 0;
  uint64_t later = 0;
  for (uint64_t left = due & streaming_outputs_ & ~over; left != 0; left &= left - 1) {
    const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
    const unsigned before_tail = leaving_[port]->flits - sent(*leaving_[port]) - 1;
    over |= uint64_t{before_tail == 0} << port;
    later |= uint64_t{before_tail != 0 && before_tail % tails_due_.size() == 0} << port;
  }
  due = later;
  for (; over != 0; over &= over - 1) end_stream_out(static_cast<unsigned>(__builtin_ctzll(over)));
}

}  // namespace chokepoint
