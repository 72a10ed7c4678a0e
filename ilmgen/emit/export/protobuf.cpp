// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/export/protobuf.h"

namespace ilm {

namespace {

/// How a value is written, in the lowest bits of the key before it.
constexpr std::uint64_t as_varint = 0;
constexpr std::uint64_t as_eight_bytes = 1; // the lowest first
constexpr std::uint64_t with_length = 2;

constexpr std::uint64_t key(std::uint32_t field, std::uint64_t wire_type) {
    return std::uint64_t{field} << 3 | wire_type;
}

} // namespace

/// Seven bits a byte, the lowest first; all bytes but the last have their highest bit set.
void ProtoMessage::varint(std::uint64_t value) {
    constexpr std::uint64_t goes_on = 0x80;
    for (; value >= goes_on; value >>= 7)
        bytes_ += static_cast<char>((value & 0x7f) | goes_on);
    bytes_ += static_cast<char>(value);
}

void ProtoMessage::number(std::uint32_t field, std::uint64_t value) {
    if (value > 0)
        number_or_zero(field, value);
}

void ProtoMessage::number_or_zero(std::uint32_t field, std::uint64_t value) {
    varint(key(field, as_varint));
    varint(value);
}

void ProtoMessage::fixed(std::uint32_t field, std::uint64_t value) {
    varint(key(field, as_eight_bytes));
    for (int byte = 0; byte < 8; ++byte, value >>= 8)
        bytes_ += static_cast<char>(value & 0xff);
}

void ProtoMessage::text(std::uint32_t field, std::string_view text) {
    varint(key(field, with_length));
    varint(text.size());
    bytes_ += text;
}

void ProtoMessage::numbers(std::uint32_t field, std::span<const std::uint64_t> values) {
    ProtoMessage packed;
    for (const std::uint64_t value : values)
        packed.varint(value);
    message(field, packed);
}

} // namespace ilm
