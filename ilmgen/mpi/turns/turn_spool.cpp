// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/turns/turn_spool.h"

#include <algorithm>

namespace ilm {

namespace {

/// Bytes.  Chunks are small because there may be thousands of ranks.
constexpr std::size_t chunk_size = std::size_t{1} << 13;

} // namespace

void TurnRecord::write(ByteWriter& out) const {
    moment.write(out);
    out.put(counts.events);
    out.put(counts.syncs);
    out.append(happens);
}

void TurnRecord::read(std::string_view bytes) {
    ByteReader in(bytes);
    moment.read(in);
    counts.events = in.number();
    counts.syncs = in.number();
    happens = in.rest();
}

void TurnSpool::add(std::size_t rank, const TurnRecord& turn) {
    Rank& of = ranks_[rank];
    if (of.last.bytes().empty())
        of.chunks.push_back({turn.moment, of.counts, 0, 0});
    record_.clear();
    turn.write(record_);
    of.last.put_text(record_.bytes());
    of.counts += turn.counts;
    counts_ += turn.counts;
    if (of.last.bytes().size() >= chunk_size)
        end_chunk(of);
}

void TurnSpool::end_chunk(Rank& rank) {
    const std::string text = rank.last.take();
    rank.chunks.back().offset = file_.size();
    rank.chunks.back().size = text.size();
    file_.append(text.data(), text.size());
}

void TurnSpool::finish() {
    for (Rank& rank : ranks_)
        if (!rank.last.bytes().empty())
            end_chunk(rank);
}

std::string TurnSpool::read(const Chunk& chunk) {
    std::string text(chunk.size, '\0');
    file_.read(chunk.offset, text.data(), text.size());
    return text;
}

RankTurns::RankTurns(TurnSpool& spool, std::size_t rank, const Moment& from)
    : spool_(spool), rank_(rank), rest_({}) {
    const auto& chunks = spool.chunks(rank);
    const auto later = std::upper_bound(
        chunks.begin(), chunks.end(), from,
        [](const Moment& moment, const TurnSpool::Chunk& chunk) { return moment < chunk.first; });
    if (later != chunks.begin()) {
        chunk_ = static_cast<std::size_t>(later - chunks.begin()) - 1;
        before_ = chunks[chunk_].before;
    }
    take();
    while (!at_end_ && turn_.moment < from)
        next();
}

void RankTurns::next() {
    before_ += turn_.counts;
    take();
}

void RankTurns::take() {
    if (rest_.at_end()) {
        const auto& chunks = spool_.chunks(rank_);
        at_end_ = chunk_ == chunks.size();
        if (at_end_) {
            text_ = {};
            return;
        }
        text_ = spool_.read(chunks[chunk_++]);
        rest_ = ByteReader(text_);
    }
    bytes_ = rest_.text();
    turn_.read(bytes_);
}

} // namespace ilm
