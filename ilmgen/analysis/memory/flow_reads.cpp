// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/memory/flow_reads.h"

namespace ilm {

void FlowReads::add(const FlowRead& read) {
    const auto [latest, is_new] = latest_.try_emplace({read.from, read.to}, reads_.size());
    if (!is_new && reads_[latest->second].until / grain_ == read.until / grain_) {
        reads_[latest->second].until = read.until;
        reads_[latest->second].bytes += read.bytes;
        return;
    }
    latest->second = reads_.size();
    reads_.push_back(read);
    // There may be more pairs of threads than most_.
    if (reads_.size() > most_ && reads_.size() > 2 * latest_.size())
        thin();
}

void FlowReads::thin() {
    LargeVector<FlowRead> before;
    before.swap(reads_);
    latest_.clear();
    grain_ *= 2;
    for (const FlowRead& read : before)
        add(read);
}

} // namespace ilm
