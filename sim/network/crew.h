// SPDX-License-Identifier: Apache-2.0
// Threads that do one job together, again and again.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace chokepoint {

/// A job is short (a tick, some microseconds to a millisecond), so whoever waits looks for a while
/// before it sleeps. What one thread wrote in a job, or its caller before, all see in the next one.
class Crew {
 public:
  /// The caller of run() and `size` - 1 more threads; size 1 or more. InputError if the machine
  /// does not give so many.
  explicit Crew(unsigned size);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }
  /// Calls job(0) here and job(1) ... job(size - 1) in the other threads, and returns when all are
  /// over. A job must not throw.
  void run(const std::function<void(unsigned)>& job);

 private:
  void end();
  void work(unsigned number);
  /// Returns when `ready`, which others make true before they call wake().
  template <class Ready>
  void wait(std::atomic<unsigned>& sleepers, Ready&& ready);
  void wake(const std::atomic<unsigned>& sleepers);

  const std::function<void(unsigned)>* job_ = nullptr;
  bool over_ = false;
  unsigned looks_;                    ///< before a thread sleeps
  std::atomic<uint64_t> round_{0};    ///< of jobs
  std::atomic<unsigned> working_{0};  ///< threads that have not finished this one
  std::atomic<unsigned> idle_sleepers_{0}, caller_sleeps_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::thread> threads_;
};

}  // namespace chokepoint
