// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/parallel_reader.h"

#include "ilmgen/model/error.h"
#include "ilmgen/model/held_signals.h"
#include "tests/unit/events.h"

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace ilm;

/// Notes down events, and may refuse one.
class Collector : public EventSink {
public:
    explicit Collector(EventId refused = 0, bool with_place = true)
        : refused_(refused), with_place_(with_place) {}
    void event(const Event& event) override {
        if (event.id == refused_ && with_place_)
            throw Error(place_of(event), "refused");
        if (event.id == refused_)
            throw Error("refused");
        events.push_back(test::kept(event));
    }
    std::vector<Event> events;

private:
    EventId refused_;
    bool with_place_;
};

/// A text that ends, or cannot be read further.
class Text : public ByteSource {
public:
    explicit Text(const std::string& text, bool fails = false) : rest_(text), fails_(fails) {}
    std::size_t read(char* to, std::size_t most) override {
        if (rest_.empty() && fails_)
            throw Error("the disk is gone");
        const std::size_t got = rest_.copy(to, std::min<std::size_t>(most, 5000));
        rest_.remove_prefix(got);
        return got;
    }

private:
    std::string_view rest_;
    bool fails_;
};

/// Holds signals back from the first event to the last, and asks the process to end meanwhile.
class Ender : public EventSink {
public:
    void event(const Event& /*event*/) override {
        if (held_)
            return;
        held_.emplace();
        ::kill(::getpid(), SIGTERM);
    }
    bool has_held() const { return held_ && held_->any(); }

private:
    std::optional<HeldSignals> held_;
};

/// Events of which some touch more blocks than fit into a batch, and some have a long name.
std::string trace_of(int events) {
    std::string text = "[";
    for (int id = 1; id <= events; ++id) {
        text += (id > 1 ? ",\n" : "") + (R"({"thid":1,"icnt":3,"id":)" + std::to_string(id)) +
                R"(,"sync":{"rel":5,"prim":")" +
                std::string(id % 1000 == 17 ? 20000 : static_cast<std::size_t>(id % 7), 'p') +
                R"(","usage":[)";
        for (int block = 0, blocks = id % 1000 == 0 ? 5000 : id % 5; block < blocks; ++block)
            text += (block > 0 ? "," : "") + (R"({"addr":)" + std::to_string(block)) +
                    R"(,"size":1,"r":2,"w":3})";
        text += "]}}";
    }
    return text + "]";
}

bool same(const Event& a, const Event& b) {
    const auto same_use = [](const BlockUsage& x, const BlockUsage& y) {
        return x.addr == y.addr && x.size == y.size && x.read == y.read && x.written == y.written;
    };
    return a.id == b.id && a.kind == b.kind && a.byte == b.byte && a.object == b.object &&
           a.prim == b.prim &&
           std::equal(a.usage.begin(), a.usage.end(), b.usage.begin(), b.usage.end(), same_use);
}

/// Checks that both readers see and say the same.  Returns what they say.
std::string check_same(const std::string& text, EventId refused = 0) {
    Text one(text);
    Text two(text);
    Collector expected(refused);
    Collector found(refused);
    const std::optional<Damage> serial = read_trace(one, expected);
    const std::optional<Damage> parallel = read_trace_in_parallel(two, found);
    CHECK(expected.events.size() == found.events.size());
    CHECK(std::equal(expected.events.begin(), expected.events.end(), found.events.begin(),
                     found.events.end(), same));
    REQUIRE(serial.has_value() == parallel.has_value());
    if (!parallel)
        return "";
    CHECK(serial->error.sentence() == parallel->error.sentence());
    CHECK(serial->lost_from == parallel->lost_from);
    return parallel->error.sentence();
}

} // namespace

TEST_CASE("the same events with two threads") {
    CHECK(check_same("[]") == "");
    CHECK(check_same(trace_of(1)) == "");
    CHECK(check_same(trace_of(6000)) == "");
}

TEST_CASE("the same damage with two threads") {
    const std::string text = trace_of(6000);
    CHECK(check_same(text.substr(0, text.size() - 5)).ends_with("in the middle of the trace"));
    CHECK(check_same("") == "byte 0, before the first event: the file is empty");
    CHECK(check_same(text, 1).ends_with("event 1: refused"));
    CHECK(check_same(text, 5000).ends_with("event 5000: refused"));
    // The first damage counts, also if both threads find some.
    CHECK(check_same(text.substr(0, text.size() - 5), 5999).ends_with("event 5999: refused"));
}

TEST_CASE("what ends the reading ends both threads") {
    const std::string text = trace_of(6000);
    Text unreadable(text, true);
    Collector all;
    CHECK_THROWS_WITH_AS(read_trace_in_parallel(unreadable, all), "the disk is gone", Error);
    CHECK(all.events.size() == 6000);
    const std::string half = text.substr(0, text.size() / 2);
    Text broken(half, true);
    Collector some;
    CHECK_THROWS_WITH_AS(read_trace_in_parallel(broken, some), "the disk is gone", Error);
    CHECK(some.events.size() > 2500);
    Text whole(text);
    Collector refusing(3000, false);
    CHECK_THROWS_WITH_AS(read_trace_in_parallel(whole, refusing), "refused", Error);
    CHECK(refusing.events.size() == 2999);
}

TEST_CASE("the reading thread takes no signals that the other one holds back") {
    const std::string text = trace_of(6000);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        Text source(text);
        Ender ender;
        read_trace_in_parallel(source, ender);
        ::_exit(ender.has_held() ? 17 : 0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 17));
}

TEST_CASE("nobody waits for a source that says nothing") {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    InputFile file("/dev/fd/" + [&] {
        const std::string text = trace_of(9);
        REQUIRE(::write(pipe[1], text.data(), text.size() - 1) > 0);
        return std::to_string(pipe[0]);
    }());
    Collector refusing(3);
    CHECK(read_trace_in_parallel(file, refusing)->error.what() == std::string("refused"));
    ::close(pipe[0]);
    ::close(pipe[1]);
}
