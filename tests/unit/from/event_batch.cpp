// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/event_batch.h"

#include "tests/unit/events.h"

#include <doctest/doctest.h>

#include <random>
#include <sstream>

namespace {

using namespace ilm;

void write(std::ostream& out, const BlockUsage& block) {
    out << block.addr << ' ' << block.size << ' ' << block.read << ' ' << block.written << ' '
        << block.alloc << '\n';
}

std::string described(const Event& event) {
    std::ostringstream out;
    out << static_cast<int>(event.kind) << ' ' << event.thid << ' ' << event.icnt << ' ' << event.id
        << ' ' << event.byte << ' ' << event.object << ' ' << event.other << ' ' << event.prim
        << ' ' << static_cast<int>(event.mode) << ' ' << event.seq.has_value() << ' '
        << event.seq.value_or(0) << ' ' << event.wait << ' ' << event.own << ' ' << event.library
        << ' ' << event.bytes << ' ' << event.time << ' ' << event.text << ' ' << event.at << ' '
        << event.name << '\n';
    for (const WorkSample& sample : event.work)
        out << sample.stack << ' ' << sample.count << '\n';
    if (event.new_stacks != nullptr)
        out << event.new_stacks->stacks.size() << '\n';
    write(out, event.block);
    for (const BlockUsage& use : event.usage)
        write(out, use);
    return out.str();
}

/// Events whose numbers are small, or now and then at the limit of what is kept in less memory.
class RandomEvents {
public:
    explicit RandomEvents(unsigned seed) : random_(seed) {}

    Event next() {
        Event event;
        event.kind = static_cast<Kind>(random_() % (static_cast<unsigned>(Kind::acq) + 1));
        event.id = id_ += 1 + random_() % 3 + (rarely() ? number() : 0);
        event.byte = byte_ += 1 + random_() % 99 + (rarely() ? number() : 0);
        event.thid = number();
        event.icnt = number();
        if (rarely())
            event.time = number();
        if (event.kind == Kind::alloc || event.kind == Kind::free)
            event.block = {number() * number(), number(), 0, 0, rarely() ? number() : 0};
        if (event.kind == Kind::alloc)
            event.library = rarely() ? number() : random_() % 2;
        if (event.kind == Kind::alloc || is_sync(event.kind))
            event.at = static_cast<StackNumber>(random_() % 9);
        if (event.kind == Kind::free) {
            event.block.read = number();
            event.block.written = number();
        }
        if (is_sync(event.kind))
            make_sync(event);
        if (event.kind == Kind::info)
            event.text = test::text(std::string(random_() % 99, 't'));
        return event;
    }

private:
    bool rarely() { return random_() % 50 == 0; }
    std::uint64_t number() {
        constexpr std::uint64_t limit = std::uint64_t{1} << 32;
        return rarely() ? limit - 1 + random_() % 2 : random_() % 1000;
    }
    void make_sync(Event& event) {
        event.object = number();
        event.other = number();
        event.prim = test::text(std::string(random_() % 9, 'p'));
        event.mode = static_cast<Mode>(random_() % 3);
        if (random_() % 2 == 0)
            event.seq = number();
        event.wait = number();
        event.own = number();
        event.library = number();
        event.bytes = number();
        event.usage = test::traffic(std::vector<BlockUsage>(
            rarely() ? 3000 : random_() % 3, {number(), number(), number(), number(), number()}));
    }

    std::mt19937 random_;
    EventId id_ = 0;
    std::uint64_t byte_ = 0;
};

void check_same(const std::vector<Event>& added, const EventBatch& batch) {
    std::size_t given = 0;
    batch.for_each([&](const Event& event) {
        REQUIRE(given < added.size());
        CHECK(described(event) == described(added[given]));
        ++given;
    });
    CHECK(given == added.size());
}

} // namespace

TEST_CASE("what is put into a batch comes out of it") {
    EventBatch batch;
    for (unsigned seed = 0; seed < 20; ++seed) {
        RandomEvents events(seed);
        batch.clear();
        std::vector<Event> added;
        for (Event event = events.next(); batch.add(event); event = events.next())
            added.push_back(event);
        CHECK(added.size() > 0);
        check_same(added, batch);
    }
}

TEST_CASE("a batch takes a thousand allocations, and one event of any size") {
    EventBatch batch;
    Event event;
    event.kind = Kind::alloc;
    std::vector<Event> added;
    for (event.id = 1; batch.add(event); ++event.id)
        added.push_back(event);
    CHECK(added.size() >= 1000);
    check_same(added, batch);

    batch.clear();
    event.kind = Kind::rel;
    event.usage = test::traffic(std::vector<BlockUsage>(100'000));
    event.prim = test::text(std::string(1'000'000, 'p'));
    CHECK(batch.add(event));
    CHECK_FALSE(batch.add(event));
    check_same({event}, batch);
}
