// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/joint_model.h"

#include "ilmgen/command/damage.h"
#include "ilmgen/command/missing_parts.h"
#include "ilmgen/command/progress.h"
#include "ilmgen/emit/ilm/write_json.h"
#include "ilmgen/from/processes/joined_run.h"
#include "ilmgen/from/processes/objects/renumbering.h"
#include "ilmgen/mpi/job/dealing.h"
#include "ilmgen/mpi/mpi_peers.h"
#include "ilmgen/mpi/turns/parts.h"
#include "ilmgen/mpi/turns/share_builder.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace ilm {

namespace {

/// Bytes of some ranks' files.
class LocalFiles {
public:
    LocalFiles(const LogSources& sources, const Processes& local) {
        std::unordered_set<std::string_view> names;
        for (const auto& [id, process] : local)
            for (const auto& program : process.programs)
                names.insert(program->file());
        for (const auto& file : sources.files())
            if (names.contains(file->name()))
                files_.push_back(file.get());
    }

    std::string progress() const {
        std::uint64_t all = 0;
        std::uint64_t passed = 0;
        for (const LogSource* const file : files_) {
            all += file->file().size().value_or(0);
            passed += file->file().passed();
        }
        const std::uint64_t percent =
            all == 0 ? 0 : std::min<std::uint64_t>(100, passed * 100 / all);
        return "the first process has read " + std::to_string(percent) + " % of its ranks";
    }

private:
    std::vector<const LogSource*> files_;
};

/// Throws Error if the run has no ranks, only one trace, or more traces than addresses can
/// distinguish.
void refuse_others(const Processes& processes) {
    std::size_t traces = 0;
    bool has_rank = false;
    for (const auto& [id, process] : processes) {
        traces += process.programs.size();
        has_rank = has_rank || process.programs.front()->begin().rank;
    }
    const std::string& first = processes.begin()->second.programs.front()->file();
    if (!has_rank)
        throw Error(first +
                    ": is of a run without ranks, which ilmgen-mpi does not join; ilmgen does");
    if (traces == 1)
        throw Error(first + ": is the only trace; ilmgen makes a model of it");
    if (traces > Renumbering::most_programs)
        throw Error(first + ": is of a run of more than " +
                    std::to_string(Renumbering::most_programs) + " traces");
}

/// Collects what all processes have found missing or damaged.
class Findings {
public:
    /// `events`: of the run.  Throws Error if traces are damaged and that is not to be overlooked.
    Findings(const LocalFindings& local, const LogSources& sources, std::uint64_t events,
             bool recover, Job& job)
        : sources_(sources), events_(events), recover_(recover) {
        ByteWriter own;
        own.put(local.losses().size());
        for (const LocalFindings::Loss& loss : local.losses())
            write(loss, own);
        for (const FirstMissing& first : local.lacking()) {
            own.put(first.missing.count);
            own.put_text(first.missing.first);
            first.moment.write(own);
        }
        for (const std::string& said : job.tell_all(own.bytes()))
            read(said);
        std::sort(losses_.begin(), losses_.end());
        if (!recover && !losses_.empty())
            throw Error(losses_.front().as_first);
    }

    std::vector<std::string> losses() const {
        return losses_.empty() ? std::vector<std::string>()
                               : std::vector<std::string>{losses_.front().as_first};
    }
    void add_to(LogFigures& figures) const {
        for (std::size_t i = 1; i < losses_.size(); ++i)
            figures.missing.push_back(losses_[i].as_another);
        add_missing_to(figures, lacking_);
    }

private:
    struct Sentence {
        Moment moment;
        std::string as_first; ///< the sentence if it is the first one
        std::string as_another;

        bool operator<(const Sentence& other) const { return moment < other.moment; }
    };

    void write(const LocalFindings::Loss& loss, ByteWriter& out) const {
        loss.moment.write(out);
        out.put_text(sentence(loss.damage));
        out.put_text(loss.damage.sentence());
    }

    /// The error's sentence, if the damage is an error; else a sentence about what is lost.
    std::string sentence(const Damage& damage) const {
        try {
            check_recovery(damage, sources_, events_, recover_);
        } catch (const Error& error) {
            return error.what();
        }
        return loss(damage, sources_, events_);
    }

    void read(const std::string& said) {
        ByteReader in(said);
        for (std::uint64_t count = in.number(); count > 0; --count) {
            Sentence& told = losses_.emplace_back();
            told.moment.read(in);
            told.as_first = in.text();
            told.as_another = in.text();
        }
        for (FirstMissing& first : lacking_.emplace_back()) {
            first.missing.count = in.number();
            first.missing.first = in.text();
            first.moment.read(in);
        }
    }

    const LogSources& sources_;
    std::uint64_t events_;
    bool recover_;
    std::vector<Sentence> losses_;
    std::vector<Lacking> lacking_;
};

/// Reports an impossible event. The message uses the numbers of the process that has read the
/// event, because the event has no others.
[[noreturn]] void refuse(const Damage& damage) {
    throw Error(damage.file + ": " + damage.error.sentence() +
                "; ilmgen --recover takes what comes before");
}

/// Makes and writes this process's share.  Returns how many acquires refer to releases that are not
/// remembered, in the whole run.
std::uint64_t write_share(TurnSpool& spool, const Shares& shares, std::uint64_t untold,
                          const NumbersInRun& numbers, const MpiOptions& options,
                          const Parts& parts, Job& job) {
    const Share& share = shares.by_process[job.number()];
    OutputFile file(parts.part(job.number()), parts.guard());
    SentPlaces places;
    // Some shares may be empty, or all.
    const bool has_ends = share.begin < share.end || (shares.blocks == 0 && job.number() == 0);
    const bool is_first = has_ends && share.begin == 0;
    const bool is_last = has_ends && share.end == shares.blocks;
    const auto json =
        json_writer(file, options.pretty, options.form.cross_block, &places, {is_first, is_last});
    ShareBuilder builder(options.form, share, untold, numbers, places, *json);
    exchange_turns(spool, shares, job, builder);
    builder.finish();
    std::uint64_t lost = 0;
    for (const std::string& said : job.tell_all(std::to_string(builder.lost())))
        lost = std::max<std::uint64_t>(lost, std::stoull(said));
    file.commit();
    return lost;
}

} // namespace

std::vector<std::string> make_joint_model(const MpiOptions& options, Job& job) {
    StatusLine status(options.quiet || job.number() != 0);
    const LogSources sources(options.inputs);
    ProcessTraces traces = process_traces(sources, options.reading);
    refuse_others(traces.processes);
    LocalProcesses dealt = deal(all_processes(std::move(traces.processes)), job);
    const std::uint64_t ranks = dealt.ranks;
    const Parts parts(options.output, options.force, job);
    const LocalFiles files(sources, dealt.processes);
    TurnRecorder turns(dealt.places, ranks);
    MpiPeers peers(turns, job, [&] {
        if (status.due())
            status.show(files.progress());
    });
    JoinedRun run(std::move(dealt), options.reading.collectives, turns, peers);
    if (const std::optional<Damage> damage = run.read())
        refuse(*damage);
    turns.spool().finish();
    const std::uint64_t untold = job.sums({turns.untold()}).front();
    const std::uint64_t events = untold + job.sums({turns.spool().counts().events}).front();
    const Findings findings(peers.findings(), sources, events, options.reading.recover, job);

    status.announce("making DAG blocks");
    const NumbersInRun numbers(ranks, turns.numbered(), peers.numbers(), job);
    const Shares each =
        shares(turns.spool(), options.form.block_size, options.form.cross_block, job);
    const std::uint64_t lost =
        write_share(turns.spool(), each, untold, numbers, options, parts, job);
    parts.write_manifest(each, events, job);

    findings.add_to(traces.figures);
    std::vector<std::string> missing = std::move(traces.figures.missing);
    if (lost > 0)
        missing.push_back(lost_order(lost));
    const std::string prefix = sources.name() + ": ";
    return both(both(with_prefix(prefix, std::move(traces.figures.remarks)), findings.losses()),
                with_prefix(prefix, std::move(missing)));
}

} // namespace ilm
