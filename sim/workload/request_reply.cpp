// SPDX-License-Identifier: Apache-2.0
// Workload `request_reply`: clients keep so many requests outstanding, servers answer each of them.
#include <algorithm>
#include <deque>

#include "sim/common/random.h"
#include "sim/workload/workload.h"

namespace chokepoint {
namespace {

enum Group : unsigned { kRequests = 0, kReplies = 1 };

/// A node's part, as client, as server or as both. A job begins when its request is queued, goes to
/// a random server that is not the client itself, and ends with the last flit of the reply. A
/// request carries the number of its place among those outstanding, the reply gives it back.
class RequestReplyNode : public NodeWorkload {
 public:
  RequestReplyNode(const Scenario& scenario, NodeId node, bool client)
      : config_(scenario.workload),
        random_(scenario.run.seed, node, RandomPurpose::kWorkload),
        start_(static_cast<Cycle>(config_.integer("start"))),
        service_(static_cast<Cycle>(config_.integer("service_cycles"))) {
    if (!client) return;
    counts_.jobs = static_cast<uint64_t>(config_.integer("jobs"));
    for (const NodeId server : config_.nodes.at("servers")) {
      if (server != node) servers_.push_back(server);
    }
    const auto places =
        std::min<uint64_t>(counts_.jobs, static_cast<uint64_t>(config_.integer("outstanding")));
    began_.resize(places);
    for (uint64_t place = places; place-- != 0;) free_.push_back(static_cast<uint32_t>(place));
    to_request_ = counts_.jobs;
    choose_server();
  }

  Cycle next_time() const override {
    const Cycle reply = replies_.empty() ? ~Cycle{0} : replies_.front().due;
    return std::min(reply, may_request() ? start_ : ~Cycle{0});
  }
  Message peek(Cycle now) const override {
    Message message;
    message.packet_flits = static_cast<uint16_t>(config_.integer("packet_flits"));
    if (reply_is_due(now)) {
      message.destination = replies_.front().client;
      message.flits = static_cast<uint32_t>(config_.integer("reply_flits"));
      message.group = static_cast<uint8_t>(config_.first_group + kReplies);
      message.tag = replies_.front().tag;
    } else {
      message.destination = server_;
      message.flits = static_cast<uint32_t>(config_.integer("request_flits"));
      message.group = static_cast<uint8_t>(config_.first_group + kRequests);
      message.tag = free_.back();
    }
    return message;
  }
  void take(Cycle now) override {
    if (reply_is_due(now)) return replies_.pop_front();
    began_[free_.back()] = now;
    free_.pop_back();
    --to_request_;
    choose_server();
  }
  void delivered(Cycle now, const DeliveredMessage& delivery) override {
    if (delivery.group == config_.first_group + kRequests) {
      replies_.push_back({now + service_, delivery.source, delivery.tag});
      return;
    }
    counts_.end_job(began_.at(delivery.tag), now);
    free_.push_back(delivery.tag);
  }
  bool done() const override { return replies_.empty() && counts_.done == counts_.jobs; }

 private:
  struct Reply {
    Cycle due;
    NodeId client;
    uint32_t tag;
  };
  bool may_request() const { return to_request_ != 0 && !free_.empty(); }
  /// Then it goes before requests.
  bool reply_is_due(Cycle now) const { return !replies_.empty() && replies_.front().due <= now; }
  void choose_server() {
    if (to_request_ != 0) server_ = servers_[random_.below(servers_.size())];
  }

  const WorkloadConfig& config_;
  RandomStream random_;
  Cycle start_, service_;
  std::vector<NodeId> servers_;
  NodeId server_ = 0;         ///< of the next request
  uint64_t to_request_ = 0;   ///< jobs that have not begun
  std::vector<Cycle> began_;  ///< by place among those outstanding
  std::vector<uint32_t> free_;
  std::deque<Reply> replies_;  ///< in order of their times: every service takes the same time
};

void check(const Scenario& scenario) {
  const WorkloadConfig& workload = scenario.workload;
  const std::vector<NodeId>& servers = workload.nodes.at("servers");
  for (const NodeId client : workload.nodes.at("clients")) {
    if (servers.size() == 1 && servers[0] == client) {
      throw InputError("servers: client " + std::to_string(client) +
                       " has no server but itself; give another one");
    }
  }
}

std::vector<WorkloadGroup> groups(const Scenario& scenario) {
  const WorkloadConfig& workload = scenario.workload;
  const auto group = [&](const char* name, const char* from, const char* to, const char* size) {
    TrafficConfig config;
    config.name = config.traffic_class = name;
    config.sources = workload.nodes.at(from);
    config.destinations = workload.nodes.at(to);
    config.packet_flits = static_cast<unsigned>(workload.integer("packet_flits"));
    return WorkloadGroup{config, static_cast<uint32_t>(workload.integer(size)), size};
  };
  return {group("requests", "clients", "servers", "request_flits"),
          group("replies", "servers", "clients", "reply_flits")};
}

const WorkloadRegistration registration{WorkloadInfo{
    "request_reply",
    "clients keep so many requests to random servers outstanding, each is answered",
    {nodes_key("clients", "rest", "who sends requests; \"rest\": nodes that are no servers"),
     nodes_key("servers", "", "who answers them (required)"),
     integer_key("jobs", 100, 0, 1e9, "", "requests of each client"),
     integer_key("outstanding", 4, 1, 65535, "", "requests of a client without reply at most"),
     integer_key("request_flits", 4, 1, 1 << 20, "flits", "length of a request"),
     integer_key("reply_flits", 32, 1, 1 << 20, "flits", "length of a reply"),
     integer_key("packet_flits", 32, 1, 1023, "flits", "messages are cut to packets of this size"),
     integer_key("service_cycles", 0, 0, 1e9, "cycles", "from a request's last flit to its reply"),
     integer_key("start", 0, 0, 1e12, "cycles", "first cycle with requests")},
    check,
    groups,
    [](const Scenario& scenario, NodeId node) -> std::unique_ptr<NodeWorkload> {
      const auto has = [&](const char* role) {
        const std::vector<NodeId>& nodes = scenario.workload.nodes.at(role);
        return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
      };
      if (!has("clients") && !has("servers")) return nullptr;
      return std::make_unique<RequestReplyNode>(scenario, node, has("clients"));
    }}};

}  // namespace
}  // namespace chokepoint
