// SPDX-License-Identifier: Apache-2.0
// What RECN shows in the waveform.
#include <fmt/format.h>

#include <string>

#include "sim/hooks/context.h"
#include "sim/mechanisms/recn/nic_port.h"
#include "sim/mechanisms/recn/port.h"
#include "sim/mechanisms/recn/recn.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::recn {
namespace {

/// The kind of the message that went over in the cycle, and whose channels it took.
template <class U>
void show_messages(WaveSignals& signals, const std::string& scope, const Port<U>& port,
                   const NetworkContext& context, bool of_router) {
  const auto add = [&](const char* name, const char* whose, unsigned channels, const Passed& passed,
                       std::vector<std::string> kinds) {
    kinds.insert(kinds.begin(), "none");
    // Between two cycles `now` is the one to come.
    const auto this_cycle = [&passed, &context] { return passed.at + 1 == context.now; };
    signals.add(scope, name, 2, WaveStyle::kEnum,
                [this_cycle, &passed] { return this_cycle() ? uint64_t{passed.kind} + 1 : 0; }, kinds);
    signals.add(scope, whose, channels, WaveStyle::kHex,
                [this_cycle, &passed] { return this_cycle() ? uint64_t{passed.channels} : 0; });
  };
  const unsigned parents = port.params().parents(), children = port.params().children();
  add("notice", "notice_from", parents, port.notice(), {"NOTIF", "XOFF", "XON"});
  add("answer", "answer_to", parents, port.answer(), {"ACC", "REJ", "DEALLOC"});
  if (!of_router) return;
  add("notify", "notify_to", children, port.notify(), {"NOTIF", "XOFF", "XON"});
  add("reply", "reply_from", children, port.reply(), {"ACC", "REJ", "DEALLOC"});
}

template <class U>
void show_paths(WaveSignals& signals, const std::string& scope, const Port<U>& port) {
  const unsigned bits = port.params().pool_bits;
  for (unsigned saq = 0; saq < port.params().saqs; ++saq) {
    const auto path = [&port, saq] {
      const bool valid = (port.out().valid >> saq & 1) != 0;
      return valid ? port.path(port.normals() + saq) : TurnPath{};
    };
    const std::string name = fmt::format("{}.saq_{}", scope, saq);
    signals.add(name, "turns", bits, WaveStyle::kHex,
                [path, bits] { return path().turns & path().mask & low_mask(bits); });
    signals.add(name, "mask", bits, WaveStyle::kHex, [path, bits] { return path().mask & low_mask(bits); });
  }
}

/// Its SAQs and their paths, and the messages that went over in each cycle; of a router's also its flits and
/// whom it stops. A NIC has no flits for its unit, and nobody upstream.
template <class U>
void show_port(WaveSignals& signals, const std::string& scope, const Port<U>& port,
               const NetworkContext& context, bool of_router) {
  using Out = typename U::Out;
  const auto bits = [&](const char* signal, auto field) {
    signals.add(scope, signal, port.params().saqs, WaveStyle::kHex,
                [&port, field] { return uint64_t{port.out().*field}; });
  };
  bits("saqs", &Out::valid);
  bits("waits", &Out::waits);
  bits("may_send", &Out::may_send);
  const auto flits = [&](const char* signal, unsigned first, unsigned end) {
    signals.add(scope, signal, port.params().count_bits, WaveStyle::kAnalogStep, [&port, first, end] {
      uint64_t sum = 0;
      for (unsigned queue = first; queue < end; ++queue) sum += port.in.queue_flits[queue];
      return sum;
    });
  };
  if (of_router) {
    bits("leaf", &Out::leaf);
    bits("stop", &Out::stop);
    flits("normal_flits", 0, port.normals());
    flits("saq_flits", port.normals(), port.queues());
  }
  show_messages(signals, scope, port, context, of_router);
  show_paths(signals, scope, port);
}

}  // namespace

template <class U>
void RouterSide::wave_of(WaveSignals& signals, Port<U>& port, const char* side, unsigned number) {
  const std::string router = fmt::format("router_{}", router_.id());
  show_port(signals, fmt::format("{}.recn_{}_{}", router, side, number), port, router_.context(), true);
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

void NicPort::describe_wave(WaveSignals& signals) {
  const std::string name = fmt::format("nic_{}.recn_egress", nic_.id());
  show_port(signals, name, port_, nic_.context(), false);
  if (!port_.unit().has_rtl()) return;
  signals.add_model(name + "_rtl", RecnEgress::kName,
                    [this](void* fst) { port_.unit().trace(fst); });
}

}  // namespace chokepoint::recn
