// SPDX-License-Identifier: GPL-2.0-or-later
//
// Joins the ranks of a job that one process reads, while other processes read the rest.  Processes
// that ranks have begun are read with them, and count as ranks here.
//
// Each rank goes on as far as it can. Each shared object is matched by one process. The other
// processes send their releases to the matching process, and an acquire waits until the matching
// process answers that the releases are complete. So clocks are the same as if one process read all
// ranks. Turns are recorded with their moments, from which their order in the run can be found
// later. An object or a channel in the order of the machine's clock belongs to a single process
// (dealing.h); all processes are asked which rank uses such an object next.
#ifndef ILMGEN_MPI_LOCAL_RANKS_H
#define ILMGEN_MPI_LOCAL_RANKS_H

#include "ilmgen/from/processes/joined_run.h"
#include "ilmgen/mpi/job/dealing.h"
#include "ilmgen/mpi/job/job.h"
#include "ilmgen/mpi/job/mail.h"
#include "ilmgen/mpi/job/matching.h"
#include "ilmgen/mpi/job/moment.h"
#include "ilmgen/mpi/job/status.h"
#include "ilmgen/mpi/turns/turn_recorder.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ilm {

/// Counts what is missing, and keeps the moment at which the first one was found missing.
struct FirstMissing {
    MissingThings missing;
    Moment moment;
};

class LocalRanks : public JoinedRun {
public:
    /// A trace that ends too early.
    struct Loss {
        Moment moment;
        Damage damage;
    };
    using Lacking = std::array<FirstMissing, lack_kinds>;

    /// `turns` uses the same numbers. `step` is called now and then.
    LocalRanks(LocalProcesses local, Collectives meaning, TurnRecorder& turns, Job& job,
               std::function<void()> step);

    // After read():
    const std::vector<Loss>& losses() const { return losses_; }
    const Lacking& lacking() const { return lacking_; }
    /// The shared objects' numbers in the run, by their numbers in this process's addresses.
    const std::vector<std::uint64_t>& objects() const { return objects_in_run_; }
    /// When programs other than the ranks' first began, in their order here.
    const std::vector<Moment>& programs() const { return begun_; }
    /// When lives of common objects began, in their order here.
    const std::vector<Moment>& lives() const { return lives_; }
    /// When channels were named first, in their order here.
    const std::vector<Moment>& channels() const { return named_channels_; }

    /// A sentence about each thing that is missing in any share.
    static void add_to(LogFigures& figures, const std::vector<Lacking>& shares);

private:
    /// An object as this process knows it.
    struct KnownObject {
        SharedObject* object = nullptr;
        std::uint64_t number = 0; ///< from 0 on, in the order of their addresses
        std::size_t matched_by = 0;
        bool subscribed = false;
        std::map<std::uint64_t, Moment> completed; ///< by number: those that are still needed
    };

    void begin_ranks() override;
    bool may_continue() const override;
    bool continue_one() override;
    State advance(RunningProcess& process) override;
    void take_info(RunningProcess& process, const Event& event,
                   const SharedObjectInfo& info) override;
    State use_shared(RunningProcess& process, const Event& event, SharedObject& object) override;
    void acquire_shared(RunningProcess& process, const Event& event, SharedObject& object) override;
    void release_shared(RunningProcess& process, SharedObject& object, std::uint64_t seq) override;
    void continue_without_release(RunningProcess& process) override;
    void begin(RunningProcess& process, std::optional<ThreadId> main, std::uint64_t clock) override;
    void continue_after(RunningProcess& process, const RunningProcess& child) override;
    void record(const Damage& damage) override;
    void note_missing(Lack what, const std::string& which) override;

    void begin_stalled_turn(const RunningProcess& process);
    void end_turn();
    bool exchange();
    Status status();
    Status status_of(Status::Waits waits, const RunningProcess& process, std::uint64_t clock) const;
    Status status_of_beginning(Status::Waits waits, const RunningProcess& process) const;
    void do_next(const Status& next);
    RunningProcess* local_process(std::uint64_t number);
    void deliver_to_self();
    void take(std::size_t from, ByteReader& letter);
    void take_answer(Mail what, KnownObject& known, ByteReader& in);
    void begin_in_vain(RunningProcess& process);
    ByteWriter& mail(Mail what, const KnownObject& known);

    std::vector<LocalProcesses::Place> places_; ///< of processes
    std::uint64_t ranks_;                       ///< in the run
    TurnRecorder& turns_;
    Job& job_;
    std::function<void()> step_;
    Outbox out_;
    Matching matching_;
    std::unordered_map<const SharedObject*, KnownObject> known_; ///< their addresses stay the same
    std::vector<KnownObject*> by_number_;
    std::vector<std::uint64_t> objects_in_run_;
    std::vector<Moment> begun_;
    std::vector<Moment> lives_;
    std::vector<Moment> named_channels_;
    std::uint64_t advanced_ = 0; ///< turns
    std::uint64_t stalls_ = 0;
    RunningProcess* in_vain_ = nullptr; ///< the process that acquires although releases are missing
    std::vector<Loss> losses_;
    Lacking lacking_;
};

} // namespace ilm

#endif
