// SPDX-License-Identifier: Apache-2.0
// Random small networks with SRP or ECN as scenario files, from a seed.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "sim/common/random.h"

namespace chokepoint::test {

class RandomScenario {
 public:
  /// `built`: only what there are RTL variants for.
  RandomScenario(uint64_t seed, const std::string& mechanism, bool built)
      : random_(seed, 1, RandomPurpose::kTestStimulus), built_(built) {
    const std::string network = choose_network();
    const std::string traffic = choose_traffic();
    text = fmt::format("title = \"random {}\"\n\n", seed) + network;
    text += buffers() + routing_ + "\n[mechanism]\n" + text_key("name", mechanism.c_str());
    text += mechanism == "srp" ? srp() : ecn();
    text += traffic;
    text += run(seed);
  }

  std::string text;
  bool switched = false;  ///< the mechanism is switched off and on

 private:
  template <class T>
  T pick(std::initializer_list<T> values) {
    return values.begin()[random_.below(values.size())];
  }
  unsigned from_to(unsigned low, unsigned high) {
    return low + static_cast<unsigned>(random_.below(high - low + 1));
  }
  bool chance(unsigned one_in) { return random_.below(one_in) == 0; }

  std::string choose_network() {
    const unsigned kind = from_to(0, 5);
    if (kind <= 2) return flattened_butterfly();
    return kind == 5 ? graph() : fat_tree();
  }
  std::string flattened_butterfly() {
    static const std::vector<std::vector<unsigned>> shapes = {
        {2}, {3}, {4}, {6}, {2, 2}, {3, 2}, {4, 2}, {3, 3}, {4, 4}, {2, 2, 2}};
    const std::vector<unsigned>& shape = shapes[random_.below(shapes.size())];
    unsigned routers = 1;
    for (const unsigned k : shape) routers *= k;
    const unsigned least = (3 + routers) / routers;  // 4 nodes
    const unsigned concentration = std::max(least, from_to(1, 4));
    nodes_ = routers * concentration;
    const char* function = pick({"minimal", "valiant", "ugal"});
    const bool minimal = function == std::string("minimal");
    data_vcs_ = minimal ? pick({1u, 2u, 3u}) : pick({2u, 3u, 4u});
    routing_ = "\n[routing]\n" + text_key("function", function);
    const bool hops = !minimal && shape.size() == 1 && chance(3);
    return fmt::format("[network]\ndimensions = [{}]\nconcentration = {}\nvc_classes = \"{}\"\n",
                       fmt::join(shape, ", "), concentration, hops ? "hops" : "phase");
  }
  std::string fat_tree() {
    const unsigned levels = from_to(2, 3), arity = from_to(2, levels == 2 ? 8 : 4);
    nodes_ = levels == 2 ? arity * arity : arity * arity * arity;
    data_vcs_ = from_to(1, 2);
    routing_ = "\n[routing]\n" + text_key("function", pick({"nearest_common_ancestor", "minimal"}));
    return fmt::format("[network]\ntopology = \"fat_tree\"\narity = {}\nlevels = {}\n", arity,
                       levels);
  }
  /// A tree, some channels doubled.
  std::string graph() {
    const unsigned routers = from_to(1, 5);
    std::vector<unsigned> router_nodes;
    nodes_ = 0;
    for (unsigned r = 0; r < routers; ++r) {
      router_nodes.push_back(r == 0 ? from_to(4, 6) : from_to(0, 3));
      nodes_ += router_nodes.back();
    }
    std::vector<std::string> links;
    for (unsigned r = 1; r < routers; ++r) {
      const std::string link = fmt::format("[{}, {}]", r, from_to(0, r - 1));
      links.insert(links.end(), chance(3) ? 2 : 1, link);
    }
    data_vcs_ = from_to(1, 3);
    routing_ = "\n[routing]\nfunction = \"minimal\"\n";
    return fmt::format("[network]\ntopology = \"graph\"\nrouter_nodes = [{}]\n{}",
                       fmt::join(router_nodes, ", "),
                       links.empty() ? "" : fmt::format("links = [{}]\n", fmt::join(links, ", ")));
  }

  /// A line of the file.
  template <class T>
  static std::string key(const char* name, const T& value) {
    return fmt::format("{} = {}\n", name, value);
  }
  static std::string text_key(const char* name, const char* value) {
    return fmt::format("{} = \"{}\"\n", name, value);
  }

  std::string buffers() {
    std::string s = key("data_vcs", data_vcs_);
    s += text_key("input_queues", pick({"voq", "fifo"}));
    s += key("vc_buffer_flits", largest_packet_ * pick({1u, 1u, 2u, 6u}));
    s += key("output_buffer_flits", largest_packet_ * pick({1u, 1u, 3u}));
    s += key("speedup", built_ ? 2 : from_to(1, 2));
    s += key("channel_latency", pick({1u, 3u, 10u, 30u}));
    s += key("node_channel_latency", pick({1u, 2u, 5u}));
    s += key("router_latency", pick({1u, 1u, 3u}));
    s += key("send_queue_flits", largest_message_ * largest_packet_ * from_to(1, 4));
    return s + key("control_queue_packets", pick({1u, 4u, 256u}));
  }

  std::string srp() {
    const unsigned n_min = pick({1u, 2u, 4u});
    std::string s = key("n_min", n_min);
    s += key("n_max", std::max(n_min, pick({2u, 4u, 5u, 16u, 64u})));
    s += key("epsilon", pick({"0.0", "0.05", "0.4"}));
    s += key("ttw", pick({1u, 2u, 5u, 20u, 100u, 2000u}));
    s += key("reservation_entries", built_ ? 16 : pick({1u, 2u, 4u, 16u}));
    s += key("retransmission_packets", largest_message_ * pick({1u, 1u, 2u, 10u}));
    s += key("lead", pick({0u, 0u, 40u}));
    s += key("charge_bypass", chance(3));
    return s + key("predictive_drop", !built_ && chance(4));
  }
  std::string ecn() {
    const unsigned minimum = pick({0u, 0u, 5u});
    std::string s = text_key("mode", pick({"additive", "cct"}));
    s += key("threshold", pick({"0.0", "0.5", "0.9", "2.0"}));
    s += text_key("threshold_scope", pick({"vc", "input"}));
    s += key("threshold_weight", pick({0u, 0u, 8u, 15u}));
    s += key("marking_rate", !built_ && chance(4) ? 3 : 0);
    s += key("packet_size", pick({0u, 0u, 4u}));
    s += text_key("victim_mask", pick({"none", "nodes", "all"}));
    s += key("delay_entries", built_ ? 16 : pick({1u, 2u, 16u}));
    s += key("increment", pick({1u, 30u, 400u}));
    s += key("decrement", pick({1u, 10u, 50u}));
    s += key("maximum", pick({1u, 20u, 300u}));
    s += key("timer", pick({1u, 10u, 200u}));
    s += key("free_running", chance(2));
    s += key("cct_increase", pick({1u, 20u}));
    s += key("cct_limit", from_to(minimum + 1, 127));
    s += key("cct_minimum", minimum);
    s += key("cct_timer", pick({1u, 20u, 500u}));
    return s + key("cct_shift", from_to(0, 3));
  }

  std::string sizes() {
    switch (from_to(0, 3)) {
      case 0: {
        const unsigned low = from_to(1, 3), high = low + from_to(1, 6);
        largest_message_ = std::max(largest_message_, high);
        return fmt::format("message_packets = {}\nmessage_packets_max = {}\n", low, high);
      }
      case 1:
        largest_message_ = std::max(largest_message_, 20u);
        return "message_sizes = [1, 4, 20]\nmessage_weights = [3, 2, 1]\n";
      default: {
        const unsigned packets = pick({1u, 4u, 5u, 9u});
        largest_message_ = std::max(largest_message_, packets);
        return fmt::format("message_packets = {}\n", packets);
      }
    }
  }
  std::string group(const char* name, const std::string& pattern, const std::string& who) {
    const unsigned flits = pick({1u, 2u, 3u, 5u, 8u});
    largest_packet_ = std::max(largest_packet_, flits);
    std::string text =
        fmt::format("\n[[traffic]]\nname = \"{}\"\npattern = \"{}\"\n{}", name, pattern, who);
    text += key("packet_flits", flits);
    text += sizes();
    const unsigned how = from_to(0, 7);
    if (how == 0) return text + "generate = \"impulse\"\n";
    text += key("rate", pick({"0.0", "0.05", "0.2", "0.4", "0.7", "1.0"}));
    if (how == 1) text += "generate = \"periodic\"\nburst_cycles = 40\nperiod_cycles = 150\n";
    return text;
  }
  std::string choose_traffic() {
    if (chance(3)) return group("all", pick({"uniform", "random_permutation"}), "");
    // Some nodes to one or two hotspots, the others among themselves.
    std::vector<unsigned> nodes(nodes_);
    std::iota(nodes.begin(), nodes.end(), 0);
    for (unsigned i = nodes_; i > 1; --i) std::swap(nodes[i - 1], nodes[random_.below(i)]);
    const unsigned hotspots = nodes_ >= 6 ? from_to(1, 2) : 1;
    const unsigned senders = from_to(1, nodes_ - hotspots);
    const auto part = [&nodes](unsigned first, unsigned count) {
      return std::vector<unsigned>(nodes.begin() + first, nodes.begin() + first + count);
    };
    std::string text = group(
        "hot", "hotspot",
        fmt::format("sources = [{}]\ndestinations = [{}]\n",
                    fmt::join(part(hotspots, senders), ", "), fmt::join(part(0, hotspots), ", ")));
    if (nodes_ - senders - hotspots >= 2 && !chance(4)) {
      text += group("rest", "uniform", "sources = \"rest\"\n");
    }
    return text;
  }

  std::string run(uint64_t seed) {
    const unsigned measure = std::max(500u, std::min(4000u, 25000 / nodes_));
    std::string text = "\n[run]\nwarmup = 0\ndrain = 400000\nwatchdog = 20000\n";
    text += key("measure", measure) + key("seed", seed);
    text += key("start_cycle",
                pick({uint64_t{0}, (uint64_t{1} << 32) - 150, (uint64_t{1} << 16) - 150}));
    switched = chance(6);
    if (switched) {
      const unsigned off = from_to(10, measure - 1);
      text += key("disable_at", off);
      if (!chance(4)) text += key("enable_at", off + pick({1u, 7u, 60u}));
    }
    return text;
  }

  RandomStream random_;
  bool built_;
  unsigned nodes_ = 0, data_vcs_ = 1, largest_packet_ = 1, largest_message_ = 1;
  std::string routing_;
};

}  // namespace chokepoint::test
