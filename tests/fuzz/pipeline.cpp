// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fuzz target: from bytes to the ILM, as the command goes.  The white space
// before the trace says what form the ILM is to have, so that an input is
// still a trace.
#include "ilmgen/dag/beginnings.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/dag/sums/stats.h"
#include "ilmgen/emit/ilm/write_dot.h"
#include "ilmgen/emit/ilm/write_figures.h"
#include "ilmgen/emit/ilm/write_json.h"
#include "ilmgen/from/trace/trace_reader.h"
#include "ilmgen/model/error.h"
#include "ilmgen/resolve/resolver.h"
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/ilm.h"

#include <sstream>

namespace {

using namespace ilm;
using fuzz::require;

struct Wish {
    Form form;
    bool dot = false;
    bool pretty = false;
};

/// Digits to the base 4; none is the default form.
Wish wish_of(std::string_view text) {
    std::size_t number = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && digits < 6; ++digits) {
        const std::size_t digit = std::string_view(" \t\n\r").find(text[digits]);
        if (digit == std::string_view::npos)
            break;
        number |= digit << (2 * digits);
    }
    const auto take = [&number](std::size_t choices) {
        const std::size_t choice = number % choices;
        number /= choices;
        return choice;
    };
    constexpr std::array<std::uint64_t, 8> sizes = {4096, 1, 2, 3, 7, 20, 64, UINT64_MAX};
    const std::array<Prims, 4> relaxed = {
        Prims{}, {"mutex"}, {"barrier", "sem"}, {"mutex", "spin", "rwlock", "cond", "once"}};
    Wish wish;
    wish.form.block_size = sizes[take(sizes.size())];
    wish.form.cross_block = take(2) != 0;
    wish.form.reduce = take(2) == 0;
    wish.form.prune = take(2) == 0;
    wish.dot = take(2) != 0;
    wish.form.relaxed = relaxed[take(relaxed.size())];
    wish.pretty = take(2) != 0;
    return wish;
}

/// Counts what goes into the ILM before it does.
class Counter : public EventSink {
public:
    explicit Counter(EventSink& next) : next_(next) {}

    void event(const Event& event) override {
        next_.event(event);
        work_ += event.icnt;
        fuzz::Sum& sum = since_[event.thid];
        sum.icnt += event.icnt;
        if (event.kind == Kind::alloc)
            sum.hbal += event.block.size;
        else if (event.kind == Kind::free)
            sum.hbal -= event.block.size;
        if (!is_sync(event.kind))
            return;
        sums_[event.thid].icnt += sum.icnt;
        sums_[event.thid].hbal += sum.hbal;
        sum = {};
    }

    const fuzz::Sums& sums() const { return sums_; }
    unsigned __int128 work() const { return work_; }

private:
    EventSink& next_;
    fuzz::Sums since_; ///< each thread's last sync event
    fuzz::Sums sums_;
    unsigned __int128 work_ = 0;
};

struct Outcome {
    bool finished = false; ///< there is an ILM, if only of the whole events
    std::string output;
    std::string words; ///< on standard error: what is wrong with the trace, and the figures
    fuzz::Sums sums;
    bool operator==(const Outcome&) const = default;
};

void check(const Figures& figures, const Counter& counter) {
    require(figures.work == counter.work(), "the work is the sum of the instructions");
    require(figures.span <= figures.work, "the span is no longer than the work");
    require(figures.span_without_locks <= figures.span, "locks make no span shorter");
}

Outcome outcome_of(std::string_view text, const Wish& wish, std::size_t piece = SIZE_MAX) {
    Outcome outcome;
    std::ostringstream words;
    fuzz::Bytes input(text, piece);
    OutputFile output("-");
    Stats stats(wish.form.relaxed);
    Beginnings beginnings;
    std::unique_ptr<BlockSink> writer;
    if (wish.dot)
        writer = dot_writer(output, 0, {&beginnings, nullptr, nullptr, "instructions"});
    else
        writer = json_writer(output, wish.pretty, wish.form.cross_block);
    IlmBuilder builder(wish.form, *writer, &stats);
    Counter counter(builder);
    ResolvedEvents stages{&beginnings, &counter};
    const std::optional<Damage> damage = read_trace(input, stages);
    if (damage)
        words << damage->error.sentence() << ' ' << damage->lost_from << '\n';
    try {
        builder.finish();
        const Figures figures = stats.figures(builder.heap());
        if (!damage) // the event that stopped it may be half counted
            check(figures, counter);
        write_text(figures, words);
        output.commit();
        outcome.finished = true;
    } catch (const Error& error) {
        words << error.sentence() << '\n';
    }
    outcome.output = fuzz::captured_output();
    outcome.words = words.str();
    outcome.sums = counter.sums();
    return outcome;
}

void check_ilm(const Outcome& outcome, const Wish& wish, std::string_view text) {
    const fuzz::Ilm ilm = fuzz::parse_ilm(outcome.output, wish.form.cross_block);
    require(ilm.sums == outcome.sums, "nothing is lost, nothing is invented");
    Wish raw = wish;
    raw.form.reduce = raw.form.prune = false;
    const Outcome all = outcome_of(text, raw);
    if (all.finished)
        fuzz::check_order(ilm, fuzz::parse_ilm(all.output, raw.form.cross_block), wish.form.reduce);
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    fuzz::capture_output();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Wish wish = wish_of(text);
    const Outcome outcome = outcome_of(text, wish);
    require(outcome == outcome_of(text, wish, 1), "the same however it is read");
    if (!outcome.finished)
        return 0;
    if (wish.dot)
        require(outcome.output.starts_with("digraph G {\n") && outcome.output.ends_with("}\n"),
                "the graph is whole");
    else
        check_ilm(outcome, wish, text);
    return 0;
}
