// SPDX-License-Identifier: Apache-2.0
// CBCM's scenario keys with their defaults; why a default is what it is stands in
// docs/reference/cbcm/cbcm.md.
#include "sim/mechanisms/cbcm/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/hooks/missing_variant.h"
#include "sim/topology/topology.h"

namespace chokepoint::cbcm {
namespace {

// The scenario keys that a unit's parameter follows from, the one to change first. The other
// parameters are the same in every scenario.
std::map<std::string, std::string> keys_behind(bool multiplexed) {
  return {{"Radix", "network.topology"},
          {"Nodes", "network.topology"},
          {"Vcs", "network.data_vcs, mechanism.sample_hotspot_vc"},
          {"Speedup", "network.speedup"},
          {"NumSamples", multiplexed ? "mechanism.window_samples" : "mechanism.num_samples"},
          {"BoundSampleInterval",
           multiplexed ? "mechanism.bound_samples" : "mechanism.bound_sample_interval"},
          {"Weighted", "mechanism.contention_degree"},
          {"SampleInterval", "mechanism.sample_interval"},
          {"Intervals", "mechanism.window"},
          {"ListGranularity", "mechanism.list_granularity"},
          {"ThrottleEntries", "mechanism.throttle_entries"},
          {"Entries", "mechanism.early_entries"},
          {"Sources", "mechanism.early_sources"}};
}

}  // namespace

std::vector<KeySpec> keys() {
  return {
      integer_key(
          "sample_interval", 8, 1, 16, "cycles",
          "SampleInterval, cycles between two samples of an output: 8 or 16, what a router would "
          "have; 1: the paper's letter, which looks at every input in every cycle"),
      integer_key("window_samples", 12, 4, 128, "samples",
                  "sample_interval above 1: NumSamples, contention degrees averaged"),
      integer_key("bound_samples", 6, 2, 64, "samples",
                  "sample_interval above 1: BoundSampleInterval, samples per maximum and minimum; "
                  "goes 2 to 8 times into window_samples"),
      integer_key("num_samples", 100, 10, 1000, "cycles",
                  "sample_interval 1, and throttle_at = router: NumSamples, contention degrees "
                  "averaged"),
      integer_key("bound_sample_interval", 10, 2, 100, "cycles",
                  "sample_interval 1, and throttle_at = router: BoundSampleInterval, cycles per "
                  "maximum and minimum; divides num_samples"),
      choice_key(
          "window", {"samples", "intervals"},
          "sample_interval 1: samples: the window keeps every sample, as the paper has it; "
          "intervals: a sum and a spread per bound_sample_interval, 27 % of the bits at radix 64"),
      choice_key("contention_degree", {"randomised", "weighted"},
                 "randomised: one requester per input and look; weighted (sample_interval 1): the "
                 "exact degree"),
      choice_key(
          "request_scope", {"held", "waiting"},
          "how long a head packet requests: until its tail leaves, or until it is granted an "
          "output VC"),
      boolean_key("sample_hotspot_vc", false, "heads in the hotspot VC count as requesters"),
      integer_key("list_granularity", 1, 1, 16, "sources",
                  "sources per bit of the detector's list: 1, 2, 4, 8, 16"),
      integer_key("throttle_entries", 8, 1, 64, "entries",
                  "destinations a source can be throttled towards at a time"),
      integer_key("epoch_cycles", 2048, 1, 1 << 23, "cycles",
                  "observation epoch at a destination that received a marked packet"),
      real_key("epsilon", 0.05, 0.0001, 1,
               "share of a destination's bandwidth that throttle messages may use; 1/epsilon is "
               "rounded"),
      choice_key(
          "announce_on", {"membership", "count"},
          "what starts a new round of throttle messages: a changed list, or only a changed number"),
      integer_key("refresh_rounds", 16, 0, 255, "pacing periods",
                  "repeat an unchanged announcement after so many pacing periods; 0: never (the "
                  "paper's letter)"),
      choice_key("token_reset", {"on_allocate", "always"},
                 "which throttle messages reset the tokens: the first, or every one (Algorithm 1's "
                 "letter)"),
      real_key(
          "rate_scale", 1.0, 0.34, 1.0,
          "ticks of the pace per cycle: tokens come at rate_scale / D_t, and epochs and pacing "
          "periods are in ticks; 0.99 for a shared VC (Fig 12)"),
      integer_key("token_cap", 32768, 1, 65535, "flits", "most tokens an entry holds"),
      integer_key("epoch_flits", 128, 1, 65535, "flits",
                  "tokens of an unthrottle epoch, so that it lasts epoch_flits x D_t cycles: one "
                  "message at rate 1/D_t"),
      boolean_key("drain_first", true, "unthrottle only when the send queue is empty"),
      integer_key(
          "lease_epochs", 12, 0, 15, "epochs",
          "a throttled source that hears nothing for so many epochs frees itself; 0: never; "
          "lease_epochs x "
          "epoch_flits must well exceed refresh_rounds / epsilon"),
      boolean_key("hotspot_vc", true,
                  "throttled packets use a low-priority VC of their own; false: the data VCs"),
      boolean_key("throttling", true,
                  "false: throttled sources are isolated and routed minimally, not slowed"),
      choice_key("throttle_at", {"endpoint", "router"},
                 "router: any router throttles the sources of a destination that several of its "
                 "inputs want, until the destination does (Section VI-A)"),
      integer_key("early_entries", 4, 1, 16, "entries",
                  "throttle_at = router: destinations that a router observes at a time"),
      integer_key("early_sources", 16, 2, 64, "sources",
                  "throttle_at = router: sources per destination that a router can list"),
      integer_key("early_windows", 8, 1, 15, "windows",
                  "throttle_at = router: windows of num_samples cycles, in a row, above the "
                  "threshold"),
      integer_key("early_hold_cycles", 4096, 1, (1 << 20) - 1, "cycles",
                  "throttle_at = router: life of a router's entry after it has declared a hotspot, "
                  "or has seen it announced"),
      integer_key("early_round_cycles", 128, 0, (1 << 16) - 1, "cycles",
                  "throttle_at = router: between two rounds of a router's throttle messages"),
  };
}

void check(const Scenario& scenario) {
  const MechanismConfig& m = scenario.mechanism;
  const int64_t samples = m.integer("num_samples"), interval = m.integer("bound_sample_interval");
  if (samples % interval != 0 || samples / interval < 2) {
    throw InputError(fmt::format(
        "bound_sample_interval: {} does not divide num_samples = {} at least twice; use e.g. {}",
        interval, samples, samples % 10 == 0 && samples >= 20 ? 10 : 2));
  }
  const int64_t granularity = m.integer("list_granularity");
  if ((granularity & (granularity - 1)) != 0) {
    throw InputError(fmt::format("list_granularity: {} is not 1, 2, 4, 8 or 16", granularity));
  }
  const int64_t looks = m.integer("sample_interval");
  if (looks != 1 && looks != 8 && looks != 16) {
    throw InputError(fmt::format("sample_interval: {} is not 1, 8 or 16", looks));
  }
  const int64_t window = m.integer("window_samples"), bound = m.integer("bound_samples");
  if (window % bound != 0 || window / bound < 2 || window / bound > 8) {
    throw InputError(fmt::format(
        "bound_samples: {} does not go 2 to 8 times into window_samples = {}; use e.g. 6 in 12",
        bound, window));
  }
  if (looks > 1 && m.text("contention_degree") == "weighted") {
    throw InputError(
        fmt::format("sample_interval: {} goes with contention_degree = randomised "
                    "only: the weighted degree looks at every input in every cycle; "
                    "use 1",
                    looks));
  }
  if (looks > 1 && m.text("window") == "intervals") {
    throw InputError(
        fmt::format("sample_interval: {} goes with window = samples only; use 1", looks));
  }
  if (scenario.nodes() < 16 && scenario.nodes() % static_cast<unsigned>(granularity) != 0) {
    throw InputError(fmt::format("list_granularity: {} does not divide the {} nodes; use 1",
                                 granularity, scenario.nodes()));
  }
  // A refresh is due refresh_rounds pacing periods of D_t / epsilon cycles ahead, and deadlines
  // reach half the cycle counter ahead.
  const double longest = static_cast<double>(scenario.nodes()) *
                         static_cast<double>(m.integer("refresh_rounds")) / m.real("epsilon");
  if (longest >= 2147483648.0) {
    throw InputError(
        fmt::format("refresh_rounds: {} pacing periods of up to {} / epsilon cycles do not fit the "
                    "32-bit cycle counter; "
                    "use at most {}",
                    m.integer("refresh_rounds"), scenario.nodes(),
                    static_cast<int64_t>(2147483647.0 * m.real("epsilon") / scenario.nodes())));
  }
  const int64_t cap = m.integer("token_cap");
  for (const TrafficConfig& group : scenario.traffic) {
    if (static_cast<int64_t>(group.packet_flits) > cap) {
      throw InputError(
          fmt::format("token_cap: {} is below the packets of traffic group `{}` ({} flits), which "
                      "could never be sent; "
                      "use at least {}",
                      cap, group.name, group.packet_flits, group.packet_flits));
    }
  }
  const Config config(scenario);
  bool multiplexed = config.router.multiplexed();
  try {
    params_for<CbcmRouter>(scenario.engine, config.router);
    params_for<CbcmNic>(scenario.engine, config.nic);
    multiplexed = false;  // early_throttler has the letter's window, whatever the router has
    if (config.early) params_for<EarlyThrottler>(scenario.engine, config.early_router);
  } catch (const MissingVariant& missing) {
    throw explained(missing, keys_behind(multiplexed));
  }
}

Config::Config(const Scenario& scenario) {
  if (!make_topology(scenario)->two_way()) {
    throw InputError(fmt::format(
        "network.topology: in {} input and output of one number are no channel's two ends: "
        "cbcm_router takes a packet that leaves by the number it came in by for an error; use a "
        "topology whose channels lead both ways",
        scenario.network.topology));
  }
  if (Routing::turns_back(scenario, *make_topology(scenario))) {
    throw InputError(fmt::format(
        "routing.function: {} lets packets leave a router by the number that they came in by, "
        "which "
        "cbcm_router takes for an error; use another function, or keys with which it does not",
        scenario.routing.function));
  }
  const MechanismConfig& m = scenario.mechanism;
  hotspot_vc = m.boolean("hotspot_vc");
  throttling = m.boolean("throttling");
  const bool sample_hotspot = hotspot_vc && m.boolean("sample_hotspot_vc");
  router.radix = std::max(4u, scenario.radix());
  router.vcs = scenario.network.data_vcs + (sample_hotspot ? 1 : 0);
  router.speedup = scenario.network.speedup;
  router.sample_interval = static_cast<unsigned>(m.integer("sample_interval"));
  const bool multiplexed = router.multiplexed();
  router.num_samples =
      static_cast<unsigned>(m.integer(multiplexed ? "window_samples" : "num_samples"));
  router.bound_sample_interval =
      static_cast<unsigned>(m.integer(multiplexed ? "bound_samples" : "bound_sample_interval"));
  router.weighted = m.text("contention_degree") == "weighted" ? 1 : 0;
  router.intervals = m.text("window") == "intervals" ? 1 : 0;
  sampled_vcs = static_cast<uint32_t>(low_mask(router.vcs));
  request_scope = m.text("request_scope") == "held" ? RequestScope::kHeld : RequestScope::kWaiting;

  nic.nodes = std::max(16u, scenario.nodes());  // the least the units can be built for
  nic.list_granularity = static_cast<unsigned>(m.integer("list_granularity"));
  nic.throttle_entries = static_cast<unsigned>(m.integer("throttle_entries"));
  settings.cfg_epoch_cycles = static_cast<uint32_t>(m.integer("epoch_cycles"));
  settings.cfg_inverse_epsilon = static_cast<uint32_t>(std::lround(1.0 / m.real("epsilon")));
  settings.cfg_announce_on_count = m.text("announce_on") == "count";
  settings.cfg_refresh_rounds = static_cast<uint32_t>(m.integer("refresh_rounds"));
  settings.cfg_token_reset_always = m.text("token_reset") == "always";
  pace_rate = static_cast<uint32_t>(std::lround(65536.0 * m.real("rate_scale")));
  settings.cfg_token_cap = static_cast<uint32_t>(m.integer("token_cap"));
  settings.cfg_epoch_flits = static_cast<uint32_t>(m.integer("epoch_flits"));
  settings.cfg_drain_first = m.boolean("drain_first");
  settings.cfg_lease_epochs = static_cast<uint32_t>(m.integer("lease_epochs"));

  early = m.text("throttle_at") == "router";
  early_router.nodes = nic.nodes;
  early_router.radix = router.radix;
  early_router.entries = static_cast<unsigned>(m.integer("early_entries"));
  early_router.sources = static_cast<unsigned>(m.integer("early_sources"));
  early_router.num_samples = static_cast<unsigned>(m.integer("num_samples"));
  early_router.bound_sample_interval = static_cast<unsigned>(m.integer("bound_sample_interval"));
  early_settings.cfg_windows = static_cast<uint32_t>(m.integer("early_windows"));
  early_settings.cfg_hold_cycles = static_cast<uint32_t>(m.integer("early_hold_cycles"));
  early_settings.cfg_round_cycles = static_cast<uint32_t>(m.integer("early_round_cycles"));
}

}  // namespace chokepoint::cbcm
