// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tasks of a run for SimGrid and other simulators that read the DAX files
// of Pegasus.
#include "ilmgen/emit/export/exports.h"

#include "ilmgen/emit/export/task_texts.h"

namespace ilm {

namespace {

/// In an attribute between quotes.  XML has no control characters, whatever the escape.
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
    DaxWriter(const Run& run, const std::string& cost, OutputFile& out)
        : graph_(task_graph(run)), texts_(run, graph_, cost), out_(out) {}

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
        for (const Task& task : graph_.tasks)
            count += task.n_parents > 0 ? 1 : 0;
        return count;
    }

    void write_parents(TaskIndex task) {
        if (graph_.tasks[task].n_parents == 0)
            return;
        out_.write("<child ref=\"" + texts_.id(task) + "\">");
        for (const TaskIndex parent : graph_.parents_of(task))
            out_.write("<parent ref=\"" + texts_.id(parent) + "\"/>");
        out_.write("</child>\n");
    }

    const TaskGraph graph_;
    TaskTexts texts_;
    OutputFile& out_;
};

} // namespace

void write_dax(const Run& run, const std::string& cost, OutputFile& out) {
    DaxWriter(run, cost, out).write();
}

bool begins_dax(std::string_view begin) {
    return begin.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- ilmgen:");
}

} // namespace ilm
