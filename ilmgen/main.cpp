// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/decompress.h"
#include "ilmgen/error.h"
#include "ilmgen/ilm_builder.h"
#include "ilmgen/options.h"
#include "ilmgen/parallel_reader.h"
#include "ilmgen/progress.h"
#include "ilmgen/write_dot.h"
#include "ilmgen/write_json.h"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <thread>

namespace {

using namespace ilm;

void report(const Damage& damage, const InputFile& input, std::uint64_t events) {
    std::cerr << "ilmgen: " << input.name() << ": " << damage.error.sentence()
              << "; everything from byte " << damage.lost_from << " on is lost, the " << events
              << " events before it are not\n";
}

/// The last DAG block's counters can overflow where an event could not be blamed before.
void finish(IlmBuilder& builder, const InputFile& input) {
    try {
        builder.finish();
    } catch (const Error& error) {
        if (!error.place())
            throw;
        throw Error(input.name() + ": " + error.sentence());
    }
}

/// A file smaller than this is read before a thread would have been of use.
constexpr std::uint64_t small = std::uint64_t{1} << 20; // bytes

std::optional<Damage> read_quietly(const Options& options, InputFile& input, EventSink& sink) {
    const bool worth_it = input.size().value_or(small) >= small;
    const std::uint64_t useful = worth_it ? std::thread::hardware_concurrency() : 1;
    Decompressed trace(input);
    if ((options.threads > 0 ? options.threads : useful) > 1)
        return read_trace_in_parallel(trace, sink);
    return read_trace(trace, sink);
}

std::optional<Damage> read(const Options& options, InputFile& input, EventSink& sink) {
    if (options.quiet || !stderr_is_terminal())
        return read_quietly(options, input, sink);
    ProgressBar bar(input, sink);
    return read_quietly(options, input, bar);
}

void run(const Options& options) {
    InputFile input(options.input);
    OutputFile output(options.output);
    std::optional<Stats> stats;
    if (options.stats)
        stats.emplace(options.form.relaxed);
    std::optional<OutputFile> stats_file;
    if (!options.stats_file.empty())
        stats_file.emplace(options.stats_file);
    const std::unique_ptr<BlockSink> writer =
        options.dot ? dot_writer(output)
                    : json_writer(output, options.pretty, options.form.cross_block);
    IlmBuilder builder(options.form, *writer, stats ? &*stats : nullptr);

    const std::optional<Damage> damage = read(options, input, builder);
    if (damage && !options.recover)
        throw Error(input.name() + ": " + damage->error.sentence());
    finish(builder, input);
    if (damage)
        report(*damage, input, builder.events());
    if (const std::uint64_t lost = std::max(builder.lost(), stats ? stats->lost() : 0); lost > 0)
        std::cerr << "ilmgen: " << input.name() << ": " << lost
                  << " acquires refer to releases too long ago to be remembered; some order may "
                     "be lost\n";
    if (stats_file)
        write_json(stats->figures(builder.heap()), *stats_file);
    output.commit();
    if (stats_file)
        stats_file->commit();
    else if (stats)
        write_text(stats->figures(builder.heap()), std::cerr);
}

} // namespace

int main(int argc, char** argv) {
    // A reader that went away is an error of writing like any other.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        if (const std::optional<Options> options = parse_options(argc, argv))
            run(*options);
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        std::cerr << "ilmgen: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
