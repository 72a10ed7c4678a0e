// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/entries/emitted_events.h"

#include "ilmgen/command/outputs.h"
#include "ilmgen/emitted/declaration.h"
#include "ilmgen/emitted/escaped.h"
#include "ilmgen/emitted/utf8.h"
#include "ilmgen/model/error.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

using namespace ilm;

/// The file that --emit=FORMAT writes.
class EmittedFile {
public:
    explicit EmittedFile(const std::string& format)
        : file_(""), out_(file_.path()),
          writer_(std::get<EventWriterMaker>(output_named(format).writer)(out_)) {}
    EventWriter& sink() { return *writer_; }
    std::string text(const Declaration& declared = {}) {
        writer_->finish(declared.origin,
                        [&](ThreadId thid) { return declared.clocks.clock_of(thid); });
        out_.commit();
        return test::content(file_.path());
    }

private:
    test::TemporaryFile file_;
    OutputFile out_;
    std::unique_ptr<EventWriter> writer_;
};

std::string written(const std::string& format, const std::vector<Event>& events,
                    const Declaration& declared = {}) {
    EmittedFile file(format);
    for (const Event& event : events)
        file.sink().event(event);
    return file.text(declared);
}

/// The simplest reader that reads rightly what ilmgen writes.
Declaration read_alog(const std::string& text, EventSink& sink) {
    Declaration declared;
    EmittedEvents own(sink, declared.clocks);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::int64_t type = 0;
        std::int64_t process = 0;
        std::uint64_t other = 0;
        words >> type >> process >> other >> other >> other >> other;
        REQUIRE(words);
        std::string string;
        std::getline(words >> std::ws, string);
        if (type == -1) {
            CHECK(is_declaration(string));
            declared.origin = declared_origin(string);
        }
        own.alog(type, process, string, 0);
    }
    own.finish(text.size());
    return declared;
}

Declaration read_gist(const std::string& text, EventSink& sink) {
    Declaration declared;
    EmittedEvents own(sink, declared.clocks);
    std::istringstream lines(text);
    std::size_t width = 0;
    for (std::string line; std::getline(lines, line);) {
        if (const std::size_t said = line.find("0 \"ilmgen"); said != std::string::npos)
            declared.origin = declared_origin(line.substr(said + 3, line.size() - said - 4));
        if (line.find(':') == std::string::npos || line[0] == ' ')
            continue;
        CHECK((width == 0 || line.size() == width));
        width = line.size();
        std::istringstream fields(line);
        std::vector<std::uint64_t> numbers;
        for (std::string field; std::getline(fields, field, ':');)
            numbers.push_back(std::stoull(field, nullptr, numbers.size() < 2 ? 10 : 16));
        own.gist(static_cast<std::int64_t>(numbers[1]), numbers[0], numbers[2],
                 std::span(numbers).subspan(3), 0);
    }
    own.finish(text.size());
    return declared;
}

/// Compares what comes back as traces, with units and clocks.
void check_round_trips(const std::vector<Event>& events, const Declaration& declared = {}) {
    const std::string trace = written("trace", events, declared);
    EmittedFile from_alog("trace");
    const Declaration alog = read_alog(written("alog", events, declared), from_alog.sink());
    CHECK(from_alog.text(alog) == trace);
    EmittedFile from_gist("trace");
    const Declaration gist = read_gist(written("gist", events, declared), from_gist.sink());
    CHECK(from_gist.text(gist) == trace);
}

constexpr std::uint64_t large = UINT64_MAX;

std::vector<Event> odd_events() {
    test::Trace trace;
    trace.info(1).text =
        test::text(" two  blanks % \"{[$ \\ \n\t\r\x01 and a NUL: " + std::string(1, '\0') +
                   " \xc3\xa4 \xff ");
    trace.info(1).text = test::text(std::string(1000, 'x') + ' ');
    trace.info(1).text = "";
    trace.info(1).text = test::text(std::string(64, ' '));
    trace.newsync(1, large, "");
    trace.newsync(1, 5, test::text("a name of \n some length " + std::string(100, '%')));
    trace.newsync(1, 5, test::text(std::string("a\0", 2)));
    trace.newsync(1, 5, "rd");
    trace.newsync(1, 5, "rwlock").rwlock_kind = RwlockKind::writers_first;
    trace.delsync(1, 5, "=eight= ");
    trace.alloc(1, large, large, large);
    trace.free(1, large, large, large, large);
    trace.fork(1, large);
    trace.fork(1, 3);
    Event& rel = trace.rel_seq(3, large, large, large);
    rel.prim = "mutex";
    rel.mode = Mode::wr;
    rel.bytes = large;
    rel.time = large - 1;
    Event& acq = trace.acq_seq(large, large, 0);
    acq.mode = Mode::rd;
    acq.wait = large;
    acq.time = 0;
    acq.usage = test::traffic({{0, 0, 0, 0, 0}, {large, large, large, large, 10}, {1, 2, 3, 4, 0}});
    trace.acq(large, 7);
    trace.exit(3).wait = 8;
    trace.join(1, 3).id = large;
    return trace.events;
}

} // namespace

TEST_CASE("own events: what was written as Alog or Gist comes back as it was") {
    check_round_trips({});
    check_round_trips(odd_events());
    for (unsigned seed = 0; seed < 20; ++seed)
        check_round_trips(test::random_trace(seed, 300).events);
}

TEST_CASE("own events: also with clocks of any speed") {
    std::vector<Event> events = test::random_trace(1, 300).events;
    std::uint64_t time = 0x100000000;
    for (Event& event : events)
        event.time = time += 1000 + event.icnt;
    for (const double speed : {0.0, 1.0, 1e6, 1e9}) {
        Declaration declared{{"lpel", "ns", speed}, {}};
        declared.clocks.set(1, 2, 0);
        declared.clocks.set(3, large);
        check_round_trips(events, declared);
    }
}

TEST_CASE("own events: units are declared") {
    const Origin origin = declared_origin(declaration({"gist", "cache misses", 0.1}));
    CHECK(origin.cost == "cache misses");
    CHECK(origin.ticks_per_second == 0.1);
    CHECK(!is_declaration("ALNov-21-26"));
}

TEST_CASE("own events: a trace declares units and clocks that others have not") {
    Declaration declared;
    CHECK(trace_declarations(declared).empty());
    declared.origin = {"alog", "a counter", 2.5};
    declared.clocks.set(1, 4, 0);
    declared.clocks.set(large, large);
    Declaration back;
    for (const std::string& text : trace_declarations(declared))
        CHECK(take_declaration(text, back));
    CHECK(back.origin.cost == "a counter");
    CHECK(back.origin.ticks_per_second == 2.5);
    CHECK(back.clocks.clock_of(4) == 0);
    CHECK(back.clocks.clock_of(5) == 5);
    CHECK(back.clocks.clock_of(large) == large);
    CHECK(trace_declarations(back) == trace_declarations(declared));
}

TEST_CASE("own events: what is not ours is refused") {
    const auto refused = [](std::int64_t type, std::string_view text) {
        EmittedFile out("trace");
        Clocks clocks;
        EmittedEvents own(out.sink(), clocks);
        try {
            own.alog(type, 0, text, 17);
            own.finish(20);
        } catch (const Error& error) {
            return error.sentence();
        }
        return std::string();
    };
    CHECK(refused(1, "id=3") == "");
    CHECK(refused(18, "id=3").find("byte 17, ") == 0);
    for (const char* const text : {"", "id", "id=", "id=x", "id=1 idd=2", "id=1 prim=%1",
                                   "id=99999999999999999999", "id=1x"})
        CHECK(refused(9, text) != "");
    CHECK(refused(11, "obj=1 bytes=1").find("the last event is not whole") != std::string::npos);
}

TEST_CASE("own events: a text of any bytes") {
    std::string all;
    for (int i = 0; i < 512; ++i)
        all += static_cast<char>(i);
    for (const bool all_blanks : {false, true}) {
        std::string back;
        CHECK(unescape(escaped(all, all_blanks), back));
        CHECK(back == all);
    }
    CHECK(escaped(" a  b ", false) == "%20a %20b%20");
}

TEST_CASE("texts that are not UTF-8 become it") {
    CHECK(as_utf8("plain") == "plain");
    CHECK(as_utf8("gr\xfc\xdf") == "gr\xc3\xbc\xc3\x9f");
    CHECK(as_utf8("\xc3\xbc\xf0\x9f\x98\x80") == "\xc3\xbc\xf0\x9f\x98\x80");
    std::string all;
    for (int i = 0; i < 65536; ++i)
        all.append({static_cast<char>(i / 256), static_cast<char>(i % 256)});
    CHECK(!is_utf8(all));
    CHECK(is_utf8(as_utf8(all)));
    CHECK(!is_utf8("eight letters, then \xc3"));
    CHECK(!is_utf8("\x80seven letters"));
}

TEST_CASE("a trace tells a stack where it is used first, whatever event has told it") {
    const NewStacks told{{{7, "app", 16, {}}}, {{1, 0, 7}, {2, 1, 7}}};
    std::vector<Event> events(3);
    for (std::size_t i = 0; i < events.size(); ++i) {
        events[i].thid = 1;
        events[i].id = i + 1;
    }
    events[0].new_stacks = &told;
    events[1].kind = Kind::alloc;
    events[1].at = 2;
    events[2].kind = Kind::rel;
    events[2].at = 1;
    const std::string text = written("trace", events);
    CHECK(text.find(R"("size":0,"at":[{"stack":1,"code":{"code":7,"obj":"app","off":16}},)"
                    R"({"stack":2,"in":1,"code":7}]})") != std::string::npos);
    CHECK(text.find(R"("usage":[],"at":1})") != std::string::npos);
}
