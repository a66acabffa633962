// SPDX-License-Identifier: Apache-2.0
// The parameters of a PlainSwitch, as an RTL router would have them.
#pragma once

#include <cstdint>
#include <vector>

namespace chokepoint::plain {

struct SwitchSizes {
  unsigned inputs = 0, outputs = 0;  ///< numbered apart; an input may belong to no channel
  unsigned vcs = 0;                  ///< of each input and output, at most 32
  unsigned queues = 0;               ///< of an input
  unsigned output_queues = 0;        ///< of an output, beside those of the VCs
  unsigned counts = 0;               ///< of waiting flits, of an output
  unsigned buffer_flits = 0;         ///< of an input VC: the most credits
  unsigned output_buffer_flits = 0;  ///< of a queue of VCs of an output
  unsigned passes = 1;               ///< of the switch, in a cycle, ...
  bool half_pass = false;            ///< ... and one fewer in every second one, the first not
  unsigned shares = 0;               ///< destinations with a share of the next buffers; 0: none
  unsigned share_flits = 0;          ///< of each
  bool whole_packets = true;         ///< a packet that has begun goes before those that have not
  uint32_t control_vcs = 0;          ///< mask: nothing goes before these
  std::vector<uint8_t> priority;     ///< of a VC: the higher goes first
  uint8_t begun = 0;                 ///< priority in the switch of a packet that has begun to cross
};

}  // namespace chokepoint::plain
