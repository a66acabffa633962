// SPDX-License-Identifier: Apache-2.0
// CBCM's storage, unit by unit, beside the paper's arithmetic.
#include "sim/hooks/area.h"

#include "sim/units/cbcm/storage.h"

namespace chokepoint {
namespace {

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
  early.num_samples = router.num_samples;
  early.bound_sample_interval = router.bound_sample_interval;
  if (early.entries != 0) early.validate();

  const ContentionDegreeUnit::Params contention = router.contention();
  std::vector<AreaUnit> units;
  units.push_back(area_unit("router", "cbcm_router", 0, storage(router)));
  units.push_back(area_unit("router", "contention_degree_unit", 1, storage(contention)));
  units.back().paper_bits =
      paper_contention_bits(router.radix, router.num_samples, router.bound_sample_interval);
  units.back().paper_formula =
      "radix x (NumSamples + 2 x NumSamples / BoundSampleInterval) x log2(radix)";
  units.push_back(
      router.weighted != 0
          ? area_unit("router", "weighted_sampler", 2, storage(contention.weighted_sampler()))
      : contention.shared()
          ? area_unit("router", "shared_sampler", 2, storage(contention.shared_sampler()))
          : area_unit("router", "request_sampler", 2, storage(contention.sampler())));
  units.push_back(
      router.intervals != 0
          ? area_unit("router", "interval_window", 2, storage(contention.interval_window()))
          : area_unit("router", "contention_window", 2, storage(contention.window())));
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
             {{"num_samples", 100, "samples in the window of an output"},
              {"bound_sample_interval", 10, "cycles between bound samples"},
              {"weighted", 0, "1: exact weighted degree instead of the randomised one"},
              {"sample_interval", 1,
               "cycles between two looks at an input; above 1: the shared, pipelined sampler"},
              {"intervals", 0,
               "1: the window keeps a sum and a spread per interval, not every sample"},
              {"vcs", 4, "sampled VCs per input"},
              {"speedup", 2, "switch passes per cycle"},
              {"list_granularity", 1, "sources per bit of the source list"},
              {"throttle_entries", 8, "hotspots that a source can be throttled towards"},
              {"early_entries", 0, "destinations that a router observes; 0: no early throttling"},
              {"early_sources", 16, "sources per destination that a router can list"}},
             cbcm_units}};

}  // namespace
}  // namespace chokepoint
