// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/run/recorder.h"

#include "ilmgen/facts/event_facts.h"
#include "ilmgen/model/object_name.h"
#include "ilmgen/run/pipe_ends.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

namespace ilm {

namespace {

/// The operation in the name of an object of MPI.
std::string operation_of(std::string_view name) {
    constexpr std::string_view before = TRACE_MPI_OPERATION;
    const std::size_t found = name.find(before);
    if (!name.starts_with(TRACE_MPI_NAME) || found == std::string_view::npos)
        return {};
    name.remove_prefix(found + std::string_view(", ").size());
    return std::string(name.substr(0, name.find(',')));
}

} // namespace

RunRecorder::Interval& RunRecorder::interval_of(ThreadId thid) {
    if (thid != last_) {
        const auto next = static_cast<ThreadIndex>(run_.threads.size());
        const auto [found, is_new] = threads_.try_emplace(thid, next);
        if (is_new) {
            run_.threads.emplace_back().id = thid;
            intervals_.emplace_back().thread = next;
        }
        last_ = thid;
        last_thread_ = found->second;
    }
    return intervals_[last_thread_];
}

void RunRecorder::event(const Event& event) {
    if (event.new_stacks != nullptr)
        run_.stacks.add(*event.new_stacks);
    Interval& interval = interval_of(event.thid);
    delays_.event(interval.thread, event);
    const Place place = place_of(event);
    add(interval.work, event.icnt, place, "instructions");
    add(run_.work, event.icnt, place, "instructions");
    if (is_sync(event.kind)) {
        add(run_.threads[interval.thread].library, event.library, place,
            "instructions of a library");
        add_step(event, interval);
    } else {
        // A child's first event, of whatever kind, uses its fork up; its steps have it already.
        arrows_.arrows_to(event, 0);
        life(event, interval);
    }
    check_numbers(event);
}

void RunRecorder::life(const Event& event, Interval& interval) {
    if (event.kind == Kind::alloc) {
        const auto block = static_cast<BlockIndex>(run_.blocks.size());
        run_.blocks.push_back({event.block.size, event.id, event.at, interval.thread});
        run_.blocks.back().is_librarys = event.library != 0;
        // The end of a live one at the same address was not recorded.
        if (const auto replaced = live_.begin(event.live, block))
            add_life(*replaced, false, interval);
        add_life(block, true, interval);
    } else if (event.kind == Kind::free) {
        end_life(event, interval);
    } else if (event.kind == Kind::newsync) {
        begin_object(event);
    } else {
        info(event, interval.thread);
    }
}

void RunRecorder::info(const Event& event, ThreadIndex thread) {
    if (const auto* const named = fact_in<ThreadName>(event)) {
        run_.threads[thread].name = named->name;
    } else if (fact_in<IsLibrarys>(event) != nullptr) {
        run_.threads[thread].is_librarys = true;
    } else if (const auto* const begins = fact_in<ToolBegins>(event)) {
        if (run_.command.empty())
            run_.command = begins->command;
    } else if (const auto* const moves = fact_in<Moves>(event)) {
        add_moves(*moves, place_of(event), thread);
    } else if (const auto* const is = fact_in<IsThread>(event)) {
        set_process(*is, run_.threads[thread]);
    }
}

void RunRecorder::end_life(const Event& event, Interval& interval) {
    add_traffic(event.block, event.live, place_of(event), interval.traffic);
    const BlockIndex block = find(event.block, event.live);
    if (block == no_block)
        return;
    run_.blocks[block].freed_by = interval.thread;
    add_life(block, false, interval);
    live_.end(event.live);
}

void RunRecorder::add_life(BlockIndex block, bool begins, Interval& interval) {
    interval.lives.push_back({interval.work, 0, block, begins, lives_++});
}

void RunRecorder::set_process(const IsThread& is, RunThread& thread) {
    thread.begins_program = is.thread == 1;
    thread.process = is.process;
    if (is.rank)
        thread.rank = rank_of(*is.rank);
    const std::string_view path = is.command.substr(0, is.command.find(' '));
    thread.program = path.substr(path.rfind('/') + 1);
}

RankIndex RunRecorder::rank_of(const Rank& rank) {
    const auto next = static_cast<RankIndex>(run_.ranks.size());
    const auto [found, is_new] = ranks_.try_emplace({rank.number, rank.job}, next);
    if (is_new)
        run_.ranks.push_back(found->first);
    return found->second;
}

void RunRecorder::add_moves(const Moves& moves, const Place& place, ThreadIndex thread) {
    Moves& sum = moves_[{thread, moves.partner}];
    add(sum.bytes, moves.bytes, place, "bytes of one-sided operations");
    add(sum.operations, moves.operations, place, "one-sided operations");
}

/// Only operations between ranks that are in the run count.
void RunRecorder::put_moves() {
    for (const auto& [who, sum] : moves_) {
        const RankIndex own = run_.threads[who.first].rank;
        if (own == no_rank)
            continue;
        const auto other = ranks_.find({who.second.rank, run_.ranks[own].job});
        if (other == ranks_.end() || other->second == own)
            continue;
        RunMoves moves{own, other->second, sum.operations, sum.bytes};
        if (!who.second.are_sent)
            std::swap(moves.from, moves.to);
        run_.moves.push_back(moves);
    }
}

/// A block that was freed before its traffic was told is found by the event that allocated it.
BlockIndex RunRecorder::find(const BlockUsage& usage, LiveNumber number) const {
    if (const BlockIndex* const live = live_.find(number))
        return *live;
    if (usage.alloc != 0) {
        const auto found = std::lower_bound(
            run_.blocks.begin(), run_.blocks.end(), usage.alloc,
            [](const RunBlock& block, EventId alloc) { return block.alloc < alloc; });
        if (found != run_.blocks.end() && found->alloc == usage.alloc)
            return static_cast<BlockIndex>(found - run_.blocks.begin());
    }
    return no_block;
}

void RunRecorder::add_traffic(const BlockUsage& usage, LiveNumber number, const Place& place,
                              RunTraffic& sum) {
    if (traffic_from_ && usage.size >= *traffic_from_) {
        const std::uint64_t moved = usage.read + usage.written;
        add(sum.moved, moved, place, "bytes read and written");
        sum.distinct += std::min(moved, usage.size);
    }
    const BlockIndex block = find(usage, number);
    if (block == no_block)
        return;
    add(run_.blocks[block].read, usage.read, place, "bytes read");
    add(run_.blocks[block].written, usage.written, place, "bytes written");
}

ObjectIndex RunRecorder::begin_object(const Event& event) {
    const auto object = static_cast<ObjectIndex>(run_.objects.size());
    StackNumber allocated_at = 0;
    if (const BlockIndex* const block = live_.find(event.live))
        allocated_at = run_.blocks[*block].at;
    std::string name = object_name(event, allocated_at, run_.stacks);
    std::string operation = operation_of(name);
    run_.objects.push_back({std::string(event.prim), std::move(name), std::move(operation),
                            event.object, event.at, relaxed_.contains(event.prim),
                            event.rwlock_kind});
    objects_[event.object] = object;
    return object;
}

/// An object without a newsync begins where it is used first.
ObjectIndex RunRecorder::object_of(const Event& event) {
    const auto found = objects_.find(event.object);
    if (found != objects_.end())
        return found->second;
    const auto object = static_cast<ObjectIndex>(run_.objects.size());
    run_.objects.push_back(
        {std::string(event.prim), "", "", event.object, event.at, relaxed_.contains(event.prim)});
    objects_[event.object] = object;
    return object;
}

void RunRecorder::add_step(const Event& event, Interval& interval) {
    const auto index = static_cast<StepIndex>(run_.steps.size());
    RunStep step;
    step.id = event.id;
    step.seq = event.seq.value_or(0);
    step.at = event.at;
    step.kind = event.kind;
    step.mode = event.mode;
    if (event.kind == Kind::rel || event.kind == Kind::acq)
        step.other = object_of(event);
    if (event.kind == Kind::rel && event.bytes != 0)
        run_.transfers.push_back({index, event.bytes});
    add_sources(event, step, interval.thread);
    for (std::size_t i = 0; i < event.usage.size(); ++i)
        add_traffic(event.usage[i], event.live_usage[i], place_of(event), interval.traffic);
    if (event.slept != 0)
        run_.sleeps.push_back({index, event.slept});
    for (const WorkSample& sample : event.work) {
        if (sample.count != 0)
            run_.samples.push_back({index, sample.stack, sample.count});
        if (sample.io_calls != 0)
            run_.io_calls.push_back({index, sample.stack, sample.io_calls});
    }
    push(step, interval);
    if (event.kind == Kind::fork) {
        // Grows intervals_, so `interval` is of no use any more.
        const ThreadIndex child = interval_of(event.other).thread;
        run_.threads[child].fork = index;
        run_.steps[index].other = child;
    } else if (event.kind == Kind::join) {
        run_.steps[index].other = interval_of(event.other).thread;
    }
}

void RunRecorder::add_sources(const Event& event, RunStep& step, ThreadIndex thread) {
    const auto index = static_cast<StepIndex>(run_.steps.size());
    step.sources = static_cast<std::uint32_t>(run_.sources.size());
    for (const Arrow& arrow : arrows_.arrows_to(event, index))
        if (arrow.kind != Kind::fork)
            run_.sources.push_back(static_cast<StepIndex>(arrow.start.time));
    delays_.step(index, event, std::span(run_.sources).subspan(step.sources));
    const StepIndex before = run_.threads[thread].last;
    const bool arrived = before != no_step && run_.steps[before].kind == Kind::rel &&
                         run_.steps[before].other == step.other &&
                         run_.steps[before].seq == step.seq;
    step.n_sources = static_cast<std::uint32_t>(run_.sources.size()) - step.sources;
    if (step.kind != Kind::acq || step.seq == 0 || !arrived || step.n_sources < 2)
        return;
    run_.sources.push_back(before);
    ++step.n_sources;
    const auto begin = run_.sources.begin() + step.sources;
    std::sort(begin, run_.sources.end());
    LatestSources& latest = latest_[step.other];
    const auto known = run_.sources.begin() + latest.begin;
    if (std::equal(known, known + latest.count, begin, run_.sources.end())) {
        step.sources = latest.begin;
        run_.sources.erase(begin, run_.sources.end());
    } else {
        latest = {step.sources, step.n_sources};
    }
}

void RunRecorder::push(RunStep step, Interval& interval) {
    const auto index = static_cast<StepIndex>(run_.steps.size());
    RunThread& thread = run_.threads[interval.thread];
    step.work = interval.work;
    step.thread = interval.thread;
    step.before = thread.last == no_step ? thread.fork : thread.last;
    thread.last = index;
    thread.work += step.work;
    for (RunLife& life : interval.lives) {
        life.step = index;
        run_.lives.push_back(life);
    }
    interval.lives.clear();
    interval.work = 0;
    if (RunTraffic traffic = std::exchange(interval.traffic, {}); traffic.moved > 0) {
        traffic.step = index;
        run_.traffic.push_back(traffic);
    }
    run_.steps.push_back(step);
}

void RunRecorder::check_numbers(const Event& event) const {
    const std::size_t most = std::max({run_.steps.size(), run_.sources.size(), run_.blocks.size()});
    if (most > std::numeric_limits<std::uint32_t>::max() / 2)
        throw Error(place_of(event),
                    "the run is too long for a report: it has over " +
                        std::to_string(std::numeric_limits<std::uint32_t>::max() / 2) +
                        " synchronisation events, arrows or blocks");
}

Run RunRecorder::finish(const Origin& origin) {
    for (Interval& interval : intervals_)
        if (interval.work > 0 || !interval.lives.empty())
            push({}, interval);
    put_moves();
    delays_.put(origin, run_);
    run_.lost = arrows_.lost();
    std::set<std::string_view> jobs;
    for (const RunRank& rank : run_.ranks)
        jobs.insert(rank.job);
    run_.jobs = jobs.size();
    name_pipes_by_ends(run_);
    return std::move(run_);
}

} // namespace ilm
