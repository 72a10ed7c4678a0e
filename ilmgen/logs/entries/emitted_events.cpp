// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/entries/emitted_events.h"

#include "ilmgen/emitted/escaped.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <charconv>

namespace ilm {

namespace {

bool is_event(EmittedType type) {
    return type <= EmittedType::acq;
}

bool is_part(EmittedType type) {
    return type == EmittedType::usage || type == EmittedType::text || type == EmittedType::prim;
}

} // namespace

void EmittedEvents::fail(std::uint64_t byte, const std::string& reason) const {
    throw Error({byte, last_id_, true}, "not as ilmgen writes it: " + reason);
}

void EmittedEvents::begin(std::int64_t type, std::uint64_t process, std::uint64_t byte) {
    if (type <= 0 || type > static_cast<std::int64_t>(last_own_type))
        fail(byte, "there is no event type " + std::to_string(type));
    record_ = {};
    record_.type = static_cast<EmittedType>(type);
    record_.process = process;
}

void EmittedEvents::alog(std::int64_t type, std::int64_t process, std::string_view text,
                         std::uint64_t byte) {
    if (type < 0)
        return; // an arrow, for viewers
    if (process < 0)
        fail(byte, "process " + std::to_string(process));
    begin(type, static_cast<std::uint64_t>(process), byte);
    if (record_.type == EmittedType::text || record_.type == EmittedType::prim) {
        record_.text = unescaped(text, byte);
    } else {
        while (!text.empty()) {
            const std::string_view word = text.substr(0, text.find(' '));
            read_word(word, byte);
            text.remove_prefix(std::min(text.size(), word.size() + 1));
        }
    }
    take(byte);
}

/// "rd", "wr", or "NAME=VALUE".
void EmittedEvents::read_word(std::string_view word, std::uint64_t byte) {
    if (word.empty())
        return;
    if (word == TRACE_MODE_RD || word == TRACE_MODE_WR) {
        record_.flags |= word == TRACE_MODE_RD ? emitted_mode_rd : emitted_mode_wr;
        return;
    }
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view name = word.substr(0, equals);
    const std::string_view value = word.substr(std::min(equals + 1, word.size()));
    if (name == TRACE_PRIM) {
        record_.text = unescaped(value, byte);
        return;
    }
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || rest != value.data() + value.size())
        fail(byte, "'" + std::string(word) + "' has no number");
    const auto* const known =
        std::find(emitted_value_names.begin(), emitted_value_names.end(), name);
    if (name == TRACE_TIME) {
        record_.clock = number;
        record_.flags |= emitted_has_time;
    } else if (known != emitted_value_names.end()) {
        record_.values[static_cast<std::size_t>(known - emitted_value_names.begin())] = number;
        if (name == TRACE_SEQ)
            record_.flags |= emitted_has_seq;
    } else {
        fail(byte, "'" + std::string(word) + "'");
    }
}

std::string_view EmittedEvents::unescaped(std::string_view text, std::uint64_t byte) {
    record_text_.clear();
    if (!unescape(text, record_text_))
        fail(byte, "a % without two hexadecimal digits");
    return record_text_;
}

void EmittedEvents::gist(std::int64_t type, std::uint64_t process, std::uint64_t time,
                         std::span<const std::uint64_t> counters, std::uint64_t byte) {
    begin(type, process, byte);
    if (counters.size() != emitted_counters)
        fail(byte, "there are " + std::to_string(counters.size()) + " counters");
    if (record_.type == EmittedType::text || record_.type == EmittedType::prim) {
        read_gist_text(counters, byte);
    } else {
        if (counters[0] > all_own_flags)
            fail(byte, "unknown flags");
        record_.flags = static_cast<std::uint8_t>(counters[0]);
        std::copy_n(counters.begin() + 1, emitted_values, record_.values.begin());
        std::uint64_t prim = counters[emitted_values + 1];
        record_text_.clear();
        for (; prim != 0; prim <<= 8)
            record_text_ += static_cast<char>(prim >> 56);
        record_.text = record_text_;
        record_.clock = time;
    }
    take(byte);
}

/// The first counter says how many bytes the others hold.
void EmittedEvents::read_gist_text(std::span<const std::uint64_t> counters, std::uint64_t byte) {
    if (counters[0] > longest_own_text)
        fail(byte, "a text of " + std::to_string(counters[0]) + " bytes");
    record_text_.clear();
    for (std::size_t i = 0; i < counters[0]; ++i)
        record_text_ += static_cast<char>(counters[1 + i / 8] >> (56 - 8 * (i % 8)));
    record_.text = record_text_;
}

void EmittedEvents::take(std::uint64_t byte) {
    if (begun_ && record_.process != process_ && (is_part(record_.type) || is_event(record_.type)))
        fail(byte, "parts of an event are not followed by it");
    process_ = record_.process;
    switch (record_.type) {
    case EmittedType::thread: take_thread(); return;
    case EmittedType::text: text_ += record_.text; break;
    case EmittedType::prim: prim_ += record_.text; break;
    case EmittedType::usage: take_usage(byte); break;
    case EmittedType::runs:
    case EmittedType::waits:
    case EmittedType::rests: return;
    default: take_event(byte); return;
    }
    begun_ = true;
}

void EmittedEvents::take_thread() {
    const ThreadId thid = record_[EmittedValue::object];
    threads_[process_] = thid;
    if ((record_.flags & emitted_has_seq) != 0)
        clocks_.set(thid, record_[EmittedValue::seq]);
}

void EmittedEvents::take_usage(std::uint64_t) {
    usage_.push_back({record_[EmittedValue::object], record_[EmittedValue::bytes],
                      record_[EmittedValue::read], record_[EmittedValue::written],
                      record_[EmittedValue::seq]});
}

void EmittedEvents::take_event(std::uint64_t byte) {
    event_ = {};
    event_.kind = static_cast<Kind>(static_cast<int>(record_.type) - 1);
    const auto thread = threads_.find(process_);
    event_.thid = thread != threads_.end() ? thread->second : process_ + 1;
    event_.id = record_[EmittedValue::id];
    event_.icnt = record_[EmittedValue::icnt];
    event_.wait = record_[EmittedValue::wait];
    event_.byte = byte;
    if (event_.kind == Kind::alloc || event_.kind == Kind::free) {
        event_.block = {record_[EmittedValue::object], record_[EmittedValue::bytes],
                        record_[EmittedValue::read], record_[EmittedValue::written]};
    } else {
        const bool has_child = event_.kind == Kind::fork || event_.kind == Kind::join;
        (has_child ? event_.other : event_.object) = record_[EmittedValue::object];
        const bool is_life = event_.kind == Kind::newsync || event_.kind == Kind::delsync;
        if (is_life)
            event_.rwlock_kind = rwlock_kind_of(record_[EmittedValue::bytes]);
        else
            event_.bytes = record_[EmittedValue::bytes];
    }
    if ((record_.flags & emitted_has_seq) != 0)
        event_.seq = record_[EmittedValue::seq];
    if ((record_.flags & emitted_has_time) != 0)
        event_.time = record_.clock;
    if ((record_.flags & (emitted_mode_rd | emitted_mode_wr)) != 0)
        event_.mode = (record_.flags & emitted_mode_rd) != 0 ? Mode::rd : Mode::wr;
    prim_ += record_.text;
    event_.prim = prim_;
    event_.text = text_;
    event_.usage = usage_;
    check(byte);
    last_id_ = event_.id;
    begun_ = false;
    sink_.event(event_);
    prim_.clear();
    text_.clear();
    usage_.clear();
}

/// Checks what every reader has to check.
void EmittedEvents::check(std::uint64_t byte) const {
    if (event_.id <= last_id_)
        fail(byte, "the id is not above that of the event before");
    if (event_.thid == 0)
        fail(byte, "there is no thread 0");
    if (std::any_of(usage_.begin(), usage_.end(),
                    [this](const BlockUsage& use) { return use.alloc >= event_.id; }))
        fail(byte, "traffic on a block of a later event");
    if (!is_sync(event_.kind) && !usage_.empty())
        fail(byte, "traffic on blocks, but it is no sync event");
}

void EmittedEvents::finish(std::uint64_t byte) const {
    if (begun_)
        fail(byte, "the last event is not whole");
}

} // namespace ilm
