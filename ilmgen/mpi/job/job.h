// SPDX-License-Identifier: GPL-2.0-or-later
//
// The processes of MPI that make one model together.
#ifndef ILMGEN_MPI_JOB_H
#define ILMGEN_MPI_JOB_H

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// One letter from each process, or one to each, by the process's number.
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

    /// Sends each process its letter, and returns the letters that have arrived. Throws Error if
    /// these are 2 GiB or more.
    Letters exchange(const Letters& letters);
    /// Sends the text to all processes, and returns the texts of all.
    Letters tell_all(const std::string& text) { return exchange(Letters(size_, text)); }
    /// Each process gets the sums of all processes' numbers in the same places.
    std::vector<std::uint64_t> sums(const std::vector<std::uint64_t>& numbers);

    /// Tells the other processes that this one has failed. To be called once, in place of the
    /// function that the others call next.
    void fail();

private:
    using Counts = std::vector<std::uint64_t>;
    Counts exchange(const Counts& counts) const;

    std::size_t number_ = 0;
    std::size_t size_ = 1;
};

} // namespace ilm

#endif
