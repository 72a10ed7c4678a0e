// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/emitted/records.h"

#include <algorithm>

namespace ilm {

namespace {

constexpr std::array<EmittedTypeName, static_cast<std::size_t>(last_own_type) + 1> names = {{
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

EmittedType type_of(Kind kind) {
    return static_cast<EmittedType>(static_cast<int>(kind) + 1);
}

bool fits(std::string_view prim) {
    return prim.size() <= longest_own_prim && prim.find('\0') == std::string_view::npos;
}

std::uint64_t less_or_0(std::uint64_t from, std::uint64_t what) {
    return from > what ? from - what : 0;
}

} // namespace

const EmittedTypeName& emitted_type_name(EmittedType type) {
    return names[static_cast<std::size_t>(type)];
}

EmittedRecord& EmittedRecords::add(EmittedType type) {
    EmittedRecord& record = records_.emplace_back();
    record.type = type;
    record.process = process_;
    record.clock = clock_;
    return record;
}

const std::vector<EmittedRecord>& EmittedRecords::records_of(const Event& event) {
    records_.clear();
    clock_ = time_.time_of(event);
    begin_thread(event);
    add_states(event);
    const bool prim_fits = fits(event.prim);
    if (!prim_fits)
        add_pieces(EmittedType::prim, event.prim);
    add_pieces(EmittedType::text, event.text);
    for (const BlockUsage& usage : event.usage)
        add_usage(usage);
    add_event(event, prim_fits);
    return records_;
}

void EmittedRecords::begin_thread(const Event& event) {
    const auto [process, is_new] = processes_.try_emplace(event.thid, processes_.size());
    process_ = process->second;
    const std::uint64_t clock = is_new ? clock_of_(event.thid) : 0;
    if (!is_new || (event.thid == process_ + 1 && event.thid == clock))
        return;
    EmittedRecord& record = add(EmittedType::thread);
    record[EmittedValue::object] = event.thid;
    record[EmittedValue::seq] = clock;
    record.flags = emitted_has_seq;
}

/// All that a thread did since its previous event, its waiting last.
void EmittedRecords::add_states(const Event& event) {
    const std::uint64_t waits = less_or_0(clock_, event.wait);
    if (states_ && event.icnt > 0) {
        add(EmittedType::runs).clock = less_or_0(waits, event.icnt);
        add(EmittedType::rests).clock = waits;
    }
    if (states_ && event.wait > 0) {
        add(EmittedType::waits).clock = waits;
        add(EmittedType::rests);
    }
}

void EmittedRecords::add_pieces(EmittedType type, std::string_view text) {
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), longest_own_text)))
        add(type).text = text.substr(0, longest_own_text);
}

void EmittedRecords::add_usage(const BlockUsage& usage) {
    EmittedRecord& record = add(EmittedType::usage);
    record[EmittedValue::object] = usage.addr;
    record[EmittedValue::bytes] = usage.size;
    record[EmittedValue::read] = usage.read;
    record[EmittedValue::written] = usage.written;
    record[EmittedValue::seq] = usage.alloc;
}

void EmittedRecords::add_event(const Event& event, bool prim_fits) {
    const bool is_block = event.kind == Kind::alloc || event.kind == Kind::free;
    const bool is_life = event.kind == Kind::newsync || event.kind == Kind::delsync;
    const bool has_child = event.kind == Kind::fork || event.kind == Kind::join;
    EmittedRecord& record = add(type_of(event.kind));
    record[EmittedValue::id] = event.id;
    record[EmittedValue::icnt] = event.icnt;
    record[EmittedValue::wait] = event.wait;
    record[EmittedValue::object] = is_block    ? event.block.addr
                                   : has_child ? event.other
                                               : event.object;
    record[EmittedValue::seq] = event.seq.value_or(0);
    record[EmittedValue::bytes] = is_block  ? event.block.size
                                  : is_life ? static_cast<std::uint64_t>(event.rwlock_kind)
                                            : event.bytes;
    record[EmittedValue::read] = event.block.read;
    record[EmittedValue::written] = event.block.written;
    record.flags = static_cast<std::uint8_t>((event.seq ? emitted_has_seq : 0) |
                                             (event.time != no_time ? emitted_has_time : 0) |
                                             (event.mode == Mode::rd ? emitted_mode_rd : 0) |
                                             (event.mode == Mode::wr ? emitted_mode_wr : 0));
    if (prim_fits)
        record.text = event.prim;
}

} // namespace ilm
