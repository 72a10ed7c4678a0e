// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/unit/support.h"

#include "ilmgen/dag/sums/stats.h"
#include "ilmgen/resolve/resolver.h"
#include "ilmgen/run/recorder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

namespace test {

Event& Trace::add(Kind kind, ThreadId thid, std::uint64_t icnt) {
    Event& event = events.emplace_back();
    event.kind = kind;
    event.thid = thid;
    event.icnt = icnt;
    event.id = events.size();
    event.byte = 100 * event.id;
    return event;
}

Event& Trace::alloc(ThreadId thid, Address addr, std::uint64_t size, std::uint64_t icnt) {
    Event& event = add(Kind::alloc, thid, icnt);
    event.block.addr = addr;
    event.block.size = size;
    return event;
}

Event& Trace::free(ThreadId thid, Address addr, std::uint64_t size, std::uint64_t read,
                   std::uint64_t written) {
    Event& event = add(Kind::free, thid, 0);
    event.block = {addr, size, read, written, 0};
    return event;
}

Event& Trace::newsync(ThreadId thid, Address object, std::string_view prim) {
    Event& event = add(Kind::newsync, thid, 0);
    event.object = object;
    event.prim = text(prim);
    return event;
}

Event& Trace::delsync(ThreadId thid, Address object, std::string_view prim) {
    Event& event = add(Kind::delsync, thid, 0);
    event.object = object;
    event.prim = text(prim);
    return event;
}

Event& Trace::fork(ThreadId thid, ThreadId child, std::uint64_t icnt) {
    Event& event = add(Kind::fork, thid, icnt);
    event.other = child;
    return event;
}

Event& Trace::join(ThreadId thid, ThreadId child, std::uint64_t icnt) {
    Event& event = add(Kind::join, thid, icnt);
    event.other = child;
    return event;
}

Event& Trace::exit(ThreadId thid, std::uint64_t icnt) {
    return add(Kind::exit, thid, icnt);
}

Event& Trace::rel(ThreadId thid, Address object, std::uint64_t icnt) {
    Event& event = add(Kind::rel, thid, icnt);
    event.object = object;
    return event;
}

Event& Trace::acq(ThreadId thid, Address object, std::uint64_t icnt) {
    Event& event = add(Kind::acq, thid, icnt);
    event.object = object;
    return event;
}

Event& Trace::rel_seq(ThreadId thid, Address object, std::uint64_t seq, std::uint64_t icnt) {
    Event& event = rel(thid, object, icnt);
    event.seq = seq;
    return event;
}

Event& Trace::acq_seq(ThreadId thid, Address object, std::uint64_t seq, std::uint64_t icnt) {
    Event& event = acq(thid, object, icnt);
    event.seq = seq;
    return event;
}

Event& Trace::info(ThreadId thid, std::uint64_t icnt) {
    return add(Kind::info, thid, icnt);
}

Edges Ilm::edges() const {
    Edges edges;
    for (const DagBlock& block : blocks)
        for (const ThreadSteps& thread : block.threads)
            for (const Vertex vertex : block.steps_of(thread))
                for (const Vertex next : next_of(block.dag, vertex))
                    edges.emplace(block.steps[vertex].id, block.steps[next].id);
    return edges;
}

Edges Ilm::crossing() const {
    Edges edges;
    for (const DagBlock& block : blocks)
        for (const ThreadSteps& thread : block.threads)
            for (const Vertex vertex : block.steps_of(thread))
                for (const CrossingEdge& edge : block.crossing_to(vertex))
                    edges.emplace(edge.before.id, block.steps[vertex].id);
    return edges;
}

std::vector<EventId> Ilm::steps(ThreadId thid) const {
    std::vector<EventId> ids;
    for (const DagBlock& block : blocks)
        for (const ThreadSteps& thread : block.threads)
            if (thread.thid == thid)
                for (const Vertex vertex : block.steps_of(thread))
                    ids.push_back(block.steps[vertex].id);
    return ids;
}

namespace {

FullStep full(const DagBlock& block, Vertex vertex) {
    FullStep full;
    const Step& step = static_cast<Step&>(full) = block.steps[vertex];
    const auto copy = [](auto from, auto& to) { to.assign(from.begin(), from.end()); };
    copy(block.heap.born_in(step), full.born);
    copy(block.heap.died_in(step), full.died);
    copy(block.heap.used_in(step), full.usage);
    for (const CrossingEdge& edge : block.crossing_to(vertex))
        full.before.push_back(edge.before);
    return full;
}

} // namespace

FullStep Ilm::step(EventId id) const {
    for (const DagBlock& block : blocks)
        for (const ThreadSteps& thread : block.threads)
            for (const Vertex vertex : block.steps_of(thread))
                if (block.steps[vertex].id == id)
                    return full(block, vertex);
    FAIL("there is no step " << id);
    std::abort();
}

namespace {

class Collector : public BlockSink {
public:
    explicit Collector(std::vector<DagBlock>& blocks) : blocks_(blocks) {}
    void block(const DagBlock& block) override { blocks_.push_back(block); }
    void finish() override {}

private:
    std::vector<DagBlock>& blocks_;
};

} // namespace

unsigned inputs(unsigned all) {
    return std::getenv("FEW_INPUTS") == nullptr ? all : (all + 5) / 6;
}

const Cell& cell(const Table& table, std::size_t row, std::string_view key) {
    std::size_t column = 0;
    while (table.columns.at(column).key != key)
        ++column;
    return table.rows.at(row).at(column);
}

std::uint64_t number(const Table& table, std::size_t row, std::string_view key) {
    return std::get<std::uint64_t>(cell(table, row, key));
}

std::uint64_t sum_of(const Table& table) {
    std::uint64_t sum = 0;
    for (const auto& row : table.rows)
        sum += std::get<std::uint64_t>(row[0]);
    return sum;
}

void give(const std::vector<Event>& events, std::initializer_list<EventSink*> sinks) {
    ResolvedEvents stages(sinks);
    for (const Event& event : events)
        stages.event(event);
}

Ilm ilm_of(const std::vector<Event>& events, const Form& form) {
    Ilm ilm;
    Collector collector(ilm.blocks);
    IlmBuilder builder(form, collector, nullptr);
    give(events, {&builder});
    builder.finish();
    ilm.lost = builder.lost();
    return ilm;
}

Figures figures_of(const Trace& trace, const Prims& relaxed, std::uint64_t block_size) {
    std::vector<DagBlock> blocks;
    Collector collector(blocks);
    Form form;
    form.relaxed = relaxed;
    form.block_size = block_size;
    Stats stats(relaxed);
    IlmBuilder builder(form, collector, &stats);
    give(trace.events, {&builder});
    builder.finish();
    return stats.figures(builder.heap());
}

namespace {

/// The threads that a random trace may continue with, and the random numbers for its choices.
struct Choices {
    std::mt19937 random;
    std::vector<ThreadId> running{1};
    std::vector<ThreadId> exited{};
    ThreadId next_thread = 2;

    std::size_t below(std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
    }
};

void random_event(Trace& trace, Choices& choices) {
    const std::size_t who = choices.below(choices.running.size());
    const ThreadId thid = choices.running[who];
    const Address object = 1000 + choices.below(3);
    const bool has_seq = object == 1000;
    switch (choices.below(12)) {
    case 0:
        trace.fork(thid, choices.next_thread);
        choices.running.push_back(choices.next_thread++);
        break;
    case 1:
        if (thid != 1) {
            trace.exit(thid);
            choices.running.erase(choices.running.begin() + static_cast<std::ptrdiff_t>(who));
            choices.exited.push_back(thid);
        }
        break;
    case 2:
        if (!choices.exited.empty()) {
            trace.join(thid, choices.exited.back());
            choices.exited.pop_back();
        }
        break;
    case 3:
    case 4:
    case 5:
    case 6:
        (has_seq ? trace.rel_seq(thid, object, 1 + choices.below(5)) : trace.rel(thid, object))
            .mode = choices.below(4) == 0 ? Mode::rd : Mode::none;
        break;
    default:
        (has_seq ? trace.acq_seq(thid, object, choices.below(6)) : trace.acq(thid, object)).mode =
            choices.below(4) == 0 ? Mode::rd : Mode::none;
        break;
    }
}

} // namespace

Trace random_trace(unsigned seed, std::size_t events) {
    Trace trace;
    Choices choices{std::mt19937(seed)};
    while (trace.events.size() < events)
        random_event(trace, choices);
    return trace;
}

Run run_of(const Trace& trace, const Prims& relaxed, const Origin& origin) {
    RunRecorder recorder(relaxed, 0);
    give(trace.events, {&recorder});
    return recorder.finish(origin);
}

Trace random_working_trace(unsigned seed, std::size_t events) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint64_t limit) {
        return std::uniform_int_distribution<std::uint64_t>(0, limit - 1)(random);
    };
    Trace trace;
    std::vector<MemBlock> live;
    Address next = 0x1000;
    for (Event event : random_trace(seed, events).events) {
        for (std::uint64_t i = below(3); i > 0; --i) {
            if (!live.empty() && below(2) == 0) {
                const auto block = live.begin() + static_cast<std::ptrdiff_t>(below(live.size()));
                trace.free(event.thid, block->addr, block->size);
                live.erase(block);
            } else {
                live.push_back({next += 0x1000, 1 + below(100)});
                trace.alloc(event.thid, live.back().addr, live.back().size, below(50));
            }
        }
        event.icnt = below(4) == 0 ? 0 : below(200);
        event.id = trace.events.size() + 1;
        trace.events.push_back(event);
    }
    return trace;
}

namespace {

/// Whether the acquire is ordered after the release because of what they say.
bool takes(const Event& acq, const Event& rel) {
    if (rel.kind != Kind::rel || rel.object != acq.object || rel.thid == acq.thid ||
        (acq.mode == Mode::rd && rel.mode == Mode::rd))
        return false;
    return !acq.seq || (*acq.seq != 0 && rel.seq == acq.seq);
}

bool is_after(const Event& event, const Event& before, bool is_threads_first) {
    if (event.thid == before.thid)
        return true;
    if (before.kind == Kind::fork && before.other == event.thid)
        return is_threads_first;
    if (event.kind == Kind::join && before.kind == Kind::exit)
        return event.other == before.thid;
    return event.kind == Kind::acq && takes(event, before);
}

} // namespace

std::vector<std::vector<std::size_t>> direct_order(const Trace& trace) {
    std::vector<std::vector<std::size_t>> order(trace.events.size());
    std::set<ThreadId> seen;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_first = seen.insert(trace.events[i].thid).second;
        for (std::size_t j = 0; j < i; ++j)
            if (is_after(trace.events[i], trace.events[j], is_first))
                order[i].push_back(j);
    }
    return order;
}

Form raw() {
    Form form;
    form.reduce = false;
    form.prune = false;
    return form;
}

Form crossing(std::uint64_t block_size) {
    Form form;
    form.cross_block = true;
    form.block_size = block_size;
    return form;
}

} // namespace test
