// SPDX-License-Identifier: Apache-2.0
// The ports of one router under RECN, and what happens at them in a cycle.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/mechanisms/recn/port.h"

namespace chokepoint::recn {

using Ingress = Port<RecnIngress>;
using Egress = Port<RecnEgress>;

/// Where a channel comes from.
struct Upstream {
  bool hears = false;  ///< it has SAQs: a router, or a NIC with some
  WirePlace place;
  unsigned output = 0;  ///< of a router
};

struct Input {
  std::unique_ptr<Ingress> port;  ///< null: nothing is connected
  Upstream upstream;
  const Packet* arriving = nullptr;  ///< its head has come in this cycle
  const Packet* compared = nullptr;  ///< ... in the last one: in the input register
  unsigned stored = Ingress::kNone;  ///< in this cycle, in that queue
  std::vector<unsigned> left;        ///< names of queues that packets have left in this cycle
  TurnPath notice;                   ///< the path of the last message of an egress port
};

/// A head that waits for an output.
struct Head {
  const Packet* packet = nullptr;
  unsigned input = 0, name = 0;  ///< name: of its queue, the switch's
  bool operator==(const Head& other) const {
    return packet == other.packet && input == other.input && name == other.name;
  }
};

struct Output {
  std::unique_ptr<Egress> port;  ///< null: nothing is connected
  bool to_router = false;
  RouterId router = 0;
  unsigned input = 0;            ///< there
  Head chosen;                   ///< compared in the last cycle, if there is one
  bool open = false;             ///< it may have the output in this cycle
  unsigned queue = 0;            ///< of the egress port that it will join then
  unsigned last = 0, tries = 0;  ///< who had the output last; heads since without room
  unsigned stored = Egress::kNone;
  unsigned left = Egress::kNone;
  std::unordered_map<const Packet*, unsigned> queues;  ///< of the packets here
  uint32_t blocked = 0;                                ///< SAQs
};

struct Sides {
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  bool on = true;       ///< as the run says
  bool running = true;  ///< and the units are: SAQs of before are empty

  /// Calls `body` with each port.
  template <class Body>
  void for_each_port(Body&& body) {
    for (Input& input : inputs)
      if (input.port) body(*input.port);
    for (Output& output : outputs)
      if (output.port) body(*output.port);
  }
  template <class Body>
  bool any_port(Body&& body) const {
    for (const Input& input : inputs)
      if (input.port && body(*input.port)) return true;
    for (const Output& output : outputs)
      if (output.port && body(*output.port)) return true;
    return false;
  }
};

}  // namespace chokepoint::recn
