// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tasks of a run for SimGrid and other simulators that read the DAX files
// of Pegasus.
#include "ilmgen/emit/export/exports.h"

#include "ilmgen/emit/export/task_texts.h"

#include <algorithm>

namespace ilm {

namespace {

/// Escapes a text for an attribute between quotes. XML cannot contain control characters, not even
/// escaped.
std::string escaped(const std::string& text) {
    std::string xml;
    for (const char c : text) {
        switch (c) {
        case '&': xml += "&amp;"; break;
        case '<': xml += "&lt;"; break;
        case '>': xml += "&gt;"; break;
        case '"': xml += "&quot;"; break;
        default: xml += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
        }
    }
    return xml;
}

/// A comment must not have two - next to each other, nor one at its end.
std::string in_comment(const std::string& text) {
    std::string xml;
    for (const char c : escaped(text))
        xml += c == '-' ? '_' : c;
    return xml;
}

class DaxWriter {
public:
    /// `plan`: null if there is none.
    DaxWriter(const Run& run, const TaskGraph& graph, const ScheduledTasks* plan,
              const std::string& cost, OutputFile& out)
        : graph_(graph), processor_before_(graph.tasks.size(), no_task), texts_(run, graph_, cost),
          out_(out) {
        std::vector<TaskIndex> last; // of each processor
        for (std::size_t i = 0; plan != nullptr && i < plan->order.size(); ++i) {
            const TaskIndex task = plan->order[i];
            const std::uint32_t processor = plan->processors[task];
            if (processor >= last.size())
                last.resize(processor + 1, no_task);
            if (processor > 0)
                processor_before_[task] = last[processor];
            last[processor] = task;
        }
    }

    void write() {
        out_.write(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- " + in_comment(texts_.description()) +
            " -->\n<adag xmlns=\"http://pegasus.isi.edu/schema/DAX\" version=\"2.1\" "
            "count=\"1\" index=\"0\" name=\"" +
            escaped(texts_.program()) + "\" jobCount=\"" + std::to_string(graph_.tasks.size()) +
            "\" fileCount=\"0\" childCount=\"" + std::to_string(children()) + "\">\n");
        for (TaskIndex task = 0; task < graph_.tasks.size(); ++task)
            out_.write("<job id=\"" + texts_.id(task) + "\" name=\"" + escaped(texts_.name(task)) +
                       "\" runtime=\"" + texts_.seconds(graph_.tasks[task].work) + "\"/>\n");
        for (TaskIndex task = 0; task < graph_.tasks.size(); ++task)
            write_parents(task);
        out_.write("</adag>\n");
    }

private:
    std::size_t children() const {
        std::size_t count = 0;
        for (TaskIndex task = 0; task < graph_.tasks.size(); ++task)
            count += has_parents(task) ? 1 : 0;
        return count;
    }

    bool has_parents(TaskIndex task) const {
        return graph_.tasks[task].n_parents > 0 || processor_before_[task] != no_task;
    }

    void write_parents(TaskIndex task) {
        if (!has_parents(task))
            return;
        out_.write("<child ref=\"" + texts_.id(task) + "\">");
        const auto parents = graph_.parents_of(task);
        for (const TaskIndex parent : parents)
            out_.write("<parent ref=\"" + texts_.id(parent) + "\"/>");
        const TaskIndex before = processor_before_[task];
        if (before != no_task && std::ranges::find(parents, before) == parents.end())
            out_.write("<parent ref=\"" + texts_.id(before) + "\"/>");
        out_.write("</child>\n");
    }

    const TaskGraph& graph_;
    LargeVector<TaskIndex> processor_before_; ///< by task: the one before on its processor
    TaskTexts texts_;
    OutputFile& out_;
};

} // namespace

void write_dax(const Run& run, const std::string& cost, OutputFile& out) {
    const TaskGraph graph = task_graph(run);
    DaxWriter(run, graph, nullptr, cost, out).write();
}

void write_planned_dax(const Run& run, const std::string& cost, const ScheduledTasks& plan,
                       OutputFile& out) {
    DaxWriter(run, plan.graph, &plan, cost, out).write();
}

bool begins_dax(std::string_view begin) {
    return begin.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- ilmgen:");
}

} // namespace ilm
