// SPDX-License-Identifier: Apache-2.0
// Fields of a declared message, from the formats that the RTL has too.
#pragma once

#include "sim/common/message_formats.h"
#include "sim/packet/message_spec.h"

namespace chokepoint {

template <class Fields> constexpr unsigned bits_of(const Fields& fields) {
  unsigned sum = 0;
  for (const messages::Field& field : fields) sum += field.bits;
  return sum;
}
static_assert(MessageSpec::kFlitBits == messages::kFlitBits);
static_assert(MessageSpec::kHeaderBits == bits_of(messages::kHeader));

/// Of a message in sim/common/message_formats.h.
template <class Fields> std::vector<MessageField> message_fields(const Fields& fields) {
  std::vector<MessageField> result;
  for (const messages::Field& field : fields) result.push_back({field.name, field.bits});
  return result;
}

}  // namespace chokepoint
