// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_EMIT_EXPORT_NONZERO_H
#define ILMGEN_EMIT_EXPORT_NONZERO_H

#include <cstdint>
#include <protozero/pbf_writer.hpp>

namespace ilm {

/// Adds a number to a message of Protocol Buffers. Adds nothing if the number is 0, because a
/// reader takes a missing field for 0.
inline void add_nonzero(protozero::pbf_writer& message, protozero::pbf_tag_type field,
                        std::uint64_t value) {
    if (value > 0)
        message.add_uint64(field, value);
}

} // namespace ilm

#endif
