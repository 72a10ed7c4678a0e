// SPDX-License-Identifier: GPL-2.0-or-later
//
// The processes of MPI that make one model together.
#ifndef ILMGEN_MPI_JOB_H
#define ILMGEN_MPI_JOB_H

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// Letters from each process, by its number, or to each.
using Letters = std::vector<std::string>;

/// Thrown where another process has failed.
struct OthersFailed {};

/// All processes call the same functions in the same order.  They throw OthersFailed if one has
/// called fail() instead.
class Job {
public:
    Job(int* argc, char*** argv);
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    std::size_t number() const { return number_; } ///< of this process, from 0 on
    std::size_t size() const { return size_; }
    /// The machine's name, for people.
    static std::string machine();

    /// Each process gets what the others have for it.  Throws Error if that is 2 GiB or more.
    Letters exchange(const Letters& letters);
    /// Each one gets what all say.
    Letters tell_all(const std::string& text) { return exchange(Letters(size_, text)); }
    /// Each process gets the sums of all processes' numbers in the same places.
    std::vector<std::uint64_t> sums(const std::vector<std::uint64_t>& numbers);

    /// To be called in place of what the others call next, and once.
    void fail();

private:
    using Counts = std::vector<std::uint64_t>;
    Counts exchange(const Counts& counts) const;

    std::size_t number_ = 0;
    std::size_t size_ = 1;
};

} // namespace ilm

#endif
