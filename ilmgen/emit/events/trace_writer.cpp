// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events as a raw trace.
#include "ilmgen/emit/events/event_writers.h"

#include "ilmgen/emit/events/stack_teller.h"
#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emitted/declaration.h"
#include "ilmgen/model/error.h"
#include "ilmgen/model/object_name.h"
#include "shared/trace_vocabulary.h"

#include <boost/icl/interval_set.hpp>

#include <limits>
#include <span>

namespace ilm {

namespace {

/// Writes one event on each line, in hpcmp's spelling, because that spelling is read fastest
/// (plain_event.h).
class TraceWriter : public EventWriter {
public:
    explicit TraceWriter(OutputFile& out) : out_(out), json_(out) { out_.Put('['); }

    void event(const Event& event) override {
        if (threads_.empty() || event.thid != last_thid_)
            threads_.insert(last_thid_ = event.thid);
        last_id_ = event.id;
        if (event.new_stacks != nullptr)
            stacks_.add(*event.new_stacks);
        write(event);
    }

    /// Writes declarations last, because they are known only after the last event.
    void finish(const Origin& origin, const ClockOf& clock_of) override {
        Declaration declared{origin, {}};
        for (const auto& threads : threads_)
            for (ThreadId thid = boost::icl::first(threads); boost::icl::contains(threads, thid);
                 ++thid)
                if (const std::uint64_t clock = clock_of(thid); clock != thid)
                    declared.clocks.set(thid, clock);
        for (const std::string& text : trace_declarations(declared))
            declare(text);
        out_.write("\n]\n");
    }

private:
    void declare(const std::string& text) {
        if (last_id_ == std::numeric_limits<EventId>::max())
            throw Error("the trace has no id left to say what its log counts");
        Event info;
        info.thid = last_thid_;
        info.id = ++last_id_;
        info.text = text;
        write(info);
    }

    void write(const Event& event) {
        out_.write(first_ ? "\n" : ",\n");
        first_ = false;
        json_.Reset(out_);
        json_.StartObject();
        member(json_, TRACE_THID, event.thid);
        member(json_, TRACE_ICNT, event.icnt);
        member(json_, TRACE_ID, event.id);
        if (event.time != no_time)
            member(json_, TRACE_TIME, event.time);
        if (event.kind == Kind::info)
            member(json_, TRACE_INFO, event.text);
        else if (is_sync(event.kind))
            sync(event);
        else
            life(event);
        json_.EndObject();
    }

    void life(const Event& event) {
        json_.Key(TRACE_LIFE);
        json_.StartObject();
        switch (event.kind) {
        case Kind::alloc:
            json_.Key(TRACE_ALLOC);
            json_.StartObject();
            member(json_, TRACE_ADDR, event.block.addr);
            member(json_, TRACE_SIZE, event.block.size);
            if (event.library != 0)
                member(json_, TRACE_LIBRARY, event.library);
            at(event.at);
            json_.EndObject();
            break;
        case Kind::free:
            json_.Key(TRACE_FREE);
            usage(event.block);
            break;
        default: object(event);
        }
        json_.EndObject();
    }

    void object(const Event& event) {
        json_.Key(event.kind == Kind::newsync ? TRACE_NEWSYNC : TRACE_DELSYNC);
        json_.StartObject();
        member(json_, TRACE_PRIM, event.prim);
        member(json_, TRACE_ADDR, event.object);
        if (event.rwlock_kind != RwlockKind::readers_first)
            member(json_, TRACE_RWLOCK_KIND, static_cast<std::uint64_t>(event.rwlock_kind));
        if (event.block.alloc != 0) {
            member(json_, TRACE_OF_ALLOC, event.block.alloc);
            member(json_, TRACE_OFFSET, address_in_memory(event.object) - event.block.addr);
        }
        if (!event.name.empty())
            member(json_, TRACE_NAME, event.name);
        at(event.at);
        json_.EndObject();
    }

    void at(StackNumber stack) {
        if (stack == 0)
            return;
        json_.Key(TRACE_AT);
        stacks_.write(json_, stack);
    }

    void sync(const Event& event) {
        json_.Key(TRACE_SYNC);
        json_.StartObject();
        operation(event);
#define SYNC_NUMBER(ID, number)                                                                    \
    if (event.number != 0)                                                                         \
        member(json_, TRACE_##ID, event.number);
#include "shared/event_keys.def"
        json_.Key(TRACE_USAGE);
        json_.StartArray();
        for (const BlockUsage& block : event.usage)
            usage(block);
        json_.EndArray();
        if (!event.work.empty())
            work(event.work);
        at(event.at);
        json_.EndObject();
    }

    void work(std::span<const WorkSample> samples) {
        json_.Key(TRACE_WORK);
        json_.StartArray();
        for (const WorkSample& sample : samples) {
            json_.StartObject();
            at(sample.stack);
            member(json_, TRACE_SAMPLES, sample.count);
            if (sample.io_calls != 0)
                member(json_, TRACE_IO, sample.io_calls);
            json_.EndObject();
        }
        json_.EndArray();
    }

    void operation(const Event& event) {
        switch (event.kind) {
#define KIND_KEY(shape, ID, of, operand)                                                           \
    case Kind::of:                                                                                 \
        member(json_, TRACE_##ID, event.operand);                                                  \
        break;
#include "shared/event_keys.def"
        default: json_.Key(TRACE_EXIT); json_.Null();
        }
        if (event.kind != Kind::rel && event.kind != Kind::acq)
            return;
        if (!event.prim.empty())
            member(json_, TRACE_PRIM, event.prim);
        if (event.seq)
            member(json_, TRACE_SEQ, *event.seq);
        if (event.mode != Mode::none)
            member(json_, TRACE_MODE, event.mode == Mode::rd ? TRACE_MODE_RD : TRACE_MODE_WR);
    }

    void usage(const BlockUsage& block) {
        json_.StartObject();
        member(json_, TRACE_ADDR, block.addr);
        member(json_, TRACE_SIZE, block.size);
        member(json_, TRACE_READ, block.read);
        member(json_, TRACE_WRITTEN, block.written);
        if (block.alloc != 0)
            member(json_, TRACE_OF_ALLOC, block.alloc);
        json_.EndObject();
    }

    OutputFile& out_;
    StackTeller::Json json_;
    StackTeller stacks_;
    bool first_ = true;
    ThreadId last_thid_ = 1; ///< of the last event, as last_id_
    EventId last_id_ = 0;
    boost::icl::interval_set<ThreadId> threads_; ///< that have an event
};

} // namespace

std::unique_ptr<EventWriter> trace_writer(OutputFile& out) {
    return std::make_unique<TraceWriter>(out);
}

} // namespace ilm
