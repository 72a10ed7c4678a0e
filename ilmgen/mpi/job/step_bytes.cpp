// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/step_bytes.h"

namespace ilm {

namespace {

void write_usage(const BlockUsage& block, ByteWriter& out) {
    out.put(block.addr);
    out.put(block.size);
    out.put(block.read);
    out.put(block.written);
    out.put(block.alloc);
}

BlockUsage read_usage(ByteReader& in) {
    BlockUsage block;
    block.addr = in.number();
    block.size = in.number();
    block.read = in.number();
    block.written = in.number();
    block.alloc = in.number();
    return block;
}

} // namespace

void write_event(const Event& event, std::uint64_t place, ByteWriter& out) {
    out.put(static_cast<std::uint64_t>(event.kind));
    out.put(event.thid);
    out.put(place);
    out.put(event.object);
    out.put(event.other);
    out.put_text(event.prim);
    out.put(static_cast<std::uint64_t>(event.mode));
    out.put(event.seq ? 1 : 0);
    out.put(event.seq.value_or(0));
}

Event read_event(ByteReader& in) {
    Event event;
    event.kind = static_cast<Kind>(in.number());
    event.thid = in.number();
    event.id = in.number();
    event.object = in.number();
    event.other = in.number();
    event.prim = in.text();
    event.mode = static_cast<Mode>(in.number());
    const bool has_seq = in.number() != 0;
    const std::uint64_t seq = in.number();
    if (has_seq)
        event.seq = seq;
    return event;
}

void write_step(const Step& step, const HeapLists& heap, ByteWriter& out) {
    out.put(step.byte);
    out.put(step.icnt);
    out.put_signed(step.hbal);
    out.put(step.hmax);
    out.put(step.born);
    out.put(step.died);
    out.put(step.used);
    for (const MemBlock& block : heap.born_in(step)) {
        out.put(block.addr);
        out.put(block.size);
        out.put(block.alloc);
    }
    for (const BlockUsage& block : heap.died_in(step))
        write_usage(block, out);
    for (const BlockUsage& block : heap.used_in(step))
        write_usage(block, out);
}

Step read_step(ByteReader& in, const Event& event, HeapLists& heap,
               const std::function<Address(Address)>& address) {
    Step step;
    step.kind = event.kind;
    step.thid = event.thid;
    step.id = event.id;
    step.byte = in.number();
    step.icnt = in.number();
    step.hbal = in.signed_number();
    step.hmax = in.number();
    step.born = static_cast<std::uint32_t>(in.number());
    step.died = static_cast<std::uint32_t>(in.number());
    step.used = static_cast<std::uint32_t>(in.number());
    step.first_born = heap.born.size();
    step.first_used = heap.used.size();
    for (std::uint32_t i = 0; i < step.born; ++i) {
        MemBlock& block = heap.born.emplace_back();
        block.addr = address(in.number());
        block.size = in.number();
        block.alloc = in.number();
    }
    for (std::uint32_t i = 0; i < step.died + step.used; ++i) {
        heap.used.push_back(read_usage(in));
        heap.used.back().addr = address(heap.used.back().addr);
    }
    return step;
}

void write_step_place(const StepPlace& step_place, ByteWriter& out) {
    out.put_text(step_place.prim);
    out.put_text(step_place.object);
    out.put_text(step_place.place);
    out.put(step_place.work.size());
    for (const auto& [function, samples] : step_place.work) {
        out.put_text(function);
        out.put(samples);
    }
}

StepPlace read_step_place(ByteReader& in) {
    StepPlace step_place;
    step_place.prim = in.text();
    step_place.object = in.text();
    step_place.place = in.text();
    for (std::uint64_t count = in.number(); count > 0; --count) {
        const std::string function(in.text());
        step_place.work[function] = in.number();
    }
    return step_place;
}

} // namespace ilm
