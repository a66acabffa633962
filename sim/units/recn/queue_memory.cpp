// SPDX-License-Identifier: Apache-2.0
// Golden model of a port's queues, by paper and contract page: lists of flits, whatever their places.
#include "sim/units/recn/queue_memory.h"

namespace chokepoint {

QueueMemory::Model::Model(const Params& params)
    : params_((params.validate(), params)), queues_(params.queues()) {}

void QueueMemory::Model::enqueue(const In& in) {
  if (!out_.write_open) {
    out_.write_queue = in.enqueue_queue;
    ++out_.queue_packets[out_.write_queue];
  }
  out_.write_open = !in.enqueue_last;
  queues_[out_.write_queue].push_back({in.enqueue_flit, in.enqueue_last});
}

void QueueMemory::Model::dequeue(const In& in) {
  if (!out_.read_open) out_.read_queue = in.dequeue_queue;
  auto& queue = queues_[out_.read_queue];
  if (queue.empty()) return;  // against the contract
  out_.flit_valid = true;
  out_.flit = queue.front().bits;
  out_.flit_last = queue.front().last;
  queue.pop_front();
}

void QueueMemory::Model::swap(const In& in) {
  queues_[in.swap_from].swap(queues_[in.swap_to]);
  std::swap(out_.queue_packets[in.swap_from], out_.queue_packets[in.swap_to]);
  if (out_.write_queue == in.swap_from) out_.write_queue = in.swap_to;
  if (out_.read_queue == in.swap_from) out_.read_queue = in.swap_to;
}

void QueueMemory::Model::step(const In& in) {
  if (!in.enable) {
    *this = Model(params_);
    return;
  }
  // A packet whose last flit was shown has left; what is shown is of this clock.
  if (out_.flit_last) --out_.queue_packets[out_.read_queue];
  const bool half_read = out_.read_open;
  out_.flit_valid = out_.flit_last = false;
  out_.flit = 0;
  const bool takes = (!out_.ready || in.enqueue_valid) && taken_ < params_.words;
  if (in.enqueue_valid) enqueue(in);
  if (in.dequeue_valid) dequeue(in);
  // The page: half read until the last flit has been shown, and that is in the next clock.
  out_.read_open = out_.flit_valid ? !out_.flit_last : half_read;
  if (in.swap_valid) swap(in);
  out_.ready = takes || (out_.ready && !in.enqueue_valid);
  taken_ += takes;
  taken_ -= out_.flit_valid;
  out_.total_flits = out_.saq_flits = 0;
  for (unsigned q = 0; q < params_.queues(); ++q) {
    const auto flits = static_cast<uint32_t>(queues_[q].size());
    out_.queue_flits[q] = flits;
    out_.total_flits += flits;
    if (q >= params_.normals) out_.saq_flits += flits;
  }
  out_.saq_ready = out_.ready && out_.saq_flits < params_.words - params_.reserved;
  out_.quiescent = !out_.flit_valid && (out_.ready || taken_ == params_.words);
}

}  // namespace chokepoint
