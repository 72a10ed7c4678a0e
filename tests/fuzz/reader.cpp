// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fuzz target: the reader alone.  Any bytes give events that keep what
// trace_reader.h promises and then an end or a sentence, the same in however
// many pieces they are read.
#include "ilmgen/from/trace/trace_reader.h"
#include "tests/fuzz/bytes.h"

#include <sstream>

namespace {

using namespace ilm;
using fuzz::require;

/// Writes down what is delivered, and checks it.
class Listener : public EventSink {
public:
    void event(const Event& event) override {
        require(event.id > last_, "ids increase");
        require(event.thid != 0, "there is no thread 0");
        require(event.byte >= after_, "events come one after the other");
        last_ = event.id;
        after_ = event.byte + 1;
        heard_ << static_cast<int>(event.kind) << ' ' << event.thid << ' ' << event.id << ' '
               << event.icnt << ' ' << event.byte << ' ' << event.object << ' ' << event.other
               << ' ' << event.prim << ' ' << static_cast<int>(event.mode) << ' '
               << (event.seq ? std::to_string(*event.seq) : "-") << ' ' << event.wait << ' '
               << event.own << ' ' << event.library << '\n';
        write(event.block);
        for (const BlockUsage& use : event.usage)
            write(use);
    }

    std::ostringstream& heard() { return heard_; }

private:
    void write(const BlockUsage& block) {
        heard_ << block.addr << ' ' << block.size << ' ' << block.read << ' ' << block.written
               << ' ' << block.alloc << '\n';
    }

    EventId last_ = 0;
    std::uint64_t after_ = 0; ///< the next event begins here or later
    std::ostringstream heard_;
};

std::string reading_of(std::string_view text, Listener& listener,
                       const std::optional<Damage>& damage) {
    if (damage) {
        require(damage->error.place().has_value(), "an error has a place");
        require(damage->error.place()->byte <= text.size(), "an error is inside the file");
        require(damage->lost_from <= text.size(), "what is lost begins inside the file");
        listener.heard() << damage->error.sentence() << ' ' << damage->lost_from;
    }
    return listener.heard().str();
}

/// Everything that there is to say about the input, in words.
std::string reading_of(std::string_view text, std::size_t piece) {
    fuzz::Bytes bytes(text, piece);
    Listener listener;
    const std::optional<Damage> damage = read_trace(bytes, listener);
    return reading_of(text, listener, damage);
}

/// The same, an event at a time.
std::string reading_by_cursor(std::string_view text, std::size_t window) {
    fuzz::Bytes bytes(text, SIZE_MAX);
    Listener listener;
    TraceCursor cursor(bytes, window);
    while (const Event* const event = cursor.next())
        listener.event(*event);
    require(cursor.next() == nullptr, "the end is the end");
    return reading_of(text, listener, cursor.damage());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string at_once = reading_of(text, SIZE_MAX);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}})
        require(reading_of(text, piece) == at_once, "the same however it is read");
    for (const std::size_t window : {std::size_t{64}, std::size_t{4096}})
        require(reading_by_cursor(text, window) == at_once, "the same event by event");
    return 0;
}
