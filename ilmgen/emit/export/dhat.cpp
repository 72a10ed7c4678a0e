// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes heap blocks by allocation site, for dh_view.html, the viewer of Valgrind's DHAT.
#include "ilmgen/emit/export/exports.h"

#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/emit/export/frames.h"
#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/file/json_skeleton.h"

#include <rapidjson/writer.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

namespace ilm {

namespace {

using Json = rapidjson::Writer<OutputFile>;
using FrameIndex = std::uint32_t;

/// Blocks that live shorter are called short-lived, as DHAT does.
constexpr std::uint64_t short_life = 500;

struct HeapAmount {
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;

    auto operator<=>(const HeapAmount&) const = default;
    void add(const RunBlock& block) {
        bytes += block.size;
        ++blocks;
    }
    void remove(const RunBlock& block) {
        bytes -= block.size;
        --blocks;
    }
};

/// Blocks of the same stack of calls.
struct Site {
    HeapAmount total;
    HeapAmount live; ///< in the end
    HeapAmount most;
    HeapAmount at_peak;
    std::uint64_t lifetime = 0; ///< sum of theirs
    std::uint64_t read = 0;     ///< bytes
    std::uint64_t written = 0;
};

void write_amount(Json& json, const char* bytes_key, const char* blocks_key, HeapAmount amount) {
    member(json, bytes_key, amount.bytes);
    member(json, blocks_key, amount.blocks);
}

void write_flag(Json& json, const char* key) {
    json.Key(key);
    json.Bool(true);
}

class DhatWriter {
public:
    explicit DhatWriter(const Run& run) : run_(run), timeline_(timeline_of(run)) {
        const LargeVector<TimedLife> lives = timed_lives(
            run, [this](StepIndex step) { return timeline_.begin(run_, step); },
            LockTurns::recorded);
        peak_ = heap_peak(run, lives);
        const LargeVector<bool> at_peak = live_at_peak(run, lives);
        for (BlockIndex i = 0; i < run.blocks.size(); ++i)
            count(run.blocks[i], at_peak[i]);
        follow(lives);
    }

    void write(const std::string& cost, OutputFile& out) const {
        Json json(out);
        json.StartObject();
        write_head(cost, json);
        json.Key("pps");
        json.StartArray();
        for (const auto& [frames, site] : sites_)
            write_site(frames, site, json);
        json.EndArray();
        json.Key("ftbl");
        json.StartArray();
        for (const std::string* const frame : in_order())
            json.String(frame->c_str(), static_cast<rapidjson::SizeType>(frame->size()));
        json.EndArray();
        json.EndObject();
        out.Put('\n');
    }

private:
    /// Stacks with the same frames share one site, because the viewer refuses two such sites.
    Site& site_of(StackNumber stack) {
        Site*& site = by_stack_[stack];
        if (site == nullptr) {
            std::vector<FrameIndex> frames;
            for (const std::string& text : frames_of(run_, stack))
                frames.push_back(frames_.try_emplace(text, static_cast<FrameIndex>(frames_.size()))
                                     .first->second);
            site = &sites_[frames];
        }
        return *site;
    }

    void count(const RunBlock& block, bool at_peak) {
        Site& site = site_of(block.at);
        site.total.add(block);
        if (at_peak)
            site.at_peak.add(block);
        site.read += block.read;
        site.written += block.written;
    }

    /// A block lives until the end of the run if it is not freed.  Its free takes back the rest of
    /// its lifetime: allocated at 20, freed at 50 of 100, it has lived for 80 - 50 = 30.
    void follow(std::span<const TimedLife> lives) {
        for (const TimedLife& timed_life : lives) {
            const RunLife& life = run_.lives[timed_life.life];
            const RunBlock& block = run_.blocks[life.block];
            Site& site = site_of(block.at);
            if (life.begins) {
                site.live.add(block);
                site.lifetime += timeline_.span - timed_life.time;
            } else {
                site.live.remove(block);
                site.lifetime -= timeline_.span - timed_life.time;
            }
            site.most = std::max(site.most, site.live);
        }
    }

    void write_head(const std::string& cost, Json& json) const {
        const bool instructions = cost == "instructions";
        member(json, "dhatFileVersion", std::uint64_t{2});
        member(json, "writer", "ilmgen");
        member(json, "mode", "heap");
        member(json, "verb", "Allocated");
        write_flag(json, "bklt");
        write_flag(json, "bkacc");
        member(json, "tu", instructions ? "instrs" : cost);
        member(json, "Mtu", instructions ? "Minstr" : "M" + cost);
        member(json, "tuth", short_life);
        member(json, "cmd", run_.command.empty() ? "not told" : run_.command);
        member(json, "pid", "not told");
        member(json, "te", timeline_.span);
        member(json, "tg", peak_.time);
    }

    static void write_site(const std::vector<FrameIndex>& frames, const Site& site, Json& json) {
        json.StartObject();
        write_amount(json, "tb", "tbk", site.total);
        member(json, "tl", site.lifetime);
        write_amount(json, "mb", "mbk", site.most);
        write_amount(json, "gb", "gbk", site.at_peak);
        write_amount(json, "eb", "ebk", site.live);
        member(json, "rb", site.read);
        member(json, "wb", site.written);
        json.Key("fs");
        json.StartArray();
        for (const FrameIndex frame : frames)
            json.Uint(frame);
        json.EndArray();
        json.EndObject();
    }

    std::vector<const std::string*> in_order() const {
        std::vector<const std::string*> texts(frames_.size());
        for (const auto& [text, index] : frames_)
            texts[index] = &text;
        return texts;
    }

    const Run& run_;
    Timeline timeline_;
    HeapLevel peak_;
    std::unordered_map<std::string, FrameIndex> frames_ = {{"[root]", 0}};
    std::map<std::vector<FrameIndex>, Site> sites_;
    std::unordered_map<StackNumber, Site*> by_stack_; ///< into sites_
};

} // namespace

void write_dhat(const Run& run, const std::string& cost, OutputFile& out) {
    DhatWriter(run).write(cost, out);
}

bool begins_dhat(std::string_view begin) {
    return json_skeleton(begin).starts_with(R"({"dhatFileVersion":0,"writer":"ilmgen")");
}

} // namespace ilm
