// SPDX-License-Identifier: Apache-2.0
// What a PlainRouter shows in a waveform: the same signals as a StreamSwitch.
#include <fmt/format.h>

#include "sim/switch/plain_router/counts.h"
#include "sim/switch/plain_router/plain_router.h"

namespace chokepoint {

void PlainRouter::describe_wave(WaveSignals& signals) {
  const std::string router = fmt::format("router_{}", id_);
  for (unsigned port = 0; port < radix_; ++port) {
    const std::string input_scope = fmt::format("{}.input_{}", router, port);
    const auto queue_front = [this, port](unsigned queue) {
      return core().inputs()[port].queues().front(queue);
    };
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const std::string scope = fmt::format("{}.vc_{}", input_scope, vc);
      signals.add(scope, "occupancy", 16, WaveStyle::kAnalogStep,
                  [this, port, vc] { return holds(port, vc); });
      // The front of the VC's first non-empty queue: with VOQ there are several.
      const auto front = [this, queue_front, vc]() -> const plain::InputPacket* {
        if (!context_.layout.is_voq(vc)) return queue_front(plan_.queue(vc, 0));
        for (unsigned lane = 0; lane < plan_.lanes(); ++lane) {
          if (const auto* packet = queue_front(plan_.lane(vc, lane))) return packet;
        }
        return nullptr;
      };
      const auto header = [this, front]() -> const Packet* {
        const plain::InputPacket* first = front();
        return first == nullptr ? nullptr : &packet(first->head.packet);
      };
      signals.add(scope, "head_valid", 1, WaveStyle::kBit, [front] { return front() != nullptr; });
      signals.add(scope, "head_packet", 64, WaveStyle::kHex,
                  [header] { return header() != nullptr ? header()->id : 0; });
      signals.add(scope, "head_source", 16, WaveStyle::kDecimal,
                  [header] { return header() != nullptr ? header()->source : 0; });
      signals.add(scope, "head_destination", 16, WaveStyle::kDecimal,
                  [header] { return header() != nullptr ? header()->destination : 0; });
      signals.add(scope, "requested_outputs", radix_, WaveStyle::kHex, [this, port, vc] {
        uint64_t outputs = 0;
        plain::for_each_front(core().inputs()[port], [&](const plain::InputPacket& packet) {
          if (packet.vc == vc) outputs |= uint64_t{1} << packet.head.output;
        });
        return outputs;
      });
      signals.add(scope, "requested_output", 8, WaveStyle::kDecimal,
                  [front] { return front() != nullptr ? front()->head.output : 0; });
    }
    const std::string output_scope = fmt::format("{}.output_{}", router, port);
    signals.add(output_scope, "buffer_flits", 16, WaveStyle::kAnalogStep,
                [this, port] { return plain::buffer_flits(core(), port); });
    signals.add(output_scope, "waiting_heads", 16, WaveStyle::kAnalogStep,
                [this, port] { return plain::waiting_packets(core(), port); });
    signals.add(output_scope, "queued_flits", 16, WaveStyle::kAnalogStep,
                [this, port] { return plain::queued_flits(core(), port); });
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      signals.add(fmt::format("{}.vc_{}", output_scope, vc), "credits", 16, WaveStyle::kDecimal,
                  [this, port, vc] { return downstream_credits(port, vc); });
    }
  }
  if (attachment_) attachment_->describe_wave(signals);
}

}  // namespace chokepoint
