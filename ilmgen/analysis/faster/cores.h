// SPDX-License-Identifier: GPL-2.0-or-later
//
// How fast the run is on 1, 2, 4, ... processors. Times have ranges (uncertain_figures.h).
//
// A native run on several processors is compared with replays on as many, and then all replays on
// several processors are made to agree with it:
//
// 1. Hand-overs on several processors get the cost, between their 10th and their 90th percentile,
//    with which the replay is nearest to the native run, if one percentile is too fast for that and
//    the other one too slow.
// 2. Otherwise functions may have taken another time in it, because processors share caches and
//    memory (Slowdown). If the replay with these times is nearer to the native run's duration than
//    one without them, they count. If it is not, the functions probably waited without giving up
//    their processors, for example in barriers of OpenMP. Then hand-overs are looked at again.
// 3. What is left then, whatever the reason, is a factor of all work.
//
// Example: on one processor a run takes 8.5 s, and the replay on two takes 4.5 s. On two processors
// its functions took 0.6 times as long, and the replay with this takes 2.7 s. The native run took
// 2.8 s. Hand-overs make no difference, so all work takes 1.04 times as long in addition. With the
// sampler the native run took up to 2.9 s, so each range contains 2.9 / 2.8 of the usual time.
#ifndef ILMGEN_ANALYSIS_CORES_H
#define ILMGEN_ANALYSIS_CORES_H

#include "ilmgen/analysis/code/native_errors.h"
#include "ilmgen/analysis/faster/uncertain_figures.h"
#include "ilmgen/analysis/said/doing.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/said/time_range.h"
#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/model/native.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ilm {

/// The run on a machine.
struct MachineRun {
    std::uint32_t processors = 1;
    Replayed replayed;                   ///< without steps
    TimeRange range;                     ///< of the time
    std::optional<std::size_t> doubtful; ///< the uncertain figure that adds most to the range
    bool is_measured = false; ///< the native run on several processors makes the range wide
    std::map<Deviation, std::uint64_t> times; ///< that the range was found from
    std::uint64_t dealt = 0;     ///< the time if items are dealt anew; 0: the run has none
    std::uint64_t heap_peak = 0; ///< bytes
    /// The shortest and the longest time of several replays: a lock goes to the thread that has
    /// waited longest, to the one that came last, or as recorded. `dealt` also counts, if it is not
    /// 0.
    std::uint64_t shortest = 0;
    std::uint64_t longest = 0;
    /// No schedule is faster than `work` divided by the processors, and than `without_locks`, the
    /// longest chain if locks order nothing.
    std::uint64_t work = 0;
    std::uint64_t without_locks = 0;
};

/// The ranges of a change to the run.
struct ChangedRange {
    TimeRange time; ///< of the changed run
    GainRange gain;

    /// The first columns of a table of such ranges, and a row's cells in them.
    static std::vector<Column> columns();
    std::vector<Cell> cells(double usual_gain, std::uint64_t usual_time) const;
    static constexpr const char* about =
        "How far the same gains and times may be off, for the changes that the first screen may "
        "name. States: 2 if the gains between both ends fall into two groups, else 1.";
};

/// Options of Cores: results in addition to its finding, and the costs that its replays use.
struct CoresDetail {
    bool all_machines = true; ///< else the three largest, which the finding is about
    bool heap_peaks = true;   ///< MachineRun::heap_peak
    /// Cores calls this for each machine while the machine's Replayed still contains the time of
    /// each step. It leaves out the last machine, which has more processors than threads can use.
    std::function<void(const MachineRun&)> schedule = {};
    const MachineCosts* costs = nullptr;    ///< of hand-overs; null: they cost nothing
    double unit = 1;                        ///< nanoseconds of a unit of the run's cost
    const NativeErrors* errors = nullptr;   ///< of the work; null: not known
    const Slowdown* slowdown = nullptr;     ///< in the native run on several processors; null: none
    const NativeTime* on_several = nullptr; ///< of this run; null: there is none
    const NativeTime* on_one = nullptr;     ///< a native run on one processor; null: there is none
};

class Cores {
public:
    Cores(const Run& run, const Doing& doing, const CoresDetail& detail = {});

    /// Machines whose numbers of processors are powers of two. The last but one has enough
    /// processors for threads().
    const std::vector<MachineRun>& machines() const { return machines_; }
    /// The last three machines, which a sentence describes.
    std::span<const MachineRun> told_machines() const {
        return std::span(machines_).last(std::min<std::size_t>(machines_.size(), 3));
    }
    /// A machine with this number of processors, for replays of a changed run.
    Machine machine(std::uint32_t processors, LockOrder order = LockOrder::first_come) const;
    /// On one processor: the work, what hand-overs cost, and the time in which all threads sleep or
    /// wait for I/O.
    std::uint64_t time_on_one() const { return time_on_one_; }
    /// How much native runs on one processor differ.
    TimeRange range_on_one() const;
    /// time_on_one() divided by this time.
    double speedup(std::uint64_t time) const { return ratio(time_on_one_, time); }
    /// It also contains how much native runs on one processor differ. Example: the time on two may
    /// be 3 % longer, and runs on one are up to 4 % shorter than usual. So the speed-up may be 5 %
    /// smaller, because the squares are summed up.
    SpeedupRange speedup_range(std::uint64_t time, const TimeRange& range) const;
    /// The same as a text: "1.94", or "between 0.83 and 1.16" if the range is wide.
    std::string speedup_text(std::uint64_t time, const TimeRange& range) const;
    const UncertainFigures& uncertain() const { return uncertain_; }
    bool has_ranges() const { return uncertain_.size() > 0; }
    /// The ranges of a change, for which a replay on this machine takes `time`.
    ChangedRange range_of_change(const MachineRun& machine, const TriedChange& tried,
                                 std::uint64_t time) const;
    /// The largest number of threads that exist at once, at least 1.
    std::uint32_t threads() const { return threads_; }

    std::vector<Table> tables() const;
    Finding finding() const;
    /// Empty if work takes about as long on several processors as on one.
    Finding finding_of_slowdown() const;

private:
    void compare_with_measured(const NativeTime& measured, const Doing& doing);
    std::uint64_t time_as_measured(std::uint64_t time, double wanted,
                                   const LargeVector<double>& at_work);
    std::uint64_t time_on_several(const LargeVector<double>& at_work);
    bool fit_hand_overs(std::uint64_t& time, double wanted, const LargeVector<double>& at_work);
    void choose_slowdown(std::uint64_t& time, double wanted, const LargeVector<double>& at_work);
    std::uint64_t fit_all_work(std::uint64_t time, double wanted,
                               const LargeVector<double>& at_work);
    double factor_of_all_work(double at_work) const;
    void add_factors(std::uint32_t processors, const LargeVector<double>& at_work);
    void find_factors(std::uint32_t processors);
    void find_bounds();
    void replay_on(std::uint32_t processors, const Doing& doing);
    void replay_beyond(const Doing& doing);
    void try_orders(MachineRun& machine) const;
    void find_heap_peak(MachineRun& machine) const;
    double speedup(const MachineRun& machine) const;
    std::string speedup_text(const MachineRun& machine) const;
    bool needs_heap_peaks() const { return detail_.heap_peaks && !run_.lives.empty(); }
    Table thread_table() const;
    Table range_table() const;
    Table dealt_table() const;
    void find_range(MachineRun& machine) const;
    void allow_for_one_processor(MachineRun& machine) const;
    void allow_for_measured(MachineRun& machine) const;
    std::uint64_t time_if(const MachineRun& machine, const Deviation& deviation) const;
    std::string reason_of_ranges() const;
    double most_speedup(const MachineRun& machine) const;
    double order_dependent(const MachineRun& machine) const;

    const Run& run_;
    CoresDetail detail_;
    std::uint32_t threads_;
    bool deals_;            ///< threads take items from counters
    bool chooses_an_order_; ///< as chooses_an_order()
    std::optional<HandOvers> hand_overs_;
    std::optional<HandOvers> fitted_hand_overs_;   ///< on several processors
    std::map<std::uint32_t, StepFactors> factors_; ///< by processors
    std::uint64_t time_on_one_;
    UncertainFigures uncertain_;
    const Slowdown* slowdown_ = nullptr; ///< that the replays have; null: none
    double several_ = 2;                 ///< processors that can work in the native run on several
    double all_work_ = 1; ///< all work takes so many times as long on them, beside slowdown_
    /// Durations of native runs on several divided by that of the replay: of the one without a
    /// sampler, of the shortest and of the longest one.
    std::array<double, 3> off_ = {1, 1, 1};
    /// The durations of the shortest and of the longest native run on one processor, divided by
    /// the usual one.
    std::array<double, 2> off_on_one_ = {1, 1};
    std::vector<MachineRun> machines_;
};

} // namespace ilm

#endif
