// SPDX-License-Identifier: Apache-2.0
// ECN in a router: flits that come and cross and crossing heads go into the unit, marks come out
// one cycle later.
#include <fmt/format.h>

#include <algorithm>

#include "sim/mechanisms/ecn/ecn.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::ecn {

RouterSide::RouterSide(const Config& config, RouterState& router, EngineKind engine,
                       Counters& counters)
    : router_(router),
      counters_(counters),
      speedup_(config.router.speedup),
      by_input_(config.by_input),
      unit_(make_unit<EcnRouter>(engine, config.router,
                                 fmt::format("router_{}.ecn_router", router.id()))),
      in_(config.router_settings),
      waiting_(router.radix()) {
  in_.enable = true;
  for (unsigned output = 0; output < router.radix(); ++output) {  // by_input_: number of an input
    const bool victim = by_input_ || config.victims == Config::Victims::kAll ||
                        (config.victims == Config::Victims::kNodes &&
                         router.context().topology.target(router.id(), output).is_node);
    if (victim) in_.cfg_victim_mask |= uint64_t{1} << output;
  }
  levels_changed_ = true;
  crossing_.reserve(size_t{router.radix()} * speedup_);  // nothing grows later
  router.track_voq(&events_);
}

void RouterSide::begin_cycle(Cycle now) {
  const EcnRouter::Out& out = unit_->out();
  for (const Crossing& crossing : crossing_) {
    if (!out.marked.test(crossing.lane) || crossing.packet->mark) continue;
    crossing.packet->mark = true;
    NetworkContext& context = router_.context();
    context.statistics.marked(now, *crossing.packet, router_.id());
    if (context.observer != nullptr) {
      context.observer->marked(now, *crossing.packet, router_.id());
    }
  }
  crossing_.clear();
}

void RouterSide::head_crosses(Cycle, Packet& packet, unsigned output, unsigned vc, unsigned pass) {
  if (by_input_ && packet.vc_class != VcClass::kData) return;  // it has not left such a buffer
  const unsigned lane = port_of(output, pass) * speedup_ + pass;
  in_.head_valid.set(lane);
  if (packet.mark) in_.head_marked.set(lane);
  if (packet.kind == PacketKind::kData) in_.head_data.set(lane);
  if (router_.downstream_room(output, vc, room_of(packet))) in_.head_room.set(lane);
  in_.head_flits[lane] = packet.flits;
  crossing_.push_back({&packet, lane});
}

/// Roots of congestion mark, and victims where the mask says so. Not asked where inputs are
/// counted.
bool RouterSide::markable(const Packet& packet, unsigned output, unsigned vc) const {
  return packet.kind == PacketKind::kData && packet.flits >= in_.cfg_packet_size &&
         ((in_.cfg_victim_mask >> output & 1) != 0 ||
          router_.downstream_room(output, vc, room_of(packet)));
}

/// Flits that the next buffer must have room for. A packet that is longer waits for all of it.
unsigned RouterSide::room_of(const Packet& packet) const {
  return std::min<unsigned>(packet.flits, router_.context().scenario.network.vc_buffer_flits);
}

bool RouterSide::busy() const {
  return levels_changed_ || !unit_->out().quiescent;
}

void RouterSide::enter_by_output() {
  for (uint64_t left = events_.arrived; left != 0; left &= left - 1) {
    const auto input = static_cast<size_t>(__builtin_ctzll(left));
    in_.arrived_output[input] = events_.output[input];
    waiting_.add(events_.output[input], static_cast<unsigned>(input));
  }
  for (unsigned pass = 0; pass < speedup_; ++pass) {
    for (uint64_t left = events_.crossed[pass]; left != 0; left &= left - 1) {
      const auto output = static_cast<unsigned>(__builtin_ctzll(left));
      in_.crossed_valid.set(size_t{output} * speedup_ + pass);
      waiting_.remove(output, events_.input[pass][output]);
    }
    events_.crossed[pass] = 0;
  }
}

void RouterSide::enter_by_input() {
  for_each_bit(events_.arrived, [this](unsigned input) {
    in_.arrived_output[input] = input;
    waiting_.add(input, input);
  });
  for (unsigned pass = 0; pass < speedup_; ++pass) {
    for_each_bit(events_.crossed[pass], [this, pass](unsigned output) {
      const unsigned input = port_of(output, pass);
      in_.crossed_valid.set(size_t{input} * speedup_ + pass);
      waiting_.remove(input, input);
    });
    events_.crossed[pass] = 0;
  }
}

void RouterSide::end_cycle(Cycle now) {
  uint64_t crossed = 0;
  for (unsigned pass = 0; pass < speedup_; ++pass) crossed |= events_.crossed[pass];
  const bool idle = crossing_.empty() && events_.arrived == 0 && crossed == 0;
  if (idle && !busy()) return;
  in_.arrived_valid = events_.arrived;
  in_.crossed_valid = {};
  in_.audit_waiting = waiting_.inputs(unit_->out().audit_output);
  if (by_input_) {
    enter_by_input();
  } else {
    enter_by_output();
  }
  events_.arrived = 0;
  unit_->step(in_);
  ++counters_.router_clocks;
  if (unit_->out().error) {
    throw CheckError(fmt::format(
        "cycle {}: router {}: ecn_router counts more flits out of an {}'s queues than into "
        "them",
        now, router_.id(), by_input_ ? "input" : "output"));
  }
  counters_.congested_output_cycles +=
      static_cast<unsigned>(__builtin_popcountll(unit_->out().congested));
  levels_changed_ = struck_;
  if (!crossing_.empty()) {
    in_.head_valid = in_.head_marked = in_.head_data = in_.head_room = {};
  }
}

void RouterSide::enable(bool on) {
  in_.enable = on;
  levels_changed_ = true;
}

void RouterSide::describe_wave(WaveSignals& signals) {
  const std::string scope = fmt::format("router_{}", router_.id());
  for (unsigned output = 0; output < router_.radix(); ++output) {
    signals.add(fmt::format("{}.{}_{}", scope, by_input_ ? "input" : "output", output), "congested",
                1, WaveStyle::kBit,
                [this, output] { return (unit_->out().congested >> output) & 1; });
  }
  if (unit_->has_rtl()) {
    signals.add_model(scope, EcnRouter::kName, [this](void* fst) { unit_->trace(fst); });
    signals.highlight(scope + ".ecn_router.congested_o", WaveStyle::kHex, "rtl congested");
  }
}

}  // namespace chokepoint::ecn
