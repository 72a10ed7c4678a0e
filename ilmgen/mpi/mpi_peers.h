// SPDX-License-Identifier: GPL-2.0-or-later
//
// Joins the ranks of a job that one process reads, while other processes read the rest.  Processes
// that ranks have begun are read with them, and count as ranks here.
//
// Each rank goes on as far as it can. Objects that ranks share are matched by mail
// (objects_by_mail.h). Turns are recorded with their moments, from which their order in the run can
// be found later. An object or a channel in the order of the machine's clock belongs to a single
// process (dealing.h); all processes are asked which rank uses such an object next.
#ifndef ILMGEN_MPI_MPI_PEERS_H
#define ILMGEN_MPI_MPI_PEERS_H

#include "ilmgen/from/processes/peers.h"
#include "ilmgen/mpi/job/job.h"
#include "ilmgen/mpi/job/local_findings.h"
#include "ilmgen/mpi/job/objects_by_mail.h"
#include "ilmgen/mpi/job/status.h"
#include "ilmgen/mpi/turns/turn_recorder.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ilm {

class MpiPeers final : public Peers {
public:
    /// `turns` uses the same numbers. `step` is called now and then.
    MpiPeers(TurnRecorder& turns, Job& job, std::function<void()> step)
        : turns_(turns), job_(job), step_(std::move(step)), objects_(job.number(), job.size()) {}

    bool may_continue() const override;
    Next go_on(Turns& turns, const NextWaiting& next) override;

    void begin_turn(const RunningProcess& process, bool is_stalled) override;
    void end_turn(const RunningProcess& process, const RunCounts& counts) override;
    void forked(const RunningProcess& child) override { turns_.begin_rank(child.number); }
    void joined(const RunningProcess& child) override { turns_.come_after_rank(child.number); }

    void name(const SharedObjectInfo& info, SharedObject& object) override {
        objects_.name(info, object);
    }
    bool may_acquire(SharedObject& object, std::uint64_t seq) override {
        return objects_.may_acquire(object, seq);
    }
    std::uint64_t acquire(SharedObject& object, std::uint64_t seq) override;
    /// Nobody goes on before the process that matches the object has answered.
    std::vector<ProcessNumber> release(SharedObject& object, std::uint64_t seq,
                                       std::uint64_t clock) override;

    void record(const Damage& damage) override { findings_.record(damage, turns_.now()); }
    void note_missing(Lack what, const std::string& which) override {
        findings_.note_missing(what, which, turns_.now());
    }

    // When all traces have been read:
    const LocalFindings& findings() const { return findings_; }
    /// The shared objects' numbers in the run, by their numbers in this process's addresses.
    const std::vector<std::uint64_t>& numbers() const { return objects_.numbers(); }

private:
    bool deliver_to_self(Turns& turns);
    Next exchange(Turns& turns, const NextWaiting& next);
    Next go_on_after_stall(const std::vector<Status>& all, const NextWaiting& next);

    TurnRecorder& turns_;
    Job& job_;
    std::function<void()> step_;
    ObjectsByMail objects_;
    LocalFindings findings_;
    std::uint64_t begun_ = 0; ///< turns
    std::uint64_t stalls_ = 0;
};

} // namespace ilm

#endif
