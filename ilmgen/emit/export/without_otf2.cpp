// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/export/exports.h"
#include "ilmgen/model/error.h"

namespace ilm {

void check_otf2() {
    throw Error("--emit=otf2: this ilmgen was built without OTF2 (Debian: libotf2-trace-dev)");
}

void write_otf2(const Run&, const std::string&, OutputArchive&) {
    check_otf2();
}

} // namespace ilm
