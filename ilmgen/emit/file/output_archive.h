// SPDX-License-Identifier: GPL-2.0-or-later
//
// An archive of OTF2, which consists of several files. It appears under its name only when it is
// complete.
#ifndef ILMGEN_EMIT_FILE_OUTPUT_ARCHIVE_H
#define ILMGEN_EMIT_FILE_OUTPUT_ARCHIVE_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/model/held_signals.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

/// The paths of an archive's parts: the anchor file NAME.otf2, the definitions NAME.def, the folder
/// NAME.
struct ArchiveParts {
    std::filesystem::path anchor;
    std::filesystem::path definitions;
    std::filesystem::path folder;
};

/// The parts of the archive whose anchor file has this name.  Throws Error if the name is not
/// NAME.otf2.
ArchiveParts archive_parts(const std::string& anchor);

/// Throws Error if one of the paths exists and cannot be a part of an archive: a file in place of
/// the folder, a folder with other files than N.evt and N.def, a link. ilmgen never removes these,
/// not even with --force.
void check_archive_parts(const ArchiveParts& parts);

/// An archive that is written in a temporary folder beside its name.  The folder goes away if there
/// is no commit, also if a signal ends the program.  Throws Error if something cannot be written.
class OutputArchive {
public:
    /// `guard` is called with the anchor file's name when this archive is complete; null: any file
    /// may be replaced.
    OutputArchive(const std::string& anchor, OutputFile::Guard guard);
    ~OutputArchive();
    OutputArchive(const OutputArchive&) = delete;
    OutputArchive& operator=(const OutputArchive&) = delete;

    /// The archive's name for messages.
    const std::string& name() const { return name_; }

    /// Returns the folder in which the caller writes an archive called working_name. From now on
    /// signals are held back, because a handler could not remove an archive that is being written.
    /// So the caller must call stop_if_asked() now and then.
    const std::string& begin();
    /// Throws Error if a signal has been held back. That signal then ends the program.
    void stop_if_asked() const;

    /// Gives the archive its name.
    void commit();

    static constexpr const char* working_name = "traces";

private:
    void move(const std::filesystem::path& from, const std::filesystem::path& to);
    void move_back();
    void discard();

    const std::string name_;
    const ArchiveParts parts_;
    const OutputFile::Guard guard_;
    std::optional<HeldSignals> held_;
    std::string temporary_; ///< the folder; empty: there is none
    /// The moves so far: from where, to where.
    std::vector<std::pair<std::filesystem::path, std::filesystem::path>> moves_;
};

} // namespace ilm

#endif
