// SPDX-License-Identifier: Apache-2.0
// Workloads: jobs with dependencies, and when a run with one ends.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/network/network_run.h"
#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

/// 16 nodes, four servers; `more`: further lines of [workload].
std::string text_of(const std::string& more, const std::string& run = "measure = 60000",
                    const std::string& rest = "") {
  return "[workload]\nname = \"request_reply\"\nservers = [0, 4, 8, 12]\njobs = 20\n" + more +
         "\n[run]\nwarmup = 0\n" + run + "\n" + rest;
}

struct Jobs {
  uint64_t jobs, done;
  nlohmann::json finish, latency;
};

Jobs jobs_of(const RunSummary& run) {
  const nlohmann::json& workload = run.summary.at("workload");
  return {workload.at("jobs"), workload.at("jobs_done"), workload.at("finish_cycle"),
          workload.at("job_latency").at("mean")};
}

TEST(RequestReply, AllJobsAreDoneAndTheRunEndsAtTheGridAfterTheLast) {
  const RunSummary run = run_on_both(parse(text_of("grid = 500")));
  ASSERT_EQ(run.exit_code, 0) << run.error;
  const Jobs jobs = jobs_of(run);
  EXPECT_EQ(jobs.jobs, 12u * 20u);
  EXPECT_EQ(jobs.done, jobs.jobs);
  EXPECT_EQ(run.checks.at("workload"), "complete, all 240 jobs");
  const Cycle finish = jobs.finish;
  EXPECT_EQ(run.cycles, (finish / 500 + 1) * 500) << "the last job ended in cycle " << finish;
  EXPECT_EQ(run.summary.at("groups").at("requests").at("packets_delivered"), 240);
  EXPECT_EQ(run.summary.at("groups").at("replies").at("packets_delivered"), 240);
  EXPECT_EQ(run.delivered, 480u);
}

TEST(RequestReply, IsTheSameHoweverManyCyclesATickHas) {
  const std::string background = "[[traffic]]\nname = \"ur\"\nsources = \"all\"\nrate = 0.2\n";
  for (const std::string mechanism : {"none", "cbcm", "srp"}) {
    for (const std::string more :
         {"grid = 1000", "grid = 37", "outstanding = 1\nservice_cycles = 30",
          "reply_flits = 100\nservers = \"0-15\"\nclients = \"all\""}) {
      std::string text = text_of(more, "measure = 60000\ndrain = 60000", background);
      if (more.find("servers") != std::string::npos) {
        text.erase(text.find("servers = [0, 4, 8, 12]\n"), 24);
      }
      const Scenario scenario = parse(text, {"mechanism.name=" + mechanism});
      Probe probe;
      const RunSummary many = run_in_child(scenario), single = run_in_child(scenario, &probe);
      const std::string name = mechanism + ", " + more;
      ASSERT_EQ(many.exit_code, 0) << name << ": " << many.error;
      EXPECT_EQ(many.digest, single.digest) << name;
      EXPECT_EQ(many.cycles, single.cycles) << name;
      EXPECT_EQ(many.summary.at("workload"), single.summary.at("workload")) << name;
      EXPECT_EQ(jobs_of(many).done, jobs_of(many).jobs) << name;
      EXPECT_EQ(many.checks.at("delivery"), "held, every packet once") << name;
    }
  }
}

TEST(RequestReply, SameResultsWithThreads) {
  const std::string background = "[[traffic]]\nname = \"ur\"\nsources = \"all\"\nrate = 0.2\n";
  const std::string text = text_of("grid = 500", "measure = 60000\ndrain = 60000", background);
  for (const std::string mechanism : {"none", "cbcm", "srp"}) {
    expect_same_with_threads(parse(text, {"mechanism.name=" + mechanism}), mechanism);
  }
  expect_same_with_threads(parse(text), "plain switch", SwitchKind::kPlain);
}

TEST(RequestReply, TheDrainAfterTheJobsIsNotMeasured) {
  const std::string background = "[[traffic]]\nname = \"ur\"\nsources = \"all\"\nrate = 0.5\n";
  const auto run = [&background](const std::string& drain) {
    return run_in_child(parse(text_of("grid = 500", "measure = 60000\n" + drain, background)));
  };
  const RunSummary cut = run("drain = 0"), drained = run("drain = 60000");
  ASSERT_EQ(drained.exit_code, 0) << drained.error;
  EXPECT_GT(drained.cycles, cut.cycles);
  EXPECT_EQ(drained.summary.at("measured_cycles"), cut.cycles);
  for (const char* figure : {"offered", "accepted"}) {
    EXPECT_EQ(drained.summary.at("groups").at("ur").at(figure),
              cut.summary.at("groups").at("ur").at(figure))
        << figure;
  }
}

TEST(RequestReply, TheGridEndsTheRunAndChangesNoJob) {
  const RunSummary fine = run_in_child(parse(text_of("grid = 1")));
  const RunSummary coarse = run_in_child(parse(text_of("grid = 7000")));
  EXPECT_EQ(jobs_of(fine).finish, jobs_of(coarse).finish);
  EXPECT_EQ(jobs_of(fine).latency, jobs_of(coarse).latency);
  EXPECT_EQ(fine.digest, coarse.digest);
  EXPECT_EQ(fine.cycles, jobs_of(fine).finish.get<Cycle>() + 1);
  EXPECT_EQ(coarse.cycles % 7000, 0u);
}

TEST(RequestReply, AReplyWaitsForItsRequestAndForTheService) {
  // One client of router 0 and a server of router 1, one job at a time: both ways are known.
  const std::string one = "clients = [1]\noutstanding = 1\n";
  std::string text = text_of(one + "service_cycles = 0");
  text.replace(text.find("[0, 4, 8, 12]"), 13, "[4]");
  std::string slow = text_of(one + "service_cycles = 70");
  slow.replace(slow.find("[0, 4, 8, 12]"), 13, "[4]");
  const Jobs quick = jobs_of(run_in_child(parse(text))), later = jobs_of(run_in_child(parse(slow)));
  EXPECT_EQ(quick.done, 20u);
  EXPECT_EQ(later.latency.get<double>(), quick.latency.get<double>() + 70);
  // 100 cycles there and 100 back at least, and 32 flits of the reply.
  EXPECT_GT(quick.latency.get<double>(), 232);
  EXPECT_LT(quick.latency.get<double>(), 260);
  // Nothing of it overlaps.
  EXPECT_EQ(quick.finish.get<double>(), 20 * quick.latency.get<double>());
}

TEST(RequestReply, ARunThatIsTooShortSaysSo) {
  const RunSummary run = run_in_child(parse(text_of("", "measure = 1000")));
  ASSERT_EQ(run.exit_code, 0) << run.error;
  const Jobs jobs = jobs_of(run);
  EXPECT_LT(jobs.done, jobs.jobs);
  EXPECT_EQ(run.cycles, 1000u);
  EXPECT_EQ(run.checks.at("workload"), fmt::format("cut off with {} of 240 jobs done", jobs.done));
}

TEST(RequestReply, WithoutJobsTheRunEndsAtTheFirstMultipleOfTheGrid) {
  std::string text = text_of("grid = 300", "measure = 60000\ndrain = 500");
  text.replace(text.find("jobs = 20"), 9, "jobs = 0");
  const RunSummary run = run_in_child(parse(text));
  expect_complete(run);
  EXPECT_EQ(jobs_of(run).jobs, 0u);
  EXPECT_TRUE(jobs_of(run).finish.is_null());
  EXPECT_EQ(run.injected, 0u);
  EXPECT_LT(run.cycles, 300u + 500u) << "the drain of an empty network goes on";
}

TEST(RequestReply, ASendQueueThatIsFullHoldsRequestsBackAndLosesNone) {
  const RunSummary run = run_in_child(
      parse(text_of("outstanding = 20\nrequest_flits = 32", "measure = 60000\ndrain = 9000",
                    "[network]\nsend_queue_flits = 32\n")));
  expect_complete(run);
  EXPECT_EQ(jobs_of(run).done, 240u);
}

TEST(RequestReply, AMessageMayFillTheSendQueueThoughItsLastPacketIsShorter) {
  const RunSummary run = run_in_child(parse(
      text_of("reply_flits = 100", "measure = 60000", "[network]\nsend_queue_flits = 100\n")));
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(jobs_of(run).done, 240u);
}

TEST(RequestReply, RunsThroughQueuesPerDestination) {
  const RunSummary run =
      run_in_child(parse(text_of("packet_flits = 5", "measure = 60000\ndrain = 9000",
                                 "[network]\ninput_queues = \"destination\"\ndata_vcs = 1\n"
                                 "vc_buffer_flits = 80\n")));
  expect_complete(run);
  EXPECT_EQ(jobs_of(run).done, 240u);
}

TEST(WorkloadKeys, ItsGroupsCountForTheSizeOfTheTimeSeries) {
  EXPECT_EQ(error_of(text_of("", "measure = 6000000\ninterval = 1")),
            "f.toml:9: interval: 1 cycles make 12000000 rows of timeseries.csv; legal is at most "
            "10000000: take a longer interval");
}

TEST(WorkloadKeys, AreCheckedAndNamed) {
  const auto error = [](const std::string& more) { return error_of(text_of(more)); };
  EXPECT_EQ(error_of("[workload]\nservers = [0]\n"),
            "f.toml:1: name: missing; [workload] needs one of request_reply");
  EXPECT_NE(error_of("[workload]\nname = \"request\"\n").find("f.toml:2: name: 'request' is no"),
            std::string::npos);
  EXPECT_EQ(error_of("[workload]\nname = \"request_reply\"\n"),
            "f.toml:1: servers: missing; give nodes such as [0, 3], \"0-7\" or \"all\"");
  EXPECT_EQ(error("outstandin = 3"),
            "f.toml:5: outstandin: unknown key of [workload]; did you mean outstanding?");
  EXPECT_NE(error("outstanding = 0").find("f.toml:5: outstanding: 0 is out of range"),
            std::string::npos);
  EXPECT_NE(error("grid = 0").find("f.toml:5: grid: 0 is out of range"), std::string::npos);
  EXPECT_EQ(error("clients = [1, 16]"),
            "f.toml:5: clients: node 16 does not exist; legal is 0..15");
  EXPECT_EQ(error("clients = [1, 1]"), "f.toml:5: clients: node 1 stands there twice");
  EXPECT_NE(error("packet_flits = 200").find("f.toml:5: packet_flits: a packet of 200 flits"),
            std::string::npos);
  const std::string shares = "[network]\ninput_queues = \"destination\"\ndata_vcs = 1\n";
  EXPECT_NE(error_of(text_of("packet_flits = 5", "", shares + "vc_buffer_flits = 64\n"))
                .find("f.toml:5: packet_flits: a packet of 5 flits does not fit into "
                      "network.vc_buffer_flits / nodes = 4; legal is at most 4"),
            std::string::npos);
  EXPECT_EQ(error_of(text_of("packet_flits = 5", "", shares + "vc_buffer_flits = 80\n")),
            "accepted");
  EXPECT_EQ(error("reply_flits = 9000"),
            "f.toml:5: reply_flits: a message of 9000 flits does not fit into "
            "network.send_queue_flits; legal is at most 8192");
  EXPECT_EQ(error("request_flits = 70000\npacket_flits = 1\n[network]\nsend_queue_flits = 0"),
            "f.toml:5: request_flits: 70000 flits make 70000 packets of 1; legal is at most 65535 "
            "packets");
  EXPECT_EQ(error_of("[workload]\nname = \"request_reply\"\nservers = \"rest\"\n"),
            "f.toml:3: servers: \"rest\" stands at clients already; give nodes to one of them");
  EXPECT_NE(
      error_of(text_of("", "", "[[traffic]]\nname = \"replies\"\n")).find("has a group 'replies'"),
      std::string::npos);
  EXPECT_NE(error_of("[workload]\nname = \"request_reply\"\nservers = [3]\nclients = [3]\n")
                .find("f.toml:3: servers: client 3 has no server but itself"),
            std::string::npos);
  EXPECT_NE(error_of("[workload]\nname = \"request_reply\"\nservers = \"all\"\n")
                .find("clients: \"rest\" is empty"),
            std::string::npos);
}

}  // namespace
}  // namespace chokepoint::test
