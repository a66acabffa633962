// SPDX-License-Identifier: Apache-2.0
// What a router shows in a waveform.
#include <fmt/format.h>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::describe_wave(WaveSignals& signals) {
  const std::string router = fmt::format("router_{}", id_);
  for (unsigned port = 0; port < radix_; ++port) {
    const std::string input_scope = fmt::format("{}.input_{}", router, port);
    for (unsigned vc = 0; vc < setup_.vcs; ++vc) {
      const std::string scope = fmt::format("{}.vc_{}", input_scope, vc);
      signals.add(scope, "occupancy", 16, WaveStyle::kAnalogStep,
                  [this, port, vc] { return holds(port, vc); });
      // The front of the VC's first non-empty queue: with VOQ there is one queue per output.
      const auto front = [this, port, vc]() -> const Hop* {
        if (!context_.layout.is_voq(vc)) return inputs_.front(port, setup_.queue_of(vc, 0));
        for (unsigned output = 0; output < radix_; ++output) {
          if (const Hop* hop = inputs_.front(port, setup_.queue_of(vc, output))) return hop;
        }
        return nullptr;
      };
      signals.add(scope, "head_valid", 1, WaveStyle::kBit, [front] { return front() != nullptr; });
      signals.add(scope, "head_packet", 64, WaveStyle::kHex,
                  [front] { return front() != nullptr ? front()->packet->id : 0; });
      signals.add(scope, "head_source", 16, WaveStyle::kDecimal,
                  [front] { return front() != nullptr ? front()->packet->source : 0; });
      signals.add(scope, "head_destination", 16, WaveStyle::kDecimal,
                  [front] { return front() != nullptr ? front()->packet->destination : 0; });
      signals.add(scope, "requested_outputs", radix_, WaveStyle::kHex, [this, port, vc] {
        uint64_t outputs = 0;
        for (unsigned i = 0; i < setup_.queues; ++i) {
          const Hop* hop = inputs_.front(port, i);
          if (hop != nullptr && hop->input_vc == vc) outputs |= uint64_t{1} << hop->output;
        }
        return outputs;
      });
      signals.add(scope, "requested_output", 8, WaveStyle::kDecimal,
                  [front] { return front() != nullptr ? front()->output : 0; });
    }
    const std::string output_scope = fmt::format("{}.output_{}", router, port);
    signals.add(output_scope, "buffer_flits", 16, WaveStyle::kAnalogStep,
                [this, port] { return lengths_.buffer_flits(port); });
    signals.add(output_scope, "waiting_heads", 16, WaveStyle::kAnalogStep,
                [this, port] { return waiting_heads(port); });
    signals.add(output_scope, "queued_flits", 16, WaveStyle::kAnalogStep,
                [this, port] { return lengths_.input_flits(port); });
    for (unsigned vc = 0; vc < setup_.vcs; ++vc) {
      signals.add(fmt::format("{}.vc_{}", output_scope, vc), "credits", 16, WaveStyle::kDecimal,
                  [this, port, vc] { return outputs_.credits(port, vc); });
    }
  }
  if (attachment_) attachment_->describe_wave(signals);
}

}  // namespace chokepoint
