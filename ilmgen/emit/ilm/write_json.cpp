// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/write_json.h"

#include "ilmgen/emit/file/compact_json.h"
#include "ilmgen/emit/file/json_skeleton.h"
#include "shared/trace_vocabulary.h"

#include <rapidjson/prettywriter.h>

#include <concepts>
#include <string>
#include <type_traits>

namespace ilm {

namespace {

const char* meta(Kind kind) {
    switch (kind) {
    case Kind::fork: return TRACE_FORK;
    case Kind::join: return TRACE_JOIN;
    case Kind::exit: return TRACE_EXIT;
    case Kind::rel: return TRACE_REL;
    default: return TRACE_ACQ;
    }
}

template <class Json>
class JsonWriter : public BlockSink {
    static constexpr bool is_compact = std::is_same_v<Json, CompactJson>;

public:
    JsonWriter(OutputFile& out, bool cross_block, StepPlaces* step_places, IlmPart part)
        : out_(out), json_(out), cross_block_(cross_block), step_places_(step_places), part_(part) {
        if constexpr (!is_compact)
            json_.SetIndent(' ', 2);
        if (part.is_first)
            json_.StartArray();
        else
            pretend_begin();
    }

    void block(const DagBlock& block) override {
        json_.StartObject();
        for (const ThreadSteps& thread : block.threads) {
            const std::string thid = std::to_string(thread.thid);
            json_.Key(thid.data(), static_cast<rapidjson::SizeType>(thid.size()));
            json_.StartArray();
            for (const Vertex vertex : block.steps_of(thread))
                step(block, vertex);
            json_.EndArray();
        }
        json_.EndObject();
    }

    void finish() override {
        if (!part_.is_last)
            return;
        json_.EndArray();
        out_.Put('\n');
    }

private:
    /// Makes the JSON writer believe that a DAG block came before, because it did in another file.
    /// The text that it writes for this is dropped.
    void pretend_begin() {
        constexpr std::size_t enough = 64;
        char* const begin = out_.room(enough);
        json_.StartArray();
        json_.StartObject();
        json_.EndObject();
        out_.put_until(begin);
    }

    /// The compiler knows the length of a literal, so it copies the literal as a few words.
    template <std::size_t Size>
    void key(const char (&literal)[Size]) {
        json_.Key(literal, Size - 1);
    }

    template <std::size_t Size, std::integral Number>
    void number(const char (&literal)[Size], Number value) {
        if constexpr (is_compact) {
            json_.member({literal, Size - 1}, value);
        } else {
            key(literal);
            if constexpr (std::is_signed_v<Number>)
                json_.Int64(value);
            else
                json_.Uint64(value);
        }
    }

    void step(const DagBlock& block, Vertex vertex) {
        const Step& step = block.steps[vertex];
        json_.StartObject();
        number(TRACE_ID, step.id);
        number(TRACE_ICNT, step.icnt);
        number("hbal", step.hbal);
        number("hmax", step.hmax);
        key("meta");
        json_.String(meta(step.kind));
        next(block, vertex);
        if (cross_block_)
            before(block.crossing_to(vertex));
        key("bks");
        json_.StartObject();
        key("new");
        born(block.heap.born_in(step));
        key("del");
        usage(block.heap.died_in(step));
        json_.EndObject();
        key("bksu");
        usage(block.heap.used_in(step));
        if (step_places_ != nullptr)
            where(step_places_->take(step.thid, step.id));
        json_.EndObject();
    }

    void text(std::string_view text) {
        if constexpr (is_compact)
            json_.Text(text);
        else
            json_.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
    }

    /// Writes no member for an empty value, because an empty value is unknown.
    template <std::size_t Size>
    void text(const char (&literal)[Size], const std::string& value) {
        if (value.empty())
            return;
        key(literal);
        text(value);
    }

    void where(const StepPlace& where) {
        text(TRACE_PRIM, where.prim);
        text("obj", where.object);
        text(TRACE_AT, where.place);
        if (where.work.empty())
            return;
        key(TRACE_WORK);
        json_.StartArray();
        for (const auto& [function, samples] : where.work) {
            json_.StartObject();
            key(TRACE_FUNCTION);
            text(function);
            number(TRACE_SAMPLES, samples);
            json_.EndObject();
        }
        json_.EndArray();
    }

    void next(const DagBlock& block, Vertex vertex) {
        key("nxt");
        json_.StartArray();
        for (const Vertex next : next_of(block.dag, vertex)) {
            json_.StartObject();
            number(TRACE_THID, block.steps[next].thid);
            number(TRACE_ID, block.steps[next].id);
            json_.EndObject();
        }
        json_.EndArray();
    }

    void before(std::span<const CrossingEdge> edges) {
        key("prv");
        json_.StartArray();
        for (const auto& [after, before] : edges) {
            json_.StartObject();
            number("blk", before.block);
            number(TRACE_THID, before.thid);
            number(TRACE_ID, before.id);
            json_.EndObject();
        }
        json_.EndArray();
    }

    void born(std::span<const MemBlock> blocks) {
        json_.StartArray();
        for (const MemBlock& block : blocks) {
            json_.StartObject();
            number(TRACE_ADDR, block.addr);
            number(TRACE_SIZE, block.size);
            json_.EndObject();
        }
        json_.EndArray();
    }

    void usage(std::span<const BlockUsage> blocks) {
        json_.StartArray();
        for (const BlockUsage& block : blocks) {
            json_.StartObject();
            number(TRACE_ADDR, block.addr);
            number(TRACE_SIZE, block.size);
            number(TRACE_READ, block.read);
            number(TRACE_WRITTEN, block.written);
            json_.EndObject();
        }
        json_.EndArray();
    }

    OutputFile& out_;
    Json json_;
    bool cross_block_;
    StepPlaces* step_places_; ///< null: nothing is known
    IlmPart part_;
};

} // namespace

std::unique_ptr<BlockSink> json_writer(OutputFile& out, bool pretty, bool cross_block,
                                       StepPlaces* step_places, IlmPart part) {
    if (pretty)
        return std::make_unique<JsonWriter<rapidjson::PrettyWriter<OutputFile>>>(out, cross_block,
                                                                                 step_places, part);
    return std::make_unique<JsonWriter<CompactJson>>(out, cross_block, step_places, part);
}

bool begins_ilm(std::string_view begin) {
    const std::string bones = json_skeleton(begin);
    return bones == "[]" ||
           bones.starts_with(R"([{"0":[{"id":0,"icnt":0,"hbal":0,"hmax":0,"meta":")");
}

} // namespace ilm
