// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads back what ilmgen wrote as Alog or Gist: the events come out as they
// went in.  The readers of these formats split lines and records, and ask
// is_declaration() whether a file is one of ours.
#ifndef ILMGEN_LOGS_ENTRIES_EMITTED_EVENTS_H
#define ILMGEN_LOGS_ENTRIES_EMITTED_EVENTS_H

#include "ilmgen/emitted/declaration.h"
#include "ilmgen/logs/emitted/records.h"
#include "ilmgen/logs/text/text_scanner.h"
#include "ilmgen/model/error.h"
#include "ilmgen/model/event.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ilm {

/// Throws Error, with the place, if a log contains something that ilmgen does not write.
class EmittedEvents {
public:
    /// `clocks` gets the clocks that the log declares.
    EmittedEvents(EventSink& sink, Clocks& clocks) : sink_(sink), clocks_(clocks) {}

    /// A line of an Alog that is no header line. `byte`: where the line begins.
    void alog(std::int64_t type, std::int64_t process, std::string_view text, std::uint64_t byte);

    /// A record of a Gist, with all its counters.
    void gist(std::int64_t type, std::uint64_t process, std::uint64_t time,
              std::span<const std::uint64_t> counters, std::uint64_t byte);

    /// After the last one.
    void finish(std::uint64_t byte) const;

    EventId last_id() const { return last_id_; }

private:
    [[noreturn]] void fail(std::uint64_t byte, const std::string& reason) const;
    void begin(std::int64_t type, std::uint64_t process, std::uint64_t byte);
    void read_word(std::string_view word, std::uint64_t byte);
    std::string_view unescaped(std::string_view text, std::uint64_t byte);
    void read_gist_text(std::span<const std::uint64_t> counters, std::uint64_t byte);
    void take(std::uint64_t byte);
    void take_thread();
    void take_usage(std::uint64_t byte);
    void take_event(std::uint64_t byte);
    void check(std::uint64_t byte) const;

    EventSink& sink_;
    Clocks& clocks_;
    EmittedRecord record_;
    std::string record_text_; ///< what the record's points to
    /// By process; only those that are not process + 1.
    std::unordered_map<std::uint64_t, ThreadId> threads_;
    EventId last_id_ = 0;
    bool begun_ = false; ///< parts of an event have come, but not the event
    std::uint64_t process_ = 0;

    Event event_;
    std::string prim_;
    std::string text_;
    std::vector<BlockUsage> usage_;
};

/// Calls take(events, piece) on all pieces of a log that ilmgen has written. The pieces end with
/// the byte `end`. If a piece is bad, returns what is wrong. take() may report a bad piece with a
/// BrokenSource.
template <class Take>
std::optional<Damage> read_own_events(EventSink& sink, Clocks& clocks, TextScanner& text, char end,
                                      Take take) {
    EmittedEvents events(sink, clocks);
    try {
        for (std::string_view piece; text.next(end, piece);)
            take(events, piece);
        events.finish(text.byte());
    } catch (const BrokenSource& broken) {
        return Damage{Error({text.byte(), events.last_id(), true}, broken.what()), text.byte()};
    } catch (const Error& error) {
        if (!error.place())
            throw;
        return Damage{error, error.place()->byte};
    }
    return std::nullopt;
}

} // namespace ilm

#endif
