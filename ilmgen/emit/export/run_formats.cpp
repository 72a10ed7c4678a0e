// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/export/run_formats.h"

#include "ilmgen/emit/export/dax.h"
#include "ilmgen/emit/export/dhat.h"
#include "ilmgen/emit/export/massif.h"
#include "ilmgen/emit/export/otf2.h"
#include "ilmgen/emit/export/perfetto.h"
#include "ilmgen/emit/export/pprof.h"
#include "ilmgen/emit/export/wfformat.h"

#include <algorithm>
#include <array>

namespace ilm {

namespace {

struct Format {
    const char* name;
    const char* file;
    RunWriter write;
    ArchiveWriter write_archive = nullptr;
};

constexpr std::array formats = {
    Format{"pprof", "profile.pb.gz", write_pprof},
    Format{"dhat", "dhat.out", write_dhat},
    Format{"massif", "massif.out", write_massif},
    Format{"perfetto", "trace.pftrace", write_perfetto},
    Format{"otf2", "traces.otf2", nullptr, write_otf2},
    Format{"wfformat", "workflow.json", write_wfformat},
    Format{"dax", "workflow.dax", write_dax},
};

const Format* find(const std::string& name) {
    const auto* const found =
        std::find_if(formats.begin(), formats.end(),
                     [&name](const Format& format) { return format.name == name; });
    return found == formats.end() ? nullptr : found;
}

} // namespace

RunWriter run_writer(const std::string& format) {
    const Format* const known = find(format);
    return known == nullptr ? nullptr : known->write;
}

ArchiveWriter archive_writer(const std::string& format) {
    const Format* const known = find(format);
    return known == nullptr ? nullptr : known->write_archive;
}

bool is_run_format(const std::string& format) {
    return find(format) != nullptr;
}

void check_run_format(const std::string& format) {
    if (archive_writer(format) == write_otf2)
        check_otf2();
}

std::vector<std::string> run_formats() {
    std::vector<std::string> names;
    for (const Format& format : formats)
        names.emplace_back(format.name);
    return names;
}

std::string run_file_name(const std::string& format) {
    return find(format)->file;
}

} // namespace ilm
