// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the program that the process has executed in place of the recorded one (execve).
#ifndef ILMGEN_DAG_EXECUTED_FILE_H
#define ILMGEN_DAG_EXECUTED_FILE_H

#include "ilmgen/model/event.h"

#include <string>

namespace ilm {

class ExecutedFile : public EventSink {
public:
    void event(const Event& event) override;

    /// After the last event: the file of that program; empty: there is none.
    const std::string& file() const { return file_; }

private:
    std::string file_;
};

} // namespace ilm

#endif
