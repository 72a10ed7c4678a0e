// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/read_log.h"

#include "ilmgen/command/damage.h"
#include "ilmgen/model/error.h"

namespace ilm {

namespace {

std::optional<Damage> read(LogReader& log, const LogSources& sources, EventSink& sink,
                           StatusLine& status) {
    if (!status.wanted())
        return log.read(sink);
    ProgressBar bar(sources, sink, status);
    return log.read(bar);
}

/// The counters of the last DAG block can overflow here, although no event has made one overflow
/// before.
void finish(IlmBuilder& builder, const LogSources& sources) {
    try {
        builder.finish();
    } catch (const Error& error) {
        if (!error.place())
            throw;
        throw Error(sources.name() + ": " + error.sentence());
    }
}

} // namespace

std::optional<Damage> read_log(LogReader& log, const LogSources& sources, EventSink& sink,
                               IlmBuilder& builder, bool recover, StatusLine& status) {
    std::optional<Damage> damage = read(log, sources, sink, status);
    if (damage)
        check_recovery(*damage, sources, builder.events(), recover);
    finish(builder, sources);
    return damage;
}

} // namespace ilm
