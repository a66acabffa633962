// SPDX-License-Identifier: Apache-2.0
// Walks the fields of a unit's Params, In and Out: lists them, and copies them to and from words.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// One field; in the flat form lane `i` starts at word `first + i * words`.
struct FieldInfo {
  enum class Kind { kScalar, kLanes, kWide };
  std::string name;
  Kind kind = Kind::kScalar;
  unsigned lanes = 1;
  unsigned width = 1;      ///< bits per lane
  unsigned words = 1;      ///< 64-bit words per lane
  unsigned first = 0;
};

namespace detail {

struct Describe {
  std::vector<FieldInfo> fields;
  unsigned total = 0;

  void add(const char* name, FieldInfo::Kind kind, unsigned lanes, unsigned width) {
    const unsigned words = kind == FieldInfo::Kind::kWide ? (width + 63) / 64 : 1;
    fields.push_back({name, kind, lanes, width, words, total});
    total += lanes * words;
  }
  template <class T> void operator()(const char* name, const T&, unsigned width) {
    add(name, FieldInfo::Kind::kScalar, 1, width);
  }
  template <class T> void lanes(const char* name, const T&, unsigned count, unsigned width) {
    add(name, FieldInfo::Kind::kLanes, count, width);
  }
  template <class T> void wide(const char* name, const T&, unsigned count, unsigned width) {
    add(name, FieldInfo::Kind::kWide, count, width);
  }
};

struct Flatten {
  std::vector<uint64_t>& words;
  template <class T> void operator()(const char*, const T& value, unsigned) {
    words.push_back(static_cast<uint64_t>(value));
  }
  template <class T> void lanes(const char*, const T& values, unsigned count, unsigned) {
    for (unsigned i = 0; i < count; ++i) words.push_back(values[i]);
  }
  template <class T> void wide(const char*, const T& value, unsigned count, unsigned width) {
    for (unsigned i = 0; i < count; ++i)
      for (unsigned w = 0; w < (width + 63) / 64; ++w) words.push_back(value.lane_word(i, w));
  }
};

template <class T, class = void> struct HasUpdateBusy : std::false_type {};
template <class T>
struct HasUpdateBusy<T, std::void_t<decltype(std::declval<T&>().update_busy())>> : std::true_type {
};

struct Unflatten {
  const uint64_t* next;
  template <class T> void operator()(const char*, T& value, unsigned) {
    value = static_cast<T>(*next++);
  }
  template <class T> void lanes(const char*, T& values, unsigned count, unsigned) {
    for (unsigned i = 0; i < count; ++i) values[i] = static_cast<uint32_t>(*next++);
  }
  template <class T> void wide(const char*, T& value, unsigned count, unsigned width) {
    for (unsigned i = 0; i < count; ++i)
      for (unsigned w = 0; w < (width + 63) / 64; ++w) value.lane_word(i, w) = *next++;
    if constexpr (HasUpdateBusy<T>::value) value.update_busy();
  }
};

struct ListParams {
  std::vector<std::pair<std::string, unsigned>> values;
  void operator()(const char* name, const unsigned& value) { values.emplace_back(name, value); }
};

}  // namespace detail

/// The fields of an In or Out at these parameters, in the order of the contract page.
template <class Fields, class Params> std::vector<FieldInfo> describe(const Params& params) {
  detail::Describe visitor;
  Fields().visit(visitor, params);
  return visitor.fields;
}

/// Field values as words, appended to `words`.
template <class Fields, class Params>
void flatten(const Fields& fields, const Params& params, std::vector<uint64_t>& words) {
  detail::Flatten visitor{words};
  fields.visit(visitor, params);
}

/// The reverse of flatten().
template <class Fields, class Params>
void unflatten(const std::vector<uint64_t>& words, const Params& params, Fields& fields) {
  detail::Unflatten visitor{words.data()};
  fields.visit(visitor, params);
}

/// Parameters as (RTL name, value), in order.
template <class Params> std::vector<std::pair<std::string, unsigned>> list_params(const Params& p) {
  detail::ListParams visitor;
  p.visit(visitor);
  return visitor.values;
}

/// "Radix=8, Vcs=4".
std::string describe_params(const std::vector<std::pair<std::string, unsigned>>& params,
                            const char* separator = ", ");

/// Sets the parameter called `name`; false if there is none.
template <class Params> bool set_param(Params& params, const std::string& name, unsigned value) {
  bool found = false;
  params.visit([&](const char* candidate, unsigned& field) {
    if (name == candidate) {
      field = value;
      found = true;
    }
  });
  return found;
}

/// CSV column names of a field: `name`, or `name[0]`, `name[1]`, ... for lanes.
std::vector<std::string> column_names(const FieldInfo& field);
/// One lane's value as the CSV has it: decimal, hexadecimal for wide lanes.
std::string format_lane(const FieldInfo& field, const uint64_t* lane);

}  // namespace chokepoint
