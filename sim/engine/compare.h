// SPDX-License-Identifier: Apache-2.0
// Compares two outputs of one unit field by field, cheap enough for every cycle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/engine/fields.h"

namespace chokepoint {

/// The first difference.
struct FieldDifference {
  bool found = false;
  std::string field;
  int lane = -1;
  std::string left, right;
};

namespace detail {

// Visits the fields of `left`; the same field of `right` lies at the same offset of its object.
template <class Fields>
struct Compare {
  const Fields& left;
  const Fields& right;
  FieldDifference& difference;

  template <class T>
  const T& twin(const T& field) const {
    const auto offset =
        reinterpret_cast<const char*>(&field) - reinterpret_cast<const char*>(&left);
    return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(&right) + offset);
  }
  void report(const FieldInfo& info, int lane, const uint64_t* a, const uint64_t* b) {
    if (difference.found) return;
    difference = {true, info.name, lane, format_lane(info, a), format_lane(info, b)};
  }
  template <class T>
  void operator()(const char* name, const T& value, unsigned width) {
    const T& other = twin(value);
    if (value == other) return;
    const uint64_t a = value, b = other;
    report({name, FieldInfo::Kind::kScalar, 1, width, 1, 0}, -1, &a, &b);
  }
  template <class T>
  void lanes(const char* name, const T& values, unsigned count, unsigned width) {
    const T& others = twin(values);
    for (unsigned i = 0; i < count; ++i) {
      if (values[i] == others[i]) continue;
      const uint64_t a = values[i], b = others[i];
      report({name, FieldInfo::Kind::kLanes, count, width, 1, 0}, static_cast<int>(i), &a, &b);
    }
  }
  template <class T>
  void wide(const char* name, const T& value, unsigned count, unsigned width) {
    const T& other = twin(value);
    const unsigned words = (width + 63) / 64;
    for (unsigned i = 0; i < count; ++i) {
      uint64_t differs = 0;
      for (unsigned w = 0; w < words; ++w) differs |= value.lane_word(i, w) ^ other.lane_word(i, w);
      if (differs == 0) continue;
      std::vector<uint64_t> a, b;
      for (unsigned w = 0; w < words; ++w) {
        a.push_back(value.lane_word(i, w));
        b.push_back(other.lane_word(i, w));
      }
      report({name, FieldInfo::Kind::kWide, count, width, words, 0}, static_cast<int>(i), a.data(),
             b.data());
    }
  }
};

}  // namespace detail

template <class Fields, class Params>
FieldDifference compare(const Fields& left, const Fields& right, const Params& params) {
  FieldDifference difference;
  detail::Compare<Fields> visitor{left, right, difference};
  left.visit(visitor, params);
  return difference;
}

}  // namespace chokepoint
