// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/export/otf2_definitions.h"

#include "ilmgen/analysis/picture/process_groups.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/model/prims.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

namespace ilm {

namespace {

constexpr OTF2_SystemTreeNodeRef one_machine = 0;
constexpr OTF2_LocationGroupRef first_process = 0;

/// The role that OTF2 gives to waits for a primitive.  Other primitives have the role "unknown".
struct WaitRole {
    std::string_view prim;
    OTF2_RegionRole role;
    OTF2_Paradigm paradigm;
};
constexpr std::array wait_roles = {
    WaitRole{TRACE_PRIM_COND, OTF2_REGION_ROLE_WRAPPER, OTF2_PARADIGM_PTHREAD},
    WaitRole{TRACE_PRIM_ONCE, OTF2_REGION_ROLE_WRAPPER, OTF2_PARADIGM_PTHREAD},
    WaitRole{TRACE_PRIM_BARRIER, OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_PTHREAD},
    WaitRole{TRACE_PRIM_LATCH, OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_UNKNOWN},
    WaitRole{TRACE_PRIM_TASKWAIT, OTF2_REGION_ROLE_TASK_WAIT, OTF2_PARADIGM_UNKNOWN},
    WaitRole{TRACE_PRIM_ORDERED, OTF2_REGION_ROLE_ORDERED, OTF2_PARADIGM_UNKNOWN},
    WaitRole{TRACE_PRIM_SINGLE, OTF2_REGION_ROLE_SINGLE, OTF2_PARADIGM_UNKNOWN},
    WaitRole{TRACE_PRIM_PIPE, OTF2_REGION_ROLE_DATA_TRANSFER, OTF2_PARADIGM_UNKNOWN},
    WaitRole{TRACE_PRIM_STREAM, OTF2_REGION_ROLE_DATA_TRANSFER, OTF2_PARADIGM_UNKNOWN},
    WaitRole{TRACE_PRIM_MESSAGE, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_UNKNOWN},
};
constexpr WaitRole wait_for_lock = {"", OTF2_REGION_ROLE_CRITICAL, OTF2_PARADIGM_PTHREAD};
constexpr WaitRole wait_for_thread = {"", OTF2_REGION_ROLE_THREAD_WAIT, OTF2_PARADIGM_PTHREAD};
constexpr WaitRole other_wait = {"", OTF2_REGION_ROLE_UNKNOWN, OTF2_PARADIGM_UNKNOWN};

const WaitRole& role_of_wait(const Run& run, StepIndex step) {
    if (!run.has_object(step))
        return wait_for_thread;
    const std::string& prim = run.objects[run.steps[step].other].prim;
    if (is_lock(prim))
        return wait_for_lock;
    const auto* const found =
        std::find_if(wait_roles.begin(), wait_roles.end(),
                     [&prim](const WaitRole& role) { return role.prim == prim; });
    return found == wait_roles.end() ? other_wait : *found;
}

/// The source file of a function of the program's own, with its folder; empty if the trace does not
/// say.
std::string source_file(const Run& run, StackNumber stack, const std::string& function) {
    for (const CodePlace* const code : run.stacks.calls(stack))
        for (const SourceLine& line : code->source)
            if (line.function == function)
                return line.folder.empty() || line.file.starts_with('/')
                           ? line.file
                           : line.folder + "/" + line.file;
    return {};
}

/// The text in one line, because readers show it so.  A 0, which would end it in C, is replaced,
/// too.
std::string in_a_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

} // namespace

Otf2Definitions::Otf2Definitions(const Run& run, const Otf2Records& records,
                                 const Otf2Archive& archive)
    : run_(run), records_(records), archive_(archive),
      writer_(archive.checked(OTF2_Archive_GetGlobalDefWriter(archive.get()))) {}

void Otf2Definitions::write(const std::string& cost, const std::vector<std::uint64_t>& events) {
    write_clock(cost);
    string("");
    archive_.check(OTF2_GlobalDefWriter_WriteParadigm(
        writer_, OTF2_PARADIGM_PTHREAD, string("pthread"), OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT));
    write_locations(events);
    write_threads();
    write_regions();
    write_metrics();
}

void Otf2Definitions::write_clock(const std::string& cost) {
    const std::uint64_t ticks_per_second = cost == "us" ? 1'000'000 : 1'000'000'000;
    archive_.check(OTF2_GlobalDefWriter_WriteClockProperties(
        writer_, ticks_per_second, 0, records_.slices().timeline().span, OTF2_UNDEFINED_TIMESTAMP));
}

void Otf2Definitions::write_locations(const std::vector<std::uint64_t>& events) {
    archive_.check(OTF2_GlobalDefWriter_WriteSystemTreeNode(
        writer_, one_machine, string("a processor for each thread"), string("machine"),
        OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    const ProcessGroups processes = process_groups(run_);
    for (OTF2_LocationGroupRef process = first_process; process < processes.groups.size();
         ++process)
        archive_.check(OTF2_GlobalDefWriter_WriteLocationGroup(
            writer_, process, string(processes.groups[process].name),
            OTF2_LOCATION_GROUP_TYPE_PROCESS, one_machine, OTF2_UNDEFINED_LOCATION_GROUP));
    for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread)
        archive_.check(OTF2_GlobalDefWriter_WriteLocation(
            writer_, thread, string(thread_name(run_, thread)), OTF2_LOCATION_TYPE_CPU_THREAD,
            events[thread], processes.of_threads[thread]));
    archive_.check(OTF2_GlobalDefWriter_WriteLocation(
        writer_, run_.threads.size(), string("heap, threads that work"), OTF2_LOCATION_TYPE_METRIC,
        events.back(), first_process));
}

/// The group that threads are numbered in is the one that they are of.
void Otf2Definitions::write_threads() {
    std::vector<std::uint64_t> members(run_.threads.size());
    std::iota(members.begin(), members.end(), 0);
    const auto size = static_cast<std::uint32_t>(members.size());
    for (const auto& [group, kind] :
         {std::pair(0, OTF2_GROUP_TYPE_COMM_LOCATIONS), std::pair(1, OTF2_GROUP_TYPE_COMM_GROUP)})
        archive_.check(OTF2_GlobalDefWriter_WriteGroup(
            writer_, static_cast<OTF2_GroupRef>(group), string("threads"),
            static_cast<OTF2_GroupType>(kind), OTF2_PARADIGM_PTHREAD, OTF2_GROUP_FLAG_NONE, size,
            members.data()));
    archive_.check(OTF2_GlobalDefWriter_WriteComm(writer_, otf2_threads, string("threads"), 1,
                                                  OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
}

void Otf2Definitions::write_regions() {
    for (std::uint32_t number = 0; number < records_.regions().size(); ++number)
        if (records_.regions()[number].is_work)
            write_work(number);
        else
            write_wait(number);
}

void Otf2Definitions::write_wait(std::uint32_t number) {
    const Otf2Region& region = records_.regions()[number];
    const WaitRole& role = role_of_wait(run_, region.step);
    const OTF2_StringRef name = string(records_.slices().names()[region.name]);
    archive_.check(OTF2_GlobalDefWriter_WriteRegion(writer_, number, name, name, string("waits"),
                                                    role.role, role.paradigm, OTF2_REGION_FLAG_NONE,
                                                    OTF2_UNDEFINED_STRING, 0, 0));
}

/// The line where most samples are is not the one where the function begins.
void Otf2Definitions::write_work(std::uint32_t number) {
    const std::uint32_t slice = records_.regions()[number].name;
    const std::string& text = records_.slices().names()[slice];
    const StackNumber stack = records_.slices().stack(slice);
    const std::string function = stack == 0 ? std::string() : run_.stacks.own_function(stack);
    const std::string file = source_file(run_, stack, function);
    const OTF2_StringRef name = string(function.empty() ? text : short_name(function));
    archive_.check(OTF2_GlobalDefWriter_WriteRegion(
        writer_, number, name, function.empty() ? name : string(function), string("works: " + text),
        OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_COMPILER, OTF2_REGION_FLAG_NONE,
        file.empty() ? OTF2_UNDEFINED_STRING : string(file), 0, 0));
}

void Otf2Definitions::write_metrics() {
    write_metric(otf2_heap, "heap", "bytes");
    write_metric(otf2_working, "threads that work", "threads");
    for (const OTF2_MetricRef number : {otf2_heap, otf2_working})
        archive_.check(OTF2_GlobalDefWriter_WriteMetricInstance(
            writer_, otf2_instances + number, number, run_.threads.size(),
            OTF2_SCOPE_LOCATION_GROUP, first_process));
}

void Otf2Definitions::write_metric(OTF2_MetricRef number, const char* name, const char* unit) {
    const OTF2_MetricMemberRef member = number;
    archive_.check(OTF2_GlobalDefWriter_WriteMetricMember(
        writer_, member, string(name), string("from a time on until the next"),
        OTF2_METRIC_TYPE_OTHER, OTF2_METRIC_ABSOLUTE_NEXT, OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0,
        string(unit)));
    archive_.check(OTF2_GlobalDefWriter_WriteMetricClass(
        writer_, number, 1, &member, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_ABSTRACT));
}

OTF2_StringRef Otf2Definitions::string(const std::string& text) {
    const std::string line = in_a_line(text);
    const auto [found, is_new] =
        strings_.try_emplace(line, static_cast<OTF2_StringRef>(strings_.size()));
    if (is_new)
        archive_.check(OTF2_GlobalDefWriter_WriteString(writer_, found->second, line.c_str()));
    return found->second;
}

} // namespace ilm
