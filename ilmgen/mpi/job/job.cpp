// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/job.h"

#include "ilmgen/model/error.h"
#include "ilmgen/mpi/job/bytes.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace ilm {

namespace {

/// A process that has failed sends this in place of the size of a letter.
constexpr std::uint64_t failed = std::numeric_limits<std::uint64_t>::max();

/// The sizes of letters as MPI takes them, and where each letter begins.
struct Layout {
    std::vector<int> sizes;
    std::vector<int> begins;
    std::size_t all = 0;

    explicit Layout(const std::vector<std::uint64_t>& counts) {
        for (const std::uint64_t count : counts) {
            if (count > std::numeric_limits<int>::max() - all)
                throw Error("the processes have too much to tell each other at once");
            sizes.push_back(static_cast<int>(count));
            begins.push_back(static_cast<int>(all));
            all += count;
        }
    }
};

} // namespace

Job::Job(int* argc, char*** argv) {
    MPI_Init(argc, argv);
    int number = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    number_ = static_cast<std::size_t>(number);
    size_ = static_cast<std::size_t>(size);
}

Job::~Job() {
    MPI_Finalize();
}

std::string Job::machine() {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    return {name.data(), static_cast<std::size_t>(length)};
}

Job::Counts Job::exchange(const Counts& counts) const {
    Counts of_others(size_);
    MPI_Alltoall(counts.data(), 1, MPI_UINT64_T, of_others.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
    return of_others;
}

Letters Job::exchange(const Letters& letters) {
    Counts counts;
    for (const std::string& letter : letters)
        counts.push_back(letter.size());
    const Layout out(counts);
    const Counts arriving = exchange(counts);
    if (std::find(arriving.begin(), arriving.end(), failed) != arriving.end())
        throw OthersFailed();
    const Layout in(arriving);
    const std::string sent = std::accumulate(letters.begin(), letters.end(), std::string());
    std::string got(in.all, '\0');
    MPI_Alltoallv(sent.data(), out.sizes.data(), out.begins.data(), MPI_BYTE, got.data(),
                  in.sizes.data(), in.begins.data(), MPI_BYTE, MPI_COMM_WORLD);
    Letters received;
    for (std::size_t i = 0; i < size_; ++i)
        received.push_back(got.substr(static_cast<std::size_t>(in.begins[i]),
                                      static_cast<std::size_t>(in.sizes[i])));
    return received;
}

std::vector<std::uint64_t> Job::sums(const std::vector<std::uint64_t>& numbers) {
    ByteWriter own;
    for (const std::uint64_t number : numbers)
        own.put(number);
    std::vector<std::uint64_t> sums(numbers.size());
    for (const std::string& said : tell_all(own.bytes())) {
        ByteReader in(said);
        for (std::uint64_t& sum : sums)
            sum += in.number();
    }
    return sums;
}

void Job::fail() {
    exchange(Counts(size_, failed));
}

} // namespace ilm
