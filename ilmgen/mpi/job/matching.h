// SPDX-License-Identifier: GPL-2.0-or-later
//
// Matches one process's share of the objects that ranks have in common. When all releases of a
// number have happened, it tells the processes that have subscribed to the object.
#ifndef ILMGEN_MPI_MATCHING_H
#define ILMGEN_MPI_MATCHING_H

#include "ilmgen/mpi/job/mail.h"
#include "ilmgen/mpi/job/moment.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ilm {

class Matching {
public:
    /// `number`: of this process. `processes`: how many there are.
    Matching(std::size_t number, std::size_t processes, Outbox& out)
        : number_(number), out_(out), objects_by_process_(processes) {}

    /// The process that matches the object of this name.
    static std::size_t process_for(std::string_view name, std::size_t processes);

    /// Takes a message from process `from` about an object that this process matches. Throws Error
    /// if a number of the object is released or acquired more often than the ranks have announced,
    /// because the model would then depend on which process was faster.
    void take(std::size_t from, Mail what, std::uint64_t object, ByteReader& in);

private:
    struct Round {
        std::uint64_t released = 0;
        std::uint64_t acquired = 0;
        std::uint64_t clock = 0;
        Moment moment; ///< of the latest release
    };
    using Rounds = std::map<std::uint64_t, Round>;
    /// A process that has the object.
    struct Reader {
        std::size_t process = 0;
        std::uint64_t object = 0;
        bool subscribes = false;
    };
    struct Object {
        std::string name;
        std::uint64_t releases = 0;
        std::uint64_t acquires = 0;
        std::uint64_t number = 0; ///< in the run, from 0 on
        std::vector<Reader> readers;
        Rounds rounds; ///< that are not over

        bool has_receipts() const { return acquires == 0; } ///< as SharedObject
    };

    void name(std::size_t from, std::uint64_t object, ByteReader& in);
    void release(Object& object, ByteReader& in);
    void subscribe(std::size_t from, Object& object);
    void acquire(Object& object, std::uint64_t seq);
    void end(Object& object, Rounds::iterator round);
    void acquire_in_vain(std::size_t from, std::uint64_t of_reader, Object& object,
                         std::uint64_t seq);
    void tell(const Reader& reader, std::uint64_t seq, const Round& round);

    std::size_t number_;
    Outbox& out_;
    std::unordered_map<std::string, Object> objects_; ///< their addresses stay the same
    /// By process, by its number for the object.
    std::vector<std::unordered_map<std::uint64_t, Object*>> objects_by_process_;
};

} // namespace ilm

#endif
