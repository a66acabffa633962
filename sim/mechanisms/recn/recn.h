// SPDX-License-Identifier: Apache-2.0
// RECN in the network: what its units are connected to in a router (docs/reference/recn/recn.md).
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sim/hooks/queue_control.h"
#include "sim/hooks/router_state.h"
#include "sim/mechanisms/recn/exchange.h"

namespace chokepoint::recn {

/// The ports of one router. A packet that comes waits for a cycle in the port's input register, the
/// queue that the switch has of itself, as its turns are compared with the lines; then it moves to
/// its queue. Of the heads that wait for an output one is chosen in each cycle, its turns are
/// compared with the lines of the egress port, and in the next cycle it alone may have the output.
class RouterSide : public RouterAttachment, public QueueOwner {
 public:
  RouterSide(const Config& config, RouterState& router, EngineKind engine,
             std::vector<Upstream> upstream, Counters& counters, History& history);

  unsigned most_queues() const override;
  unsigned most_output_queues() const override { return config_.egress.saqs; }
  void take_control(QueueControl& control) override;
  unsigned choose_output_queue(Cycle now, const Packet& packet, unsigned input,
                               unsigned output) override;

  QueueOwner* queue_owner() override { return this; }
  bool follows_packets() const override { return true; }
  void packet_arrived(Cycle now, const PacketPlace& at) override;
  void packet_assigned(Cycle now, const PacketPlace& at) override;
  void tail_left(Cycle now, const PacketPlace& at) override;
  void tail_sent(Cycle now, const PacketPlace& at) override;
  void begin_cycle(Cycle now) override;
  void end_cycle(Cycle now) override;
  bool busy() const override;
  void enable(bool on) override;
  void upset() override;
  void describe_wave(WaveSignals& signals) override;

  /// SAQs in use.
  unsigned saqs() const;

 private:
  void move_compared(unsigned number);
  void open_chosen(unsigned number);
  void block_saqs(unsigned number);
  bool room_for(const Output& output, unsigned queue, unsigned flits) const;
  void choose_heads();
  std::vector<std::vector<Head>> waiting_heads() const;
  void read_flits();
  template <class U>
  void wave_of(WaveSignals& signals, Port<U>& port, const char* side, unsigned number);

  const Config& config_;
  RouterState& router_;
  Counters& counters_;
  Sides sides_;
  Exchange exchange_;
  QueueControl* control_ = nullptr;
  std::vector<std::pair<unsigned, unsigned>> opened_;  ///< queues of inputs, in this cycle
  bool changed_ = true;
};

}  // namespace chokepoint::recn
