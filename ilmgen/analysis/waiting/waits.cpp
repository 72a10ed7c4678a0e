// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/waiting/waits.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/schedule/locks.h"

#include <algorithm>
#include <unordered_map>

namespace ilm {

namespace {

constexpr const char* joins = "joins";
constexpr std::size_t none = ~std::size_t{0};

} // namespace

Waits::Waits(const Run& run, const Timeline& timeline)
    : run_(run), timeline_(timeline), regions_(run), by_object_(run.objects.size(), none) {
    collect();
    std::stable_sort(
        objects_.begin(), objects_.end(),
        [](const ObjectWaits& a, const ObjectWaits& b) { return a.waited > b.waited; });
    indices_.clear();
    by_object_.clear();
}

ObjectWaits& Waits::waits_of(StepIndex step) {
    const RunStep& this_step = run_.steps[step];
    const bool is_join = this_step.kind == Kind::join;
    if (!is_join && by_object_[this_step.other] != none)
        return objects_[by_object_[this_step.other]];
    const std::string name = is_join ? joins : object_name(run_, this_step.other);
    const auto [found, is_new] = indices_.try_emplace(name, objects_.size());
    if (is_new)
        objects_.emplace_back().name = name;
    if (!is_join) {
        by_object_[this_step.other] = found->second;
        objects_[found->second].objects.push_back(this_step.other);
    }
    return objects_[found->second];
}

/// The holders of a lock are kept by thread, because a thread that does not hold the lock may
/// release it. A library's own threads are left out, because they do not wait for the program.
void Waits::collect() {
    std::unordered_map<ObjectIndex, std::unordered_map<ThreadIndex, std::uint64_t>> holders;
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const RunStep& this_step = run_.steps[step];
        if (run_.threads[this_step.thread].is_librarys)
            continue;
        if (this_step.kind == Kind::acq || this_step.kind == Kind::join)
            add_acquire(step);
        if (is_region(run_, step))
            regions_.take(step);
        if (!run_.has_object(step) || !is_lock(run_.objects[this_step.other]))
            continue;
        auto& holding = holders[this_step.other];
        if (this_step.kind == Kind::acq) {
            holding[this_step.thread] = timeline_.ends[step];
        } else if (const auto held = holding.find(this_step.thread); held != holding.end()) {
            ObjectWaits& waits = waits_of(step);
            const std::uint64_t time = timeline_.ends[step] - held->second;
            waits.held += time;
            waits.longest_hold = std::max(waits.longest_hold, time);
            holding.erase(held);
        }
    }
}

/// A wait where a region begins is first one for the end of the region before (region_ends.h).
void Waits::add_acquire(StepIndex step) {
    const std::uint64_t end = timeline_.ends[step];
    std::uint64_t begin = timeline_.arrival(run_, step);
    const StepIndex region_end = is_region(run_, step) && begins_region(run_.steps[step])
                                     ? regions_.last(run_.steps[step].thread)
                                     : no_step;
    if (region_end != no_step && timeline_.ends[region_end] > begin) {
        const std::uint64_t until = std::min(timeline_.ends[region_end], end);
        add_wait(step, until - begin, region_end);
        begin = until;
    }
    add_wait(step, end - begin, step);
}

void Waits::add_wait(StepIndex step, std::uint64_t waited, StepIndex ended) {
    ObjectWaits& waits = waits_of(ended);
    ++waits.taken;
    if (waited == 0)
        return;
    const RunStep& this_step = run_.steps[step];
    ++waits.contended;
    waits.waited += waited;
    waits.longest_wait = std::max(waits.longest_wait, waited);
    waits.by_thread[this_step.thread] += waited;
    const StepIndex decided_by = timeline_.decided_by[ended];
    const RunStep& cause = run_.steps[decided_by == no_step ? ended : decided_by];
    PlaceWaits& place = places_[{place_name(run_, this_step.at), place_name(run_, cause.at),
                                 thread_name(run_, cause.thread)}];
    ++place.waits;
    place.waited += waited;
}

std::vector<Table> Waits::tables() const {
    Table objects{"waits_by_object",
                  {{"waited", Measure::work},
                   {"longest_wait", Measure::work},
                   {"taken", Measure::count},
                   {"contended", Measure::count},
                   {"held", Measure::work},
                   {"longest_hold", Measure::work},
                   {"object"}},
                  {},
                  "How long all threads together wait for each object, given enough processors. "
                  "The table of the section whatif shows how much time that costs. Held: how long "
                  "the object is held by threads that also release it."};
    Table threads{"waits_by_thread",
                  {{"waited", Measure::work}, {"thread"}, {"object"}},
                  {},
                  "How long each thread waits for each object."};
    for (const ObjectWaits& waits : objects_) {
        objects.rows.push_back({waits.waited, waits.longest_wait, waits.taken, waits.contended,
                                waits.held, waits.longest_hold, waits.name});
        for (const auto& [thread, waited] : waits.by_thread)
            threads.rows.push_back({waited, thread_name(run_, thread), waits.name});
    }
    Table places{"waits_by_place",
                 {{"waited", Measure::work},
                  {"waits", Measure::count},
                  {"waited_at"},
                  {"caused_by"},
                  {"caused_at"}},
                 {},
                 "How long threads wait at each place, and the event of another thread that ends "
                 "the wait, which is its cause."};
    for (const auto& [place, waits] : places_)
        places.rows.push_back(
            {waits.waited, waits.waits, place.waited_at, place.caused_by, place.caused_at});
    sort_by_first(threads);
    sort_by_first(places);
    return {objects, threads, places};
}

/// The first object is the one that is waited for longest.
Finding Waits::finding(const std::string& cost) const {
    const auto longest = std::ranges::find_if(
        objects_, [](const ObjectWaits& waits) { return !waits.objects.empty(); });
    if (longest == objects_.end() || 20 * longest->waited < run_.work || longest->waited == 0)
        return {};
    return {"Waits", "threads waited " + rounded_cost(longest->waited, cost) + " in total for " +
                         short_name(longest->name)};
}

} // namespace ilm
