// SPDX-License-Identifier: Apache-2.0
// SRP in a router: arrivals and heads go into the unit, permissions and drops come out a cycle
// later.
#include <fmt/format.h>

#include <algorithm>

#include "sim/mechanisms/srp/srp.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::srp {

RouterSide::RouterSide(const Config& config, RouterState& router, EngineKind engine,
                       Counters& counters)
    : router_(router),
      counters_(counters),
      vcs_(config.router.speculative_vcs),
      predictive_(config.router.predictive_drop != 0),
      start_cycle_(router.context().scenario.run.start_cycle),
      wait_mask_((uint32_t{1} << config.router.wait_bits) - 1),
      unit_(make_unit<SrpRouter>(engine, config.router,
                                 fmt::format("router_{}.srp_router", router.id()))),
      owner_(config.router.radix * vcs_, nullptr) {
  in_.enable = true;
  in_.cfg_ttw = config.ttw;
  if (predictive_) {
    const Topology& topology = router.context().topology;
    for (unsigned output = 0; output < router.radix(); ++output) {
      if (!topology.target(router.id(), output).connected) continue;
      const Cycle round_trip = 2 * topology.channel(router.id(), output).latency;
      in_.output_reach[output] =
          static_cast<uint32_t>(std::min<Cycle>(config.ttw + round_trip, wait_mask_ - 1));
    }
  }
  levels_changed_ = true;
  const unsigned crossings = router.radix() * router.context().scenario.network.speedup;
  for (std::vector<Lane>* lanes : {&arrived_, &stamped_, &shown_, &leaving_}) {
    lanes->reserve(std::max<size_t>(owner_.size(), crossings));  // nothing grows later
  }
  router.gate_speculation();
}

void RouterSide::permit(const Lane& lane) {
  router_.permit(lane.input, lane.index);
  owner_[lane_of(lane.input, lane.index)] = lane.packet;
}

void RouterSide::permit_all() {
  for (const SpeculativeHead& head : router_.speculative_heads()) {
    permit({head.packet, head.input, head.index});
  }
}

void RouterSide::drop(Cycle now, const Lane& lane, const NackHeader& nack) {
  Packet*& owner = owner_[lane_of(lane.input, lane.index)];
  if (owner == lane.packet) owner = nullptr;
  router_.drop_to_nack(now, lane.input, lane.index, *lane.packet, nack);
}

void RouterSide::begin_cycle(Cycle now) {
  const SrpRouter::Out& out = unit_->out();
  for (const Lane& lane : leaving_) {
    const unsigned l = lane_of(lane.input, lane.index);
    if (out.waited.test(l)) lane.packet->wait = out.leave_wait[l];
  }
  leaving_.clear();
  if (!enabled_) {
    permit_all();
    return;
  }
  for (const Lane& lane : shown_) {
    const unsigned l = lane_of(lane.input, lane.index);
    if (out.drop.test(l)) {
      in_.dropped_valid.set(l);
      drop(now, lane,
           {kNack, out.head_nack_source[l], out.head_nack_destination[l], out.head_nack_message[l],
            static_cast<uint16_t>(out.head_nack_sequence[l]), 0});
    } else if (out.keep.test(l)) {
      permit(lane);
    }
  }
  shown_.clear();
  for (const Lane& lane : stamped_) {
    const unsigned l = lane_of(lane.input, lane.index);
    lane.packet->stamp = out.arrival_stamp[l];
    if (out.arrival_expired.test(l)) {
      drop(now, lane,
           {kNack, out.arrival_nack_source[l], out.arrival_nack_destination[l],
            out.arrival_nack_message[l], static_cast<uint16_t>(out.arrival_nack_sequence[l]), 0});
      continue;
    }
    for (const SpeculativeHead& head : router_.speculative_heads()) {
      if (head.packet == lane.packet) permit(lane);
    }
  }
  stamped_.clear();
}

void RouterSide::speculative_arrived(Cycle now, Packet& packet, unsigned input, unsigned index) {
  if (!enabled_) {
    packet.stamp = static_cast<uint32_t>(start_cycle_ + now) & wait_mask_;
    return;
  }
  const unsigned lane = lane_of(input, index);
  in_.arrival_valid.set(lane);
  in_.arrival_wait[lane] = packet.wait;
  in_.arrival_source[lane] = packet.source;
  in_.arrival_destination[lane] = packet.destination;
  in_.arrival_message[lane] = packet.message & 0xFFFF;
  in_.arrival_sequence[lane] = packet.sequence_number;
  in_.front_vcs[lane] = 0;  // unless it is the first, see end_cycle
  arrived_.emplace_back(&packet, input, index);
}

void RouterSide::head_crosses(Cycle, Packet& packet, unsigned, unsigned, unsigned) {
  if (packet.kind != PacketKind::kSpeculativeData) return;
  const auto found = std::find(owner_.begin(), owner_.end(), &packet);
  const unsigned lane = static_cast<unsigned>(found - owner_.begin());
  *found = nullptr;
  in_.leave_valid.set(lane);
  in_.leave_stamp[lane] = packet.stamp;
  leaving_.emplace_back(&packet, lane / vcs_, lane % vcs_);
}

void RouterSide::show_what_lies_ahead(const SpeculativeHead& head) {
  const unsigned lane = lane_of(head.input, head.index);
  in_.front_output[lane] = head.output;
  in_.front_vcs[lane] = head.vcs;
  const auto first_vc = static_cast<unsigned>(router_.context().layout.speculative_vc);
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    // As far as it can be counted: more than any reach.
    in_.output_used[lane_of(head.output, vc)] =
        std::min(router_.outstanding_flits(head.output, first_vc + vc), wait_mask_);
  }
}

bool RouterSide::busy() const {
  return levels_changed_ || !unit_->out().quiescent;
}

void RouterSide::end_cycle(Cycle now) {
  if (enabled_) {
    for (const SpeculativeHead& head : router_.speculative_heads()) {
      const bool new_here =
          std::any_of(arrived_.begin(), arrived_.end(),
                      [&head](const Lane& lane) { return lane.packet == head.packet; });
      if (predictive_) show_what_lies_ahead(head);
      if (new_here) continue;  // its stamp is not known yet; a good arrival is permission enough
      const unsigned lane = lane_of(head.input, head.index);
      const Packet& packet = *head.packet;
      in_.head_valid.set(lane);
      in_.head_stamp[lane] = packet.stamp;
      in_.head_source[lane] = packet.source;
      in_.head_destination[lane] = packet.destination;
      in_.head_message[lane] = packet.message & 0xFFFF;
      in_.head_sequence[lane] = packet.sequence_number;
      shown_.emplace_back(head.packet, head.input, head.index);
    }
  }
  const bool idle = arrived_.empty() && shown_.empty() && leaving_.empty();
  if (idle && !busy()) return;
  in_.now = static_cast<uint32_t>(start_cycle_ + now) & wait_mask_;
  unit_->step(in_);
  ++counters_.router_clocks;
  levels_changed_ = struck_;
  stamped_.swap(arrived_);
  if (!idle) in_.arrival_valid = in_.head_valid = in_.leave_valid = {};
  in_.dropped_valid = {};
}

void RouterSide::enable(bool on) {
  enabled_ = in_.enable = on;
  levels_changed_ = true;
  // The unit's answer to the last arrivals is lost: they begin to wait where they are.
  for (const Lane& lane : stamped_) {
    lane.packet->stamp = static_cast<uint32_t>(start_cycle_ + router_.context().now) & wait_mask_;
  }
  arrived_.clear();
  stamped_.clear();
  shown_.clear();
}

void RouterSide::describe_wave(WaveSignals& signals) {
  const std::string scope = fmt::format("router_{}", router_.id());
  for (unsigned input = 0; input < router_.radix(); ++input) {
    for (unsigned index = 0; index < vcs_; ++index) {
      const unsigned lane = lane_of(input, index);
      const std::string lane_scope = fmt::format("{}.input_{}.speculative_{}", scope, input, index);
      signals.add(lane_scope, "keep", 1, WaveStyle::kBit,
                  [this, lane] { return uint64_t{unit_->out().keep.test(lane)}; });
      signals.add(lane_scope, "drop", 1, WaveStyle::kBit,
                  [this, lane] { return uint64_t{unit_->out().drop.test(lane)}; });
    }
  }
  if (unit_->has_rtl()) {
    signals.add_model(scope, SrpRouter::kName, [this](void* fst) { unit_->trace(fst); });
    signals.highlight(scope + ".srp_router.drop_o", WaveStyle::kHex, "rtl drop");
  }
}

}  // namespace chokepoint::srp
