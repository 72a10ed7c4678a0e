// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/lpel/files.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/model/error.h"

#include <filesystem>

namespace ilm::lpel {

std::string base_name(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

std::uint64_t node_of(const std::string& path) {
    const std::string name = base_name(path);
    for (std::size_t part = 0; part < name.size(); part = name.find('_', part) + 1) {
        std::string_view rest = std::string_view(name).substr(part);
        if (rest.front() == 'n') {
            rest.remove_prefix(1);
            const std::optional<std::uint64_t> node = take_number(rest);
            if (node && *node <= most_node && rest.starts_with('_'))
                return *node;
        }
        if (name.find('_', part) == std::string::npos || name.find('_', part) + 1 == name.size())
            break;
    }
    return 0;
}

void Pieces::fail(const std::string& reason, std::size_t at) const {
    throw Error("byte " + std::to_string(byte() + at) + ", entry " + std::to_string(entries_) +
                ": " + reason);
}

/// Goes on to the next piece that has an end or is not blank; false if there is none.
bool Pieces::step() {
    try {
        if (!scanner_.next(end_, piece_))
            return false;
    } catch (const BrokenSource& broken) {
        fail(broken.what());
    }
    ++entries_;
    if (scanner_.ended() || !trimmed(piece_).empty())
        return true;
    --entries_;
    return false;
}

bool Pieces::next() {
    if (!step())
        return false;
    if (!scanner_.ended())
        fail("the file ends in the middle of an entry", piece().size());
    return true;
}

bool Pieces::next_or_load(std::optional<Load>& load) {
    if (!step())
        return false;
    if (scanner_.ended())
        return true;
    if (!piece().starts_with("WC"))
        fail("the file ends in the middle of an entry", piece().size());
    load = parsed(parse_load);
    --entries_;
    return false;
}

} // namespace ilm::lpel
