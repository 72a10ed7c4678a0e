// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/meetings/even_rounds.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"

#include <algorithm>
#include <cmath>

namespace ilm {

EvenRounds::EvenRounds(const Run& run, const SimilarThreads& similar, const std::string& meeting)
    : run_(run) {
    work_.reserve(run.steps.size());
    for (const RunStep& step : run.steps)
        work_.push_back(step.work);
    WorkRounds rounds(run, [&](const std::string& name, const WorkRound& round) {
        if (name == meeting)
            even_out(round, similar);
    });
    rounds.collect();
}

void EvenRounds::even_out(const WorkRound& round, const SimilarThreads& similar) {
    const auto less = [](const auto& a, const auto& b) { return a.second.work < b.second.work; };
    const auto slowest = std::max_element(round.parts.begin(), round.parts.end(), less);
    std::vector<const RoundPart*> group;
    std::uint64_t sum = 0;
    for (const auto& [thread, part] : round.parts)
        if (thread == slowest->first || similar.are_similar(thread, slowest->first)) {
            group.push_back(&part);
            sum += part.work;
        }
    const double mean = ratio(sum, group.size());
    ++rounds_;
    threads_ += group.size();
    slowest_ += static_cast<double>(slowest->second.work);
    means_ += mean;
    ++slowest_in_[slowest->first];
    parts_.clear();
    for (const RoundPart* const part : group) {
        parts_.push_back(part->work);
        scale(*part, mean);
    }
}

/// Makes the part's steps sum up to `to`.
void EvenRounds::scale(const RoundPart& part, double to) {
    if (part.work == 0) {
        work_[part.last] += static_cast<std::uint64_t>(std::llround(to));
        return;
    }
    const double factor = to / static_cast<double>(part.work);
    std::uint64_t left = part.work;
    for (StepIndex step = part.last; left > 0; step = run_.steps[step].before) {
        const std::uint64_t work = std::min(run_.steps[step].work, left);
        left -= work;
        work_[step] =
            static_cast<std::uint64_t>(std::llround(static_cast<double>(work_[step]) * factor));
        if (run_.is_first(step))
            return;
    }
}

/// Tries to divide the smallest part into one piece, two or three.
EvenRounds::Piece EvenRounds::pieces() const {
    constexpr double tolerance = 0.05; // of a piece, and of a part
    constexpr double most_apart = 0.1; // pieces, between a part and a whole number of them
    constexpr std::uint64_t most_pieces = 16;
    const std::uint64_t smallest = *std::min_element(parts_.begin(), parts_.end());
    for (std::uint64_t in_smallest = 1; smallest > 0 && in_smallest <= 3; ++in_smallest) {
        Piece piece;
        bool fits = true;
        for (const std::uint64_t part : parts_) {
            const double pieces = ratio(part * in_smallest, smallest);
            const auto whole = static_cast<std::uint64_t>(std::llround(pieces));
            fits = fits && std::abs(pieces - static_cast<double>(whole)) <=
                               std::min(tolerance * static_cast<double>(whole), most_apart);
            piece.all += whole;
            piece.most = std::max(piece.most, whole);
        }
        if (fits && piece.all <= most_pieces && piece.all % parts_.size() != 0)
            return piece;
    }
    return {};
}

std::string EvenRounds::described(const std::string& meeting) const {
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto often = std::max_element(slowest_in_.begin(), slowest_in_.end(), fewer);
    const std::string thread = "thread " + std::to_string(run_.threads[often->first].id);
    const std::string threads = std::to_string(std::llround(ratio(threads_, rounds_))) + " threads";
    const std::string times = fixed(slowest_ / means_) + " times the mean" +
                              (threads_ % rounds_ == 0 ? " of " + threads : "");
    if (const Piece piece = rounds_ == 1 ? pieces() : Piece(); piece.all > 0)
        return std::to_string(piece.all) + " equal pieces of work for " + threads +
               (meeting.empty() ? "" : " before " + meeting) + ": " + thread + " has " +
               std::to_string(piece.most);
    const std::string begin =
        meeting.empty() ? "Uneven work: " : "Uneven work before " + meeting + ": ";
    if (rounds_ == 1)
        return begin + thread + " has " + times;
    return begin + "the slowest has " + times + ", " + thread + " in " +
           std::to_string(often->second) + " of " + std::to_string(rounds_) + " rounds";
}

} // namespace ilm
