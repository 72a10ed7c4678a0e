// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/own/records.h"

#include <algorithm>

namespace ilm {

namespace {

constexpr std::array<OwnTypeName, static_cast<std::size_t>(last_own_type) + 1> names = {{
    {"", ""},
    {"info", "a text"},
    {"alloc", "a heap block begins"},
    {"free", "a heap block ends"},
    {"newsync", "a synchronisation object begins"},
    {"delsync", "a synchronisation object ends"},
    {"fork", "begins a thread"},
    {"join", "waited for the end of a thread"},
    {"exit", "the thread ends"},
    {"rel", "release"},
    {"acq", "acquire"},
    {"usage", "traffic on a heap block, of the next event"},
    {"text", "text of the next event"},
    {"prim", "primitive of the next event"},
    {"thread", "the thread that this process is"},
    {"runs", "state: works"},
    {"waits", "state: waits"},
    {"rests", "state: ends"},
}};

OwnType type_of(Kind kind) {
    return static_cast<OwnType>(static_cast<int>(kind) + 1);
}

bool fits(std::string_view prim) {
    return prim.size() <= longest_own_prim && prim.find('\0') == std::string_view::npos;
}

std::uint64_t less_or_0(std::uint64_t from, std::uint64_t what) {
    return from > what ? from - what : 0;
}

} // namespace

const OwnTypeName& own_type_name(OwnType type) {
    return names[static_cast<std::size_t>(type)];
}

OwnRecord& OwnRecords::add(OwnType type) {
    OwnRecord& record = records_.emplace_back();
    record.type = type;
    record.process = process_;
    record.clock = clock_;
    return record;
}

const std::vector<OwnRecord>& OwnRecords::of(const Event& event) {
    records_.clear();
    clock_ = time_.of(event);
    begin_thread(event);
    add_states(event);
    const bool prim_fits = fits(event.prim);
    if (!prim_fits)
        add_pieces(OwnType::prim, event.prim);
    add_pieces(OwnType::text, event.text);
    for (const BlockUsage& usage : event.usage)
        add_usage(usage);
    add_event(event, prim_fits);
    return records_;
}

void OwnRecords::begin_thread(const Event& event) {
    const auto [process, is_new] = processes_.try_emplace(event.thid, processes_.size());
    process_ = process->second;
    const std::uint64_t clock = is_new ? clock_of_(event.thid) : 0;
    if (!is_new || (event.thid == process_ + 1 && event.thid == clock))
        return;
    OwnRecord& record = add(OwnType::thread);
    record[OwnValue::object] = event.thid;
    record[OwnValue::seq] = clock;
    record.flags = own_has_seq;
}

/// All that a thread did since its previous event, its waiting last.
void OwnRecords::add_states(const Event& event) {
    const std::uint64_t waits = less_or_0(clock_, event.wait);
    if (states_ && event.icnt > 0) {
        add(OwnType::runs).clock = less_or_0(waits, event.icnt);
        add(OwnType::rests).clock = waits;
    }
    if (states_ && event.wait > 0) {
        add(OwnType::waits).clock = waits;
        add(OwnType::rests);
    }
}

void OwnRecords::add_pieces(OwnType type, std::string_view text) {
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), longest_own_text)))
        add(type).text = text.substr(0, longest_own_text);
}

void OwnRecords::add_usage(const BlockUsage& usage) {
    OwnRecord& record = add(OwnType::usage);
    record[OwnValue::object] = usage.addr;
    record[OwnValue::bytes] = usage.size;
    record[OwnValue::read] = usage.read;
    record[OwnValue::written] = usage.written;
    record[OwnValue::seq] = usage.alloc;
}

void OwnRecords::add_event(const Event& event, bool prim_fits) {
    const bool is_block = event.kind == Kind::alloc || event.kind == Kind::free;
    const bool has_child = event.kind == Kind::fork || event.kind == Kind::join;
    OwnRecord& record = add(type_of(event.kind));
    record[OwnValue::id] = event.id;
    record[OwnValue::icnt] = event.icnt;
    record[OwnValue::wait] = event.wait;
    record[OwnValue::object] = is_block ? event.block.addr : has_child ? event.other : event.object;
    record[OwnValue::seq] = event.seq.value_or(0);
    record[OwnValue::bytes] = is_block ? event.block.size : event.bytes;
    record[OwnValue::read] = event.block.read;
    record[OwnValue::written] = event.block.written;
    record.flags = static_cast<std::uint8_t>(
        (event.seq ? own_has_seq : 0) | (event.time != no_time ? own_has_time : 0) |
        (event.mode == Mode::rd ? own_mode_rd : 0) | (event.mode == Mode::wr ? own_mode_wr : 0));
    if (prim_fits)
        record.text = event.prim;
}

} // namespace ilm
