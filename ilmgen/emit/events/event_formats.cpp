// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/events/event_formats.h"

#include "ilmgen/emit/events/alog_writer.h"
#include "ilmgen/emit/events/arrow_writer.h"
#include "ilmgen/emit/events/gist_writer.h"
#include "ilmgen/emit/events/text_writer.h"
#include "ilmgen/emit/events/trace_writer.h"

#include <array>

namespace ilm {

namespace {

struct Format {
    const char* name;
    std::unique_ptr<EventWriter> (*writer)(OutputFile& out);
};

constexpr std::array formats = {
    Format{"trace", trace_writer},  Format{"alog", alog_writer}, Format{"gist", gist_writer},
    Format{"arrows", arrow_writer}, Format{"text", text_writer},
};

} // namespace

std::unique_ptr<EventWriter> event_writer(const std::string& format, OutputFile& out) {
    for (const Format& known : formats)
        if (format == known.name)
            return known.writer(out);
    return nullptr;
}

std::vector<std::string> event_formats() {
    std::vector<std::string> names;
    for (const Format& format : formats)
        names.emplace_back(format.name);
    return names;
}

} // namespace ilm
