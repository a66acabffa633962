// SPDX-License-Identifier: Apache-2.0
// Switching techniques: when a packet gets an output VC, how many credits it claims, and who goes
// through the switch. A folder may bring another one; it runs on the plain switch.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/switch/plain/sizes.h"

namespace chokepoint {

/// An output VC: its buffer, and the credits of the buffer at the other end of the channel.
struct OutputVcState {
  bool owned = false;     ///< a packet is crossing to it
  unsigned taken = 0;     ///< flits of the output buffer that are in use or promised
  unsigned credits = 0;   ///< flits that may be sent, claimed ones not counted
  unsigned claimed = 0;   ///< credits set apart for the packet that is leaving
  unsigned capacity = 0;  ///< flits of the output buffer
};

/// A packet that has a flit for its output, in a switch pass.
struct SwitchOffer {
  unsigned input = 0, queue = 0, output = 0, vc = 0;
  unsigned priority = 0;  ///< the higher goes first
};

/// Matches inputs with outputs, once a switch pass.
class SwitchAllocator {
 public:
  virtual ~SwitchAllocator() = default;
  /// At most one of `offers` for each input and each output, by output. The order of `offers` means
  /// nothing.
  virtual std::vector<SwitchOffer> match(const std::vector<SwitchOffer>& offers) = 0;
};

/// One for each switch of a run, which owns it. The defaults are those of virtual cut-through.
class SwitchingTechnique {
 public:
  virtual ~SwitchingTechnique() = default;
  /// VC allocation may give this output VC, which no packet is crossing to, to a packet of so many
  /// flits. All of them then have a place promised in the output buffer.
  virtual bool grants(const OutputVcState& vc, unsigned flits) const {
    return vc.taken + flits <= vc.capacity;
  }
  /// Credits that the head of such a packet claims when it leaves, 1 to `flits`. A flit for which
  /// none is claimed needs one when it leaves.
  virtual unsigned claims(unsigned flits) const { return flits; }
  virtual std::unique_ptr<SwitchAllocator> make_switch_allocator(
      const plain::SwitchSizes& sizes) const;
};

struct TechniqueInfo {
  std::string name;     ///< of network.switching
  std::string summary;  ///< one line
  std::function<std::unique_ptr<SwitchingTechnique>()> make;
};

inline constexpr const char* kDefaultTechnique = "virtual_cut_through";

/// Techniques register themselves: `static const TechniqueRegistration registration{info};`.
const std::map<std::string, TechniqueInfo>& techniques();
struct TechniqueRegistration {
  explicit TechniqueRegistration(TechniqueInfo info);
};

}  // namespace chokepoint
