// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where in the program things happen: told in a trace, and said in words.
#include "ilmgen/dag/sums/heap_sites.h"
#include "ilmgen/dag/sums/step_places.h"
#include "ilmgen/from/trace/parallel_reader.h"
#include "ilmgen/resolve/resolver.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

namespace {

using namespace ilm;

const std::string outer = R"({"stack":3,"code":{"code":5,"obj":"/bin/app","off":4660}})";
const std::string inner = R"({"stack":4,"in":3,"code":{"code":6,"src":[
    {"fn":"allocate","file":"new.h","line":9,"dir":"/usr/include/c++"},
    {"fn":"make \"it\"","file":"make.cc","line":12}]}})";

std::string alloc_at(const std::string& at) {
    return R"([{"thid":1,"icnt":1,"id":1,"life":{"alloc":{"addr":16,"size":4,"at":)" + at +
           R"(}}},{"thid":1,"icnt":1,"id":2,"sync":{"exit":null,"usage":[],"work":[{"at":3,"n":2}]}}])";
}

class Watcher : public EventSink {
public:
    void event(const Event& event) override {
        if (event.new_stacks != nullptr)
            stacks.add(*event.new_stacks);
        if (event.at != 0)
            at = event.at;
        for (const WorkSample& sample : event.work)
            samples += sample.count;
        step_places.event(event);
    }
    Stacks stacks;
    RecordedPlaces step_places;
    StackNumber at = 0;
    std::uint64_t samples = 0;
};

/// What is wrong with it; empty if nothing is.
std::string read(const std::string& text, EventSink& sink) {
    const test::TemporaryFile temporary(text);
    InputFile file(temporary.path());
    ResolvedEvents stages{&sink};
    const std::optional<Damage> damage = read_trace_in_parallel(file, stages, nullptr);
    const std::string sentence = damage ? damage->error.sentence() : "";
    return sentence.substr(sentence.find("1: ") == std::string::npos ? 0
                                                                     : sentence.find("1: ") + 3);
}

std::string error_of(const std::string& at) {
    Watcher watcher;
    return read(alloc_at(at), watcher);
}

} // namespace

TEST_CASE("a stack that is told") {
    Watcher watcher;
    CHECK(read(alloc_at("[" + outer + "," + inner + "]"), watcher).empty());
    CHECK(watcher.at == 4);
    CHECK(watcher.samples == 2);
    CHECK(watcher.stacks.place(4) == "make \"it\" (make.cc:12)");
    CHECK(watcher.stacks.places(4, 3) == "make \"it\" (make.cc:12) < app+0x1234");
    CHECK(watcher.stacks.function(4) == "allocate");
    CHECK(watcher.stacks.place(3) == "app+0x1234");
    CHECK(watcher.stacks.place(7).empty());
    const StepPlace exit = watcher.step_places.take(1, 2);
    CHECK(exit.place.empty());
    CHECK(exit.work == std::map<std::string, std::uint64_t>{{"app+0x1234", 2}});
    CHECK(watcher.step_places.take(1, 2).empty());
}

TEST_CASE("functions that allocate for others are passed over for who calls them") {
    const char* const allocators[] = {
        "malloc_or_die", "xcalloc",        "g_malloc0",
        "av_mallocz",    "os::malloc",     "os::realloc(void*, unsigned long)",
        "my_alloc",      "xstrdup",        "operator new[](unsigned long)",
        "__rust_alloc",  "aligned_realloc"};
    const auto user_of = [](const std::string& function, const std::string& folder) {
        Stacks stacks;
        stacks.add({{{1, "/bin/app", 9, {{"main", "app.c", "", 30}}},
                     {2, "/bin/app", 8, {{"fill", "app.c", "", 20}}},
                     {3, "/bin/app", 7, {{function, "memory.c", folder, 10}}}},
                    {{1, 0, 1}, {2, 1, 2}, {3, 2, 3}, {4, 0, 3}}});
        CHECK(stacks.place_of_user(2) == "fill (app.c:20)");
        // Nobody of the program's own has called it.
        CHECK(stacks.place_of_user(4) == stacks.place(4));
        return stacks.place_of_user(3);
    };
    for (const char* function : allocators) {
        CAPTURE(function);
        CHECK(user_of(function, "") == "fill (app.c:20)");
    }
    CHECK(user_of("allocate", "") == "allocate (memory.c:10)");
    CHECK(user_of("alloc_matrix", "") == "alloc_matrix (memory.c:10)");
    CHECK(user_of("with_capacity", "/rustc/0123/library/alloc/src") == "fill (app.c:20)");
}

// A trace that keeps the end of a run tells stacks again.
TEST_CASE("a stack that is told again is the same") {
    Watcher watcher;
    CHECK(read(alloc_at("[" + outer + "," + inner + "," + outer + "]"), watcher).empty());
    CHECK(watcher.at == 3);
    CHECK(watcher.stacks.place(4) == "make \"it\" (make.cc:12)");
}

TEST_CASE("what is wrong with stacks") {
    CHECK(error_of("3") == "stack 3 has not been told");
    CHECK(error_of("{}") == "'at' is not an integer");
    CHECK(error_of("[]") == "'at' is an empty list");
    CHECK(error_of("[3]") == "an entry of 'at' is not an object");
    CHECK(error_of("[" + inner + "]") == "stack 3 has not been told");
    CHECK(error_of("[" + outer + R"(,{"stack":4,"in":3,"code":5},{"stack":4,"code":5}])") ==
          "stack 4 has been told before, as another");
    CHECK(error_of(R"([{"stack":3,"code":5}])") == "place 5 in the code has not been told");
    CHECK(error_of(R"([{"stack":3,"code":{}}])") == "a place in the code has no 'code'");
    CHECK(error_of(R"([{"stack":0,"code":{"code":1}}])") == "there is no stack 0");
    CHECK(error_of(R"([{"stack":999999999}])") == "'stack' is above 268435456");
    CHECK(error_of(R"([{"stack":3,"code":{"code":1,"src":[{}]}}])") ==
          "an entry of 'src' has no 'fn'");
}

TEST_CASE("the heap's sites are those of the peak") {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        Resolver resolver;
        HeapSites sites;
        HeapBlocks heap;
        std::vector<Event> live;
        std::vector<Event> at_peak;
        for (EventId id = 1; id < 60; ++id) {
            Event event;
            event.id = id;
            event.thid = 1 + random() % 3;
            if (!live.empty() && random() % 2 == 0) {
                const std::size_t i = random() % live.size();
                event.kind = Kind::free;
                event.block = live[i].block;
                live.erase(live.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                event.kind = Kind::alloc;
                event.block.addr = 16 * id;
                event.block.size = 1 + random() % 50;
                event.at = 1 + random() % 4;
                live.push_back(event);
            }
            const Event& resolved = resolver.resolve(event);
            if (event.kind == Kind::free)
                heap.end(resolved.live);
            else
                heap.begin(resolved, 0);
            if (heap.peak_event() == id)
                at_peak = live;
            sites.event(resolved);
        }
        const auto compare = [](const std::vector<SiteShare>& shares,
                                const std::vector<Event>& blocks) {
            std::uint64_t seen = 0;
            for (const SiteShare& share : shares) {
                std::uint64_t bytes = 0;
                std::uint64_t count = 0;
                for (const Event& block : blocks)
                    if (block.at == share.site) {
                        bytes += block.block.size;
                        ++count;
                    }
                CHECK(share.bytes == bytes);
                CHECK(share.blocks == count);
                seen += count;
            }
            CHECK(seen == blocks.size());
        };
        compare(sites.heap().at_peak(), at_peak);
        compare(sites.heap().live(), live);
    }
}

TEST_CASE("pages that the kernel lends are apart from the heap") {
    HeapSites sites;
    const auto tell = [&sites](ThreadId thid, const std::string& text) {
        Event event;
        event.thid = thid;
        event.kind = Kind::info;
        event.text = text;
        test::give({event}, {&sites});
    };
    const auto figures = [&sites] {
        LogFigures figures;
        sites.add_to(figures);
        return figures;
    };
    tell(1, "pages");
    tell(1, "pages: 0x");
    tell(1, "pages: 0x10, 5");
    tell(1, "pages: 0x10, 5 bytes, lost");
    tell(1, "pages: 0x10, 99999999999999999999 bytes, lent at f");
    CHECK(figures().counts.empty());
    CHECK(figures().tables.empty());
    tell(1, "pages: 0x1000, 4096 bytes, lent at f (a.c:1)");
    tell(2, "pages: 0x2000, 8192 bytes, lent at f (a.c:1)");
    tell(1, "pages: 0x8000, 100 bytes, lent at ");
    tell(1, "pages: 0x1000, 1 bytes, given back");
    tell(1, "pages: 0x2000, 8192 bytes, given back");
    tell(1, "pages: 0x2000, 4096 bytes, lent at g");
    const LogFigures last = figures();
    REQUIRE(last.counts.size() == 1);
    CHECK(last.counts[0] == std::pair<std::string, std::uint64_t>("peak_pages", 12388));
    REQUIRE(last.tables.size() == 2);
    using Rows = std::vector<std::vector<Cell>>;
    const auto row = [](std::uint64_t bytes, std::uint64_t blocks, const Cell& threads,
                        const std::string& where) {
        return std::vector<Cell>{bytes, blocks, threads, where};
    };
    CHECK(last.tables[0].rows ==
          Rows{row(12288, 2, "1 2", "f (a.c:1)"), row(100, 1, "1", "not told")});
    const Cell first = std::uint64_t{1};
    CHECK(last.tables[1].rows == Rows{row(4096, 1, first, "f (a.c:1)"), row(4096, 1, first, "g"),
                                      row(100, 1, first, "not told")});
}
