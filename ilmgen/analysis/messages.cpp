// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/messages.h"

#include "ilmgen/analysis/names.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <string>

namespace ilm {

namespace {

/// 0 if the log does not say it.
std::uint64_t bytes_sent(const Run& run, StepIndex sent) {
    const auto found = std::lower_bound(
        run.transfers.begin(), run.transfers.end(), sent,
        [](const RunTransfer& transfer, StepIndex step) { return transfer.step < step; });
    return found != run.transfers.end() && found->step == sent ? found->bytes : 0;
}

} // namespace

void MessageSums::add(const MessageSums& more) {
    messages += more.messages;
    bytes += more.bytes;
    waited += more.waited;
    lay += more.lay;
}

Messages::Messages(const Run& run, const Timeline& timeline) : run_(run) {
    for (StepIndex step = 0; step < run.steps.size(); ++step)
        if (run.steps[step].kind == Kind::acq &&
            run.objects[run.steps[step].other].prim == TRACE_PRIM_MESSAGE)
            add_received(step, timeline);
}

void Messages::add_received(StepIndex received, const Timeline& timeline) {
    const std::uint64_t asked = timeline.arrival(run_, received);
    for (const StepIndex sent : run_.sources_of(received)) {
        MessageSums one{1, bytes_sent(run_, sent), 0, 0};
        if (timeline.decided_by[received] == sent)
            one.waited = timeline.waited(run_, received);
        one.lay = asked - std::min(asked, timeline.ends[sent]);
        by_pair_[{run_.steps[sent].thread, run_.steps[received].thread}].add(one);
        all_.add(one);
    }
}

Table Messages::pair_table() const {
    Table table{"messages",
                {{"waited", Measure::work},
                 {"lay", Measure::work},
                 {"messages", Measure::count},
                 {"bytes", Measure::bytes},
                 {"sender"},
                 {"receiver"}},
                {},
                "waited: receivers for messages that are not sent yet (late sender); lay: messages "
                "until their receivers ask for them (late receiver)."};
    for (const auto& [pair, sums] : by_pair_)
        table.rows.push_back({sums.waited, sums.lay, sums.messages, sums.bytes,
                              thread_name(run_, pair.first), thread_name(run_, pair.second)});
    sort_by_first(table);
    return table;
}

Table Messages::thread_table() const {
    Table table{"messages_by_thread",
                {{"waited", Measure::work},
                 {"caused", Measure::work},
                 {"lay", Measure::work},
                 {"received", Measure::count},
                 {"received_bytes", Measure::bytes},
                 {"sent", Measure::count},
                 {"sent_bytes", Measure::bytes},
                 {"thread"}},
                {},
                "waited: for others' messages; caused: that others wait for messages of this one; "
                "lay: messages for this one."};
    std::map<ThreadIndex, std::pair<MessageSums, MessageSums>> threads; // received, sent
    for (const auto& [pair, sums] : by_pair_) {
        threads[pair.second].first.add(sums);
        threads[pair.first].second.add(sums);
    }
    for (const auto& [thread, of] : threads) {
        const auto& [received, sent] = of;
        table.rows.push_back({received.waited, sent.waited, received.lay, received.messages,
                              received.bytes, sent.messages, sent.bytes,
                              thread_name(run_, thread)});
    }
    sort_by_first(table);
    return table;
}

Section Messages::section() const {
    return {"messages", {pair_table(), thread_table()}};
}

Finding Messages::finding() const {
    if (run_.transfers.empty() || by_pair_.empty())
        return {};
    std::string text = std::to_string(all_.messages) +
                       (all_.messages == 1 ? " message, " : " messages, ") +
                       rounded_bytes(all_.bytes);
    if (all_.waited == 0)
        return {"Messages", text + "; nobody waits for one"};
    const auto less = [](const auto& a, const auto& b) {
        return a.second.waited < b.second.waited;
    };
    const auto& [pair, most] = *std::max_element(by_pair_.begin(), by_pair_.end(), less);
    return {"Messages", text + "; receivers wait " + rounded(all_.waited) + ", " +
                            rounded(most.waited) + " of it " + thread_name(run_, pair.second) +
                            " for " + thread_name(run_, pair.first)};
}

} // namespace ilm
