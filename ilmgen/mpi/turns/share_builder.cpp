// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/turns/share_builder.h"

#include "ilmgen/mpi/job/step_bytes.h"

#include <utility>

namespace ilm {

void SentPlaces::add(ThreadId thid, EventId id, StepPlace step_place) {
    if (!step_place.empty())
        waiting_[thid].emplace_back(id, std::move(step_place));
}

StepPlace SentPlaces::take(ThreadId thid, EventId id) {
    StepPlace result;
    const auto found = waiting_.find(thid);
    if (found == waiting_.end())
        return result;
    auto& waiting = found->second;
    for (; !waiting.empty() && waiting.front().first <= id; waiting.pop_front()) {
        auto& [of, step_place] = waiting.front();
        for (const auto& [function, samples] : step_place.work)
            result.work[function] += samples;
        if (of < id)
            continue;
        result.prim = std::move(step_place.prim);
        result.object = std::move(step_place.object);
        result.place = std::move(step_place.place);
    }
    return result;
}

/// A share that gets all turns before its own goes through the DAG blocks of others, too.
ShareBuilder::ShareBuilder(const Form& form, const Share& share, std::uint64_t untold,
                           const NumbersInRun& numbers, SentPlaces& places, BlockSink& out)
    : share_(share), numbers_(numbers), places_(places), share_blocks_(share_, places, out),
      blocks_(form, &share_blocks_, nullptr), id_(untold + share.before.events) {
    const bool has_all_before = share.before.events == 0;
    if (has_all_before)
        return;
    blocks_.begin_at(share.begin);
    skip_ = share.begin * form.block_size - share.before.syncs;
}

void ShareBuilder::turn(const TurnRecord& turn, std::size_t from) {
    for (ByteReader in(turn.happens); !in.at_end();) {
        Event event = read_event(in);
        event.id += id_;
        event.thid = numbers_.thread(from, event.thid);
        if (event.other != 0)
            event.other = numbers_.thread(from, event.other);
        event.object = numbers_.address(from, event.object);
        if (is_sync(event.kind))
            sync(event, from, in);
        else
            blocks_.life(event);
    }
    id_ += turn.counts.events;
}

void ShareBuilder::sync(const Event& event, std::size_t from, ByteReader& in) {
    const bool skips = skip_ > 0 || is_done();
    if (skips)
        skipped_ = {};
    const Step step = read_step(in, event, skips ? skipped_ : blocks_.heap(),
                                [&](Address addr) { return numbers_.address(from, addr); });
    StepPlace step_place = read_step_place(in);
    if (skip_ > 0) {
        --skip_;
    } else if (!skips) {
        places_.add(event.thid, event.id, std::move(step_place));
        blocks_.add(event, step);
    }
}

void ShareBlocks::block(const DagBlock& block) {
    if (block.index < share_.begin)
        places_.forget();
    else
        out_.block(block);
}

} // namespace ilm
