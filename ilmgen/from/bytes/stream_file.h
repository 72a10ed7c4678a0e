// SPDX-License-Identifier: GPL-2.0-or-later
//
// Standard input, pipes and devices: the next bytes may come late, or never.
#ifndef ILMGEN_FROM_BYTES_STREAM_FILE_H
#define ILMGEN_FROM_BYTES_STREAM_FILE_H

#include "ilmgen/from/bytes/byte_source.h"
#include "ilmgen/from/bytes/reopened_file.h"

#include <cstddef>
#include <memory>
#include <string>

namespace ilm {

class StreamFile : public ByteSource {
public:
    /// `name`: for messages; `open`: null for standard input.
    StreamFile(const std::string& name, std::shared_ptr<const Descriptor> open);

    std::size_t read(char* to, std::size_t most) override;
    void cancel() override;

private:
    std::string name_;
    std::shared_ptr<const Descriptor> open_;
    Descriptor cancelled_; ///< an eventfd
};

} // namespace ilm

#endif
