// SPDX-License-Identifier: Apache-2.0
// The scenario keys of self-tuned throttling. The paper's digits are lost in the text at hand:
// defaults marked [REC] are recalled, see docs/reference/self_tuned/self_tuned.md.
#include "sim/mechanisms/self_tuned/config.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/hooks/missing_variant.h"
#include "sim/topology/topology.h"

namespace chokepoint::self_tuned {
namespace {

const std::map<std::string, std::string>& keys_behind() {
  static const std::map<std::string, std::string> keys = {
      {"Dimensions", "network.dimensions"},
      {"FullBits", "network.dimensions, network.data_vcs"},
      {"DeliveredBits", "network.dimensions, mechanism.hop_cycles"},
      {"CountBits", "network.data_vcs"},
      {"DeliveryBits", "network.concentration"},
      {"Pieces", "mechanism.pieces"},
      {"TickBits", "network.dimensions"},
      {"GatherBits", "mechanism.hop_cycles"},
      {"RestartBits", "mechanism.resynchronise"}};
  return keys;
}

/// Widths of node units: the paper's network, with gathers of up to 96 cycles and more, and one of
/// up to 8,192 nodes.
struct Size {
  unsigned dimensions, full_bits, delivered_bits, tick_bits;
};
constexpr Size kSizes[] = {{2, 12, 15, 5}, {4, 18, 20, 7}};

uint32_t buffers_of(const Scenario& scenario, const Rows& rows) {
  constexpr uint64_t kMost = (uint64_t{1} << 20) - 1;
  const uint64_t buffers = rows.channels() * scenario.network.data_vcs;
  if (buffers > kMost) {
    throw InputError(fmt::format(
        "network.data_vcs: mechanism self_tuned counts {} buffers at most; {} channels of {} VCs "
        "have {}",
        kMost, rows.channels(), scenario.network.data_vcs, buffers));
  }
  return static_cast<uint32_t>(buffers);
}

SidebandPhase::Config gather_of(const MechanismConfig& m, const Rows& rows) {
  SidebandPhase::Config gather;
  gather.hop_cycles = m.count("hop_cycles");
  gather.pieces = m.count("pieces");
  for (unsigned d = 0; d < rows.dimensions(); ++d) {
    gather.set_dimension(d, rows.length(d), rows.ring(d));
  }
  gather.gather_cycles = gather.cycles(rows.dimensions());
  const unsigned wanted = m.count("tuning_cycles"), g = gather.gather_cycles;
  constexpr unsigned kMostGathers = 16, kUsual = 96;
  gather.gathers = ((wanted == 0 ? kUsual : wanted) + g - 1) / g;
  if (wanted == 0) gather.gathers = std::min(gather.gathers, kMostGathers);
  if (gather.gathers > kMostGathers) {
    throw InputError(fmt::format(
        "tuning_cycles: {} cycles are {} gathers of {}; legal are {} gathers, {} cycles, at most",
        wanted, gather.gathers, g, kMostGathers, kMostGathers * g));
  }
  return gather;
}

SelfTunedNode::Params node_of(const Scenario& scenario, const Rows& rows,
                              const SidebandPhase::Config& gather, uint32_t buffers) {
  const unsigned concentration = shape_of(scenario.network).count("concentration");
  const uint64_t delivered = uint64_t{gather.gather_cycles} * scenario.nodes();
  constexpr unsigned kMostDeliveredBits = 24;
  if (bits_for(delivered) > kMostDeliveredBits) {
    throw InputError(fmt::format(
        "hop_cycles: {} nodes may deliver {} flits in a gather of {} cycles; the side-band counts "
        "{} at most: fewer hop_cycles or pieces",
        scenario.nodes(), delivered, gather.gather_cycles, low_mask(kMostDeliveredBits)));
  }
  Size size{rows.dimensions(), std::max(4u, bits_for(buffers)), bits_for(delivered), 7};
  for (const Size& ready : kSizes) {
    if (rows.dimensions() > ready.dimensions || bits_for(buffers) > ready.full_bits ||
        bits_for(delivered) > ready.delivered_bits) {
      continue;
    }
    size = ready;
    break;
  }
  SelfTunedNode::Params node;
  node.dimensions = size.dimensions;
  node.full_bits = size.full_bits;
  node.delivered_bits = size.delivered_bits;
  node.tick_bits = size.tick_bits;
  node.count_bits =
      std::max(4u, bits_for((scenario.radix() - concentration) * scenario.network.data_vcs));
  node.delivery_bits = bits_for(concentration);
  node.pieces = gather.pieces;
  return node;
}

uint32_t share(double of, uint32_t buffers) {
  return std::max<uint32_t>(1, static_cast<uint32_t>(of * buffers));
}

/// Keys of hill climbing where there is none, and of the avoidance of local maxima. The defaults go
/// with every `tuning`.
void check_tuning(const MechanismConfig& m) {
  const std::string& tuning = m.text("tuning");
  std::vector<std::string> without;
  if (tuning != "avoid_local_maxima") without = {"low_shift", "r"};
  if (tuning == "static") {
    without.insert(without.end(),
                   {"increment", "decrement", "initial_threshold", "drop_shift", "throttling"});
  }
  for (const KeySpec& key : keys()) {
    const bool idle = std::find(without.begin(), without.end(), key.name) != without.end();
    if (!idle || m.values.at(key.name) == key.default_value) continue;
    throw InputError(
        fmt::format("{}: has no effect with tuning = \"{}\"; leave it out", key.name, tuning));
  }
}

ThresholdTuner::Config tuning_of(const MechanismConfig& m, uint32_t buffers) {
  ThresholdTuner::Config cfg;
  const std::string& tuning = m.text("tuning");
  cfg.buffers = buffers;
  cfg.drop_shift = m.count("drop_shift");
  cfg.low_shift = m.count("low_shift");
  cfg.repeats = m.count("r");
  cfg.throttled_now = m.text("throttling") == "now";
  const int64_t threshold = m.integer("threshold");
  check_tuning(m);
  if (tuning == "static") {
    if (threshold < 1 || threshold > buffers) {
      throw InputError(fmt::format(
          "threshold: {} full buffers; tuning = \"static\" wants 1 to {}, the buffers of this "
          "network",
          threshold, buffers));
    }
    cfg.increment = 1;
    cfg.initial = static_cast<uint32_t>(threshold);
    return cfg;
  }
  if (threshold != 0) {
    throw InputError(fmt::format(
        "threshold: has no effect with tuning = \"{}\"; leave it out, or set tuning = \"static\"",
        tuning));
  }
  cfg.climb = true;
  cfg.avoid = tuning == "avoid_local_maxima";
  cfg.increment = share(m.real("increment"), buffers);
  cfg.decrement = share(m.real("decrement"), buffers);
  cfg.initial = std::max(cfg.increment, share(m.real("initial_threshold"), buffers));
  return cfg;
}

}  // namespace

std::vector<KeySpec> keys() {
  return {
      choice_key("tuning", {"avoid_local_maxima", "climb", "static"},
                 "how the threshold moves: by hill climbing that avoids local maxima, by hill "
                 "climbing alone, or not at all"),
      integer_key("threshold", 0, 0, (1 << 20) - 1, "buffers",
                  "tuning = \"static\": more full buffers than that hold new packets back"),
      integer_key("hop_cycles", 2, 1, 15, "cycles",
                  "a word of the side-band takes so long from a router to the next (h) [REC]"),
      integer_key("pieces", 1, 1, 8, "transfers",
                  "a word is sent in so many pieces, over a side-band as much narrower; the gather "
                  "takes as many times longer"),
      integer_key("tuning_cycles", 0, 0, 1 << 20, "cycles",
                  "tuning period; of a network whose gather does not divide it the next multiple "
                  "of that; 0: 96 [REC], or 16 gathers if those are shorter"),
      choice_key("counted", {"full", "occupied"},
                 "VC buffers that count: those without a free slot, or those that hold a flit (not "
                 "the paper's word)"),
      choice_key("estimate", {"extrapolate", "last"},
                 "full buffers by now: the last two gathers, extrapolated in every cycle, or the "
                 "last one"),
      real_key("increment", 0.01, 0, 1, "share of all buffers by which the threshold rises [REC]"),
      real_key("decrement", 0.04, 0, 1, "... by which it falls [REC]"),
      real_key("initial_threshold", 0.01, 0, 1,
               "threshold to begin with, as a share of all buffers, at least the increment [REC]"),
      integer_key("drop_shift", 2, 0, 7, "",
                  "throughput drops when a period's is more than 2^-x below the last one's; 0: by "
                  "anything [REC: 25 %]"),
      integer_key("low_shift", 1, 0, 7, "",
                  "throughput is significantly below its maximum when it is by more than 2^-x of "
                  "it; 0: by anything [REC: 50 %]"),
      integer_key("r", 5, 0, 15, "periods",
                  "so many of these in a row, and the maximum is sought anew; 0: never [REC]"),
      choice_key("throttling", {"any", "now"},
                 "a period counts as throttling when packets were held back in any of its cycles, "
                 "or are at its end"),
      integer_key(
          "resynchronise", 0, 0, (1 << 20) - 1, "cycles",
          "not in the paper: all nodes begin anew every so many cycles, so that those agree "
          "again that a lost word of the side-band has set apart; 0: never"),
  };
}

Config::Config(const Scenario& scenario) : rows(scenario) {
  const MechanismConfig& m = scenario.mechanism;
  buffers = buffers_of(scenario, rows);
  gather = gather_of(m, rows);
  node = node_of(scenario, rows, gather, buffers);
  gather.tick_bits = std::min(node.tick_bits, bits_for(gather.gather_cycles) - 1);
  phase.dimensions = rows.dimensions();
  phase.gather_bits = std::max(8u, bits_for(gather.gather_cycles));
  levels.cfg_tick_bits = gather.tick_bits;
  counts_occupied = m.text("counted") == "occupied";
  levels.cfg_last = m.text("estimate") == "last";
  levels.cfg = tuning_of(m, buffers);
  for (const FaultConfig& fault : scenario.faults) {
    if (fault.kind == FaultKind::kReset) resets.insert(static_cast<RouterId>(fault.router));
  }
  restart_cycles = static_cast<Cycle>(m.integer("resynchronise"));
  if (restart_cycles != 0 && restart_cycles < 4 * Cycle{gather.gather_cycles}) {
    throw InputError(fmt::format("resynchronise: {} cycles; legal is 0, or 4 gathers and more: {}",
                                 restart_cycles, 4 * gather.gather_cycles));
  }
}

void check(const Scenario& scenario) {
  const Config config(scenario);
  try {
    params_for<SidebandPhase>(scenario.engine, config.phase);
    params_for<SelfTunedNode>(scenario.engine, config.node);
    if (config.restart_cycles != 0) params_for<SidebandRestart>(scenario.engine, config.restart);
  } catch (const MissingVariant& missing) {
    throw explained(missing, keys_behind());
  }
}

}  // namespace chokepoint::self_tuned
