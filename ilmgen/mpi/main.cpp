// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/job.h"
#include "ilmgen/mpi/joint_model.h"
#include "ilmgen/mpi/options.h"
#include "ilmgen/storage/large_arrays.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

namespace {

using namespace ilm;

void say(const std::string& sentence) {
    std::cerr << "ilmgen-mpi: " << sentence << '\n';
}

/// Returns what is wrong. Empty if nothing is wrong, or only in another process.
std::string run(int argc, char** argv, Job& job) {
    try {
        const auto options = parse_mpi_options(argc, argv, job.number() == 0);
        const std::vector<std::string> remarks =
            options ? make_joint_model(*options, job) : std::vector<std::string>();
        job.tell_all("");
        if (job.number() == 0)
            std::for_each(remarks.begin(), remarks.end(), say);
    } catch (const OthersFailed&) {
        return {};
    } catch (const std::exception& error) {
        job.fail();
        return error.what();
    }
    return {};
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    explain_lack_of_memory();
    Job job(&argc, &argv);
    const Letters wrong = job.tell_all(run(argc, argv, job));
    const auto first =
        std::find_if(wrong.begin(), wrong.end(), [](const auto& one) { return !one.empty(); });
    if (first == wrong.end())
        return EXIT_SUCCESS;
    if (job.number() == 0)
        say(*first);
    return EXIT_FAILURE;
}
