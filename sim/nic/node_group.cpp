// SPDX-License-Identifier: Apache-2.0
// The NICs of a router: what arrives for them, who is awake, and streams.
#include "sim/nic/node_group.h"

#include "sim/engine/unit_fields.h"

namespace chokepoint {

NodeGroup::NodeGroup(sc_core::sc_module_name name, NetworkContext& context, NodeId first,
                     unsigned count)
    : sc_module(name),
      injection("injection", count),
      ejection("ejection", count),
      context_(context),
      bounded_vcs_(context.scenario.network.control_receive_packets != 0
                       ? context.layout.control_mask()
                       : 0),
      endpoint_(
          context.longest_node_way(), count, context.scenario.network.speedup,
          context.layout.speculative_vcs != 0 || context.frees_packets ? context.layout.total : 0,
          context.share_flits != 0),
      credits_(count, context.layout.total,
               static_cast<uint16_t>(context.scenario.network.vc_buffer_flits)),
      wake_at_(count),
      whole_packets_(context.scenario.network.arbitration == Arbitration::kPacket) {
  for (unsigned i = 0; i < count; ++i) {
    nics_.push_back(std::make_unique<Nic>(context, first + i, credits_, injection_runs_, i));
  }
}

void NodeGroup::end_of_elaboration() {
  for (unsigned i = 0; i < nics_.size(); ++i) {
    injection_runs_.connect(i, injection[i]->flit_link());
    ejection_credits_.push_back(ejection[i]->credit_link());
    ejection_runs_.connect(i, ejection[i]->credit_link());
  }
}

void NodeGroup::read_credits(Cycle now) {
  endpoint_.credits.take_shares(now, [this](unsigned i, NodeId destination, unsigned flits) {
    nics_[i]->take_share(destination, flits);
    nics_[i]->check_share(destination);
  });
  const uint64_t credited = endpoint_.credits.take_into(now, credits_);
  if (credits_.exceeded()) {
    for (const std::unique_ptr<Nic>& nic : nics_) nic->check_credits();
  }
  for (uint64_t left = credited & ~injecting_; left != 0; left &= left - 1) {
    const unsigned i = static_cast<unsigned>(__builtin_ctzll(left));
    if (nics_[i]->credited()) awake_ |= uint64_t{1} << i;
  }
}

void NodeGroup::step(Cycle now) {
  read_credits(now);
  const auto eject = [&](unsigned port, FlitCell flit) __attribute__((always_inline)) {
    if ((bounded_vcs_ >> flit.vc() & 1) != 0) return eject_control(now, port, flit);
    if (!streams_allowed_ || !whole_packets_ || !ejection_runs_.give(now, port, flit.vc())) {
      ejection_credits_[port].send(now, flit.vc(), 0);
    }
    nics_[port]->eject(now, flit);
    if (flit.tail()) awake_ |= uint64_t{1} << port;  // its mechanism may have something to say
  };
  if (!streams_allowed_) {
    endpoint_.flits.take(now, eject);
  } else {
    const FlitArrivals::Arrived arrived = endpoint_.flits.arrive(now);
    for (uint64_t left = ejecting_ & (arrived.told | ~arrived.flits); left != 0; left &= left - 1) {
      end_ejection_stream(now, static_cast<unsigned>(__builtin_ctzll(left)));
    }
    const uint64_t streams = ejecting_;
    for (uint64_t left = arrived.flits & ~streams; left != 0; left &= left - 1) {
      const unsigned i = static_cast<unsigned>(__builtin_ctzll(left));
      const FlitCell flit = endpoint_.flits.flit(arrived, i);
      eject(i, flit);
      if (endpoint_.flits.expected(i) != 0) begin_ejection_stream(now, i, flit);
    }
    ejection_runs_.end_cycle(now, streams);
  }
  if (next_wake_ <= now) wake_sleepers(now);
  for (uint64_t left = awake_ & injecting_; left != 0; left &= left - 1) {
    end_injection_stream(now, static_cast<unsigned>(__builtin_ctzll(left)));
  }
  for (uint64_t left = awake_; left != 0; left &= left - 1) {
    const unsigned i = static_cast<unsigned>(__builtin_ctzll(left));
    Nic& nic = *nics_[i];
    if (nic.stream(now)) continue;
    nic.step(now);
    if (bounded_vcs_ != 0) return_control_credits(now, i);
    if (streams_allowed_ && nic.streams_until() > now + 1) {
      begin_injection_stream(now, i);
      sleep(i, nic.streams_until());
      continue;
    }
    const Cycle wake_at = nic.wake_at(now);
    if (wake_at != now + 1) sleep(i, wake_at);
  }
  injection_runs_.end_cycle(now, injecting_);
  next_ = now + 1;
}

void NodeGroup::eject_control(Cycle now, unsigned i, FlitCell flit) {
  if (nics_[i]->eject_control(now, flit)) ejection_credits_[i].send(now, flit.vc(), 0);
  awake_ |= uint64_t{1} << i;
}

/// Of packets that have moved up: beside the credit of this cycle's flit.
void NodeGroup::return_control_credits(Cycle now, unsigned i) {
  ControlReceiver& receiver = nics_[i]->control_receiver();
  for (unsigned c = 0; c < receiver.queues(); ++c) {
    const unsigned flits = receiver.take_freed(c);
    if (flits == 0) continue;
    const unsigned vc = context_.layout.message_vcs()[c];
    ejection_credits_[i].send_many(now, vc, flits);
  }
}

void NodeGroup::list_state(StateLines& lines) const {
  if (nics_.empty()) return;
  lines.add_from(*this, &bounded_vcs_);
  lines.leave_out_from(ejecting_from_, nics_.size());
  lines.leave_out_from(injecting_from_, nics_.size());
  lines.add_all(nics_);
  for (const std::unique_ptr<Nic>& nic : nics_) nic->list_state(lines);
  lines.add_all(wake_at_);
  lines.add_all(ejection_credits_);
  endpoint_.list_state(lines);
  injection_runs_.list_state(lines);
  ejection_runs_.list_state(lines);
  credits_.list_state(lines);
}

void NodeGroup::begin_ejection_stream(Cycle now, unsigned i, FlitCell flit) {
  ejecting_ |= uint64_t{1} << i;
  ejecting_from_[i] = now + 1;
  ejecting_vc_[i] = static_cast<uint8_t>(flit.vc());
}

void NodeGroup::end_ejection_stream(Cycle now, unsigned i) {
  nics_[i]->ejected(ejecting_vc_[i], static_cast<unsigned>(now - ejecting_from_[i]));
  ejecting_ &= ~(uint64_t{1} << i);
}

void NodeGroup::begin_injection_stream(Cycle now, unsigned i) {
  injection_runs_.begin_stream(now + 1, i, nics_[i]->streamed_flit());
  injecting_ |= uint64_t{1} << i;
  injecting_from_[i] = now + 1;
}

void NodeGroup::end_injection_stream(Cycle now, unsigned i) {
  nics_[i]->streamed(static_cast<unsigned>(now - injecting_from_[i]));
  injecting_ &= ~(uint64_t{1} << i);
}

void NodeGroup::end_streams() {
  for (uint64_t left = ejecting_; left != 0; left &= left - 1) {
    end_ejection_stream(next_, static_cast<unsigned>(__builtin_ctzll(left)));
  }
  for (uint64_t left = injecting_; left != 0; left &= left - 1) {
    const unsigned i = static_cast<unsigned>(__builtin_ctzll(left));
    end_injection_stream(next_, i);
    awake_ |= uint64_t{1} << i;
  }
  if (ejection_runs_.any()) ejection_runs_.end_cycle(next_, 0);
  if (injection_runs_.any()) injection_runs_.end_cycle(next_, 0);
}

void NodeGroup::wake_sleepers(Cycle now) {
  next_wake_ = ~Cycle{0};
  for (size_t i = 0; i < nics_.size(); ++i) {
    if (((awake_ >> i) & 1) != 0) continue;
    if (wake_at_[i] <= now) {
      awake_ |= uint64_t{1} << i;
    } else {
      next_wake_ = std::min(next_wake_, wake_at_[i]);
    }
  }
}

}  // namespace chokepoint
