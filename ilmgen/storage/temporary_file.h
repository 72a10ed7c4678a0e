// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_STORAGE_TEMPORARY_FILE_H
#define ILMGEN_STORAGE_TEMPORARY_FILE_H

#include <string>

namespace ilm {

/// The folder that TMPDIR names, or /tmp if it names none.
std::string temporary_folder();

/// A descriptor of a new file there, without a name; negative, with errno, if there can be none.
int open_temporary_file();

} // namespace ilm

#endif
