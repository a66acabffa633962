// SPDX-License-Identifier: Apache-2.0
// One node's generators: Bernoulli gaps drawn ahead (all the time or in bursts), a single message,
// or rows of a list; one pending message each.
#include "sim/traffic/traffic_source.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "sim/traffic/fixed_gap.h"
#include "sim/traffic/geometric_gap.h"
#include "sim/traffic/message_sizes.h"
#include "sim/traffic/pattern.h"

namespace chokepoint {

/// Two cache lines have all that messages of one size at a constant rate need: others come between
/// two messages of a node, and each line is read from far.
struct alignas(64) TrafficSource::Generator {
  // the pending message
  Cycle time = ~Cycle{0};
  NodeId destination = 0;
  uint32_t flits = 0;
  uint16_t packet_flits = 1;
  uint8_t group = 0;
  bool done = false;      ///< kImpulse: the message has been made
  bool fixed = false;     ///< Spacing::kFixed
  uint32_t one_size = 0;  ///< flits of every message; 0: see `sizes`
  Cycle stop = 0;
  // all patterns but list
  std::unique_ptr<Pattern> pattern;
  GeometricGap gap;
  Generate generate = Generate::kRate;
  alignas(64) RandomStream gap_random;
  RandomStream destination_random;

  Cycle start = 0;
  Cycle burst = 0, period = 0;  ///< kPeriodic
  FixedGap fixed_gap;
  RandomStream size_random;
  MessageSizes sizes;
  // list
  const ListEntry* entry = nullptr;
  const ListEntry* entries_end = nullptr;
  std::deque<Message> added;  ///< after the pending one

  Cycle next_time(Cycle earliest) {
    if (generate == Generate::kImpulse) {
      return std::exchange(done, true) ? ~Cycle{0} : earliest;
    }
    const Cycle wait = fixed ? fixed_gap.draw(gap_random) : gap.draw(gap_random);
    if (wait == GeometricGap::kNever) return ~Cycle{0};
    if (generate == Generate::kRate)
      return wait > ~Cycle{0} - earliest ? ~Cycle{0} : earliest + wait;
    // The gaps run in the cycles within bursts, which are counted from `start`.
    const Cycle since = earliest - start;
    const Cycle within = since / period * burst + std::min(since % period, burst);
    if (wait >= (Cycle{1} << 40)) return ~Cycle{0};  // beyond every run; times the period it fits
    const Cycle at = within + wait;
    if (at / burst >= stop / period + 1) return ~Cycle{0};
    return start + at / burst * period + at % burst;
  }

  /// Makes the next message pending; it is created at `earliest` or later.
  void schedule(Cycle earliest) {
    if (pattern) {
      time = next_time(earliest);
      if (time < stop) {
        destination = pattern->destination(destination_random);
        flits = one_size != 0 ? one_size : packet_flits * sizes.draw(size_random);
      }
    } else if (entry != entries_end) {
      time = std::max(earliest, entry->cycle);
      destination = entry->destination;
      flits = entry->flits;
      ++entry;
    } else if (!added.empty()) {
      const Message& message = added.front();
      time = std::max(earliest, message.created);
      destination = message.destination;
      flits = message.flits;
      packet_flits = message.packet_flits;
      group = message.group;
      added.pop_front();
    } else {
      time = ~Cycle{0};
    }
    if (time >= stop) time = ~Cycle{0};
  }
};

TrafficSource::TrafficSource(const Scenario& scenario, NodeId node) {
  const Cycle end = scenario.run.warmup + scenario.run.measure;
  for (size_t g = 0; g < scenario.traffic.size(); ++g) {
    const TrafficConfig& group = scenario.traffic[g];
    if (group.of_workload ||
        std::find(group.sources.begin(), group.sources.end(), node) == group.sources.end())
      continue;
    auto generator = std::make_unique<Generator>();
    const auto index = static_cast<uint32_t>(g);
    generator->group = static_cast<uint8_t>(g);
    generator->packet_flits = static_cast<uint16_t>(group.packet_flits);
    generator->start = group.start;
    generator->stop = std::min(group.stop, end);
    if (group.pattern == "list") {
      const auto range = std::equal_range(
          group.entries.begin(), group.entries.end(), ListEntry{0, node, 0, 0},
          [](const ListEntry& a, const ListEntry& b) { return a.source < b.source; });
      generator->entry = group.entries.data() + (range.first - group.entries.begin());
      generator->entries_end = group.entries.data() + (range.second - group.entries.begin());
    } else {
      const auto found = patterns().find(group.pattern);
      if (found == patterns().end())
        throw InputError("pattern: '" + group.pattern + "' is unknown");
      generator->pattern = found->second.make(scenario, group, node);
      generator->generate = group.generate;
      generator->burst = group.burst_cycles;
      generator->period = group.period_cycles;
      generator->sizes = MessageSizes(group);
      generator->one_size = generator->sizes.only() * group.packet_flits;
      generator->gap = GeometricGap(group.rate, generator->sizes.total() * group.packet_flits,
                                    generator->sizes.count());
      generator->fixed = group.spacing == Spacing::kFixed;
      generator->fixed_gap = FixedGap(group.rate, generator->sizes.total() * group.packet_flits,
                                      generator->sizes.count());
      generator->gap_random =
          RandomStream(scenario.run.seed, node, RandomPurpose::kTrafficGap, index);
      generator->destination_random =
          RandomStream(scenario.run.seed, node, RandomPurpose::kTrafficDestination, index);
      generator->size_random =
          RandomStream(scenario.run.seed, node, RandomPurpose::kTrafficSize, index);
    }
    generator->schedule(group.start);
    generators_.push_back(std::move(generator));
  }
  find_next();
}

TrafficSource::~TrafficSource() = default;
TrafficSource::TrafficSource(TrafficSource&&) noexcept = default;

void TrafficSource::list_state(StateLines& lines) const {
  lines.add(*this);
  lines.add_all(generators_);
  for (const auto& generator : generators_) lines.add(*generator);
}

void TrafficSource::find_next() {
  if (generators_.size() == 1 && next_ != nullptr) {
    next_time_ = next_->time;
    return;
  }
  next_ = nullptr;
  next_time_ = ~Cycle{0};
  for (const auto& generator : generators_) {  // equal times: the group listed first
    if (generator->time < next_time_) {
      next_ = generator.get();
      next_time_ = generator->time;
    }
  }
}

Message TrafficSource::peek() const {
  Message message;
  message.destination = next_->destination;
  message.flits = next_->flits;
  message.packet_flits = next_->packet_flits;
  message.group = next_->group;
  message.created = next_time_;
  return message;
}

void TrafficSource::take() {
  next_->schedule(next_time_ + (next_->pattern ? 1 : 0));  // rows of a list may share a cycle
  find_next();
}

void TrafficSource::add(const Message& message) {
  if (added_ == nullptr) {
    generators_.push_back(std::make_unique<Generator>());
    added_ = generators_.back().get();
    added_->stop = ~Cycle{0};
  }
  added_->added.push_back(message);
  if (added_->time == ~Cycle{0}) added_->schedule(0);
  next_ = nullptr;
  find_next();
}

void TrafficSource::stall(Cycle now) {
  next_->time = now + 1 < next_->stop ? now + 1 : ~Cycle{0};
  find_next();
}

}  // namespace chokepoint
