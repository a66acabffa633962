// SPDX-License-Identifier: Apache-2.0
#include "sim/switch/switching/wormhole.h"

#include "sim/switch/switching/registry.h"

namespace chokepoint {
namespace {

const TechniqueRegistration registration{
    {"wormhole",
     "flit by flit: a packet may be longer than a buffer, and holds an output VC from head to tail",
     [](const TechniqueSetup& setup) -> std::unique_ptr<SwitchingTechnique> {
       return std::make_unique<Wormhole>(Wormhole::Options{
           setup.keys.text("vc_reuse") == "atomic", setup.keys.text("router_arbiter") == "central",
           setup.keys.text("flit_crossing") == "downstream"});
     },
     {choice_key("vc_reuse", {"atomic", "behind_tail"},
                 "an output VC is given to the next packet when the next router's buffer for it is "
                 "empty, or as soon as the tail of the one before has crossed"),
      choice_key("flit_crossing", {"output_buffer", "downstream"},
                 "a flit goes through the crossbar when the output buffer has room for it, or only "
                 "with a credit of the next router's buffer as well: then no flit waits for one "
                 "behind the crossbar (edge buffers)"),
      choice_key("router_arbiter", {"per_output", "central"},
                 "VC allocation: every output VC in every cycle, or one head a cycle in the whole "
                 "router, those that can get one taking turns")},
     true}};

}  // namespace
}  // namespace chokepoint
