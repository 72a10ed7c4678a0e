// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/resolve/resolver.h"

#include <doctest/doctest.h>

#include <set>
#include <string_view>

namespace {

using namespace ilm;

/// At least one text of each kind of fact, and all words of those that have several.
constexpr std::string_view texts[] = {
    "",
    "phase 2",
    "is named worker 3",
    "is named ",
    "is the library's",
    "begins here, not forked in this trace",
    "out of order: a thread that could run did not come",
    "plan dropped: no thread can go on, because the plan makes all of them wait",
    "not recorded: memory of oneTBB's allocator",
    "recorded: only while solve runs",
    "instructions left out: 4711",
    "ended by signal SIGSEGV (11)",
    "executes /usr/bin/env",
    "shared: 4096 1 0 MPI world, 0 to 1, tag 7",
    "open 4096",
    "no receipt 4096 7",
    "arrives 4096 7",
    "departs 4096 7",
    "moves 800 bytes to rank 3, operations: 2",
    "moves 800 bytes from rank 3, operations: 2",
    "pages: 0x4a000, 8192 bytes, lent at main (app.c:7)",
    "pages: 0x4a000, 8192 bytes, lent at ",
    "pages: 0x4a000, 8192 bytes, given back",
    "hpcmp 1.0, Valgrind 3.19.0, pid 77, started at tick 5, order virtual, command: ./app pid 3",
    "hpcmp 1.0, Valgrind 3.19.0, pid 77, started at tick 5, run of pid 70, started at tick 4, "
    "order host, command: ./app",
    "hpcmp 1.0, Valgrind 3.19.0, pid 77, started at tick 5, rank 3 of 4 in job 9, spawned by job "
    "8, "
    "order plan, command: ./app , command: x",
    "begun by process 70: by thread 2, after event 123 of /tmp/trace.70.json",
    "process 77 begins",
    "process 77 has ended",
    "is thread 2 of process 77: ./app 3",
    "is thread 1 of process 77, rank 3 of 4 in job 9, command: ./app 3",
    "is thread 1 of process 77, rank 3 of 4 in job 9, spawned by job 8, command: ./app 3",
    "channel 4096 is 5 12/34 x",
    "channel 4096 put 4 17 1000",
    "channel 4096 took 4 1000",
    "channel 4096 saw 4 1000",
    "channel 4096 closed 17 1000",
    "channel 4096 ended 1000",
    "channel 4096 sent 1 99 17 1000",
    "channel 4096 received 1 99 1000",
    "channel 4096 received first 99 1000",
    "object 4096 is 1000 2 sem /dev/shm/a b+0",
    "object 4096 begins 1000 2 sem /dev/shm/a b+0",
    "object 4096 acts 1000",
    "object 4096 waits 1000",
    "object 4096 leaves 1000",
    "object 4096 ends 1000",
    "object 4096 to all",
    "object 4096 wakes 3",
    "object 4096 range 0 99",
    "object 4096 process range 0 99",
    "object 4096 adds 3",
    "object 4096 takes 3",
    "object 4096 sets 3",
    "object 4096 finds none",
};

/// Texts that begin like a fact and are none.
constexpr std::string_view other_texts[] = {
    "is the library's.",
    "instructions left out: 1 2",
    "instructions left out: 99999999999999999999",
    "shared: 4096 1 MPI",
    "open",
    "open x",
    "open 1 ",
    "no receipt 4096",
    "arrives 4096 7 x",
    "moves 8 bytes to rank 3, operations: ",
    "moves 8 bytes to rank 3, operations: 2 or more",
    "pages: 0x, 1 bytes, given back",
    "pages: 0x10, 1 bytes, lost",
    "begun by process 70: by thread 2, after event 123",
    "process 77 began",
    "process begins",
    "is thread 1",
    "channel 4096 put 4 17",
    "channel 4096 is 5",
    "channel 4096 lies",
    "object 4096 acts 1000 or so",
    "object 4096 is 1000 2 sem",
    "object x acts 1000",
};

template <class Kind>
Kind said(std::string_view text) {
    const Fact fact = fact_of(text);
    REQUIRE(std::holds_alternative<Kind>(fact.said));
    return std::get<Kind>(fact.said);
}

bool tells_nothing(std::string_view text) {
    return std::holds_alternative<OtherText>(fact_of(text).said);
}

} // namespace

TEST_CASE("each kind of fact is made of a text, and the text of the fact") {
    std::set<std::size_t> kinds;
    for (const std::string_view text : texts) {
        const Fact fact = fact_of(text);
        CHECK(text_of(fact) == text);
        CHECK_MESSAGE((fact.said.index() != 0 || text == "" || text == "phase 2"), text);
        kinds.insert(fact.said.index());
    }
    CHECK(kinds.size() == std::variant_size_v<decltype(Fact::said)>);
}

TEST_CASE("a text that only begins like a fact is another text") {
    for (const std::string_view text : other_texts) {
        CHECK_MESSAGE(tells_nothing(text), text);
        CHECK(text_of(fact_of(text)) == text);
    }
}

TEST_CASE("facts have what their texts say") {
    const auto begins = said<ToolBegins>(
        "hpcmp 1.0, Valgrind 3, pid 77, started at tick 5, run of pid 70, started at tick 4, order "
        "host, command: ./app pid 3, order x");
    REQUIRE(begins.process);
    CHECK(begins.process->pid == 77);
    CHECK(begins.process->tick == 5);
    REQUIRE(begins.run);
    CHECK(begins.run->pid == 70);
    CHECK(!begins.rank);
    CHECK(begins.order == "host");
    CHECK(begins.command == "./app pid 3, order x");
    const auto shared = said<SharedObjectInfo>("shared: 4096 2 3 MPI world, 0 to 1");
    CHECK(shared.addr == 4096);
    CHECK(shared.releases == 2);
    CHECK(shared.acquires == 3);
    CHECK(shared.name == "MPI world, 0 to 1");
    const auto moves = said<Moves>("moves 800 bytes from rank 3, operations: 2");
    CHECK(moves.bytes == 800);
    CHECK(moves.partner == MovesPartner{3, false});
    CHECK(moves.operations == 2);
    CHECK(said<Pages>("pages: 0x1f, 8 bytes, lent at f").addr == 31);
    CHECK(!said<Passage>("departs 4096 7").arrives);
    CHECK(said<BegunBy>("begun by process 7: by thread 2, after event 9 of a of b").file ==
          "a of b");
}

TEST_CASE("the first event of another tool's or an old trace does not say its process") {
    for (const std::string_view text :
         {"hpcmp ", "hpcmp 0.9, command: ./app", "hpcmp 1, pid 7, command: ./app",
          "hpcmp 1, pid 7, started at tick 5, run of nobody, command: ./app",
          "hpcmp 1, command: ./app pid 7, started at tick 5,"})
        CHECK_MESSAGE(!said<ToolBegins>(text).process, text);
    CHECK(said<ToolBegins>("hpcmp 0.9, command: ./app").command == "./app");
    CHECK(said<ToolBegins>("hpcmp 0.9 order host").order == "host");
}

TEST_CASE("the fact of an info is made once, and other events have none") {
    struct Watcher : EventSink {
        void event(const Event& event) override { facts.push_back(event.fact); }
        std::vector<const Fact*> facts;
    };
    Watcher first;
    Watcher second;
    ResolvedEvents fan{&first, nullptr, &second};
    Event event;
    event.text = "open 5";
    fan.event(event);
    CHECK(first.facts == second.facts);
    REQUIRE(first.facts[0] != nullptr);
    const Fact own{UnknownOrder{6}};
    event.fact = &own;
    fan.event(event);
    CHECK(second.facts[1] == &own);
    event = {};
    event.kind = Kind::exit;
    fan.event(event);
    CHECK(first.facts[2] == nullptr);
}
