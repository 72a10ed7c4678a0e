// SPDX-License-Identifier: GPL-2.0-or-later
//
// OTF2's library, with errors as exceptions and nothing on standard error.
#ifndef ILMGEN_EMIT_EXPORT_OTF2_LIBRARY_H
#define ILMGEN_EMIT_EXPORT_OTF2_LIBRARY_H

#include "ilmgen/emit/file/output_archive.h"

#include <otf2/otf2.h>

namespace ilm {

/// An archive that is being written.  All that writes throws Error if it cannot: the library's own
/// clean-up after an error (3.0.2) frees memory twice, so an error is thrown from where it is
/// noticed, and the archive stays open until the program ends.
class Otf2Archive {
public:
    explicit Otf2Archive(OutputArchive& out);
    Otf2Archive(const Otf2Archive&) = delete;
    Otf2Archive& operator=(const Otf2Archive&) = delete;
    ~Otf2Archive();

    OTF2_Archive* get() const { return archive_; }
    /// What the library's functions return.
    void check(OTF2_ErrorCode code) const;
    /// The same for a pointer.
    template <class Writer>
    Writer* checked(Writer* writer) const {
        if (writer == nullptr)
            check(OTF2_ERROR_INVALID);
        return writer;
    }
    /// After the last record.
    void close();

private:
    const OutputArchive& out_;
    OTF2_Archive* archive_ = nullptr;
};

} // namespace ilm

#endif
