// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/replaceable.h"

#include "ilmgen/emit/file/output_archive.h"
#include "ilmgen/from/contents.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/model/error.h"

#include <filesystem>
#include <optional>

namespace ilm {

namespace {

/// "an Alog log", for a message; empty: the file is unknown.
std::string described(std::string_view begin) {
    if (is_empty_array(begin))
        return "an empty array";
    if (const OutputKind* const kind = output_that_begins(begin))
        return kind->is;
    const std::string program = foreign_compression(begin);
    return program.empty() ? foreign_log(begin) : "compressed with " + program;
}

/// Without an anchor file, or with an empty one, it is unknown who has written the rest.
void check_archive_parts_replaceable(const ArchiveParts& parts) {
    std::error_code error;
    check_archive_parts(parts);
    for (const std::filesystem::path& part : {parts.definitions, parts.folder})
        if (!std::filesystem::exists(parts.anchor, error) && std::filesystem::exists(part, error))
            throw Error(part.string() + ": would be part of the output, but exists without " +
                        parts.anchor.string() + "; choose another name, or --force replaces it");
}

} // namespace

void check_replaceable(const std::string& path, const OutputKind& wanted) {
    std::error_code error;
    if (wanted.is_archive())
        check_archive_parts_replaceable(archive_parts(path));
    if (path == "-" || !std::filesystem::is_regular_file(path, error) ||
        std::filesystem::file_size(path, error) == 0)
        return;
    const std::optional<std::string> begin = first_bytes_of_file(path);
    if (begin && (begin->empty() || wanted.begins(*begin)))
        return;
    const std::string is = begin ? described(*begin) : "";
    throw Error(path + ": would be the output, but exists and is " +
                (is.empty() ? "not " : is + ", not ") + wanted.is +
                "; choose another name, or --force replaces it");
}

OutputFile::Guard replacement_guard(const OutputKind& wanted, bool force) {
    if (force)
        return nullptr;
    return [&wanted](const std::string& path) { check_replaceable(path, wanted); };
}

} // namespace ilm
