// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes an archive that shows what each thread does when.  Vampir, Scalasca
// and other tools that read Score-P's traces can open it.
#include "ilmgen/emit/export/exports.h"

#include "ilmgen/emit/export/otf2_definitions.h"
#include "ilmgen/emit/export/otf2_library.h"
#include "ilmgen/emit/export/otf2_records.h"

#include <algorithm>
#include <vector>

namespace ilm {

namespace {

class Otf2Writer {
public:
    Otf2Writer(const Run& run, OutputArchive& out)
        : run_(run), out_(out), records_(run), archive_(out) {}

    void write(const std::string& cost) {
        archive_.check(OTF2_Archive_SetCreator(archive_.get(), "written by ilmgen"));
        archive_.check(OTF2_Archive_SetDescription(
            archive_.get(), cost == "us" ? "ilmgen: a tick is a microsecond of work"
                                         : ("ilmgen: a tick is one of: " + cost).c_str()));
        archive_.check(OTF2_Archive_OpenEvtFiles(archive_.get()));
        write_threads();
        write_metrics();
        archive_.check(OTF2_Archive_CloseEvtFiles(archive_.get()));
        write_local_definitions();
        Otf2Definitions(run_, records_, archive_).write(cost, events_);
        archive_.close();
    }

private:
    void write_threads() {
        auto record = records_.all().begin();
        for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread) {
            OTF2_EvtWriter* const writer = open(thread);
            for (; record != records_.all().end() && record->thread == thread; ++record)
                archive_.check(write_record(writer, *record));
            close(writer);
        }
    }

    /// Only one location at a time has memory for its events.
    OTF2_EvtWriter* open(OTF2_LocationRef location) {
        out_.stop_if_asked();
        return archive_.checked(OTF2_Archive_GetEvtWriter(archive_.get(), location));
    }

    void close(OTF2_EvtWriter* writer) {
        events_.push_back(0);
        archive_.check(OTF2_EvtWriter_GetNumberOfEvents(writer, &events_.back()));
        archive_.check(OTF2_Archive_CloseEvtWriter(archive_.get(), writer));
    }

    static OTF2_ErrorCode write_record(OTF2_EvtWriter* to, const Otf2Record& record) {
        const std::uint64_t thread =
            record.subject == no_subject ? OTF2_UNDEFINED_UINT64 : record.subject;
        switch (record.kind) {
        case Otf2Record::Kind::create:
            return OTF2_EvtWriter_ThreadCreate(to, nullptr, record.time, otf2_threads, thread);
        case Otf2Record::Kind::begin:
            return OTF2_EvtWriter_ThreadBegin(to, nullptr, record.time, otf2_threads, thread);
        case Otf2Record::Kind::wait:
            return OTF2_EvtWriter_ThreadWait(to, nullptr, record.time, otf2_threads, thread);
        case Otf2Record::Kind::end:
            return OTF2_EvtWriter_ThreadEnd(to, nullptr, record.time, otf2_threads, thread);
        case Otf2Record::Kind::acquire:
            return OTF2_EvtWriter_ThreadAcquireLock(to, nullptr, record.time, OTF2_PARADIGM_PTHREAD,
                                                    record.subject, record.order);
        case Otf2Record::Kind::release:
            return OTF2_EvtWriter_ThreadReleaseLock(to, nullptr, record.time, OTF2_PARADIGM_PTHREAD,
                                                    record.subject, record.order);
        case Otf2Record::Kind::enter:
            return OTF2_EvtWriter_Enter(to, nullptr, record.time, record.subject);
        default: return OTF2_EvtWriter_Leave(to, nullptr, record.time, record.subject);
        }
    }

    /// Writes the values of both metrics in the order of time.
    void write_metrics() {
        struct Level {
            std::uint64_t time;
            OTF2_MetricRef metric;
            std::uint64_t value;
        };
        LargeVector<Level> levels;
        for (const HeapLevel& level : records_.slices().heap())
            levels.push_back({level.time, otf2_heap, level.bytes});
        for (const WorkingThreads& level : records_.slices().working())
            levels.push_back({level.time, otf2_working, level.threads});
        sort_stably(levels, [](const Level& a, const Level& b) { return a.time < b.time; });
        OTF2_EvtWriter* const writer = open(run_.threads.size());
        for (const Level& level : levels) {
            const OTF2_Type type = OTF2_TYPE_UINT64;
            OTF2_MetricValue value;
            value.unsigned_int = level.value;
            archive_.check(OTF2_EvtWriter_Metric(writer, nullptr, level.time,
                                                 otf2_instances + level.metric, 1, &type, &value));
        }
        close(writer);
    }

    /// The local definitions contain nothing, but a reader warns if they are missing.
    void write_local_definitions() {
        archive_.check(OTF2_Archive_OpenDefFiles(archive_.get()));
        for (OTF2_LocationRef location = 0; location < events_.size(); ++location) {
            OTF2_DefWriter* const writer =
                archive_.checked(OTF2_Archive_GetDefWriter(archive_.get(), location));
            archive_.check(OTF2_Archive_CloseDefWriter(archive_.get(), writer));
        }
        archive_.check(OTF2_Archive_CloseDefFiles(archive_.get()));
    }

    const Run& run_;
    OutputArchive& out_;
    const Otf2Records records_;
    Otf2Archive archive_;
    std::vector<std::uint64_t> events_; ///< by location
};

} // namespace

void check_otf2() {}

void write_otf2(const Run& run, const std::string& cost, OutputArchive& out) {
    Otf2Writer(run, out).write(cost);
}

} // namespace ilm
