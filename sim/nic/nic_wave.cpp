// SPDX-License-Identifier: Apache-2.0
// What a NIC shows in a waveform.
#include <fmt/format.h>

#include "sim/nic/nic.h"

namespace chokepoint {

void Nic::describe_wave(WaveSignals& signals) {
  const std::string scope = fmt::format("nic_{}", id_);
  signals.add(scope, "send_queue_flits", 32, WaveStyle::kAnalogStep,
              [this] { return queues().flits(); });
  signals.add(scope, "send_queues", 16, WaveStyle::kDecimal, [this] { return queues().size(); });
  if (context_.topology.nodes() <= 64) {  // beyond that nobody could find one
    for (NodeId node = 0; node < context_.topology.nodes(); ++node) {
      if (node == id_) continue;
      signals.add(scope + ".queue", fmt::format("to_{}", node), 32, WaveStyle::kAnalogStep,
                  [this, node] {
                    const SendQueue* queue = queues().find(node);
                    return queue != nullptr ? queue->flits : 0;
                  });
    }
  }
  signals.add(scope, "control_queue_packets", 16, WaveStyle::kDecimal,
              [this] { return injection_.control().count(); });
  signals.add(scope, "injecting", 1, WaveStyle::kBit,
              [this] { return injection_.current() != nullptr; });
  signals.add(scope, "injecting_packet", 64, WaveStyle::kHex,
              [this] { return injection_.current() != nullptr ? injection_.current()->id : 0; });
  signals.add(scope, "injecting_destination", 16, WaveStyle::kDecimal, [this] {
    return injection_.current() != nullptr ? injection_.current()->destination : 0;
  });
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
    signals.add(fmt::format("{}.vc_{}", scope, vc), "credits", 16, WaveStyle::kDecimal,
                [this, vc] { return injection_.credits(vc); });
  }
  if (attachment_) attachment_->describe_wave(signals);
}

}  // namespace chokepoint
