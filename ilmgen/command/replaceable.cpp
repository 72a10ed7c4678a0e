// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/replaceable.h"

#include "ilmgen/emit/export/run_formats.h"
#include "ilmgen/emit/file/output_archive.h"
#include "ilmgen/from/contents.h"
#include "ilmgen/model/error.h"

#include <array>
#include <filesystem>

namespace ilm {

namespace {

struct Written {
    const char* emit;
    Contents contents;
};
constexpr std::array written = {
    Written{"ilm", Contents::ilm},           Written{"dot", Contents::dot},
    Written{"trace", Contents::trace},       Written{"alog", Contents::emitted_alog},
    Written{"gist", Contents::emitted_gist}, Written{"arrows", Contents::arrows},
    Written{"text", Contents::text},         Written{emit_figures, Contents::figures},
    Written{emit_report, Contents::report},  Written{"massif", Contents::massif},
    Written{"dhat", Contents::dhat},         Written{"pprof", Contents::pprof},
    Written{"wfformat", Contents::wfformat}, Written{"dax", Contents::dax},
    Written{"perfetto", Contents::perfetto}, Written{"otf2", Contents::otf2},
};

Contents contents_for(const std::string& emit) {
    for (const Written& one : written)
        if (emit == one.emit)
            return one.contents;
    return Contents::unknown;
}

bool may_replace(Contents there, Contents wanted) {
    return there == Contents::nothing || there == wanted ||
           (there == Contents::empty_array &&
            (wanted == Contents::ilm || wanted == Contents::trace));
}

/// Without an anchor file, or with an empty one, the rest belongs to nobody known.
void check_archive_parts_replaceable(const ArchiveParts& parts) {
    std::error_code error;
    check_archive_parts(parts);
    for (const std::filesystem::path& part : {parts.definitions, parts.folder})
        if (!std::filesystem::exists(parts.anchor, error) && std::filesystem::exists(part, error))
            throw Error(part.string() + ": would be part of the output, but exists without " +
                        parts.anchor.string() + "; choose another name, or --force replaces it");
}

} // namespace

void check_replaceable(const std::string& path, const std::string& emit) {
    std::error_code error;
    if (archive_writer(emit) != nullptr)
        check_archive_parts_replaceable(archive_parts(path));
    if (path == "-" || !std::filesystem::is_regular_file(path, error) ||
        std::filesystem::file_size(path, error) == 0)
        return;
    const Contents wanted = contents_for(emit);
    const Contents there = contents_of_file(path);
    if (may_replace(there, wanted))
        return;
    const std::string what = there == Contents::unknown
                                 ? std::string("is not ")
                                 : std::string("is ") + name_of(there) + ", not ";
    throw Error(path + ": would be the output, but exists and " + what + name_of(wanted) +
                "; choose another name, or --force replaces it");
}

OutputFile::Guard replacement_guard(const std::string& emit, bool force) {
    if (force)
        return nullptr;
    return [emit](const std::string& path) { check_replaceable(path, emit); };
}

} // namespace ilm
