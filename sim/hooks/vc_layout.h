// SPDX-License-Identifier: Apache-2.0
// Which virtual channels there are, what they are for, and their priority; which messages.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sim/hooks/declarations.h"
#include "sim/packet/packet.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

/// VC numbers: the data VCs of set 0, set 1, ..., then those of the classes that the mechanism
/// declares, in its order; within a class deadlock class 0 first. InputError if there are more than
/// kMaxVcs, or what is declared makes no sense.
struct VcLayout {
  /// `first_vcs`: of a set's data VCs, by deadlock class, and the end; empty: equal shares.
  VcLayout(const Scenario& scenario, Declarations declares, unsigned routing_classes,
           const std::vector<unsigned>& first_vcs = {});

  static constexpr unsigned kMaxVcs = 32;

  unsigned data_vcs = 4;  ///< per set
  unsigned node_vcs = 4;  ///< of these, those of channels between nodes and routers
  unsigned sets = 1;      ///< of data VCs
  unsigned classes = 1;   ///< deadlock classes within a set
  /// Of the droppable class, whose packets are the speculative ones; -1: none.
  int speculative_vc = -1;
  unsigned speculative_vcs = 0;
  VcClass speculative_class = VcClass::kData;
  unsigned total = 4;
  bool voq = true;  ///< data VCs have several queues (network.input_queues)

  bool is_data(unsigned vc) const { return vc < data_vcs * sets; }
  bool is_voq(unsigned vc) const { return (voq_mask_ >> vc & 1) != 0; }
  bool is_speculative(unsigned vc) const {
    return vc - static_cast<unsigned>(speculative_vc) < speculative_vcs;
  }
  /// Of a mask of VCs the speculative ones, by their number among these.
  uint32_t speculative(uint32_t vcs) const {
    return speculative_vcs == 0 ? 0 : vcs >> speculative_vc & ones(speculative_vcs);
  }
  /// Priority of a packet that has begun, where those go before others (network.arbitration).
  static constexpr uint8_t kBegun = 2;

  /// As the class declares it; 1 for data: the higher goes first.
  unsigned priority(unsigned vc) const { return priority_[vc]; }
  uint32_t control_mask() const { return control_mask_; }  ///< VCs of messages
  uint32_t data_mask() const { return ones(data_vcs * sets); }
  /// VCs that share one queue of each output, messages apart: OutputQueues::kPort; else none.
  uint32_t output_sharing() const { return one_output_queue_ ? ~control_mask_ : 0; }
  /// Data VCs of set 0 that are of a deadlock class of the routing.
  uint32_t class_mask(unsigned routing_class) const { return class_vcs_.at(routing_class); }
  /// Those of the VCs in the mask that have the highest priority among them.
  uint32_t first_in_priority(uint32_t vcs) const {
    // Without branches: which VCs have a flit is not predictable.
    uint32_t first = vcs;
    for (size_t i = levels_.size(); i-- > first_level_;) {
      const uint32_t of_level = vcs & levels_[i];
      first = of_level != 0 ? of_level : first;
    }
    return first;
  }
  /// Mask of the VCs that a packet of deadlock class `routing_class` may take.
  uint32_t allowed(const Packet& packet, unsigned routing_class) const {
    if (packet.recovered) return recovery_mask_;
    if (packet.vc_class == VcClass::kData) {
      return class_vcs_[routing_class] << (packet.vc_set * data_vcs);
    }
    const Range& range = ranges_[number_of(packet.vc_class)];
    if (carries_messages(packet.vc_class)) return uint32_t{1} << (range.first + packet.class_vc);
    if (!range.per_deadlock_class) return range.mask();
    return ones(range.vcs) << (range.first + routing_class * range.vcs);
  }
  /// Mask of the VCs a packet may enter the network on, and leave it, whatever its deadlock class.
  uint32_t injection(const Packet& packet) const {
    if (packet.recovered) return recovery_mask_;
    if (packet.vc_class == VcClass::kData) return ones(node_vcs) << (packet.vc_set * data_vcs);
    const Range& range = ranges_[number_of(packet.vc_class)];
    if (carries_messages(packet.vc_class)) return uint32_t{1} << (range.first + packet.class_vc);
    return range.mask();
  }
  /// The VCs of a class are fewer than the routing has deadlock classes: minimal routes only.
  bool minimal_only(VcClass vc_class) const {
    return vc_class != VcClass::kData && !ranges_[number_of(vc_class)].per_deadlock_class;
  }

  // --- by name ---
  /// Of this run, by number_of(): "data", then what the mechanism declares.
  const std::vector<std::string>& class_names() const { return class_names_; }
  bool has_class(const std::string& name) const;
  /// A class of this run; std::logic_error if there is none of the name.
  VcClass vc_class(const std::string& name) const;
  /// First VC of a class of this run, likewise.
  unsigned first_vc(const std::string& name) const {
    return ranges_[number_of(vc_class(name))].first;
  }

  // --- messages ---
  const std::vector<MessageSpec>& messages() const { return declares_.messages; }
  bool reserves() const { return declares_.reserves; }
  /// Null: nobody declares it.
  const MessageSpec* message(PacketKind kind) const;
  /// "throttle"; "data".
  const std::string& name_of(PacketKind kind) const;
  /// VCs of messages, the first in priority first: a NIC has a queue for each, in this order.
  const std::vector<unsigned>& message_vcs() const { return message_vcs_; }
  /// Place in message_vcs() of the VC that messages of this kind take; CheckError if it is not
  /// declared.
  unsigned message_queue(PacketKind kind) const {
    const Way& way = ways_[static_cast<size_t>(kind) % ways_.size()];
    if (!way.declared) fail_undeclared(kind);
    return way.queue;
  }
  /// Makes a packet a message of this kind, without source, destination and payload; likewise.
  void become_message(Packet& packet, PacketKind kind) const;

 private:
  struct Range {
    uint8_t first = 0, vcs = 0;  ///< of the class, or per deadlock class
    uint8_t all = 0;
    bool per_deadlock_class = false;
    uint32_t mask() const { return ones(all) << first; }
  };
  /// How messages of a kind go.
  struct Way {
    bool declared = false;
    VcClass vc_class = VcClass::kData;
    uint8_t class_vc = 0, queue = 0;
  };
  /// The lowest `count` bits; 32 of them too.
  static uint32_t ones(unsigned count) { return static_cast<uint32_t>((uint64_t{1} << count) - 1); }
  void add_class(const VcClassSpec& spec);
  void set_priorities();
  void find_ways();
  [[noreturn]] static void fail_undeclared(PacketKind kind);

  Declarations declares_;
  std::array<uint8_t, kMaxVcs> priority_{};
  /// VCs by priority, from VcClassSpec::kHighest down to 1 without kBegun; the others have 0.
  std::array<uint32_t, 5> levels_{};
  size_t first_level_ = 0;  ///< the first that is not empty
  uint32_t voq_mask_ = 0, control_mask_ = 0;
  bool one_output_queue_ = false;
  uint32_t recovery_mask_ = 0;                 ///< of class RoutingFunction::kRecoveryClass
  std::array<uint32_t, kMaxVcs> class_vcs_{};  ///< of a set's data VCs, by deadlock class
  std::array<Range, kVcClasses> ranges_{};
  std::vector<VcClass> class_ids_;
  std::vector<std::string> class_names_;
  std::vector<unsigned> message_vcs_;
  std::array<Way, MessageSpec::kLast + 1> ways_{};
};

}  // namespace chokepoint
