// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes the pairs of events that order threads, each as a JSON text on a line, in the order of the
// later event (docs/arrows-format.md).
#include "ilmgen/emit/events/event_writers.h"

#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/file/json_skeleton.h"
#include "ilmgen/emitted/shown_time.h"
#include "ilmgen/model/spool.h"
#include "ilmgen/resolve/arrows.h"
#include "shared/trace_vocabulary.h"

#include <rapidjson/writer.h>

#include <algorithm>
#include <tuple>

namespace ilm {

namespace {

struct EarlierArrowEnd {
    static auto key(const Arrow& arrow) {
        return std::tuple(arrow.end, arrow.end_id, arrow.start.id);
    }
    bool operator()(const Arrow& a, const Arrow& b) const { return key(a) < key(b); }
};

const char* kind_of(const Arrow& arrow) {
    switch (arrow.kind) {
    case Kind::fork: return TRACE_FORK;
    case Kind::exit: return TRACE_JOIN;
    default: return TRACE_SYNC;
    }
}

class ArrowWriter : public EventWriter {
public:
    explicit ArrowWriter(OutputFile& out) : out_(out), json_(out) {}

    /// Events wait for the last one, because only then it is known whether any event has a time.
    void event(const Event& event) override {
        timed_ = timed_ || event.time != no_time;
        events_.event(event);
    }

    void finish(const Origin&, const ClockOf&) override {
        Finder finder{ShownTime(timed_), arrows_, sorted_};
        events_.replay(finder);
        while (const std::optional<Arrow> arrow = sorted_.next())
            write(*arrow);
    }

    std::uint64_t lost() const override { return arrows_.lost(); }

private:
    using Sorted = SortedSpool<Arrow, EarlierArrowEnd>;

    struct Finder : EventSink {
        Finder(ShownTime shown, Arrows& all, Sorted& found) : time(shown), arrows(all), to(found) {}
        void event(const Event& event) override {
            for (const Arrow& arrow : arrows.arrows_to(event, time.time_of(event)))
                to.add(arrow);
        }
        ShownTime time;
        Arrows& arrows;
        Sorted& to;
    };

    void write(const Arrow& arrow) {
        json_.Reset(out_);
        json_.StartObject();
        member(json_, "kind", kind_of(arrow));
        member(json_, "from", arrow.start.thid);
        member(json_, "to", arrow.to);
        member(json_, "start", arrow.start.time);
        member(json_, "end", arrow.end);
        member(json_, "direction", arrow.forward() ? "forward" : "backward");
        member(json_, "release", arrow.start.id);
        member(json_, "acquire", arrow.end_id);
        if (arrow.kind == Kind::rel)
            object(arrow);
        json_.EndObject();
        out_.Put('\n');
    }

    void object(const Arrow& arrow) {
        member(json_, "object", arrow.object);
        if (const std::string& prim = arrows_.prim(arrow); !prim.empty())
            member(json_, TRACE_PRIM, prim);
        if (arrow.seq)
            member(json_, TRACE_SEQ, *arrow.seq);
        if (arrow.bytes != 0)
            member(json_, TRACE_BYTES, arrow.bytes);
    }

    OutputFile& out_;
    rapidjson::Writer<OutputFile> json_;
    bool timed_ = false;
    EventSpool events_;
    Arrows arrows_;
    Sorted sorted_;
};

} // namespace

std::unique_ptr<EventWriter> arrow_writer(OutputFile& out) {
    return std::make_unique<ArrowWriter>(out);
}

bool begins_arrows(std::string_view begin) {
    constexpr std::string_view kind = R"({"kind":")";
    constexpr std::string_view rest = R"(","from":0,"to":0,"start":0,"end":0,"direction":")";
    constexpr std::size_t word = 4; // fork, join, sync
    const std::string bones = json_skeleton(begin);
    return bones.starts_with(kind) &&
           bones.substr(std::min(bones.size(), kind.size() + word)).starts_with(rest);
}

} // namespace ilm
