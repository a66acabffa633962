// SPDX-License-Identifier: Apache-2.0
// Network interface of one node: send queues, packets, injection and ejection.
#pragma once

#include <memory>
#include <systemc>

#include "sim/mechanisms/mechanism.h"
#include "sim/network/channel.h"
#include "sim/network/nic_state.h"
#include "sim/network/send_queues.h"
#include "sim/traffic/traffic_source.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint {

/// Order within a cycle: credits, ejected flits, the mechanism's answers, generation, one injected
/// flit, the mechanism's clock. Control packets go before data; the data packet that has begun goes
/// on; otherwise the next send queue in round-robin order whose packet the mechanism allows and for
/// which an injection VC has credits for the whole packet. The sink takes every flit at once.
class Nic : public NicState {
 public:
  Nic(NetworkContext& context, NodeId id);

  Endpoint& endpoint() { return endpoint_; }
  void connect(ChannelInterface* to_router, ChannelInterface* from_router) {
    to_router_ = to_router;
    from_router_ = from_router;
  }
  void attach(std::unique_ptr<NicAttachment> attachment) { attachment_ = std::move(attachment); }
  NicAttachment* attachment() { return attachment_.get(); }

  void step(Cycle now);

  void send_control(Cycle now, PacketKind kind, NodeId destination, uint32_t payload) override;
  bool control_ready() const override { return control_count_ < control_depth_; }
  bool queue_full(NodeId destination) const override;
  bool queue_empty(NodeId destination) const override {
    return queues_.find(destination) == nullptr;
  }

  uint64_t queued_flits() const { return queues_.flits(); }
  bool sending() const { return current_ != nullptr || control_head_ != nullptr; }
  /// Packets that have begun to enter and whose tail is here, and tails on the ejection channel.
  unsigned tails() const {
    return endpoint_.tails() + (current_ != nullptr && current_sent_ != 0 ? 1 : 0);
  }
  /// Flits that may still be injected on a VC: credits, and what is left of a packet that has
  /// begun.
  unsigned may_send(unsigned vc) const {
    return credits_[vc] +
           (current_ != nullptr && current_vc_ == vc ? current_->flits - current_sent_ : 0u);
  }
  void check_empty() const;
  void describe_wave(WaveSignals& signals);

 private:
  void read_credits(Cycle now);
  void eject(Cycle now);
  void generate(Cycle now);
  void inject(Cycle now);
  bool start_packet(Cycle now);
  void queue_control(Cycle now, PacketKind kind, NodeId destination, uint32_t payload);
  int injection_vc(const Packet& packet) const;
  void send_flit(Cycle now, Packet* packet, unsigned vc, bool head, bool tail);
  [[noreturn]] void fail(const std::string& what) const;

  Endpoint endpoint_;
  ChannelInterface* to_router_ = nullptr;
  ChannelInterface* from_router_ = nullptr;
  std::unique_ptr<NicAttachment> attachment_;
  TrafficSource source_;
  SendQueues queues_;
  std::vector<unsigned> credits_;   ///< per VC of the router's input
  std::vector<unsigned> received_;  ///< per VC: flits of the packet being ejected
  Packet* current_ = nullptr;       ///< data packet being injected
  unsigned current_sent_ = 0, current_vc_ = 0;
  struct ControlPacket {
    Packet* packet;
    ControlPacket* next;
  };
  Pool<ControlPacket> control_pool_;
  ControlPacket* control_head_ = nullptr;
  ControlPacket* control_tail_ = nullptr;
  unsigned control_count_ = 0, control_depth_;
  unsigned buffer_flits_, send_queue_flits_;
  uint32_t messages_ = 0;
  uint64_t packets_ = 0;
};

/// The NICs of one router: one clocked process for all of them.
class NodeGroup : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(NodeGroup);
  NodeGroup(sc_core::sc_module_name name, NetworkContext& context, NodeId first, unsigned count,
            const sc_core::sc_event& tick);
  std::vector<std::unique_ptr<Nic>>& nics() { return nics_; }
  sc_core::sc_vector<sc_core::sc_port<ChannelInterface>> injection;  ///< to the router
  sc_core::sc_vector<sc_core::sc_port<ChannelInterface>> ejection;   ///< credits back to the router

 private:
  void end_of_elaboration() override;
  void clock();
  NetworkContext& context_;
  std::vector<std::unique_ptr<Nic>> nics_;
};

}  // namespace chokepoint
