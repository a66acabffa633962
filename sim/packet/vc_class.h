// SPDX-License-Identifier: Apache-2.0
// Classes of virtual channels: what a mechanism declares, and the number a packet carries.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace chokepoint {

struct Scenario;

/// Who uses the VCs of a class.
enum class VcUse : uint8_t {
  kData,       ///< packets of send queues that the mechanism sends there
  kDroppable,  ///< likewise; routers may gate them, and drop them for a message in their place
  kMessages,   ///< messages of one flit, made by NICs and by routers
};

/// A VC class of a run: number_of() counts the data VCs, which are class 0, and what the mechanism
/// declares, in its order. The use is in the upper bits, so that nobody has to look it up.
enum class VcClass : uint8_t { kData = 0 };
/// Classes of a run at most, data included.
inline constexpr unsigned kVcClasses = 8;

constexpr VcClass make_vc_class(unsigned number, VcUse use) {
  return static_cast<VcClass>(number | static_cast<unsigned>(use) << 6);
}
constexpr unsigned number_of(VcClass vc_class) {
  return static_cast<unsigned>(vc_class) & (kVcClasses - 1);
}
/// Its packets are messages; all others count as data.
constexpr bool carries_messages(VcClass vc_class) {
  return static_cast<unsigned>(vc_class) >> 6 == static_cast<unsigned>(VcUse::kMessages);
}
constexpr bool is_droppable(VcClass vc_class) {
  return static_cast<unsigned>(vc_class) >> 6 == static_cast<unsigned>(VcUse::kDroppable);
}

/// A class of VCs beside the data VCs.
struct VcClassSpec {
  /// Lowercase letters, digits, `_`; also the name in summary.json. "data" is taken.
  std::string name;
  VcUse use = VcUse::kMessages;
  unsigned vcs = 1;  ///< in all, or per deadlock class of the routing
  /// Without it the packets of a data class are routed minimally, which one deadlock class allows.
  bool per_deadlock_class = false;
  /// The higher goes first. 0: below data; 1: as data. Messages: kLowestOfMessages to kHighest, of
  /// the first VC; each further one has one less, but not less than kLowestOfMessages.
  unsigned priority = 4;
  bool voq = false;  ///< kData: a queue per output, where the data VCs have them
  std::string doc;   ///< who sends what there
  std::function<bool(const Scenario&)> present = {};  ///< empty: in every run

  static constexpr unsigned kLowestOfMessages = 3, kHighest = 6;
};

}  // namespace chokepoint
