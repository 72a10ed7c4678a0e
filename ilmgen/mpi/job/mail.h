// SPDX-License-Identifier: GPL-2.0-or-later
//
// The messages about shared objects between the processes that read ranks.
#ifndef ILMGEN_MPI_MAIL_H
#define ILMGEN_MPI_MAIL_H

#include "ilmgen/mpi/job/bytes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ilm {

/// Messages to the process that matches an object, and the answers of that process. Both name the
/// object by the number that the reading process has given it.
enum class Mail : std::uint8_t {
    named,      ///< object, releases, acquires, name
    releases,   ///< object, number, clock, moment
    subscribes, ///< object: the sender wants the answers about it
    acquires,   ///< object, number
    in_vain,    ///< object, number: the sender acquires it, although releases are missing
    // The answers.
    is,        ///< object, its number in the run
    completed, ///< object, number, clock, moment
    over,      ///< object, number: no more acquires will come
    heard,     ///< object, number, clock: of the releases that are not missing
};

/// Letters that are written.
class Outbox {
public:
    explicit Outbox(std::size_t processes) : letters_(processes) {}

    /// Begins a message; the rest of it is put into what this returns.
    ByteWriter& begin(std::size_t to, Mail what, std::uint64_t object) {
        letters_[to].put(static_cast<std::uint64_t>(what));
        letters_[to].put(object);
        return letters_[to];
    }
    ByteWriter& letter(std::size_t to) { return letters_[to]; }

    std::size_t size() const {
        std::size_t bytes = 0;
        for (const ByteWriter& letter : letters_)
            bytes += letter.bytes().size();
        return bytes;
    }

private:
    std::vector<ByteWriter> letters_;
};

} // namespace ilm

#endif
