// SPDX-License-Identifier: Apache-2.0
// What arrives at a receiver, outside the hot path: changes from outside, credits for many flits.
#include "sim/channel/channel.h"

#include <algorithm>

namespace chokepoint {

FlitArrivals::FlitArrivals(Cycle max_latency, unsigned ports)
    : cells_(max_latency, ports), ports_(ports) {}

void FlitArrivals::arrive_told(Cycle now, Arrived& arrived) {
  uint64_t going_on = 0;
  cells_.cells().take_rows(now, [&](unsigned first, const auto& cells, uint32_t full) {
    for_each_bit(full, [&](unsigned i) {
      const unsigned port = first + i;
      const uint64_t bit = uint64_t{1} << port;
      const FlitCell cell(cells[i]);
      told_[port] = cell.bits();
      bodies_[port] = cell.body().bits();
      arrived.told |= bit;
      arrived.flits = cell.bits() != no_flit().bits() ? arrived.flits | bit : arrived.flits & ~bit;
      going_on |= cell.goes_on() ? bit : 0;
    });
  });
  running_ = (running_ & ~arrived.told) | (going_on & runs_);
}

std::vector<DueFlit>& FlitArrivals::due(Cycle now) {
  if (changed_) return due_;
  changed_ = true;
  const Arrived arrived = arrive(now);
  for_each_bit(arrived.flits, [&](unsigned port) { due_.emplace_back(port, flit(arrived, port)); });
  return due_;
}

CreditArrivals::CreditArrivals(Cycle max_latency, unsigned ports, unsigned passes, unsigned many,
                               bool shares)
    : lane_bits_(clog2(passes)),
      ports_(ports),
      cells_(max_latency, ports << lane_bits_),
      runs_(max_latency, ports),
      many_(max_latency, ports, many),
      shares_(shares ? std::make_unique<EventWheel<ShareEvent>>(max_latency, ports, passes)
                     : nullptr) {}

void CreditArrivals::post_share(Cycle at, const ShareEvent& event) {
  shares_->post(at);
  if (!shares_->row(at, event.port).push_back(event)) {
    throw CheckError("more flits of a port give shares back in a cycle than the switch has passes");
  }
}

void CreditArrivals::post_many(Cycle at, const CreditEvent& credit) {
  many_.post(at);
  EventRow<CreditEvent> row = many_.row(at, credit.port);
  // Of the same VC they are added up, so that a row has room for all there can be.
  CreditEvent* const known =
      std::find_if(row.begin(), row.end(),
                   [&credit](const CreditEvent& other) { return other.vc == credit.vc; });
  if (known != row.end()) {
    known->flits = static_cast<uint16_t>(known->flits + credit.flits);
    return;
  }
  if (!row.push_back(credit)) throw CheckError("more credits of a port in a cycle than VCs");
}

uint64_t CreditArrivals::take_singles(Cycle now, CreditTable& table) {
  uint64_t ports = 0;
  const auto add = [&](unsigned lane, uint8_t cell) {
    const unsigned port = lane >> lane_bits_;
    table.add(port, cell & 31u, 1);
    ports |= uint64_t{1} << port;
  };
  cells_.cells().take_rows(now, [&](unsigned lane, const auto& cells, uint32_t full) {
    if (lane_bits_ == 1 && bit_count(full) > kFew && table.adds_pairs()) {
      ports |= uint64_t{table.add_pairs(lane / 2, cells, Cells::kFull)} << lane / 2;
    } else {
      for_each_bit(full, [&](unsigned i) { add(lane + i, cells[i]); });
    }
  });
  return ports;
}

std::vector<CreditEvent>& CreditArrivals::due(Cycle now) {
  if (cells_.due(now)) {
    cells_.cells().take(now,
                        [this](unsigned lane, uint8_t vc) { due_.push_back(single(lane, vc)); });
  }
  many_.take(now, [this](const CreditEvent& credit) { due_.push_back(credit); });
  return due_;
}

}  // namespace chokepoint
