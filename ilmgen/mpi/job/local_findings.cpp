// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/local_findings.h"

namespace ilm {

void LocalFindings::note_missing(Lack what, const std::string& which, const Moment& now) {
    FirstMissing& first = lacking_.at(static_cast<std::size_t>(what));
    if (first.missing.count++ > 0 && !(now < first.moment))
        return;
    first.missing.first = which;
    first.moment = now;
}

void add_missing_to(LogFigures& figures, const std::vector<Lacking>& shares) {
    AllMissing all;
    for (std::size_t i = 0; i < lack_kinds; ++i) {
        const Moment* earliest = nullptr;
        for (const Lacking& share : shares) {
            const FirstMissing& first = share.at(i);
            all.at(i).count += first.missing.count;
            if (first.missing.count == 0 || (earliest != nullptr && !(first.moment < *earliest)))
                continue;
            earliest = &first.moment;
            all.at(i).first = first.missing.first;
        }
    }
    add_to(figures, all);
}

} // namespace ilm
