// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events for a person: a line each,
//
//    ID tTHREAD +INSTRUCTIONS WHAT ...
//
// with blocks as ADDRESS[SIZE] and traffic on them as rN wN, in bytes
// (docs/manual.md).  Nothing reads it back.
#include "ilmgen/emit/events/event_writers.h"

#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string_view>

namespace ilm {

namespace {

/// In the order of Kind.
constexpr std::array<std::string_view, 10> words = {
    " " TRACE_INFO, " " TRACE_ALLOC, " " TRACE_FREE, " " TRACE_NEWSYNC, " " TRACE_DELSYNC,
    " " TRACE_FORK, " " TRACE_JOIN,  " " TRACE_EXIT, " " TRACE_REL,     " " TRACE_ACQ,
};
static_assert(words.size() == static_cast<std::size_t>(Kind::acq) + 1);

class TextWriter : public EventWriter {
public:
    explicit TextWriter(OutputFile& out) : out_(out) {}

    void event(const Event& event) override {
        number("", event.id);
        number(" t", event.thid);
        number(" +", event.icnt);
        if (event.time != no_time)
            number(" @", event.time);
        out_.write(words[static_cast<std::size_t>(event.kind)]);
        if (event.kind == Kind::info)
            text(event.text);
        else if (is_sync(event.kind))
            sync(event);
        else
            life(event);
        out_.Put('\n');
    }

    void finish(const Origin&, const ClockOf&) override {}

private:
    void life(const Event& event) {
        switch (event.kind) {
        case Kind::alloc: allocation(event); return;
        case Kind::free: usage(event.block); return;
        default: text(event.prim); address(event.object);
        }
    }

    void sync(const Event& event) {
        operand(event);
        if (!event.prim.empty())
            text(event.prim);
        if (event.seq)
            number(" " TRACE_SEQ " ", *event.seq);
        if (event.mode != Mode::none)
            out_.write(event.mode == Mode::rd ? " " TRACE_MODE_RD : " " TRACE_MODE_WR);
        if (event.wait > 0)
            number(" " TRACE_WAIT " ", event.wait);
        if (event.own > 0)
            number(" " TRACE_OWN " ", event.own);
        if (event.library > 0)
            number(" " TRACE_LIBRARY " ", event.library);
        if (event.slept > 0)
            number(" " TRACE_SLEPT " ", event.slept);
        if (event.bytes > 0)
            number(" " TRACE_BYTES " ", event.bytes);
        if (!event.usage.empty())
            out_.write(" " TRACE_USAGE);
        for (const BlockUsage& block : event.usage)
            usage(block);
    }

    void operand(const Event& event) {
        switch (event.kind) {
        case Kind::fork:
        case Kind::join: number(" t", event.other); return;
        case Kind::rel:
        case Kind::acq: address(event.object); return;
        default: return; // an exit has none
        }
    }

    void allocation(const Event& event) {
        block(event.block);
        if (event.library > 0)
            out_.write(" " TRACE_LIBRARY);
    }

    void block(const BlockUsage& block) {
        address(block.addr);
        number("[", block.size);
        out_.Put(']');
    }

    void usage(const BlockUsage& usage) {
        block(usage);
        number(" " TRACE_READ, usage.read);
        number(" " TRACE_WRITTEN, usage.written);
    }

    void address(Address address) { number(" 0x", address, 16); }

    void number(std::string_view before, std::uint64_t number, int base = 10) {
        constexpr std::size_t longest = std::numeric_limits<std::uint64_t>::digits10 + 1;
        char* to = out_.room(before.size() + longest);
        to += before.copy(to, before.size());
        out_.put_until(std::to_chars(to, to + longest, number, base).ptr);
    }

    /// Writes the text on one line, because what follows a line break could look like an event.
    void text(std::string_view text) {
        out_.Put(' ');
        for (const char byte : text)
            out_.Put(byte == '\n' ? ' ' : byte);
    }

    OutputFile& out_;
};

} // namespace

std::unique_ptr<EventWriter> text_writer(OutputFile& out) {
    return std::make_unique<TextWriter>(out);
}

namespace {

/// Removes `text` from the beginning of `rest`; returns false if `rest` does not begin with it.
bool take(std::string_view& rest, std::string_view text) {
    const bool begins = rest.starts_with(text);
    if (begins)
        rest.remove_prefix(text.size());
    return begins;
}

/// The same for `text` and a number of up to 64 bits behind it.
bool take_number(std::string_view& rest, std::string_view text) {
    constexpr std::size_t most_digits = 20;
    if (!take(rest, text))
        return false;
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    rest.remove_prefix(digits);
    return digits > 0 && digits <= most_digits;
}

} // namespace

bool begins_text(std::string_view begin) {
    constexpr std::array<std::string_view, 9> verbs = {"info ",    "exit ",    "exit\n",
                                                       "rel 0x",   "acq 0x",   "free 0x",
                                                       "alloc 0x", "newsync ", "delsync "};
    if (!take_number(begin, "") || !take_number(begin, " t") || !take_number(begin, " +"))
        return false;
    if (begin.starts_with(" @") && !take_number(begin, " @"))
        return false;
    if (!take(begin, " "))
        return false;
    if (take(begin, "fork t") || take(begin, "join t"))
        return !begin.empty() && begin.front() >= '0' && begin.front() <= '9';
    return std::any_of(verbs.begin(), verbs.end(),
                       [begin](std::string_view verb) { return begin.starts_with(verb); });
}

} // namespace ilm
