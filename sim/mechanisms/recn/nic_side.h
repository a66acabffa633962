// SPDX-License-Identifier: Apache-2.0
// RECN in every NIC: packets that come out of order are counted.
#pragma once

#include <unordered_map>

#include "sim/hooks/mechanism.h"
#include "sim/mechanisms/recn/exchange.h"

namespace chokepoint::recn {

class NicSide : public NicAttachment {
 public:
  explicit NicSide(Counters& counters) : counters_(counters) {}
  void received(Cycle now, const Packet& packet) override;
  /// In use here.
  virtual unsigned saqs() const { return 0; }

 private:
  Counters& counters_;
  std::unordered_map<NodeId, uint64_t> last_;  ///< numbers of packets, by source
};

}  // namespace chokepoint::recn
