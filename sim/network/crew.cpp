// SPDX-License-Identifier: Apache-2.0
// How the threads of a crew wait for each other.
#include "sim/network/crew.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <fmt/format.h>

#include <system_error>

#include "sim/common/types.h"

namespace chokepoint {

namespace {

void pause() {
#ifdef __SSE2__
  _mm_pause();
#endif
}

}  // namespace

Crew::Crew(unsigned size) : looks_(std::thread::hardware_concurrency() >= size ? 1000 : 0) {
  threads_.reserve(size - 1);
  try {
    for (unsigned number = 1; number < size; ++number) {
      threads_.emplace_back([this, number] { work(number); });
    }
  } catch (const std::system_error& error) {
    const size_t started = threads_.size() + 1;
    end();  // before they are destroyed
    throw InputError(fmt::format("--threads: {} threads cannot be had ({}); use {} at most", size,
                                 error.code().message(), started));
  }
}

Crew::~Crew() {
  end();
}

void Crew::end() {
  over_ = true;
  ++round_;
  wake(idle_sleepers_);
  for (std::thread& thread : threads_) thread.join();
}

/// A sleeper is counted before it looks once more, and whoever makes it ready looks for sleepers
/// afterwards: one of the two sees the other.
template <class Ready>
void Crew::wait(std::atomic<unsigned>& sleepers, Ready&& ready) {
  for (unsigned looks = 0; looks < looks_; ++looks) {
    if (ready()) return;
    pause();
  }
  std::unique_lock<std::mutex> lock(mutex_);
  ++sleepers;
  changed_.wait(lock, ready);
  --sleepers;
}

void Crew::wake(const std::atomic<unsigned>& sleepers) {
  if (sleepers == 0) return;
  { const std::lock_guard<std::mutex> lock(mutex_); }
  changed_.notify_all();
}

void Crew::run(const std::function<void(unsigned)>& job) {
  job_ = &job;
  working_ = static_cast<unsigned>(threads_.size());
  ++round_;
  wake(idle_sleepers_);
  job(0);
  wait(caller_sleeps_, [this] { return working_ == 0; });
}

void Crew::work(unsigned number) {
  for (uint64_t seen = 0;; ++seen) {
    wait(idle_sleepers_, [this, seen] { return round_ != seen; });
    if (over_) return;
    (*job_)(number);
    if (--working_ == 0) wake(caller_sleeps_);
  }
}

}  // namespace chokepoint
