// SPDX-License-Identifier: GPL-2.0-or-later
//
// One process of MPI keeps what it has found missing or damaged, and when. The moments of all
// processes tell what the whole run was missing first.
#ifndef ILMGEN_MPI_LOCAL_FINDINGS_H
#define ILMGEN_MPI_LOCAL_FINDINGS_H

#include "ilmgen/from/processes/missing_things.h"
#include "ilmgen/model/error.h"
#include "ilmgen/mpi/job/moment.h"

#include <array>
#include <string>
#include <vector>

namespace ilm {

/// Counts what is missing, and keeps the moment at which the first one was found missing.
struct FirstMissing {
    MissingThings missing;
    Moment moment;
};

/// By Lack.
using Lacking = std::array<FirstMissing, lack_kinds>;

class LocalFindings {
public:
    /// A trace that ends too early.
    struct Loss {
        Moment moment;
        Damage damage;
    };

    void record(const Damage& damage, const Moment& now) { losses_.push_back({now, damage}); }
    void note_missing(Lack what, const std::string& which, const Moment& now);

    const std::vector<Loss>& losses() const { return losses_; }
    const Lacking& lacking() const { return lacking_; }

private:
    std::vector<Loss> losses_;
    Lacking lacking_;
};

/// Adds a sentence about each thing that is missing in any share.
void add_missing_to(LogFigures& figures, const std::vector<Lacking>& shares);

} // namespace ilm

#endif
