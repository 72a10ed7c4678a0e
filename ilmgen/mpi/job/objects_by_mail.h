// SPDX-License-Identifier: GPL-2.0-or-later
//
// A process of MPI reads some of the ranks, and knows the objects that these share with all others.
//
// Each shared object is matched by one process. The other processes send their releases to the
// matching process, and an acquire waits until the matching process answers that the releases are
// complete. So clocks are the same as if one process read all ranks.
#ifndef ILMGEN_MPI_OBJECTS_BY_MAIL_H
#define ILMGEN_MPI_OBJECTS_BY_MAIL_H

#include "ilmgen/from/processes/turns.h"
#include "ilmgen/mpi/job/mail.h"
#include "ilmgen/mpi/job/matching.h"
#include "ilmgen/mpi/job/moment.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

class ObjectsByMail {
public:
    /// `number`: of this process. `processes`: how many there are.
    ObjectsByMail(std::size_t number, std::size_t processes);

    void name(const SharedObjectInfo& info, SharedObject& object);
    bool may_acquire(SharedObject& object, std::uint64_t seq);
    /// Returns the moment of the latest release.
    const Moment& acquire(SharedObject& object, std::uint64_t seq);
    void release(const SharedObject& object, std::uint64_t seq, std::uint64_t clock,
                 const Moment& now);
    /// Asks which of the releases that the process waits for have happened.
    void ask_in_vain(const RunningProcess& process);

    /// The bytes that have been written and not been taken.
    std::size_t size() const { return out_.size(); }
    /// Takes the letter to that process.
    std::string letter(std::size_t to) { return out_.letter(to).take(); }
    /// Takes a letter. Adds turns of processes whose releases have happened. Returns true if the
    /// letter answers ask_in_vain().
    bool take(std::size_t from, ByteReader& letter, Turns& turns);

    /// The objects' numbers in the run, by their numbers in this process's addresses.
    const std::vector<std::uint64_t>& numbers() const { return numbers_; }

private:
    struct Known {
        SharedObject* object = nullptr;
        std::uint64_t number = 0; ///< from 0 on, in the order of their addresses
        std::size_t matched_by = 0;
        bool subscribed = false;
        std::map<std::uint64_t, Moment> completed; ///< by number: those that are still needed
    };

    bool take_answer(Mail what, Known& known, ByteReader& in, Turns& turns);
    ByteWriter& mail(Mail what, const Known& known) {
        return out_.begin(known.matched_by, what, known.number);
    }

    std::size_t processes_;
    Outbox out_;
    Matching matching_;
    std::unordered_map<const SharedObject*, Known> known_; ///< their addresses stay the same
    std::vector<Known*> by_number_;
    std::vector<std::uint64_t> numbers_;
};

} // namespace ilm

#endif
