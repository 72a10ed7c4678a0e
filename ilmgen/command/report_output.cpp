// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/report_output.h"

#include "ilmgen/analysis/change/compare.h"
#include "ilmgen/analysis/code/seconds.h"
#include "ilmgen/analysis/explain.h"
#include "ilmgen/command/missing_parts.h"
#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/page/write_page.h"
#include "ilmgen/emit/report/write_report.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ilm {

namespace {

/// JSON has all usual sections, because it is for programs, which pick out what they need.
std::vector<std::string> sections_of(const Options& options, const std::string& name) {
    if (options.sections)
        return *options.sections;
    return is_json(name) || is_page(name) ? usual_sections() : std::vector<std::string>();
}

bool is_in(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The sections that at least one of the files has. A report about two runs needs all sections,
/// because a change for the worse may be in any of them.
std::vector<std::string> sections_of_all(const Options& options) {
    std::vector<std::string> needed;
    for (const std::string& section : report_sections())
        if (!options.compare.empty() ||
            std::any_of(options.report_files.begin(), options.report_files.end(),
                        [&](const std::string& name) {
                            return is_in(sections_of(options, name), section);
                        }))
            needed.push_back(section);
    return needed;
}

/// The report with these sections alone.
Report part_of(const Report& report, const std::vector<std::string>& sections) {
    Report part{report.cost, report.compared_with, report.figures,   report.findings,
                {},          report.tells_memory,  report.incomplete};
    std::copy_if(report.sections.begin(), report.sections.end(), std::back_inserter(part.sections),
                 [&](const Section& section) { return is_in(sections, section.name); });
    return part;
}

/// A native run on several processors is part of the real machine, as memory is.
Measured measured_of(const Options& options, const WholeRun& whole) {
    Measured measured{.machine = costs_of(options)};
    measured.doubts_memory = !options.is_machine_ideal;
    if (whole.converted()) {
        measured.errors = &whole.converted()->errors;
        measured.on_one = &whole.native()->on_one();
        measured.on_several = options.is_machine_ideal ? nullptr : whole.native()->on_several();
        if (whole.converted()->slowdown)
            measured.slowdown = &*whole.converted()->slowdown;
    }
    return measured;
}

/// Adds the times in seconds behind work and span, with sentences about the native run.
void add_seconds(const WholeRun& whole, Report& report) {
    const auto work = std::ranges::find(report.findings, "Work", &Finding::head);
    std::vector<Finding> findings = seconds(report, *whole.native());
    for (const std::string& sentence : whole.converted()->sentences)
        findings.push_back({"", sentence});
    report.findings.insert(work == report.findings.end() ? work : std::next(work), findings.begin(),
                           findings.end());
}

} // namespace

ReportOutput::ReportOutput(const Options& options, StatusLine& status)
    : options_(options), status_(status) {
    if (options.report_files.empty())
        return;
    for (const std::string& name : options.report_files)
        files_.emplace_back(name, replacement_guard(output_named(emit_report), options.force));
    flow_.emplace(options.form.relaxed,
                  std::any_of(options.report_files.begin(), options.report_files.end(), is_page));
    if (!options.compare.empty())
        before_ = read_other_run(options, status);
}

void ReportOutput::finish(const WholeRun& whole, const std::vector<std::string>& incomplete,
                          const ShownPlan* planned) {
    if (files_.empty())
        return;
    const Run& run = whole.run();
    if (std::ranges::any_of(options_.report_files, is_page))
        page_.emplace(run);
    Report report = explain(
        run, *flow_, whole.cost(), sections_of_all(options_),
        [this](const std::string& what) { status_.announce(what); },
        page_ ? page_->adder() : nullptr, measured_of(options_, whole));
    if (whole.native())
        add_seconds(whole, report);
    if (before_) {
        regressions_ = ilm::regressions(before_->report, report, options_.limits);
        report = compare(before_->report, report);
        report.compared_with = options_.compare;
    }
    if (!report.tells_memory)
        leave_memory_out(report);
    report.incomplete =
        before_ ? both(with_prefix("this run: ", incomplete), missing_before()) : incomplete;
    for (std::size_t i = 0; i < files_.size(); ++i)
        write(report, planned, options_.report_files[i], files_[i]);
}

std::vector<std::string> ReportOutput::missing_before() const {
    return before_ ? with_prefix("the run before, " + options_.compare + ": ",
                                 before_->report.incomplete)
                   : std::vector<std::string>();
}

bool ReportOutput::is_on_standard_output() const {
    return is_in(options_.report_files, "-");
}

void ReportOutput::write_page_of(const Report& report, const ShownPlan* planned,
                                 OutputFile& file) const {
    const Doing doing = [this](const std::string& what) { status_.announce(what); };
    const std::string_view before = before_ ? before_->page : std::string_view();
    const std::string data = page_->data(report, flow_->reads(), planned, doing,
                                         before_ ? page_budget / 2 : page_budget);
    write_page(data, before, file);
}

void ReportOutput::write(const Report& report, const ShownPlan* planned, const std::string& name,
                         OutputFile& file) const {
    const std::vector<std::string> sections = sections_of(options_, name);
    // Tables may be large: they are copied only where some are left out.
    const bool is_whole =
        std::all_of(report.sections.begin(), report.sections.end(),
                    [&](const Section& section) { return is_in(sections, section.name); });
    if (!is_whole)
        write(part_of(report, sections), planned, name, file);
    else if (is_page(name))
        write_page_of(report, planned, file);
    else if (is_json(name))
        write_json(report, file);
    else
        write_text(report, file);
}

void ReportOutput::commit() {
    for (OutputFile& file : files_)
        file.commit();
}

} // namespace ilm
