// SPDX-License-Identifier: Apache-2.0
// Wires: declarations, what is under way, and in which order it arrives.
#include "sim/channel/wire_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>

namespace chokepoint {

std::string WirePlace::name() const {
  return fmt::format("{} {}", is_nic() ? "NIC" : "router", number);
}

WireBoard::WireBoard(unsigned routers, std::vector<RouterId> site_of_node)
    : routers_(routers),
      site_of_node_(std::move(site_of_node)),
      sites_(routers),
      sent_(routers + site_of_node_.size()),
      rank_(sent_.size()) {
  std::vector<uint32_t> order(sent_.size());
  std::iota(order.begin(), order.end(), 0u);
  // Routers have the lower numbers, so they come before their NICs.
  std::stable_sort(order.begin(), order.end(),
                   [this](uint32_t a, uint32_t b) { return site_of(a) < site_of(b); });
  for (uint32_t rank = 0; rank < order.size(); ++rank) rank_[order[rank]] = rank;
}

uint32_t WireBoard::attach(WirePlace place, const WireSpec& spec, std::type_index type,
                           Receive receive, const WireMessages& messages) {
  const auto fail = [&](const std::string& what) {
    throw InputError(fmt::format("wire '{}' at {}: {}", spec.name, place.name(), what));
  };
  if (spec.latency == 0 || spec.latency > kLongest) {
    fail(fmt::format("a latency of {} cycles is out of range; legal is 1..{}", spec.latency,
                     kLongest));
  }
  auto wire = std::find_if(wires_.begin(), wires_.end(),
                           [&spec](const Declared& other) { return other.spec.name == spec.name; });
  if (wire == wires_.end()) {
    wires_.push_back({spec, type, messages, std::vector<Receive>(sent_.size())});
    wire = std::prev(wires_.end());
    longest_ = std::max(longest_, spec.latency);
    if (spec.reach == WireReach::kAnySite) shortest_ = std::min(shortest_, spec.latency);
  } else if (wire->spec.latency != spec.latency || wire->spec.reach != spec.reach) {
    fail(
        fmt::format("its latency is {} cycles here and {} elsewhere, or its reach another; a wire "
                    "has one of each",
                    spec.latency, wire->spec.latency));
  } else if (wire->type != type) {
    fail("its values are of another type here than elsewhere; a wire has one");
  }
  Receive& own = wire->receive[index_of(place)];
  if (own) fail("it has an end here already");
  own = std::move(receive);
  return static_cast<uint32_t>(wire - wires_.begin());
}

void WireBoard::send(Cycle now, uint32_t wire, WirePlace from, WirePlace to, const void* bits,
                     size_t bytes) {
  const Declared& declared = wires_[wire];
  const uint32_t sender = index_of(from), receiver = index_of(to);
  const bool known = to.number < (to.is_nic() ? site_of_node_.size() : size_t{routers_});
  const auto fail = [&](const char* what) {
    throw CheckError(fmt::format("cycle {}: {} sends to {} on wire '{}': {}", now, from.name(),
                                 to.name(), declared.spec.name, what));
  };
  if (!known || !declared.receive[receiver]) fail("it has no end there");
  const RouterId site = site_of(sender);
  const bool own = site == site_of(receiver);
  if (!own && declared.spec.reach == WireReach::kOwnSite) fail("it does not leave its site");
  Value value{};
  value.due = now + declared.spec.latency;
  value.number = sent_[sender]++;
  value.from = sender;
  value.to = receiver;
  value.from_rank = rank_[sender];
  value.wire = wire;
  std::memcpy(value.bits.data(), bits, bytes);
  if (own) {
    push(sites_[site].queue, value);
  } else {
    sites_[site].outbox.push_back(value);
  }
}

std::vector<std::string> WireBoard::names() const {
  std::vector<std::string> names;
  for (const Declared& wire : wires_) names.push_back(wire.spec.name);
  return names;
}

std::vector<std::string> WireBoard::messages(const std::string& wire) const {
  for (const Declared& declared : wires_) {
    if (declared.spec.name == wire) return declared.messages.names;
  }
  return {};
}

void WireBoard::exchange() {
  if (!any()) return;
  for (Site& site : sites_) {
    for (const Value& value : site.outbox) push(sites_[site_of(value.to)].queue, value);
    site.outbox.clear();
  }
}

size_t WireBoard::under_way() const {
  size_t count = 0;
  for (const Site& site : sites_) count += site.queue.size() + site.outbox.size();
  return count;
}

bool WireBoard::later(const Value& a, const Value& b) {
  return std::tie(a.due, a.from_rank, a.number) > std::tie(b.due, b.from_rank, b.number);
}

void WireBoard::push(std::vector<Value>& queue, const Value& value) {
  queue.push_back(value);
  std::push_heap(queue.begin(), queue.end(), later);
}

WireBoard::Value WireBoard::pop(std::vector<Value>& queue) {
  std::pop_heap(queue.begin(), queue.end(), later);
  const Value first = queue.back();
  queue.pop_back();
  return first;
}

bool WireBoard::hand_on(RouterId site, Cycle now, const Value& value) {
  const Declared& wire = wires_[value.wire];
  const Receive& receive = wire.receive[value.to];
  const WirePlace from = place_of(value.from);
  // Late, it would come in a cycle that depends on how many a tick has.
  if (value.due < now) {
    throw CheckError(fmt::format(
        "cycle {}: {} sends to {} on wire '{}' for cycle {}: a value is sent in the cycle that "
        "runs, not in one that is over",
        now, from.name(), place_of(value.to).name(), wire.spec.name, value.due));
  }
  Fate fate;
  if (disturb_ && !value.struck) {
    static const std::string kOnly;
    const WireMessages& messages = wire.messages;
    const std::string& message =
        messages.names.empty() ? kOnly : messages.names[messages.which(value.bits.data())];
    fate = disturb_(now, {wire.spec.name, message, place_of(value.to), from});
  }
  if (fate.handed_on) receive(now, from, value.bits.data());
  if (!fate.again) return fate.handed_on;
  if (*fate.again == 0) {
    receive(now, from, value.bits.data());
    return true;
  }
  Value again = value;
  again.due = now + *fate.again;
  again.struck = true;
  push(sites_[site].queue, again);
  return fate.handed_on;
}

}  // namespace chokepoint
