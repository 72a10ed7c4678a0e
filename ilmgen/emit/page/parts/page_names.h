// SPDX-License-Identifier: GPL-2.0-or-later
//
// Texts of the profiled program for a page. Each text is stored once, gets a number, and is
// shortened to the length that a person reads.
#ifndef ILMGEN_EMIT_PAGE_PAGE_NAMES_H
#define ILMGEN_EMIT_PAGE_PAGE_NAMES_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

using NameIndex = std::uint32_t;

/// The limit for a name, in bytes.
constexpr std::size_t longest_name = 400;

/// Shortens a text of more than `most` bytes. A shortened text ends with an ellipsis, and no UTF-8
/// character is cut.
std::string clipped(std::string text, std::size_t most = longest_name);

class PageNames {
public:
    NameIndex number_of(const std::string& name);
    const std::vector<std::string>& names() const { return names_; }

private:
    std::vector<std::string> names_;
    std::unordered_map<std::string, NameIndex> numbers_;
};

} // namespace ilm

#endif
