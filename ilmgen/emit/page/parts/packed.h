// SPDX-License-Identifier: GPL-2.0-or-later
//
// Columns of numbers and a header, as a page carries them: a gzip stream, in
// base64.
//
// The stream contains the header's size in four bytes, the lowest first, then the header as JSON,
// then the columns, one behind the other. Each number of a column is stored in groups of seven
// bits, the lowest first, one group in a byte (LEB128, as in DWARF 5, section 7.6): 300 is AC 02.
// Numbers with a sign are stored as their position in the list 0, -1, 1, -2, 2, ...: -2 is 03.
// web/model/packed.js reads it.
#ifndef ILMGEN_EMIT_PAGE_PACKED_H
#define ILMGEN_EMIT_PAGE_PACKED_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// The header's entry for a column.
struct PackedColumn {
    std::string name;
    std::size_t offset = 0; ///< in the bytes behind the header
    std::size_t size = 0;   ///< bytes
    std::size_t count = 0;  ///< numbers
    bool has_sign = false;
};

class Columns {
public:
    template <class Numbers>
    void add(const std::string& name, const Numbers& numbers) {
        begin(name, false);
        for (const auto number : numbers)
            put(number);
    }
    template <class Numbers>
    void add_signed(const std::string& name, const Numbers& numbers) {
        begin(name, true);
        for (const std::int64_t number : numbers)
            put((static_cast<std::uint64_t>(number) << 1) ^
                static_cast<std::uint64_t>(number >> 63));
    }

    const std::vector<PackedColumn>& columns() const { return columns_; }
    const std::string& bytes() const { return bytes_; }

private:
    void begin(const std::string& name, bool has_sign) {
        columns_.push_back({name, bytes_.size(), 0, 0, has_sign});
    }
    void put(std::uint64_t number);

    std::vector<PackedColumn> columns_;
    std::string bytes_;
};

struct Packed {
    std::string text;               ///< for the page
    std::vector<std::size_t> bytes; ///< of the text, by column: about so many stand for it
};

Packed packed(std::string_view header, const Columns& columns);

} // namespace ilm

#endif
