// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/shared_objects.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <utility>

namespace ilm {

std::optional<SharedObjectInfo> shared_object_info(std::string_view info) {
    constexpr std::string_view before = TRACE_INFO_SHARED;
    if (!info.starts_with(before))
        return std::nullopt;
    info.remove_prefix(before.size());
    SharedObjectInfo object;
    for (std::uint64_t* const number : {&object.addr, &object.releases, &object.acquires}) {
        const std::optional<std::uint64_t> taken = take_number(info);
        if (!taken || !info.starts_with(' '))
            return std::nullopt;
        *number = *taken;
        info.remove_prefix(1);
    }
    object.name = info;
    return object;
}

std::string text_of(const SharedObjectInfo& info, Address addr) {
    return TRACE_INFO_SHARED + std::to_string(addr) + " " + std::to_string(info.releases) + " " +
           std::to_string(info.acquires) + " " + std::string(info.name);
}

std::optional<Passage> passage_info(std::string_view info) {
    const std::string_view arrives = TRACE_INFO_ARRIVES;
    const std::string_view departs = TRACE_INFO_DEPARTS;
    Passage passage;
    passage.arrives = info.starts_with(arrives);
    if (!passage.arrives && !info.starts_with(departs))
        return std::nullopt;
    info.remove_prefix(passage.arrives ? arrives.size() : departs.size());
    const std::optional<std::uint64_t> addr = take_number(info);
    if (!addr || !info.starts_with(' '))
        return std::nullopt;
    info.remove_prefix(1);
    const std::optional<std::uint64_t> round = take_number(info);
    if (!round || !info.empty())
        return std::nullopt;
    passage.addr = *addr;
    passage.round = *round;
    return passage;
}

std::string text_of(const Passage& passage) {
    return (passage.arrives ? TRACE_INFO_ARRIVES : TRACE_INFO_DEPARTS) +
           std::to_string(passage.addr) + " " + std::to_string(passage.round);
}

std::optional<Address> open_info(std::string_view info) {
    constexpr std::string_view before = TRACE_INFO_OPEN;
    if (!info.starts_with(before))
        return std::nullopt;
    info.remove_prefix(before.size());
    const std::optional<std::uint64_t> addr = take_number(info);
    return info.empty() ? addr : std::nullopt;
}

std::string text_of_open(Address addr) {
    return TRACE_INFO_OPEN + std::to_string(addr);
}

std::vector<SharedObject::ProcessNumber> SharedObject::release(std::uint64_t seq,
                                                               std::uint64_t clock) {
    Round& round = rounds_[seq];
    ++round.released;
    round.clock = std::max(round.clock, clock);
    if (round.released < releases_)
        return {};
    return std::exchange(round.waiting, {});
}

std::vector<SharedObject::ProcessNumber> SharedObject::complete(std::uint64_t seq,
                                                                std::uint64_t clock) {
    Round& round = rounds_[seq];
    round.released = releases_;
    round.clock = clock;
    return std::exchange(round.waiting, {});
}

bool SharedObject::is_complete(std::uint64_t seq) const {
    const auto round = rounds_.find(seq);
    return round != rounds_.end() && round->second.released >= releases_;
}

std::uint64_t SharedObject::acquire(std::uint64_t seq) {
    const auto round = rounds_.find(seq);
    if (round == rounds_.end())
        return 0;
    const std::uint64_t clock = round->second.clock;
    if (++round->second.acquired >= acquires_ && round->second.waiting.empty())
        rounds_.erase(round);
    return clock;
}

SharedObject& SharedObjects::named(const SharedObjectInfo& info) {
    const Address next = address(objects_.size());
    return objects_.try_emplace(std::string(info.name), info, next).first->second;
}

} // namespace ilm
