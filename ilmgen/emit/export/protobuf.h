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
    /// Nothing if it is 0, which is what a field is that is not there.
    void number(std::uint32_t field, std::uint64_t value);
    /// Also if it is 0: for who tells that from a field that is not there.
    void number_or_zero(std::uint32_t field, std::uint64_t value);
    /// Of eight bytes, whatever it is.
    void fixed(std::uint32_t field, std::uint64_t value);
    /// Also if it is empty.
    void text(std::uint32_t field, std::string_view text);
    void message(std::uint32_t field, const ProtoMessage& inner) { text(field, inner.bytes_); }
    /// A repeated number; zeros, too.
    void numbers(std::uint32_t field, std::span<const std::uint64_t> values);

    const std::string& bytes() const { return bytes_; }

private:
    void varint(std::uint64_t value);

    std::string bytes_;
};

} // namespace ilm

#endif
