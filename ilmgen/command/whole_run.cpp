// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/whole_run.h"

#include "ilmgen/emit/export/run_formats.h"

namespace ilm {

WholeRun::WholeRun(const Options& options) {
    if (!options.report_files.empty() || is_run_format(options.emit))
        recorder_.emplace(options.form.relaxed);
}

void WholeRun::finish() {
    if (recorder_)
        run_ = recorder_->finish();
}

} // namespace ilm
