// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/turns/turn_exchange.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace ilm {

namespace {

/// Bytes that a process gets at once, from all others together.
constexpr std::size_t window = std::size_t{1} << 22;

/// A process says this to each other one before turns are sent.
enum class Wish : char { done, nothing, more };

bool is_done(const std::string& wish) {
    return wish.front() == static_cast<char>(Wish::done);
}

class Receiver {
public:
    Receiver(std::size_t processes, TurnSink& sink) : sink_(sink) {
        for (std::size_t from = 0; from < processes; ++from)
            arrived_.push_back(std::make_unique<ArrivedTurns>(from));
        ended_.resize(processes);
    }

    Wish wish(std::size_t from) const {
        if (sink_.is_done() || std::all_of(ended_.begin(), ended_.end(), std::identity()))
            return Wish::done;
        return arrived_[from]->is_empty() && !ended_[from] ? Wish::more : Wish::nothing;
    }

    /// Takes the answer to a wish for more.
    void arrive(std::size_t from, std::string turns) {
        if (turns.empty()) {
            ended_[from] = true;
            return;
        }
        arrived_[from]->arrive(std::move(turns));
        order_.add(arrived_[from].get());
    }

    /// Hands on turns as far as it is known which turn is the next.
    void go_on() {
        while (!order_.empty() && !sink_.is_done()) {
            ArrivedTurns* const next = order_.take();
            sink_.turn(next->turn(), next->from());
            next->next();
            if (next->is_empty())
                return;
            order_.add(next);
        }
    }

private:
    TurnSink& sink_;
    std::vector<std::unique_ptr<ArrivedTurns>> arrived_;
    std::vector<bool> ended_;
    EarliestFirst<ArrivedTurns> order_;
};

} // namespace

LocalTurns::LocalTurns(TurnSpool& spool, const Moment& from) {
    for (std::size_t rank = 0; rank < spool.ranks(); ++rank) {
        auto turns = std::make_unique<RankTurns>(spool, rank, from);
        if (turns->at_end())
            continue;
        order_.add(turns.get());
        ranks_.push_back(std::move(turns));
    }
}

std::string LocalTurns::take(std::size_t bytes) {
    ByteWriter taken;
    while (!order_.empty() && taken.bytes().size() < bytes) {
        RankTurns* const next = order_.take();
        taken.put_text(next->bytes());
        next->next();
        if (!next->at_end())
            order_.add(next);
    }
    return taken.take();
}

void ArrivedTurns::arrive(std::string window) {
    window_ = std::move(window);
    rest_ = ByteReader(window_);
    next();
}

void ArrivedTurns::next() {
    is_empty_ = rest_.at_end();
    if (!is_empty_)
        turn_.read(rest_.text());
}

void exchange_turns(TurnSpool& spool, const Shares& shares, Job& job, TurnSink& sink) {
    std::vector<std::optional<LocalTurns>> local(job.size());
    Receiver receiver(job.size(), sink);
    while (true) {
        Letters wishes;
        for (std::size_t from = 0; from < job.size(); ++from)
            wishes.emplace_back(1, static_cast<char>(receiver.wish(from)));
        const Letters wished = job.exchange(wishes);
        if (std::all_of(wished.begin(), wished.end(), is_done))
            return;
        Letters turns(job.size());
        for (std::size_t to = 0; to < job.size(); ++to) {
            if (wished[to].front() != static_cast<char>(Wish::more))
                continue;
            if (!local[to])
                local[to].emplace(spool, shares.by_process[to].from);
            turns[to] = local[to]->take(window / job.size());
        }
        turns = job.exchange(turns);
        for (std::size_t from = 0; from < job.size(); ++from)
            if (wishes[from].front() == static_cast<char>(Wish::more))
                receiver.arrive(from, std::move(turns[from]));
        receiver.go_on();
    }
}

} // namespace ilm
