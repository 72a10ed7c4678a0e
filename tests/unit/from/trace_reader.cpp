// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/trace_reader.h"

#include "tests/unit/events.h"

#include <doctest/doctest.h>

namespace {

using namespace ilm;

class Gathered : public EventSink {
public:
    void event(const Event& event) override { events.push_back(test::kept(event)); }
    std::vector<Event> events;
};

struct Read {
    std::vector<Event> events;
    std::optional<Damage> damage;
    std::string sentence() const { return damage ? damage->error.sentence() : ""; }
};

Read read_event_by_event(const std::string& path) {
    InputFile file(path);
    Gathered collector;
    TraceCursor cursor(file, 100);
    while (const Event* const event = cursor.next())
        collector.event(*event);
    return {std::move(collector.events), cursor.damage()};
}

/// Reads the text in both ways and compares the results.
Read read(const std::string& text) {
    const test::TemporaryFile temporary(text);
    InputFile file(temporary.path());
    Gathered collector;
    std::optional<Damage> damage = read_trace(file, collector);
    const Read all{std::move(collector.events), std::move(damage)};
    const Read one_by_one = read_event_by_event(temporary.path());
    CHECK(one_by_one.sentence() == all.sentence());
    CHECK(one_by_one.events.size() == all.events.size());
    return all;
}

/// The error in an event that has these members besides id, thid and icnt.
std::string refusal_of(const std::string& members) {
    const std::string sentence = read(R"([{"id":7,"thid":1,"icnt":5)" + members + "}]").sentence();
    const std::size_t reason = sentence.find(", event 7: ");
    return reason == std::string::npos ? sentence : sentence.substr(reason + 11);
}

const std::string good = R"({"thid":1,"icnt":3,"id":1,"info":"x"})";

} // namespace

TEST_CASE("a trace without events") {
    CHECK(read("[]").events.empty());
    CHECK(read(" [ ] \n").sentence().empty());
}

TEST_CASE("all kinds of events") {
    const Read all = read(R"([
      {"thid":1,"icnt":1,"id":1,"info":"a\u00e9b"},
      {"thid":1,"icnt":2,"id":2,"life":{"alloc":{"addr":10,"size":20,"lib":1}}},
      {"thid":1,"icnt":3,"id":3,"life":{"free":{"addr":10,"size":20,"r":3,"w":4}}},
      {"thid":1,"icnt":4,"id":4,"life":{"newsync":{"prim":"sem","addr":30}}},
      {"thid":1,"icnt":5,"id":5,"life":{"delsync":{"prim":"sem","addr":30}}},
      {"thid":1,"icnt":6,"id":6,"sync":{"fork":2,"usage":[]}},
      {"thid":2,"icnt":7,"id":7,"sync":{"exit":null,"own":6,"lib":5,"usage":[]}},
      {"thid":1,"icnt":8,"id":8,"sync":{"join":2,"usage":[],"wait":9}},
      {"thid":1,"icnt":9,"id":9,"sync":{"rel":30,"usage":[],"seq":3,"prim":"rwlock","mode":"wr"}},
      {"thid":1,"icnt":18446744073709551615,"id":10,"sync":{"acq":30,"mode":"rd","usage":
          [{"addr":10,"size":20,"r":1,"w":2},{"addr":10,"size":20,"r":1,"w":2,"alloc":2}]}}])");
    REQUIRE(all.sentence() == "");
    REQUIRE(all.events.size() == 10);
    const std::vector<Kind> kinds = {Kind::info,    Kind::alloc, Kind::free, Kind::newsync,
                                     Kind::delsync, Kind::fork,  Kind::exit, Kind::join,
                                     Kind::rel,     Kind::acq};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        CHECK(all.events[i].kind == kinds[i]);
        CHECK(all.events[i].id == i + 1);
    }
    CHECK(all.events[1].block.size == 20);
    CHECK(all.events[1].library == 1);
    CHECK(all.events[2].block.written == 4);
    CHECK(all.events[3].prim == "sem");
    CHECK(all.events[3].object == 30);
    CHECK(all.events[5].other == 2);
    CHECK(all.events[6].own == 6);
    CHECK(all.events[6].library == 5);
    CHECK(all.events[7].wait == 9);
    CHECK(all.events[8].seq == 3);
    CHECK(all.events[8].mode == Mode::wr);
    CHECK(all.events[9].icnt == 18446744073709551615U);
    CHECK_FALSE(all.events[9].seq);
    CHECK(all.events[9].usage[0].alloc == 0);
    CHECK(all.events[9].usage[1].alloc == 2);
}

TEST_CASE("the kinds of reader/writer locks") {
    const Read all = read(R"([
      {"thid":1,"icnt":0,"id":1,"life":{"newsync":{"prim":"rwlock","addr":1}}},
      {"thid":1,"icnt":0,"id":2,"life":{"newsync":{"prim":"rwlock","addr":2,"kind":1}}},
      {"thid":1,"icnt":0,"id":3,"life":{"newsync":{"prim":"rwlock","addr":3,"kind":2}}},
      {"thid":1,"icnt":0,"id":4,"life":{"newsync":{"prim":"rwlock","addr":4,"kind":3}}},
      {"thid":1,"icnt":0,"id":5,"life":{"newsync":{"prim":"rwlock","addr":5,"kind":0}}}])");
    REQUIRE(all.sentence() == "");
    std::vector<RwlockKind> kinds;
    for (const Event& event : all.events)
        kinds.push_back(event.rwlock_kind);
    CHECK(kinds == std::vector{RwlockKind::readers_first, RwlockKind::writer_after_writer,
                               RwlockKind::writers_first, RwlockKind::readers_first,
                               RwlockKind::readers_first});
}

TEST_CASE("keys in any order, and those of later versions") {
    const Read strange = read(R"([{"x":[{"id":3},[1.5,-1,true]],"sync":{"usage":[{"w":2,"r":1,
        "y":{"addr":1},"size":20,"addr":10}],"acq":5,"z":null},"id":1,"icnt":3,"thid":1}])");
    REQUIRE(strange.sentence() == "");
    REQUIRE(strange.events.size() == 1);
    CHECK(strange.events[0].object == 5);
    CHECK(strange.events[0].usage[0].addr == 10);
}

TEST_CASE("what an event carries does not stay for the next") {
    const Read two =
        read(R"([{"id":1,"thid":1,"icnt":0,"sync":{"acq":1,"seq":2,"prim":"p","mode":"rd",
        "wait":3,"usage":[{"addr":1,"size":1,"r":1,"w":1}]}},
        {"id":2,"thid":1,"icnt":0,"sync":{"acq":1,"usage":[]}}])");
    REQUIRE(two.events.size() == 2);
    CHECK_FALSE(two.events[1].seq);
    CHECK(two.events[1].prim.empty());
    CHECK(two.events[1].mode == Mode::none);
    CHECK(two.events[1].wait == 0);
    CHECK(two.events[1].usage.empty());
}

TEST_CASE("events that are wrong by themselves") {
    CHECK(refusal_of("") == "an event is of no known kind");
    CHECK(refusal_of(R"(,"info":1)") == "'info' is not a string");
    CHECK(refusal_of(R"(,"info":"","info":"")") == "duplicate key 'info'");
    CHECK(refusal_of(R"(,"info":"","icnt":1)") == "duplicate key 'icnt'");
    CHECK(refusal_of(R"(,"info":"","sync":{})") == "an event is of two kinds");
    CHECK(refusal_of(R"(,"life":[])") == "'life' is not an object");
    CHECK(refusal_of(R"(,"life":{})") == "'life' is of no known kind");
    CHECK(refusal_of(R"(,"life":{"alloc":{"addr":1}})") == "'alloc' has no 'size'");
    CHECK(refusal_of(R"(,"life":{"alloc":5})") == "'alloc' is not an object");
    CHECK(refusal_of(R"(,"life":{"free":{"addr":1,"size":1,"r":1}})") == "'free' has no 'w'");
    CHECK(refusal_of(R"(,"life":{"newsync":{"addr":1}})") == "'newsync' has no 'prim'");
    CHECK(refusal_of(R"(,"sync":{"rel":1})") == "'sync' has no 'usage'");
    CHECK(refusal_of(R"(,"sync":{"usage":[]})") == "'sync' is of no known kind");
    CHECK(refusal_of(R"(,"sync":{"usage":{},"rel":1})") == "'usage' is not an array");
    CHECK(refusal_of(R"(,"sync":{"usage":[5],"rel":1})") == "an entry of 'usage' is not an object");
    CHECK(refusal_of(R"(,"sync":{"usage":[{}],"rel":1})") == "an entry of 'usage' has no 'addr'");
    CHECK(refusal_of(R"(,"sync":{"usage":[],"rel":1,"acq":1})") == "'sync' is of two kinds");
    CHECK(refusal_of(R"(,"sync":{"usage":[],"exit":1})") == "'exit' is not null");
    CHECK(refusal_of(R"(,"sync":{"usage":[],"rel":null})") == "'rel' is not an integer");
    CHECK(refusal_of(R"(,"sync":{"usage":[],"rel":-1})") == "'rel' is negative");
    CHECK(refusal_of(R"(,"sync":{"usage":[],"rel":-9223372036854775808})") == "'rel' is negative");
    CHECK(refusal_of(R"(,"sync":{"usage":[],"rel":1.0})") ==
          "'rel' is not an integer of at most 64 bits");
    CHECK(refusal_of(R"(,"sync":{"usage":[],"rel":1e3})") ==
          "'rel' is not an integer of at most 64 bits");
    CHECK(refusal_of(R"(,"sync":{"usage":[],"rel":18446744073709551616})") ==
          "'rel' is not an integer of at most 64 bits");
    CHECK(refusal_of(R"(,"sync":{"usage":[],"rel":1,"mode":"x"})") ==
          "'mode' is neither 'rd' nor 'wr'");
    CHECK(refusal_of(R"(,"sync":{"usage":[{"addr":1,"size":1,"r":0,"w":0,"alloc":7}],"rel":1})") ==
          "an entry of 'usage' names an 'alloc' that is no earlier event");
}

TEST_CASE("where the damage is") {
    CHECK(read("[" + good + R"(,{"id":1,"thid":1,"icnt":0,"info":""}])").sentence() ==
          "byte 39, event 1: the id is not above that of the event before, 1");
    CHECK(read("[" + good + R"(,{"thid":1,"icnt":0,"info":""}])").sentence() ==
          "byte 39, after event 1: an event has no 'id'");
    CHECK(read(R"([{"id":1,"thid":0,"icnt":0,"info":""}])").sentence() ==
          "byte 1, event 1: there is no thread 0");
    CHECK(read(R"([{"thid":-1)").sentence() ==
          "byte 11, before the first event: 'thid' is negative");
    CHECK(read(R"([{"id":-1)").sentence() == "byte 9, before the first event: 'id' is negative");
    CHECK(read("[" + good + R"(,{"id":-1)").sentence() ==
          "byte 47, after event 1: 'id' is negative");
    CHECK(read("").sentence() == "byte 0, before the first event: the file is empty");
    CHECK(read("{}").sentence() == "byte 0, before the first event: the trace is not an array");
    CHECK(read("[1]").sentence() == "byte 2, before the first event: an event is not an object");
    CHECK(read("[" + good).sentence() ==
          "byte 38, after event 1: the file ends in the middle of the trace");
    CHECK(read("[" + good + "] x").sentence() ==
          "byte 40, after event 1: something follows the end of the trace");
    CHECK(read("[" + good + ",,]").sentence().starts_with("byte 39, after event 1: not JSON: "));
    CHECK(read(std::string("[]\0x", 4)).sentence() ==
          "byte 2, before the first event: something follows the end of the trace");
}

TEST_CASE("all events before the damage are delivered, and what is lost begins with an event") {
    const std::string rest = R"({"id":2,"thid":1,"icnt":0,"in)";
    const Read cut = read("[" + good + "," + rest);
    CHECK(cut.events.size() == 1);
    REQUIRE(cut.damage);
    CHECK(cut.damage->lost_from == 39);
}

TEST_CASE("values that nobody asked for may be nested, but not too deep") {
    const std::string deep(500000, '[');
    CHECK(read(deep).sentence() == "byte 1, before the first event: an event is not an object");
    CHECK(read(R"([{"x":)" + deep).sentence() ==
          "byte 1006, before the first event: values are nested more than 1000 deep");
    const std::string rest = R"(,"id":1,"thid":1,"icnt":0,"info":""}])";
    const std::string skipped = std::string(1000, '[') + std::string(1000, ']');
    CHECK(read(R"([{"x":)" + skipped + rest).events.size() == 1);
    CHECK(read(R"([{"x":[)" + skipped + "]" + rest).events.empty());
}

TEST_CASE("a file larger than what is read at once") {
    std::string text = "[";
    for (int id = 1; id <= 20000; ++id)
        text += (id > 1 ? ",\n" : "") + (R"({"thid":1,"icnt":3,"id":)" + std::to_string(id)) +
                R"(,"info":"some words"})";
    const std::size_t size = text.size();
    const Read large = read(text + "]");
    CHECK(large.sentence() == "");
    REQUIRE(large.events.size() == 20000);
    CHECK(large.events[19999].id == 20000);
    CHECK(read(text).damage->error.place()->byte == size);
}

TEST_CASE("strings that lie across what is read at once, and escapes in them") {
    std::string words;
    while (words.size() < 1000000)
        words += R"(\\\"\u0041 \uD83D\uDE00)" + std::to_string(words.size());
    const std::string tail = R"(,"life":{"newsync":{"pr\u0069m":"m\tx","addr":3}}}])";
    for (std::size_t shift = 0; shift < 8; ++shift) {
        const Read shifted = read(R"([{"thid":1,"icnt":3,"id":7,")" + std::string(shift, 'k') +
                                  words + R"(":")" + words + '"' + tail);
        CHECK(shifted.sentence() == "");
        REQUIRE(shifted.events.size() == 1);
        CHECK(shifted.events[0].prim == "m\tx");
    }
}

TEST_CASE("a string that is too long") {
    const std::string half(std::size_t{1} << 23, 'x');
    CHECK(read("[{\"" + half + "\":1,").sentence() ==
          "byte 8388615, before the first event: the file ends in the middle of the trace");
    CHECK(read("[{\"" + half + half + half + "\":1,")
              .sentence()
              .ends_with(", before the first event: a string is longer than 16 MiB"));
}

TEST_CASE("strings that are not UTF-8 are refused") {
    const std::vector<std::string> wrong = {"\xff",
                                            "\xc3",
                                            "a\xc3(",
                                            "\x80",
                                            "\xc0\xaf",
                                            "\xe0\x80\xaf",
                                            "\xed\xa0\x80",
                                            "\xe2\x82",
                                            "\xf0\x80\x80\xaf",
                                            "\xf4\x90\x80\x80",
                                            "\xf5\x80\x80\x80"};
    const std::vector<std::pair<std::string, std::string>> places = {
        {R"(,"info":")", R"(")"},
        {R"(,"info":"x","unknown":")", R"(")"},
        {R"(,"info":"x","unknown":[{"a":")", R"("}])"},
        {R"(,"info":"x",")", R"(":1)"},
        {R"(,"info":"x","unknown":{")", R"(":1})"},
        {R"(,"life":{"newsync":{"addr":9,"prim":")", R"("}})"},
        {R"(,"life":{"newsync":{"addr":9,"prim":"sem","name":")", R"("}})"},
        {R"(,"sync":{"rel":9,"prim":")", R"(","usage":[]})"},
    };
    for (const auto& place : places) {
        const std::string &before = place.first, &after = place.second;
        CAPTURE(before);
        for (const std::string& text : wrong)
            CHECK(refusal_of(before + text + after) == "a string is not UTF-8");
        for (const char* text :
             {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"})
            CHECK(refusal_of(before + text + after).empty());
    }
    // As hpcmp writes it, behind another event.
    const std::string event = R"(,{"thid":1,"icnt":9,"id":10,"sync":{"rel":5,"prim":")";
    CHECK(read("[" + good + event + "\xff" + R"(","usage":[]}}])")
              .sentence()
              .ends_with("event 10: a string is not UTF-8"));
    CHECK(read("[" + good + event + "\xc3\xa9" + R"(","usage":[]}}])").sentence().empty());
}
