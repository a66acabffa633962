// SPDX-License-Identifier: Apache-2.0
// What RECN shows in the waveform.
#include <fmt/format.h>

#include "sim/mechanisms/recn/recn.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::recn {

template <class U>
void RouterSide::wave_of(WaveSignals& signals, Port<U>& port, const char* side, unsigned number) {
  const std::string router = fmt::format("router_{}", router_.id());
  const std::string name = fmt::format("{}.recn_{}_{}", router, side, number);
  const unsigned saqs = port.params().saqs;
  const auto bits = [&](const char* signal, auto field) {
    signals.add(name, signal, saqs, WaveStyle::kHex,
                [&port, field] { return uint64_t{port.out().*field}; });
  };
  using Out = typename U::Out;
  bits("saqs", &Out::valid);
  bits("waits", &Out::waits);
  bits("may_send", &Out::may_send);
  bits("leaf", &Out::leaf);
  bits("stop", &Out::stop);
  signals.add(name, "normal_flits", port.params().count_bits, WaveStyle::kAnalogStep, [&port] {
    uint64_t flits = 0;
    for (unsigned queue = 0; queue < port.normals(); ++queue) flits += port.in.queue_flits[queue];
    return flits;
  });
  signals.add(name, "saq_flits", port.params().count_bits, WaveStyle::kAnalogStep, [&port] {
    uint64_t flits = 0;
    for (unsigned queue = port.normals(); queue < port.queues(); ++queue)
      flits += port.in.queue_flits[queue];
    return flits;
  });
  if (!port.unit().has_rtl()) return;
  const std::string model = fmt::format("{}.recn_{}_{}_rtl", router, side, number);
  signals.add_model(model, U::kName, [&port](void* fst) { port.unit().trace(fst); });
  signals.highlight(fmt::format("{}.{}.saq_valid_o", model, U::kName), WaveStyle::kHex,
                    fmt::format("rtl {} {} saqs", side, number));
}

void RouterSide::describe_wave(WaveSignals& signals) {
  for (unsigned number = 0; number < sides_.inputs.size(); ++number) {
    if (sides_.inputs[number].port)
      wave_of(signals, *sides_.inputs[number].port, "ingress", number);
    if (sides_.outputs[number].port)
      wave_of(signals, *sides_.outputs[number].port, "egress", number);
  }
}

}  // namespace chokepoint::recn
