// SPDX-License-Identifier: GPL-2.0-or-later
//
// An ILM in several files, one of each process, and the manifest that lists these files.  The
// files, one after the other as they are, are the ILM.
#ifndef ILMGEN_MPI_PARTS_H
#define ILMGEN_MPI_PARTS_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/mpi/job/job.h"
#include "ilmgen/mpi/turns/shares.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

class Parts {
public:
    /// All processes call it.  `output`: what the ILM would be called in one file.  Throws Error if
    /// a file of the names that there will be is neither empty nor what a manifest says to be a
    /// part, unless they may be replaced whatever they are (`force`).
    Parts(const std::string& output, bool force, Job& job);

    std::string part(std::size_t number) const;
    std::string manifest() const { return stem_ + ".manifest.json"; }
    OutputFile::Guard guard() const;

    /// The first process writes it when all parts are there, which the others wait for.
    void write_manifest(const Shares& shares, std::uint64_t events, Job& job) const;

private:
    void check(const std::string& path) const;

    std::string stem_;
    std::string extension_; ///< with that of compression
    bool force_;
    std::string listed_; ///< what the manifest says that is there now
};

} // namespace ilm

#endif
