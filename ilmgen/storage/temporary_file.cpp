// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/storage/temporary_file.h"

#include <cstdlib>
#include <unistd.h>

namespace ilm {

std::string temporary_folder() {
    const char* const named = std::getenv("TMPDIR");
    return named != nullptr && *named != '\0' ? named : "/tmp";
}

int open_temporary_file() {
    std::string path = temporary_folder() + "/ilmgen-XXXXXX";
    const int fd = ::mkstemp(path.data());
    if (fd >= 0)
        ::unlink(path.c_str());
    return fd;
}

} // namespace ilm
