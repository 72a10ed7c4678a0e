// SPDX-License-Identifier: GPL-2.0-or-later
//
// Input, output and checks of a fuzz target.
#ifndef TESTS_FUZZ_BYTES_H
#define TESTS_FUZZ_BYTES_H

#include "ilmgen/from/bytes/input_file.h"

#include <string>
#include <string_view>

namespace fuzz {

/// Says what does not hold and aborts, which libFuzzer takes for a crash.
[[noreturn]] void fail(const std::string& what);

inline void require(bool holds, const char* what) {
    if (!holds)
        fail(what);
}

/// A text in memory.
class Bytes : public ilm::ByteSource {
public:
    /// No read gets more than `piece` bytes, as from a pipe that is filled slowly.
    Bytes(std::string_view text, std::size_t piece) : rest_(text), piece_(piece) {}

    std::size_t read(char* to, std::size_t most) override;

private:
    std::string_view rest_;
    std::size_t piece_;
};

/// From now on, standard output goes to memory.
void capture_output();
/// The output since the last call.
std::string captured_output();

} // namespace fuzz

#endif
