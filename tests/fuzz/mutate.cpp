// SPDX-License-Identifier: GPL-2.0-or-later
//
// libFuzzer's mutations of an input that is a trace: whole events and their
// numbers change, and the ids stay in order, so that most of what comes out
// gets as far as the reduction.  Other inputs, and traces now and then, change
// byte by byte.
#include "shared/trace_vocabulary.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <array>
#include <cstring>
#include <random>
#include <string_view>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using rapidjson::Document;
using rapidjson::SizeType;
using rapidjson::Value;

constexpr std::string_view white_space = " \t\n\r";

std::string_view as_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

class Mutator {
public:
    explicit Mutator(unsigned seed) : random_(seed) {}

    /// False if it is no trace.
    bool parse(std::string_view text) {
        space_ = text.substr(0, std::min(text.find_first_not_of(white_space), text.size()));
        trace_.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
        return !trace_.HasParseError() && trace_.IsArray();
    }

    void mutate() {
        if (one_in(8))
            change_space();
        do
            change_trace();
        while (one_in(2));
        if (!one_in(16))
            number_events();
    }

    /// Its own beginning, the other's end.
    void cross(const Mutator& other) {
        Value events(rapidjson::kArrayType);
        const SizeType from = below(other.trace_.Size() + 1);
        const SizeType to = below(trace_.Size() + 1);
        for (SizeType i = 0; i < to; ++i)
            events.PushBack(trace_[i], trace_.GetAllocator());
        for (SizeType i = from; i < other.trace_.Size(); ++i)
            events.PushBack(Value(other.trace_[i], trace_.GetAllocator()), trace_.GetAllocator());
        trace_.GetArray() = events.GetArray();
        number_events();
    }

    /// 0 if it does not fit.
    std::size_t write(std::uint8_t* data, std::size_t most) const {
        rapidjson::StringBuffer buffer;
        rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
        trace_.Accept(writer);
        const std::string text = space_ + buffer.GetString();
        if (text.size() > most)
            return 0;
        std::memcpy(data, text.data(), text.size());
        return text.size();
    }

private:
    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
    bool one_in(unsigned times) { return below(times) == 0; }
    template <class Items>
    auto& any(Items& items) {
        return items[below(static_cast<unsigned>(std::size(items)))];
    }

    void change_space() {
        space_.resize(below(7));
        for (char& character : space_)
            character = any(white_space);
    }

    void change_trace() {
        const SizeType size = trace_.Size();
        if (size == 0 || one_in(3))
            insert(new_event());
        else if (one_in(6))
            trace_.Erase(trace_.Begin() + below(size));
        else if (one_in(6))
            insert(Value(trace_[below(size)], trace_.GetAllocator()));
        else if (one_in(6))
            trace_[below(size)].Swap(trace_[below(size)]);
        else
            change(trace_[below(size)]);
    }

    void insert(Value event) {
        trace_.PushBack(event, trace_.GetAllocator());
        for (SizeType at = trace_.Size() - 1, to = below(trace_.Size()); at > to; --at)
            trace_[at].Swap(trace_[at - 1]);
    }

    /// A number somewhere in it, or something that it has not got.
    void change(Value& value) {
        if (value.IsObject() && value.MemberCount() > 0) {
            const auto member = value.MemberBegin() + below(value.MemberCount());
            if (one_in(16))
                value.EraseMember(member);
            else if (one_in(8))
                embellish(value);
            else
                change(member->value);
        } else if (value.IsArray()) {
            if (value.Empty() || one_in(4))
                value.PushBack(usage(), trace_.GetAllocator());
            else
                change(value[below(value.Size())]);
        } else if (value.IsNumber()) {
            value = number();
        } else if (value.IsString()) {
            value = prim();
        }
    }

    void embellish(Value& object) {
        constexpr std::array numbers = {
            TRACE_OF_ALLOC,
#define SYNC_NUMBER(ID, member) TRACE_##ID,
#include "shared/event_keys.def"
        };
        switch (below(4)) {
        case 0: add(object, TRACE_SEQ, number()); break;
        case 1: add(object, TRACE_PRIM, prim()); break;
        case 2: add(object, TRACE_MODE, Value(one_in(2) ? TRACE_MODE_RD : TRACE_MODE_WR)); break;
        default: add(object, any(numbers), number()); break;
        }
    }

    void add(Value& object, const char* key, Value value) {
        object.RemoveMember(key);
        object.AddMember(rapidjson::StringRef(key), value, trace_.GetAllocator());
    }

    Value number() {
        constexpr std::array<std::uint64_t, 8> edges = {
            0, 255, 1U << 31, 1U << 20, INT64_MAX, INT64_MAX + 1UL, UINT64_MAX, UINT64_MAX - 1};
        return one_in(16) ? Value(any(edges)) : small();
    }
    Value small() {
        return Value(1 + below(one_in(4) ? 12 : 4));
    }

    Value prim() {
        constexpr std::array names = {TRACE_PRIM_MUTEX, TRACE_PRIM_RWLOCK,  TRACE_PRIM_SPIN,
                                      TRACE_PRIM_SEM,   TRACE_PRIM_BARRIER, TRACE_PRIM_COND};
        return Value(rapidjson::StringRef(any(names)));
    }

    Value block() {
        Value object(rapidjson::kObjectType);
        add(object, TRACE_ADDR, small());
        add(object, TRACE_SIZE, number());
        return object;
    }

    Value usage() {
        Value object = block();
        add(object, TRACE_READ, number());
        add(object, TRACE_WRITTEN, number());
        return object;
    }

    Value new_event() {
        Value event(rapidjson::kObjectType);
        add(event, TRACE_THID, one_in(3) ? Value(1) : small());
        add(event, TRACE_ICNT, number());
        add(event, TRACE_ID, Value(0));
        if (one_in(3))
            add(event, TRACE_LIFE, new_life());
        else
            add(event, TRACE_SYNC, new_sync());
        return event;
    }

    Value new_life() {
        Value life(rapidjson::kObjectType);
        switch (below(3)) {
        case 0: add(life, TRACE_ALLOC, block()); break;
        case 1: add(life, TRACE_FREE, usage()); break;
        default:
            Value object(rapidjson::kObjectType);
            add(object, TRACE_ADDR, small());
            add(object, TRACE_PRIM, prim());
            if (one_in(4))
                add(object, TRACE_RWLOCK_KIND, small());
            add(life, one_in(2) ? TRACE_NEWSYNC : TRACE_DELSYNC, std::move(object));
        }
        return life;
    }

    Value new_sync() {
        constexpr std::array kinds = {TRACE_FORK, TRACE_JOIN, TRACE_REL,
                                      TRACE_REL,  TRACE_ACQ,  TRACE_ACQ};
        Value sync(rapidjson::kObjectType);
        if (one_in(8))
            add(sync, TRACE_EXIT, Value());
        else
            add(sync, any(kinds), small());
        if (one_in(2))
            add(sync, TRACE_SEQ, small());
        if (one_in(4))
            embellish(sync);
        Value list(rapidjson::kArrayType);
        if (one_in(4))
            list.PushBack(usage(), trace_.GetAllocator());
        add(sync, TRACE_USAGE, std::move(list));
        return sync;
    }

    void number_events() {
        std::uint64_t id = 0;
        for (Value& event : trace_.GetArray())
            if (event.IsObject() && event.HasMember(TRACE_ID))
                event[TRACE_ID] = Value(++id);
    }

    std::mt19937 random_;
    std::string space_; ///< before the trace: the form of the ILM
    Document trace_;
};

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    Mutator mutator(seed);
    if (seed % 8 != 0 && mutator.parse(as_text(data, size))) {
        mutator.mutate();
        if (const std::size_t written = mutator.write(data, most); written > 0)
            return written;
    }
    return LLVMFuzzerMutate(data, size, most);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t one_size,
                                                 const std::uint8_t* two, std::size_t two_size,
                                                 std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
    Mutator first(seed);
    Mutator second(seed);
    if (!first.parse(as_text(one, one_size)) || !second.parse(as_text(two, two_size)))
        return 0;
    first.cross(second);
    return first.write(out, most);
}
