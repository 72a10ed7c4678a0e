// SPDX-License-Identifier: GPL-2.0-or-later
//
// OTF2's library, with errors as exceptions and nothing on standard error.
#ifndef ILMGEN_EMIT_EXPORT_OTF2_LIBRARY_H
#define ILMGEN_EMIT_EXPORT_OTF2_LIBRARY_H

#include "ilmgen/emit/file/output_archive.h"

#include <otf2/otf2.h>

namespace ilm {

/// An archive that is being written.  Functions that write throw Error if they cannot.  The error
/// is thrown from where the library notices it, and the archive stays open until the program ends,
/// because the library's own clean-up after an error (3.0.2) frees memory twice.
class Otf2Archive {
public:
    explicit Otf2Archive(OutputArchive& out);
    Otf2Archive(const Otf2Archive&) = delete;
    Otf2Archive& operator=(const Otf2Archive&) = delete;
    ~Otf2Archive();

    OTF2_Archive* get() const { return archive_; }
    /// Throws Error unless the code, which a function of the library has returned, is success.
    void check(OTF2_ErrorCode code) const;
    /// Throws Error if the pointer that a function of the library has returned is null.
    template <class Writer>
    Writer* checked(Writer* writer) const {
        if (writer == nullptr)
            check(OTF2_ERROR_INVALID);
        return writer;
    }
    /// Completes the archive after the last record.
    void close();

private:
    const OutputArchive& out_;
    OTF2_Archive* archive_ = nullptr;
};

} // namespace ilm

#endif
