// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/fuzz/ilm.h"

#include "tests/fuzz/bytes.h"

#include <rapidjson/document.h>

#include <bitset>

namespace fuzz {

namespace {

using rapidjson::Value;

const Value& member(const Value& object, const char* key) {
    const auto found = object.FindMember(key);
    require(found != object.MemberEnd(), "the ILM has all keys");
    return found->value;
}

std::uint64_t number(const Value& object, const char* key) {
    const Value& value = member(object, key);
    require(value.IsUint64(), "a number is one of 64 bits");
    return value.GetUint64();
}

class Parser {
public:
    explicit Parser(bool cross_block) : cross_block_(cross_block) {}

    Ilm parse(const Value& blocks) {
        require(blocks.IsArray(), "the ILM is an array");
        for (const Value& block : blocks.GetArray()) {
            for (const auto& [thid, events] : block.GetObject())
                thread(std::stoull(thid.GetString()), events);
            if (!cross_block_)
                newest_.clear();
        }
        for (const auto& [from, to] : edges_) {
            require(from < to && ilm_.events.contains(from) && ilm_.events.contains(to),
                    "an edge leads from one event to a later one");
            require(ilm_.events[from].thid != ilm_.events[to].thid, "an edge joins two threads");
            ilm_.events[to].after.push_back(from);
        }
        return std::move(ilm_);
    }

private:
    void thread(std::uint64_t thid, const Value& events) {
        for (const Value& event : events.GetArray()) {
            const std::uint64_t id = number(event, "id");
            std::uint64_t& newest = newest_[thid];
            require(id > newest, "a thread's events are in order");
            require(ilm_.events.emplace(id, IlmEvent{thid, {}, newest}).second,
                    "an event is there once");
            newest = id;
            ilm_.sums[thid].icnt += number(event, "icnt");
            ilm_.sums[thid].hbal += member(event, "hbal").GetInt64();
            for (const Value& next : member(event, "nxt").GetArray())
                edges_.emplace_back(id, number(next, "id"));
            if (cross_block_)
                for (const Value& before : member(event, "prv").GetArray())
                    edges_.emplace_back(number(before, "id"), id);
        }
    }

    bool cross_block_;
    Ilm ilm_;
    std::map<std::uint64_t, std::uint64_t> newest_; ///< each thread's last event
    std::vector<std::pair<std::uint64_t, std::uint64_t>> edges_;
};

constexpr std::size_t most_events = 512;
/// Events by their position in the ILM with all of them.
using Positions = std::map<std::uint64_t, std::size_t>;
using Set = std::bitset<most_events>;

std::vector<std::uint64_t> direct_predecessors(const IlmEvent& event) {
    std::vector<std::uint64_t> direct = event.after;
    if (event.before_it != 0)
        direct.push_back(event.before_it);
    return direct;
}

/// The events that come before each event, directly or not.
std::map<std::uint64_t, Set> closure(const Ilm& ilm, const Positions& positions) {
    std::map<std::uint64_t, Set> before;
    for (const auto& [id, event] : ilm.events)
        for (const std::uint64_t direct : direct_predecessors(event)) {
            before[id] |= before[direct];
            before[id].set(positions.at(direct));
        }
    return before;
}

} // namespace

Ilm parse_ilm(const std::string& json, bool cross_block) {
    rapidjson::Document document;
    document.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());
    require(!document.HasParseError(), "the ILM is JSON");
    return Parser(cross_block).parse(document);
}

void check_order(const Ilm& ilm, const Ilm& all, bool reduced) {
    if (all.events.size() > most_events)
        return;
    Positions positions;
    for (const auto& [id, event] : all.events)
        positions.emplace(id, positions.size());
    Set kept;
    for (const auto& [id, event] : ilm.events) {
        require(positions.contains(id), "every event of the ILM is a sync event of the trace");
        kept.set(positions[id]);
    }
    auto before = closure(ilm, positions);
    auto before_in_all = closure(all, positions);
    for (const auto& [id, event] : ilm.events) {
        require(before[id] == (before_in_all[id] & kept), "the order is that of the trace");
        for (const std::uint64_t edge : event.after)
            for (const std::uint64_t other : direct_predecessors(event))
                require(!reduced || !before[other].test(positions[edge]),
                        "no edge follows from others");
    }
}

} // namespace fuzz
