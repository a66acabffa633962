// SPDX-License-Identifier: Apache-2.0
// In steady state a run takes nothing from the heap: every operator new of this program is counted.
// One that fails in a thread of the network's ends the run, not the program.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tb/network/network_run.h"

namespace {
std::atomic<uint64_t> allocations{0};
size_t most_elsewhere = ~size_t{0};  ///< bytes that any thread but the one below gets at once
thread_local bool is_main_thread = false;

void* counted(size_t size) {
  ++allocations;
  if (size > most_elsewhere && !is_main_thread) throw std::bad_alloc();
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

void* counted(size_t size, std::align_val_t alignment) {
  ++allocations;
  const size_t step = static_cast<size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}
}  // namespace

// Not inlined: gcc takes a pair of which it has inlined one half for a mistake.
[[gnu::noinline]] void* operator new(size_t size) {
  return counted(size);
}
[[gnu::noinline]] void* operator new[](size_t size) {
  return counted(size);
}
[[gnu::noinline]] void* operator new(size_t size, std::align_val_t alignment) {
  return counted(size, alignment);
}
[[gnu::noinline]] void* operator new[](size_t size, std::align_val_t alignment) {
  return counted(size, alignment);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace chokepoint::test {
namespace {

/// Allocations of the cycles before `steady` and from there on.
class AllocationProbe : public Probe {
 public:
  explicit AllocationProbe(Cycle steady) : steady_(steady) {}
  void cycle(Cycle now, Network&) override {
    if (now == 0) first_ = allocations;
    if (now == steady_) before_ = allocations;
    last_ = allocations;
  }
  void report(Figures& figures) const override {
    figures["before"] = static_cast<double>(before_ - first_);
    figures["steady"] = static_cast<double>(last_ - before_);
  }

 private:
  Cycle steady_;
  uint64_t first_ = 0, before_ = 0, last_ = 0;
};

// Pools and tables grow to what the load needs, then nothing is allocated any more.
TEST(Allocation, NoneInSteadyState) {
  for (const char* mechanism : {"none", "ideal", "cbcm", "srp", "ecn"}) {
    for (const EngineKind engine : {EngineKind::kModel, EngineKind::kRtl}) {
      Scenario scenario = small_network(mechanism, "ugal");
      scenario.engine = engine;
      scenario.network.send_queue_flits = 256;
      scenario.run.measure = 150000;
      scenario.run.drain = 0;
      add_traffic(scenario, "hot", "hotspot", {0, 8, 12}, {4}, 0.5, 8);
      add_traffic(scenario, "ur", "uniform", {1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15}, {}, 0.3, 8);
      AllocationProbe probe(100000);
      const RunSummary run = run_in_child(scenario, &probe);
      EXPECT_EQ(run.exit_code, 0) << run.error;
      EXPECT_GT(run.at("before"), 0) << "the counter counts nothing";
      EXPECT_EQ(run.at("steady"), 0) << mechanism << (engine == EngineKind::kRtl ? ", RTL" : "");
    }
  }
}

// Router 3 has no more to do than to expect messages from the routers of the other thread, so many
// of them that the list of those to come grows.
TEST(Threads, OneThatGetsNoMemoryEndsTheRunWithAnError) {
  Scenario scenario = small_network();
  scenario.network.send_queue_flits = 0;
  scenario.run.drain = 0;
  add_traffic(scenario, "hot", "hotspot", {0, 1, 2, 3, 8, 9, 10, 11}, {13}, 1.0, 1, 1);
  is_main_thread = true;
  const auto run = [&](size_t most) {
    most_elsewhere = most;
    const RunSummary run =
        run_in_child(scenario, nullptr, FetchUse::kWhereItPays, {}, ThreadWish{2, 1});
    most_elsewhere = ~size_t{0};
    return run;
  };
  EXPECT_EQ(run(~size_t{0}).threads, 2u);
  const RunSummary failed = run(size_t{128} << 10);
  EXPECT_EQ(failed.exit_code, 4);
  EXPECT_NE(failed.error.find("router"), std::string::npos) << failed.error;
  EXPECT_NE(failed.error.find("std::bad_alloc"), std::string::npos) << failed.error;
  EXPECT_EQ(failed.summary.at("status"), "internal error");
}

}  // namespace
}  // namespace chokepoint::test
