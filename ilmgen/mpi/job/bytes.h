// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers and texts one after the other, as processes send them to each other.
#ifndef ILMGEN_MPI_BYTES_H
#define ILMGEN_MPI_BYTES_H

#include "ilmgen/model/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace ilm {

class ByteWriter {
public:
    /// Puts seven bits into each byte, the lowest first. The eighth bit says that more bytes follow
    /// (LEB128). Example: 300 becomes 0xAC 0x02.
    void put(std::uint64_t number) {
        for (; number >= more; number >>= 7U)
            bytes_.push_back(static_cast<char>(number | more));
        bytes_.push_back(static_cast<char>(number));
    }
    /// Small numbers of both signs are short (zigzag): 0, -1, 1, -2 are put as 0, 1, 2, 3.
    void put_signed(std::int64_t number) {
        const auto bits = static_cast<std::uint64_t>(number);
        put(bits << 1U ^ (number < 0 ? ~std::uint64_t{0} : 0));
    }
    void put_text(std::string_view text) {
        put(text.size());
        bytes_ += text;
    }
    /// Puts the bytes without their size.
    void append(std::string_view bytes) { bytes_ += bytes; }

    const std::string& bytes() const { return bytes_; }
    std::string take() { return std::exchange(bytes_, {}); }
    void clear() { bytes_.clear(); }

private:
    static constexpr std::uint64_t more = 0x80;

    std::string bytes_;
};

/// The bytes that it reads must stay where they are, because the texts that it returns point to
/// them.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    bool at_end() const { return rest_.empty(); }
    std::string_view rest() const { return rest_; }

    std::uint64_t number() {
        std::uint64_t number = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes(1).front());
            number |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80)
                break;
        }
        return number;
    }
    std::int64_t signed_number() {
        const std::uint64_t bits = number();
        return static_cast<std::int64_t>(bits >> 1U ^ ((bits & 1U) != 0 ? ~std::uint64_t{0} : 0));
    }
    std::string_view text() { return bytes(number()); }
    std::string_view bytes(std::size_t size) {
        if (size > rest_.size())
            throw Error("a message of another process of ilmgen-mpi is cut off");
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

private:
    std::string_view rest_;
};

} // namespace ilm

#endif
