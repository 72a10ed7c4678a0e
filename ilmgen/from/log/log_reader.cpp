// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/log/log_reader.h"

#include "ilmgen/model/error.h"

namespace ilm {

void refuse_meaning(const Reading& how, const std::string& what) {
    if (!how.map.empty() || how.waiting || how.cost != "time")
        throw Error("--map, --waiting and --cost are for logs of Alog and Gist; this is a log " +
                    what);
}

LogSource& only_file(LogSources& sources, const char* format) {
    if (sources.files().size() > 1)
        throw Error(sources.name() + ": " + format + " is one file, these are " +
                    std::to_string(sources.files().size()));
    return *sources.files().front();
}

} // namespace ilm
