// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/replaceable.h"

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
    Written{emit_report, Contents::report},
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

} // namespace

void check_replaceable(const std::string& path, const std::string& emit) {
    std::error_code error;
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
