// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/block_chain.h"

#include "ilmgen/dag/ilm_builder.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <optional>
#include <utility>

namespace {

using namespace ilm;

/// The chain of each DAG block: its length, and (id, work) of its steps.
class ChainsOf : public BlockSink {
public:
    explicit ChainsOf(const test::Trace& trace, const Form& form = {}) {
        IlmBuilder builder(form, this, nullptr);
        test::give(trace.events, {&beginnings_, &builder});
        builder.finish();
    }

    void block(const DagBlock& block) override {
        const BlockChain chain = longest_chain(block, beginnings_);
        beginnings_.forget();
        works.push_back(chain.work);
        lengths.push_back(chain.length);
        for (const ChainStep& step : chain.steps)
            steps.emplace_back(block.steps[step.vertex].id, step.work);
    }
    void finish() override {}

    std::vector<std::uint64_t> works;
    std::vector<std::uint64_t> lengths;
    std::vector<std::pair<EventId, std::uint64_t>> steps;

private:
    Beginnings beginnings_;
};

using Steps = std::vector<std::pair<EventId, std::uint64_t>>;
using Numbers = std::vector<std::uint64_t>;

} // namespace

TEST_CASE("longest chain of a DAG block: work before a join waits for nobody") {
    test::Trace trace;
    trace.fork(1, 2, 5);
    trace.exit(2, 6);
    trace.join(1, 2, 10);
    trace.exit(1, 1);
    const ChainsOf chains(trace);
    CHECK(chains.works == Numbers{22});
    CHECK(chains.lengths == Numbers{16});
    CHECK(chains.steps == Steps{{1, 5}, {3, 10}, {4, 1}});
}

TEST_CASE("longest chain of a DAG block: what a join waits for, without its own work") {
    test::Trace trace;
    trace.fork(1, 2, 5);
    trace.exit(2, 60);
    trace.join(1, 2, 10);
    trace.exit(1, 1);
    const ChainsOf chains(trace);
    CHECK(chains.lengths == Numbers{66});
    CHECK(chains.steps == Steps{{1, 5}, {2, 60}, {3, 0}, {4, 1}});
}

TEST_CASE("longest chain of a DAG block: from the middle of an interval, where a fork has merged") {
    test::Trace trace;
    trace.fork(1, 2, 5);
    trace.rel_seq(1, 100, 1).icnt = 3;
    trace.acq_seq(2, 100, 1).icnt = 50;
    trace.exit(2, 1);
    trace.exit(1, 1);
    const ChainsOf chains(trace);
    CHECK(chains.lengths == Numbers{56});
    CHECK(chains.steps == Steps{{2, 5}, {3, 50}, {4, 1}});
}

TEST_CASE("longest chain of a DAG block: each begins anew") {
    test::Trace trace;
    trace.fork(1, 2, 5);
    trace.exit(1, 7);
    trace.exit(2, 6);
    Form form;
    form.block_size = 2;
    const ChainsOf chains(trace, form);
    CHECK(chains.lengths == Numbers{12, 6});
}

TEST_CASE("longest chain of a DAG block: none without work") {
    test::Trace trace;
    trace.exit(1, 0);
    const ChainsOf chains(trace);
    CHECK(chains.lengths == Numbers{0});
    CHECK(chains.steps.empty());
}
