// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/missing_parts.h"

#include "ilmgen/model/called_by_hpcmp.h"

namespace ilm {

namespace {

std::string went_on_as(const std::string& program) {
    return "the process went on as " + program + ", which is not recorded; hpcmp records it " +
           without_no_children();
}

} // namespace

std::vector<std::string> MissingParts::sentences() const {
    std::vector<std::string> sentences = unseen_.sentences();
    if (!executed().empty())
        sentences.push_back(went_on_as(executed()));
    return sentences;
}

std::vector<std::string> both(std::vector<std::string> first,
                              const std::vector<std::string>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::vector<std::string> with_prefix(const std::string& prefix,
                                     std::vector<std::string> sentences) {
    for (std::string& sentence : sentences)
        sentence.insert(0, prefix);
    return sentences;
}

std::string lost_order(std::uint64_t acquires) {
    return std::to_string(acquires) +
           " acquires refer to releases too long ago to be remembered; some order may be lost";
}

std::vector<std::string> what_is_missing(const LogReader& log, const std::vector<std::string>& said,
                                         std::uint64_t lost) {
    std::vector<std::string> sentences = both(log.figures().missing, said);
    if (lost > 0)
        sentences.push_back(lost_order(lost));
    return sentences;
}

} // namespace ilm
