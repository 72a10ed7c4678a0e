// SPDX-License-Identifier: GPL-2.0-or-later
//
// One reader reads all processes of a run.
#ifndef ILMGEN_FROM_PROCESSES_NO_PEERS_H
#define ILMGEN_FROM_PROCESSES_NO_PEERS_H

#include "ilmgen/from/processes/peers.h"

#include <optional>
#include <string>
#include <vector>

namespace ilm {

class NoPeers final : public Peers {
public:
    bool may_continue() const override { return true; }
    Next go_on(Turns& /*turns*/, const NextWaiting& next) override {
        return next.waits == Waits::for_nothing ? Next::ends : Next::resumes;
    }

    void begin_turn(const RunningProcess& /*process*/, bool /*is_stalled*/) override {}
    void end_turn(const RunningProcess& /*process*/, const RunCounts& /*counts*/) override {}
    void forked(const RunningProcess& /*child*/) override {}
    void joined(const RunningProcess& /*child*/) override {}

    void name(const SharedObjectInfo& /*info*/, SharedObject& /*object*/) override {}
    bool may_acquire(SharedObject& object, std::uint64_t seq) override {
        return object.is_complete(seq);
    }
    std::uint64_t acquire(SharedObject& object, std::uint64_t seq) override {
        return object.acquire(seq);
    }
    std::vector<ProcessNumber> release(SharedObject& object, std::uint64_t seq,
                                       std::uint64_t clock) override {
        return object.release(seq, clock);
    }

    void record(const Damage& damage) override;
    void note_missing(Lack what, const std::string& which) override {
        missing_.at(static_cast<std::size_t>(what)).add(which);
    }

    /// The first damage.
    const std::optional<Damage>& damage() const { return damage_; }
    /// Adds sentences about what is missing.
    void add_to(LogFigures& figures) const;

private:
    std::optional<Damage> damage_;
    std::vector<std::string> more_damage_;
    AllMissing missing_;
};

} // namespace ilm

#endif
