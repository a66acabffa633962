// SPDX-License-Identifier: Apache-2.0
// What the parts of a router with streams have in common and what stays as it is in a run.
#pragma once

#include <string>

#include "sim/hooks/context.h"

namespace chokepoint::stream {

struct RouterSetup {
  RouterSetup(NetworkContext& run, RouterId router);
  /// Of an input: data VCs have a queue per output, the others one.
  unsigned queue_of(unsigned vc, unsigned output) const {
    return layout.is_voq(vc) ? output * vcs + vc : radix * vcs + vc;
  }
  /// Of an output: number of the queue in which packets of a VC wait.
  unsigned output_queue(unsigned vc) const { return (sharing >> vc & 1) != 0 ? 0 : vc; }
  /// Mask of the VCs that share it.
  uint32_t same_queue(unsigned vc) const {
    return (sharing >> vc & 1) != 0 ? sharing : uint32_t{1} << vc;
  }
  bool delivers(unsigned output) const { return (ports.node_outputs >> output & 1) != 0; }
  bool from_node(unsigned input) const { return (ports.node_inputs >> input & 1) != 0; }
  bool is_control(unsigned vc) const { return (control_mask >> vc & 1) != 0; }
  bool is_data(unsigned vc) const { return (other_than_data >> vc & 1) == 0; }
  /// Throws CheckError with cycle and router.
  [[noreturn]] void fail(const std::string& what) const;

  NetworkContext& context;
  const VcLayout& layout;
  RouterId id;
  unsigned radix, vcs;
  unsigned queues;  ///< per input, see queue_of()
  unsigned buffer_flits, output_buffer_flits;
  bool downstream;                         ///< VcAllocation::kDownstream
  unsigned speedup;                        ///< switch passes in a cycle
  unsigned most_streams;                   ///< packets that may cross to an output as streams
  bool whole_packets;                      ///< Arbitration::kPacket
  uint32_t control_mask, other_than_data;  ///< VCs
  uint32_t sharing;                        ///< VCs with one output queue, data VC 0 among them
  RouterPorts ports;
};

}  // namespace chokepoint::stream
