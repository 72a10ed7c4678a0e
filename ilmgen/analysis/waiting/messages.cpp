// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/waiting/messages.h"

#include "ilmgen/analysis/said/names.h"
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

/// Whether senders wait at this object until their messages are received.
bool has_receipts(const std::string& object) {
    return object.starts_with(TRACE_MPI_NAME) && object.ends_with(TRACE_MPI_RECEIPTS);
}

std::string name_of_thread(const Run& run, std::uint64_t thread) {
    return thread_name(run, static_cast<ThreadIndex>(thread));
}

std::string name_of_rank(const Run& run, std::uint64_t rank) {
    return rank_name(run, static_cast<RankIndex>(rank));
}

} // namespace

void MessageSums::add(const MessageSums& more) {
    messages += more.messages;
    bytes += more.bytes;
    waited += more.waited;
    lay += more.lay;
    held_back += more.held_back;
}

Messages::Messages(const Run& run, const Timeline& timeline)
    : run_(run), threads_{{}, name_of_thread}, ranks_{{}, name_of_rank} {
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        if (run.steps[step].kind != Kind::acq)
            continue;
        const RunObject& object = run.objects[run.steps[step].other];
        if (has_receipts(object.name))
            add_held(step, timeline);
        else if (object.prim == TRACE_PRIM_MESSAGE)
            add_received(step, timeline);
    }
    add_up_ranks();
    add_up_moves();
}

void Messages::add_received(StepIndex received, const Timeline& timeline) {
    const std::uint64_t asked = timeline.arrival(run_, received);
    for (const StepIndex sent : run_.sources_of(received)) {
        MessageSums one{1, bytes_sent(run_, sent), 0, 0, 0};
        if (timeline.decided_by[received] == sent)
            one.waited = timeline.waited(run_, received);
        one.lay = asked - std::min(asked, timeline.ends[sent]);
        threads_.pairs[{run_.steps[sent].thread, run_.steps[received].thread}].add(one);
        all_.add(one);
    }
}

/// Adds the wait of a sender until its receiver asks for the message.
void Messages::add_held(StepIndex sent, const Timeline& timeline) {
    const StepIndex asked = timeline.decided_by[sent];
    for (const StepIndex receipt : run_.sources_of(sent)) {
        if (asked != receipt)
            continue;
        const MessageSums held_back{0, 0, 0, 0, timeline.waited(run_, sent)};
        threads_.pairs[{run_.steps[sent].thread, run_.steps[receipt].thread}].add(held_back);
        all_.add(held_back);
    }
}

void Messages::add_up_ranks() {
    for (const auto& [pair, sums] : threads_.pairs) {
        const RankIndex sender = run_.threads[pair.first].rank;
        const RankIndex receiver = run_.threads[pair.second].rank;
        if (sender != no_rank && receiver != no_rank)
            ranks_.pairs[{sender, receiver}].add(sums);
    }
}

void Messages::add_up_moves() {
    for (const RunMoves& more : run_.moves) {
        MovesSums& sums = moves_[{more.from, more.to}];
        sums.operations += more.operations;
        sums.bytes += more.bytes;
    }
}

Table Messages::moves_table() const {
    Table table{"one_sided_between_ranks",
                {{"bytes", Measure::bytes}, {"operations", Measure::count}, {"from"}, {"to"}},
                {},
                "Bytes that one-sided operations put or fetch. The other rank does not receive "
                "them by a call."};
    for (const auto& [pair, sums] : moves_)
        table.rows.push_back({sums.bytes, sums.operations, name_of_rank(run_, pair.first),
                              name_of_rank(run_, pair.second)});
    sort_by_first(table);
    return table;
}

Table Messages::pair_table(const std::string& name, const Partners& of) const {
    Table table{name,
                {{"waited", Measure::work},
                 {"lay", Measure::work},
                 {"held_back", Measure::work},
                 {"messages", Measure::count},
                 {"bytes", Measure::bytes},
                 {"sender"},
                 {"receiver"}},
                {},
                "Waited: how long receivers wait for messages that are not sent yet (late sender). "
                "Lay: how long messages lie until their receivers ask for them (late receiver). "
                "Held back: how long senders wait until their receivers ask."};
    for (const auto& [pair, sums] : of.pairs)
        table.rows.push_back({sums.waited, sums.lay, sums.held_back, sums.messages, sums.bytes,
                              of.name(run_, pair.first), of.name(run_, pair.second)});
    sort_by_first(table);
    return table;
}

Table Messages::partner_table(const std::string& name, const std::string& partner,
                              const Partners& of) const {
    Table table{name,
                {{"waited", Measure::work},
                 {"caused", Measure::work},
                 {"lay", Measure::work},
                 {"held_back", Measure::work},
                 {"received", Measure::count},
                 {"received_bytes", Measure::bytes},
                 {"sent", Measure::count},
                 {"sent_bytes", Measure::bytes},
                 {partner}},
                {},
                "Waited: how long it waits for others' messages. Caused: how long others wait for "
                "its messages. Lay: how long messages for it lie until it asks for them. Held "
                "back: how long it waits until others ask for its messages."};
    std::map<std::uint64_t, std::pair<MessageSums, MessageSums>> partners; // received, sent
    for (const auto& [pair, sums] : of.pairs) {
        partners[pair.second].first.add(sums);
        partners[pair.first].second.add(sums);
    }
    for (const auto& [number, both] : partners) {
        const auto& [received, sent] = both;
        table.rows.push_back({received.waited, sent.waited, received.lay, sent.held_back,
                              received.messages, received.bytes, sent.messages, sent.bytes,
                              of.name(run_, number)});
    }
    sort_by_first(table);
    return table;
}

std::vector<Table> Messages::tables() const {
    return {pair_table("messages", threads_),
            partner_table("messages_by_thread", "thread", threads_),
            pair_table("messages_between_ranks", ranks_),
            partner_table("messages_by_rank", "rank", ranks_), moves_table()};
}

Finding Messages::finding(const std::string& cost) const {
    if (run_.transfers.empty() || threads_.pairs.empty())
        return {};
    std::string text = std::to_string(all_.messages) +
                       (all_.messages == 1 ? " message, " : " messages, ") +
                       rounded_bytes(all_.bytes);
    if (all_.waited == 0 && all_.held_back == 0)
        return {"Messages", text + "; nobody waits for one"};
    if (all_.waited > 0) {
        const auto& [pair, most] = most_by(&MessageSums::waited);
        text += "; receivers wait " + rounded_cost(all_.waited, cost) + ", " +
                rounded_again(most.waited, cost) + " of it " + threads_.name(run_, pair.second) +
                " for " + threads_.name(run_, pair.first);
    }
    if (all_.held_back > 0) {
        const auto& [pair, most] = most_by(&MessageSums::held_back);
        text += "; senders wait " + rounded_cost(all_.held_back, cost) + " for receivers to ask, " +
                rounded_again(most.held_back, cost) + " of it " + threads_.name(run_, pair.first) +
                " for " + threads_.name(run_, pair.second);
    }
    return {"Messages", text};
}

const std::pair<const Messages::Pair, MessageSums>&
Messages::most_by(std::uint64_t MessageSums::*sum) const {
    return *std::ranges::max_element(threads_.pairs, {},
                                     [sum](const auto& of_pair) { return of_pair.second.*sum; });
}

} // namespace ilm
