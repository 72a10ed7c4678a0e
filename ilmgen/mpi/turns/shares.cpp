// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/turns/shares.h"

#include <algorithm>
#include <utility>

namespace ilm {

namespace {

/// Where a share may begin, and how many bytes there are from there to the next one.
using Sample = std::pair<Moment, std::uint64_t>;

/// The number of samples from each process. With 100 processes, a share is at most 2 % too large.
constexpr std::size_t samples_of_one = 1000;

/// A chunk counts as much as any other, because all chunks are of about one size.
std::vector<Sample> own_samples(const TurnSpool& spool) {
    std::vector<Sample> all;
    for (std::size_t rank = 0; rank < spool.ranks(); ++rank)
        for (const TurnSpool::Chunk& chunk : spool.chunks(rank))
            all.emplace_back(chunk.first, chunk.size);
    std::sort(all.begin(), all.end());
    std::vector<Sample> few;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (few.empty() || i * samples_of_one / all.size() != (i - 1) * samples_of_one / all.size())
            few.push_back(all[i]);
        else
            few.back().second += all[i].second;
    return few;
}

std::vector<Sample> all_samples(const TurnSpool& spool, Job& job) {
    ByteWriter own;
    for (const auto& [moment, bytes] : own_samples(spool)) {
        moment.write(own);
        own.put(bytes);
    }
    std::vector<Sample> samples;
    for (const std::string& said : job.tell_all(own.bytes()))
        for (ByteReader in(said); !in.at_end();) {
            Sample& sample = samples.emplace_back();
            sample.first.read(in);
            sample.second = in.number();
        }
    std::sort(samples.begin(), samples.end());
    return samples;
}

/// Where shares other than the first begin.
std::vector<Moment> borders(const std::vector<Sample>& samples, std::size_t shares) {
    std::uint64_t all = 0;
    for (const auto& [moment, bytes] : samples)
        all += bytes;
    std::vector<Moment> borders;
    std::uint64_t before = 0;
    for (const auto& [moment, bytes] : samples) {
        while (borders.size() + 1 < shares && before >= all * (borders.size() + 1) / shares)
            borders.push_back(moment);
        before += bytes;
    }
    while (borders.size() + 1 < shares)
        borders.push_back(samples.empty() ? Moment() : samples.back().first);
    return borders;
}

TurnCounts counts_before(TurnSpool& spool, const Moment& moment) {
    TurnCounts before;
    for (std::size_t rank = 0; rank < spool.ranks(); ++rank)
        before += RankTurns(spool, rank, moment).before();
    return before;
}

} // namespace

/// A DAG block that a border cuts is made by the process whose share contains the block's
/// beginning.
Shares shares(TurnSpool& spool, std::uint64_t block_size, bool from_the_first_on, Job& job) {
    const auto blocks_of = [block_size](std::uint64_t syncs) {
        return syncs / block_size + (syncs % block_size > 0 ? 1 : 0);
    };
    const std::vector<Moment> begins = borders(all_samples(spool, job), job.size());
    std::vector<std::uint64_t> own = {spool.counts().syncs};
    for (const Moment& begin : begins) {
        const TurnCounts before = counts_before(spool, begin);
        own.push_back(before.events);
        own.push_back(before.syncs);
    }
    const std::vector<std::uint64_t> all = job.sums(own);
    Shares shares;
    shares.blocks = blocks_of(all[0]);
    shares.by_process.resize(job.size());
    for (std::size_t i = 0; i < begins.size(); ++i) {
        Share& share = shares.by_process[i + 1];
        const TurnCounts before = {all[2 * i + 1], all[2 * i + 2]};
        share.begin = blocks_of(before.syncs);
        shares.by_process[i].end = share.begin;
        if (from_the_first_on)
            continue;
        share.from = begins[i];
        share.before = before;
    }
    shares.by_process.back().end = shares.blocks;
    return shares;
}

} // namespace ilm
