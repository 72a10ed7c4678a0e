// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/objects/common_objects.h"

#include <algorithm>
#include <utility>

namespace ilm {

CommonObjects::Life& CommonObjects::named(const CommonInfo& info) {
    Life& now = objects_[std::string(info.name)];
    if (now == nullptr || now->has_ended() || info.what == CommonInfo::What::begins)
        now = std::make_shared<CommonObject>(info, address(lives_++));
    return now;
}

/// The parts of a held range before and behind this one stay locked.
void ProgramObjects::unlock(Address file, const ByteRange& range) {
    std::vector<HeldRange> left;
    const auto stays = [&](HeldRange held, std::uint64_t first, std::uint64_t last) {
        held.lock.told.range = {first, last};
        left.push_back(std::move(held));
    };
    for (const HeldRange& held : std::exchange(ranges[file], {})) {
        const auto [first, last] = *held.lock.told.range;
        if (first < range.first)
            stays(held, first, std::min(last, range.first - 1));
        if (last > range.last)
            stays(held, std::max(first, range.last + 1), last);
    }
    ranges[file] = std::move(left);
}

} // namespace ilm
