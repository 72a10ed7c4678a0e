// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/objects/shared_objects.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/sync/sync_objects.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <utility>

namespace ilm {

namespace {

/// The address and the number that follow `before`; nothing if the text says something else.
std::optional<std::pair<Address, std::uint64_t>> numbers_behind(std::string_view info,
                                                                std::string_view before) {
    if (!info.starts_with(before))
        return std::nullopt;
    info.remove_prefix(before.size());
    const std::optional<std::uint64_t> addr = take_number(info);
    if (!addr || !info.starts_with(' '))
        return std::nullopt;
    info.remove_prefix(1);
    const std::optional<std::uint64_t> number = take_number(info);
    if (!number || !info.empty())
        return std::nullopt;
    return std::pair(*addr, *number);
}

} // namespace

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
    const auto arrived = numbers_behind(info, TRACE_INFO_ARRIVES);
    const auto told = arrived ? arrived : numbers_behind(info, TRACE_INFO_DEPARTS);
    if (!told)
        return std::nullopt;
    return Passage{arrived.has_value(), told->first, told->second};
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

std::optional<NoReceipt> no_receipt_info(std::string_view info) {
    const auto told = numbers_behind(info, TRACE_INFO_NO_RECEIPT);
    if (!told)
        return std::nullopt;
    return NoReceipt{told->first, told->second};
}

std::string text_of(const NoReceipt& none) {
    return TRACE_INFO_NO_RECEIPT + std::to_string(none.addr) + " " + std::to_string(none.seq);
}

std::vector<SharedObject::ProcessNumber> SharedObject::release(std::uint64_t seq,
                                                               std::uint64_t clock) {
    Round& round = rounds_[seq];
    ++round.released;
    round.clock = std::max(round.clock, clock);
    if (round.released < releases_)
        return {};
    std::vector<ProcessNumber> waiting = std::exchange(round.waiting, {});
    if (has_receipts())
        forget_oldest();
    return waiting;
}

/// As many are remembered as the order of a model remembers of messages.
void SharedObject::forget_oldest() {
    while (rounds_.size() > remembered_rounds(TRACE_PRIM_MESSAGE) &&
           rounds_.begin()->second.waiting.empty())
        rounds_.erase(rounds_.begin());
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
