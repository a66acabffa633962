// SPDX-License-Identifier: Apache-2.0
// CBCM's storage, unit by unit, beside the paper's arithmetic.
#include "sim/hooks/area.h"

#include "sim/units/cbcm/storage.h"

namespace chokepoint {
namespace {

// The unit that the paper's arithmetic is for, and its parts.
void add_contention_units(const CbcmRouter::Params& router, std::vector<AreaUnit>& units) {
  const auto add = [&](const char* name, unsigned depth, const Storage& bits) {
    units.push_back(area_unit("router", name, depth, bits));
  };
  const bool multiplexed = router.multiplexed();
  const ContentionDegreeUnit::Params letter = router.contention();
  if (multiplexed) {
    add("multiplexed_contention", 1, storage(router.behind_pickers()));
  } else {
    add("contention_degree_unit", 1, storage(letter));
  }
  // The paper keeps every cycle's sample: for other samples its own 100 and 10 stand beside ours.
  units.back().paper_bits =
      multiplexed ? paper_contention_bits(router.radix, 100, 10)
                  : paper_contention_bits(router.radix, router.num_samples,
                                          router.bound_sample_interval);
  units.back().paper_formula =
      multiplexed ? "radix x (100 + 2 x 100 / 10) x log2(radix)"
                  : "radix x (NumSamples + 2 x NumSamples / BoundSampleInterval) x log2(radix)";
  if (multiplexed) {
    add("port_picker", 1, storage(router.picker()));
  } else if (router.weighted != 0) {
    add("weighted_sampler", 2, storage(letter.weighted_sampler()));
  } else {
    add("request_sampler", 2, storage(letter.sampler()));
  }
  if (multiplexed) return;
  if (router.intervals != 0) {
    add("interval_window", 2, storage(letter.interval_window()));
  } else {
    add("contention_window", 2, storage(letter.window()));
  }
}

std::vector<AreaUnit> cbcm_units(const std::map<std::string, uint64_t>& values) {
  const auto get = [&](const char* name) { return static_cast<unsigned>(values.at(name)); };
  CbcmRouter::Params router;
  router.radix = get("radix");
  router.vcs = get("vcs");
  router.speedup = get("speedup");
  router.num_samples = get("num_samples");
  router.bound_sample_interval = get("bound_sample_interval");
  router.weighted = get("weighted");
  router.sample_interval = get("sample_interval");
  router.intervals = get("intervals");
  router.validate();
  CbcmNic::Params nic;
  nic.nodes = get("nodes");
  nic.list_granularity = get("list_granularity");
  nic.throttle_entries = get("throttle_entries");
  nic.validate();
  EarlyThrottler::Params early;
  early.nodes = nic.nodes;
  early.radix = router.radix;
  early.entries = get("early_entries");
  early.sources = get("early_sources");
  if (early.entries != 0) early.validate();

  std::vector<AreaUnit> units;
  units.push_back(area_unit("router", "cbcm_router", 0, storage(router)));
  add_contention_units(router, units);
  units.push_back(area_unit("router", "packet_marker", 1, storage(router.marker())));
  if (early.entries != 0) {
    units.push_back(area_unit("router", "early_throttler", 0, storage(early)));
  }
  units.push_back(area_unit("nic", "pace_counter", 0, storage(PaceCounter::Params{})));
  units.push_back(area_unit("nic", "cbcm_nic", 0, storage(nic)));
  units.push_back(area_unit("nic", "hotspot_detector", 1, storage(nic.detector())));
  units.back().paper_bits = nic.detector().list_size();
  units.back().paper_formula = "nodes / ListGranularity, one bit per source";
  units.push_back(area_unit("nic", "token_throttler", 1, storage(nic.throttler())));
  units.push_back(area_unit("nic", "unthrottle_monitor", 1, storage(nic.monitor())));
  return units;
}

const AreaRegistration registration{
    AreaInfo{"cbcm",
             {{"num_samples", 12, "samples in the window of an output; the paper: 100"},
              {"bound_sample_interval", 6, "samples per maximum and minimum; the paper: 10"},
              {"weighted", 0, "1: exact weighted degree instead of the randomised one"},
              {"sample_interval", 8,
               "cycles between two samples of an output: 8, 16; 1: the paper's letter"},
              {"intervals", 0,
               "sample_interval 1: the window keeps a sum and a spread per interval, not every sample"},
              {"vcs", 4, "sampled VCs per input"},
              {"speedup", 2, "switch passes per cycle"},
              {"list_granularity", 1, "sources per bit of the source list"},
              {"throttle_entries", 8, "hotspots that a source can be throttled towards"},
              {"early_entries", 0, "destinations that a router observes; 0: no early throttling"},
              {"early_sources", 16, "sources per destination that a router can list"}},
             cbcm_units}};

}  // namespace
}  // namespace chokepoint
