// SPDX-License-Identifier: GPL-2.0-or-later
//
// Messages of Protocol Buffers, as its "Encoding" document describes them.
#ifndef ILMGEN_EMIT_EXPORT_PROTOBUF_H
#define ILMGEN_EMIT_EXPORT_PROTOBUF_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ilm {

class ProtoMessage {
public:
    /// Adds nothing if the value is 0, because a reader takes a missing field for 0.
    void number(std::uint32_t field, std::uint64_t value);
    /// Adds a 0, too, for readers that distinguish it from a missing field.
    void number_or_zero(std::uint32_t field, std::uint64_t value);
    /// Adds a field of eight bytes, whatever the value is.
    void fixed(std::uint32_t field, std::uint64_t value);
    /// Adds an empty text, too.
    void text(std::uint32_t field, std::string_view text);
    void message(std::uint32_t field, const ProtoMessage& inner) { text(field, inner.bytes_); }
    /// Adds a repeated number; zeros, too.
    void numbers(std::uint32_t field, std::span<const std::uint64_t> values);

    const std::string& bytes() const { return bytes_; }

private:
    void varint(std::uint64_t value);

    std::string bytes_;
};

} // namespace ilm

#endif
