// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/plain_event.h"

#include "ilmgen/from/trace/json_stream.h"
#include "ilmgen/from/trace/trace_reader.h"
#include "tests/unit/events.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <sstream>

namespace {

using namespace ilm;

/// All kinds of them, and all keys.
const std::vector<std::string> plain = {
    R"({"thid":1,"icnt":0,"id":2,"life":{"alloc":{"addr":8,"size":20}}})",
    R"({"thid":12,"icnt":345,"id":6789,"life":{"free":{"addr":77852736,"size":1,"r":3,"w":0}}})",
    R"({"thid":1,"icnt":9,"id":10,"time":11,"sync":{"fork":2,"usage":[]}})",
    R"({"thid":1,"icnt":9,"id":10,"sync":{"join":2,"wait":123456789,"usage":[]}})",
    R"({"thid":1,"icnt":9,"id":10,"sync":{"exit":null,"usage":[]}})",
    R"({"thid":1,"icnt":9,"id":10,"sync":{"exit":null,"wait":8,"own":7,"lib":6,"slept":5,"usage":[]}})",
    R"({"thid":1,"icnt":9,"id":10,"sync":{"rel":67320360,"prim":"mutex","seq":3,"usage":[]}})",
    R"({"thid":1,"icnt":9,"id":10,"sync":{"acq":5,"prim":"","seq":0,"mode":"rd","bytes":2,"wait":1,)"
    R"("usage":[{"addr":10,"size":20,"r":1,"w":2},{"addr":10,"size":20,"r":1,"w":2,"alloc":7}]}})",
    R"({"thid":1,"icnt":9,"id":10,"sync":{"rel":5,"mode":"wr","usage":[)"
    R"({"addr":9999999999999999999,"size":1234567890123456,"r":12345678,"w":1234567}]}})",
};

class Listener : public EventSink {
public:
    void event(const Event& event) override {
        heard << static_cast<int>(event.kind) << ' ' << event.thid << ' ' << event.icnt << ' '
              << event.id << ' ' << event.byte << ' ' << event.object << ' ' << event.other << ' '
              << event.prim << ' ' << static_cast<int>(event.mode) << ' ' << event.seq.has_value()
              << ' ' << event.seq.value_or(0) << ' ' << event.wait << ' ' << event.own << ' '
              << event.library << ' ' << event.slept << ' ' << event.bytes << ' ' << event.time
              << ' ' << event.text << '\n';
        write(event.block);
        for (const BlockUsage& use : event.usage)
            write(use);
    }
    std::ostringstream heard;

private:
    void write(const BlockUsage& block) {
        heard << block.addr << ' ' << block.size << ' ' << block.read << ' ' << block.written << ' '
              << block.alloc << '\n';
    }
};

/// The events, and what is wrong with the trace.
std::string reading_of(const std::string& text, std::size_t piece) {
    test::Bytes source(text, piece);
    Listener listener;
    if (const std::optional<Damage> damage = read_trace(source, listener))
        listener.heard << damage->error.sentence() << ", from " << damage->lost_from;
    return listener.heard.str();
}

/// `event` in a trace, between others.
void check_reading(const std::string& event) {
    const std::string text = R"([{"thid":1,"icnt":1,"id":1,"info":""},)" + event + ",\n" +
                             R"({"thid":1,"icnt":1,"id":10000,"sync":{"exit":null,"usage":[]}}])";
    CHECK(reading_of(text, SIZE_MAX) == reading_of(text, 1));
}

/// How far it is read as a plain event; 0 if it is not.
std::size_t length_read(const std::string& text) {
    const std::string padded = text + std::string(JsonStream::readable, '\0');
    Event event;
    std::vector<BlockUsage> usage;
    const char* const end = read_plain_event(padded.data(), event, usage);
    return end != nullptr ? static_cast<std::size_t>(end - padded.data()) : 0;
}

std::string with_thread(const std::string& number) {
    return R"({"thid":)" + number + R"(,"icnt":0,"id":2,"life":{"alloc":{"addr":8,"size":20}}})";
}

} // namespace

TEST_CASE("plain events are known as such") {
    for (const std::string& event : plain) {
        CHECK(length_read(event) == event.size());
        CHECK(length_read(event + ",\n") == event.size());
        check_reading(event);
    }
}

TEST_CASE("a plain event is read as a parser reads it, whatever happens to one of its bytes") {
    for (const std::string& event : plain)
        for (std::size_t at = 0; at < event.size(); at += 6 / test::inputs(6)) {
            for (const char byte : std::string("\0 \"\\09:,}]-.ex\x80", 15)) {
                std::string changed = event;
                changed[at] = byte;
                check_reading(changed);
                check_reading(std::string(event).insert(at, 1, byte));
            }
            check_reading(std::string(event).erase(at, 1));
            CHECK(length_read(event.substr(0, at)) == 0);
        }
}

TEST_CASE("other spellings, and what is wrong, are left to the parser") {
    for (const char* number : {"", "00", "07", "-1", "1.0", "1e3", "10000000000000000000",
                               "18446744073709551615", "18446744073709551616"}) {
        CHECK(length_read(with_thread(number)) == 0);
        check_reading(with_thread(number));
    }
    CHECK(length_read(R"({"thid":1,"icnt":0,"id":2,"info":""})") == 0);
    CHECK(length_read(R"({"icnt":0,"thid":1,"id":2,"sync":{"exit":null,"usage":[]}})") == 0);
    CHECK(length_read(R"({"thid":1,"icnt":0,"id":2,"sync":{"usage":[],"exit":null}})") == 0);
    CHECK(length_read(R"({"thid":1,"icnt":0,"id":2,"sync":{"rel":1,"prim":"a\n","usage":[]}})") ==
          0);
}

TEST_CASE("numbers of all lengths") {
    std::string digits;
    for (int length = 1; length <= 19; ++length) {
        digits += static_cast<char>('0' + length % 10);
        const std::string event = with_thread(digits);
        CHECK(length_read(event) == event.size());
        check_reading(event);
    }
    check_reading(with_thread("9999999999999999999"));
}

TEST_CASE("plain events that make no sense") {
    check_reading(with_thread("0"));
    check_reading(plain[0] + "," + plain[0]);
    check_reading(
        R"({"thid":1,"icnt":0,"id":2,"sync":{"rel":1,"usage":[{"addr":1,"size":1,"r":0,"w":0,)"
        R"("alloc":2}]}})");
}
