// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds what limits the run: tries changes, and compares the gains.
//
// Each cause is a change to the run, and its gain is the part of the time that a replay with this
// change saves, with a processor for each thread.  All causes are compared by that one number:
//
//   lock        the object orders nothing (turns.h); if no single one is a limit, several together
//   stage       a thread has no similar thread (similar_threads.h), and one function has at least
//               half of the thread's part of the critical path: the function takes half the time in
//               this thread.  Without such a function, all work of the thread takes half the time
//   imbalance   the threads that meet have equal parts of the work (even_rounds.h)
//   ranks       all ranks of MPI have equal parts of the work
//   serial      the work that one thread does while no other is there (serial_part.h) is divided
//               among the threads
//   sleep       no thread sleeps (run/sleeps.h)
//   io          no thread waits for I/O (code/io_waits.h)
//
// Example: each of four equal threads holds the same mutex for half of its work. Without the mutex
// the run takes 49 % less time. A function that becomes faster in only one of the threads saves
// nothing, because the others still need their time. So the mutex is the limit.
#ifndef ILMGEN_ANALYSIS_LIMITS_H
#define ILMGEN_ANALYSIS_LIMITS_H

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/analysis/code/similar_threads.h"
#include "ilmgen/analysis/faster/cores.h"
#include "ilmgen/analysis/meetings/balance.h"
#include "ilmgen/analysis/meetings/serial_part.h"
#include "ilmgen/analysis/said/doing.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/waiting/turns.h"
#include "ilmgen/analysis/waiting/waits.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

/// The kinds of causes.
enum class Cause : std::uint8_t { lock, stage, imbalance, ranks, serial, sleep, io };

struct CausedLimit {
    Cause cause = Cause::lock;
    std::string what;       ///< an object, a thread, a meeting
    std::string change;     ///< the change that was tried
    std::uint64_t time = 0; ///< of the changed run
    double gain = 0;        ///< part of the time that is saved
    /// None if no figure is uncertain, or if the first screen does not say the cause.
    std::optional<ChangedRange> range = {};
    std::string sentence = {}; ///< for a person, without a full stop
};

/// The analyses that limits are found with.
struct LimitSources {
    const Run& run;
    const Timeline& timeline;
    const Functions& functions;
    const CriticalPath& path;
    const Cores& cores;
    const Waits& waits;
    const Balance& balance;
};

class RunLimits {
public:
    RunLimits(const LimitSources& from, const Doing& doing);

    /// The causes with a gain, the largest first.
    const std::vector<CausedLimit>& causes() const { return causes_; }
    std::vector<Table> tables() const;

    /// Returns what limits the run, or says that no change saves much. The text is empty only for a
    /// run without work.
    Finding first() const;
    /// At most two other causes that are worth a line. No two have the same kind, and none is
    /// imbalance, which balance() returns.
    std::vector<Finding> others() const;
    /// Imbalance with its gain.  The text is empty if first() says it, or if it costs nothing.
    Finding balance() const;

private:
    void try_locks();
    /// A lock that threads take in turns.
    struct Candidate {
        const ObjectWaits* object;
        Turns turns;
    };
    void try_lock(const Candidate& lock);
    void try_locks_together(std::vector<Candidate> locks);
    TriedChange without(const std::vector<Candidate>& locks) const;
    CausedLimit tried_without(const std::vector<Candidate>& locks) const;
    std::string name_of(const Candidate& lock) const;
    void try_stages();
    void try_stage(ThreadIndex thread, std::uint64_t on_path);
    void try_meetings();
    void try_ranks();
    void try_serial_part();
    void try_without(Away why);
    /// The limit without its sentence. If the change has a `most_saved`, a replay may save more,
    /// because threads then come to locks in another order. That does not count, because it is not
    /// an effect of the change.
    CausedLimit tried(Cause cause, const std::string& what, const std::string& change_text,
                      const TriedChange& change) const;
    /// Makes the sentence about a limit.
    using Sentence = std::function<std::string(const CausedLimit&)>;
    void keep(CausedLimit limit, const Sentence& sentence, const TriedChange& change);
    void find_ranges();
    std::string speedups_text(const CausedLimit& limit, const std::string& without) const;
    std::uint64_t saved_work(const Change& change) const;
    bool is_limit(const CausedLimit& limit) const;
    bool is_worth_a_range(const CausedLimit& limit) const;
    std::string stage_name(ThreadIndex thread) const;
    std::string speedup_text() const;
    std::string without_limit() const;

    const LimitSources from_;
    const Run& run_;
    const Doing& doing_;
    const SimilarThreads similar_;
    const SerialPart serial_;
    const MachineRun& enough_; ///< has a processor for each thread
    std::uint64_t time_;
    std::vector<CausedLimit> causes_;
    /// The largest gain of each kind of cause, until its range is known.
    struct Largest {
        double gain = 0;
        Sentence sentence;
        TriedChange change;
    };
    std::map<Cause, Largest> largest_;
};

} // namespace ilm

#endif
