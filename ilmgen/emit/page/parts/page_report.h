// SPDX-License-Identifier: GPL-2.0-or-later
//
// The report in a page: its findings, and its tables.
#ifndef ILMGEN_EMIT_PAGE_PAGE_REPORT_H
#define ILMGEN_EMIT_PAGE_PAGE_REPORT_H

#include "ilmgen/analysis/said/report.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstddef>

namespace ilm {

/// `most_rows`: the limit for each table. A table says how many of its rows are left out.
void write_page_report(const Report& report, std::size_t most_rows,
                       rapidjson::Writer<rapidjson::StringBuffer>& json);

} // namespace ilm

#endif
