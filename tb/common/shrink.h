// SPDX-License-Identifier: Apache-2.0
// Makes a failing lockstep stimulus short: drops the beginning, then quietens clocks that do not matter.
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "sim/engine/fields.h"
#include "sim/engine/unit_instance.h"
#include "tb/common/stimulus.h"

namespace chokepoint::test {

/// Rows of flat input words; one word more than the inputs have: the clock is a reset.
using Rows = std::vector<std::vector<uint64_t>>;
inline std::size_t row_words(const std::vector<FieldInfo>& fields) {
  return fields.back().first + fields.back().lanes * fields.back().words;
}

/// Number of rows up to and including the one after which model and RTL differ; 0: they agree.
/// Rows that break a rule of the unit's contract (an assertion) do not count as a failure.
template <class Unit>
std::size_t first_mismatch(const typename Unit::Params& params, const Rows& rows) {
  typename Unit::In in;
  std::size_t at = 0;
  const std::size_t words = row_words(describe<typename Unit::In>(params));
  try {
    const auto unit = make_unit<Unit>(EngineKind::kLockstep, params, "shrink");
    for (; at < rows.size(); ++at) {
      unflatten(rows[at], params, in);
      if (rows[at].size() > words)
        unit->reset(in);
      else
        unit->step(in);
    }
  } catch (const LockstepMismatch&) {
    return at + 1;
  } catch (const CheckError&) {
  }
  return 0;
}

/// Shortens `rows`, which fail with their last row; `fails(rows)` as first_mismatch. `events` are the
/// words of event inputs.
Rows shrink_rows(Rows rows, const std::vector<unsigned>& events,
                 const std::function<std::size_t(const Rows&)>& fails);

/// The inputs as text: the last rows, only fields that are not 0.
std::string show_rows(const Rows& rows, const std::vector<FieldInfo>& fields, std::size_t last);

/// Repeats a failed run of `clocks` clocks, shrinks its inputs, writes them as a stimulus of
/// `chokepoint unit` into the working directory and returns the report.
template <class Unit, class MakeStimulus>
std::string shrink_mismatch(const typename Unit::Params& params, uint64_t clocks, Resets resets,
                            MakeStimulus make_stimulus) {
  const auto fields = describe<typename Unit::In>(params);
  std::vector<unsigned> events;
  for (const FieldInfo& field : fields) {
    const bool event = (field.name.size() > 6 && field.name.rfind("_valid") == field.name.size() - 6 &&
                        field.name != "entry_valid") ||
                       field.name == "request" || field.name == "degree" ||
                       field.name == "entry_refreshed";
    for (unsigned w = 0; event && w < field.lanes * field.words; ++w) events.push_back(field.first + w);
  }
  // The stimulus may look at outputs; up to the mismatch the model's are the RTL's.
  constexpr uint64_t kKeep = 200000;
  Rows rows;
  {
    const auto stimulus = make_stimulus();
    const auto model = make_unit<Unit>(EngineKind::kModel, params, "shrink");
    for (uint64_t clock = 0; clock < clocks; ++clock) {
      const auto& in = stimulus->next(model->out());
      const bool reset = HasReset<typename Unit::In>::value && resets.tick(in);
      if (reset)
        model->reset(in);
      else
        model->step(in);
      if (clock + kKeep < clocks) continue;
      rows.emplace_back();
      flatten(in, params, rows.back());
      if (reset) rows.back().push_back(1);
    }
  }
  const auto fails = [&](const Rows& some) { return first_mismatch<Unit>(params, some); };
  if (fails(rows) == 0) return "the last 200000 clocks alone do not repeat it\n" + show_rows(rows, fields, 8);
  rows = shrink_rows(std::move(rows), events, fails);
  const std::size_t words = row_words(fields);
  for (const auto& row : rows)
    if (row.size() > words)
      return fmt::format("shrunk to {} clocks, with a reset, which a stimulus file has not:\n{}",
                         rows.size(), show_rows(rows, fields, 12));
  const std::string path = fmt::format("{}_mismatch.csv", Unit::kName);
  const auto recorder = make_unit<Unit>(EngineKind::kModel, params, "shrink");
  recorder->record_history();
  typename Unit::In in;
  for (const auto& row : rows) {
    unflatten(row, params, in);
    recorder->step(in);
  }
  std::ofstream file(path);
  recorder->write_history(file);
  return fmt::format("shrunk to {} clocks from reset:\n{}repeat: chokepoint unit {} --engine lockstep "
                     "--in {} --out /dev/null\n",
                     rows.size(), show_rows(rows, fields, 12), recorder->replay_arguments(), path);
}

}  // namespace chokepoint::test
