// SPDX-License-Identifier: GPL-2.0-or-later
//
// An ILM in several files, one from each process, and the manifest that lists these files. The
// concatenated files are the ILM.
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
    /// To be called by all processes. `output`: the name of the ILM if it were one file. Throws
    /// Error if one of the names is that of a regular file with other content. Empty files may be
    /// replaced, and so may a manifest and the parts that it lists. With `force`, any file may be
    /// replaced.
    Parts(const std::string& output, bool force, Job& job);

    std::string part(std::size_t number) const;
    std::string manifest() const { return stem_ + ".manifest.json"; }
    OutputFile::Guard guard() const;

    /// To be called by all processes, when all parts are written. The first process writes the
    /// manifest, and the others wait until it is there.
    void write_manifest(const Shares& shares, std::uint64_t events, Job& job) const;

private:
    void check(const std::string& path) const;

    std::string stem_;
    std::string extension_; ///< with that of compression
    bool force_;
    std::string listed_; ///< the text of the manifest that exists now
};

} // namespace ilm

#endif
