// SPDX-License-Identifier: Apache-2.0
// A sweep takes a mechanism from the registry as it is: here one that only the test knows.
#include "sim/cli/area_sweep.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "sim/common/types.h"

namespace chokepoint::cli {
namespace {

/// `slots` bits of state per node of a NIC, at most 20 slots; 3 bits per port of a router.
std::vector<AreaUnit> toy_units(const AreaValues& values) {
  if (values.at("slots") > 20) throw InputError("toy: Slots is not legal: 1 to 20");
  AreaUnit router;
  router.place = "router";
  router.name = "packet_marker";
  router.pipeline_bits = 3 * values.at("radix");
  AreaUnit nic;
  nic.place = "nic";
  nic.name = "toy_nic";
  nic.state_bits = values.at("slots") * values.at("nodes");
  nic.paper_bits = values.at("slots");
  return {router, nic};
}

const AreaRegistration registration{
    AreaInfo{"toy", {{"slots", 8, "slots of a table"}, {"eager", 0, "1: at once"}}, toy_units}};

SweepRequest request() {
  SweepRequest result;
  result.info = &areas().at("toy");
  result.paper = {{"radix", 64}, {"nodes", 512}, {"slots", 8}, {"eager", 0}};
  result.chosen = result.paper;
  return result;
}

std::vector<uint64_t> values(const SweepAxis& axis) {
  std::vector<uint64_t> result;
  for (const auto& point : axis.points) result.push_back(point.value);
  return result;
}

/// A file for as long as it is needed.
struct CostFile {
  explicit CostFile(const std::string& text) { std::ofstream(path) << text; }
  ~CostFile() { std::remove(path.c_str()); }
  CostFile(const CostFile&) = delete;
  CostFile& operator=(const CostFile&) = delete;
  const std::string path = ::testing::TempDir() + "area_sweep_cost.json";
};

using Values = std::vector<uint64_t>;

TEST(area_sweep, a_new_mechanism_needs_nothing_but_its_registration) {
  const Sweep sweep = make_sweep(request());
  ASSERT_EQ(sweep.axes.size(), 4u);
  EXPECT_EQ(sweep.axes[0].name, "radix");
  EXPECT_EQ(sweep.axes[1].name, "nodes");
  EXPECT_EQ(sweep.axes[2].name, "slots");
  EXPECT_EQ(sweep.axes[2].doc, "slots of a table");
  EXPECT_EQ(values(sweep.axes[2]), (Values{1, 2, 4, 8, 16}));
  ASSERT_EQ(sweep.axes[2].skipped.size(), 2u);  // 32 and 64
  EXPECT_EQ(sweep.axes[2].skipped[0].first, 32u);
  EXPECT_EQ(sweep.axes[2].skipped[0].second, "toy: Slots is not legal: 1 to 20");
  EXPECT_EQ(values(sweep.axes[3]), (Values{0, 1}));
  EXPECT_EQ(sweep.axes[2].points[4].units[1].total_bits(), 16u * 512u);
}

TEST(area_sweep, formats_name_the_mechanisms_own_parameters) {
  SweepRequest wanted = request();
  wanted.vary = {"slots=2,30"};
  const Sweep sweep = make_sweep(wanted);
  EXPECT_EQ(sweep_csv(sweep),
            "varied,value,eager,nodes,radix,slots,place,unit,part_depth,sample_bits,state_bits,"
            "pipeline_bits,total_bits,paper_bits,cells,transistors\n"
            "slots,2,0,512,64,2,router,packet_marker,0,0,0,192,192,,,\n"
            "slots,2,0,512,64,2,nic,toy_nic,0,0,1024,0,1024,2,,\n"
            "slots,8,0,512,64,8,router,packet_marker,0,0,0,192,192,,,\n"
            "slots,8,0,512,64,8,nic,toy_nic,0,0,4096,0,4096,8,,\n");
  EXPECT_NE(sweep_table(sweep).find("1024 to 4096"), std::string::npos);
}

TEST(area_sweep, the_chosen_point_is_on_every_line_and_must_be_legal) {
  SweepRequest wanted = request();
  wanted.chosen["slots"] = 7;
  const Sweep sweep = make_sweep(wanted);
  EXPECT_EQ(values(sweep.axes[2]), (Values{1, 2, 4, 7, 8, 16}));
  EXPECT_EQ(sweep.axes[0].points[0].units[1].state_bits, 7u * 512u);
  wanted.chosen["slots"] = 21;
  EXPECT_THROW(make_sweep(wanted), InputError);
}

TEST(area_sweep, cells_only_of_exactly_this_configuration) {
  SweepRequest wanted = request();
  const CostFile cost(
      R"({"records": [
        {"unit": "packet_marker", "parameters": {"Radix": 8}, "cells": 80, "transistors": 500},
        {"unit": "packet_marker", "parameters": {"Radix": 22, "Speedup": 2}, "cells": 120},
        {"unit": "packet_marker", "parameters": {"Radix": 16, "Speedup": 1}, "cells": 1},
        {"unit": "packet_marker", "parameters": {"Radix": 23, "Speedup": 1}, "cells": 1},
        {"unit": "packet_marker", "parameters": {"Radix": 24, "Other": 0}, "cells": 1},
        {"unit": "packet_marker", "parameters": {"Radix": 27}, "gates_note": "> 600 s"},
        {"unit": "request_sampler", "parameters": {"Radix": 25}, "cells": 1},
        {"unit": "no_unit_of_ours", "parameters": {"Radix": 26}, "cells": 1}]})");
  wanted.cost_file = cost.path;
  for (const bool usual : {true, false}) {
    wanted.vary = {usual ? "radix" : "radix=8,16,24"};
    const Sweep sweep = make_sweep(wanted);
    ASSERT_EQ(sweep.axes.size(), 1u);
    std::map<uint64_t, uint64_t> cells;
    for (const auto& point : sweep.axes[0].points) {
      if (point.cost[0] != nullptr) cells[point.value] = point.cost[0]->cells;
      EXPECT_EQ(point.cost[1], nullptr);
    }
    const std::map<uint64_t, uint64_t> expected = {{8, 80}, {22, 120}};
    EXPECT_EQ(cells, usual ? expected : (std::map<uint64_t, uint64_t>{{8, 80}}));
    EXPECT_EQ(sweep.axes[0].points.size(), usual ? 17u : 4u);  // 22 because it was measured
    EXPECT_NE(sweep_csv(sweep).find("packet_marker,0,0,0,24,24,,80,500\n"), std::string::npos);
  }
  // The toy's router has no slots: nothing was measured along them.
  wanted.vary = {"slots"};
  const Sweep along = make_sweep(wanted);
  for (const auto& point : along.axes[0].points) EXPECT_EQ(point.cost[0], nullptr);
}

TEST(area_sweep, a_file_that_holds_no_costs_is_refused) {
  for (const char* text : {"{}", "[]", "{\"records\": 3}", "{\"records\": [{\"unit\": 1}]}",
                           "{\"records\": [{\"unit\": \"packet_marker\"}]}", "cells"}) {
    EXPECT_THROW(read_cost(CostFile(text).path), InputError) << text;
  }
}

}  // namespace
}  // namespace chokepoint::cli
