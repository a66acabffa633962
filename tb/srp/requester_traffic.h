// SPDX-License-Identifier: Apache-2.0
// Random offers, sendings and answers for the requester, alone or in the network interface: mostly
// what a harness would do, sometimes answers to nothing.
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/mechanisms/entry_destinations.h"
#include "sim/units/srp/control_kind.h"
#include "tb/common/stimulus.h"
#include "tb/srp/start_times.h"

namespace chokepoint::test {

struct Response {
  bool valid = false;
  uint32_t kind = 0, source = 0, message = 0, sequence = 0, tag = 0;
  uint64_t start = 0;
};

class RequesterTraffic {
 public:
  RequesterTraffic(unsigned nodes, unsigned entries, unsigned max_packets, unsigned cycle_bits)
      : nodes_(nodes), entries_(entries), max_packets_(max_packets),
        ahead_(cycle_bits <= 8 ? 60 : 300) {}

  template <class In> void reconfigure(FastRandom& random, In& in) {
    base_ = random.below(nodes_);
    in.cfg_n_max = random.chance(50) ? max_packets_ : random.between(1, max_packets_);
    in.cfg_slots = random.chance(50) ? random.between(1, 4) : random.between(1, 65535);
    // Late grants, few drops and long messages: time to speculate with a whole block.
    late_ = may_be_late_ && random.chance(50);
  }

  /// cfg_timeout, which is constant while enabled. Where entries ask again, grants are not rare: the
  /// lowest entry would ask for ever, and the others never.
  template <class In> void choose_timeout(FastRandom& random, In& in, bool timeouts) {
    in.cfg_timeout = random.chance(15) ? 0 : random.between(1, random.chance(60) ? 25 : ahead_);
    may_be_late_ = !timeouts || in.cfg_timeout == 0;
    late_ = late_ && may_be_late_;
  }

  /// Sets the offer_*, sent_* and request_ready fields; `patient`: offers only while they are
  /// taken.
  template <class In, class Out>
  Response next(FastRandom& random, unsigned busy, bool patient, const Out& out, In& in) {
    destinations_.update(out.entry_valid, in.offer_valid, in.offer_destination);
    if (out.request_valid) tags_[out.request_destination] = out.request_tag;
    in.offer_valid = random.chance(busy) && (out.offer_ready || (!patient && random.chance(50)));
    if (in.offer_valid) offer(random, out, in);
    in.sent_entry = 0;
    repairs_ = together_ = crosses_ = false;
    if (random.chance(busy)) send(random, out, in);
    last_ = random.chance(busy) ? respond(random, out, in.now) : Response{};
    return last_;
  }
  /// A packet goes again that no NACK was sent of: its answer was late.
  template <class Out> bool repairs_unrefused(const Out& out) const {
    if (out.entry_resend == 0) return false;
    const Block& block = blocks_[destinations_.of(lowest_bit(out.entry_resend))];
    return ((block.refused >> packet_of(block, out.resend_slot)) & 1) == 0;
  }
  /// A dropped packet is sent again.
  bool repairs() const { return repairs_; }
  /// The response of the last clock, which counts in this one, is of the row that sends it again.
  bool together() const { return together_; }
  /// It acknowledges that very packet.
  bool crosses() const { return crosses_; }

 private:
  struct Block {
    uint32_t message = 0, base = 0, count = 0, next = 0;
    uint64_t outstanding = 0, refused = 0;
  };

  /// Its number in the block.
  uint32_t packet_of(const Block& block, uint32_t slot) const {
    return (slot - block.base) & low_mask(clog2(max_packets_));
  }
  bool listed(uint32_t destination) const {
    return destinations_.entry_of(destination) >= 0;
  }
  template <class In, class Out> void offer(FastRandom& random, const Out& out, In& in) {
    uint32_t destination = base_;
    for (unsigned tries = 0; tries < 100; ++tries) {
      destination = (base_ + random.below(entries_ + 3)) % nodes_;
      if (!listed(destination)) break;
    }
    if (out.offer_ready && listed(destination)) {
      in.offer_valid = false;
      return;
    }
    in.offer_destination = destination;
    in.offer_message = random.below(4);
    in.offer_sequence = random.chance(20) ? 0x10000 - random.between(1, 8) : random.below(100);
    in.offer_packets = random.chance(late_ ? 50 : 80) ? random.between(1, 4) : random.between(1, 3000);
    in.offer_flits = random.between(1, 0xFFFF);
    in.offer_packet_flits = random.chance(80) ? random.between(1, 24) : random.between(1, 1023);
    if (!out.offer_ready) return;
    const uint32_t packets = in.offer_packets;
    blocks_[destination] = {in.offer_message, in.offer_sequence,
                            packets < in.cfg_n_max ? packets : in.cfg_n_max, 0, 0, 0};
  }
  template <class In, class Out> void send(FastRandom& random, const Out& out, In& in) {
    const uint64_t able = out.entry_speculate | out.entry_send;
    if (able == 0 || random.chance(5)) {  // an entry that is not in use: ignored
      in.sent_entry = uint64_t{1} << random.below(entries_) & ~out.entry_valid;
      in.sent_speculative = random.chance(50);
      return;
    }
    const unsigned e = nth_bit(able, random.below(bit_count(able)));
    in.sent_entry = uint64_t{1} << e;
    in.sent_speculative = (out.entry_speculate >> e) & 1;
    repairs_ = (out.entry_resend >> e) & 1;
    Block& block = blocks_[destinations_.of(e)];
    if (repairs_) {
      const uint32_t sequence = block.base + packet_of(block, out.resend_slot);
      together_ = last_.valid && last_.source == destinations_.of(e);
      crosses_ = together_ && last_.kind == kSrpAck && last_.sequence == (sequence & 0xFFFF);
      return;
    }
    if (in.sent_speculative && block.next < 64) block.outstanding |= uint64_t{1} << block.next;
    ++block.next;
  }
  template <class Out> Response respond(FastRandom& random, const Out& out, uint64_t now) {
    Response r;
    r.valid = true;
    r.tag = random.below(0x100);  // of a grant only
    r.start = now + random.below(random.chance(60) ? 8 : ahead_) - 4;  // reached or not
    const uint64_t valid = out.entry_valid;
    if (valid == 0 || random.chance(10)) {
      r.kind = random.below(16);
      r.source = random.below(nodes_);
      r.message = random.below(4);
      r.sequence = random.below(100);
      return r;
    }
    const unsigned e = nth_bit(valid, random.below(bit_count(valid)));
    r.source = destinations_.of(e);
    Block& block = blocks_[r.source];
    r.message = random.chance(95) ? block.message : random.below(4);
    const unsigned choice = random.below(100);
    const unsigned acks = late_ ? 3 : 35, nacks = late_ ? 91 : 75;
    r.kind = choice < acks    ? kSrpGrant
             : choice < nacks ? kSrpAck
             : choice < 95    ? kSrpNack
                              : choice - 90;
    if (r.kind == kSrpGrant) {
      // Of the entry, of its blocks, of another.
      r.tag = tags_[r.source] ^ (random.chance(90) ? 0 : random.below(random.chance(50) ? 4 : 256));
      return r;
    }
    uint32_t packet = random.below(block.count + 2);
    const unsigned left = bit_count(block.outstanding);
    if (left != 0 && random.chance(95))
      packet = nth_bit(block.outstanding,
                       late_ && r.kind == kSrpNack ? left - 1 : random.below(left));
    r.sequence = (block.base + packet) & 0xFFFF;
    if (random.chance(2)) {  // outside the block, though its low bits may be a packet's
      r.sequence ^= 0x10000u >> random.between(1, 10);
      return r;
    }
    if (packet < 64) {
      block.outstanding &= ~(uint64_t{1} << packet);
      if (r.kind == kSrpNack) block.refused |= uint64_t{1} << packet;
    }
    return r;
  }

  unsigned nodes_, entries_, max_packets_, ahead_;
  uint32_t base_ = 0;
  Response last_;  // of the last clock
  EntryDestinations destinations_;
  bool may_be_late_ = true, late_ = false, repairs_ = false, together_ = false, crosses_ = false;
  std::array<Block, 1024> blocks_{};
  std::array<uint32_t, 1024> tags_{};  // of the last reservation to each destination
};

}  // namespace chokepoint::test
