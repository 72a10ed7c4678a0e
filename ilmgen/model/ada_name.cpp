// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/ada_name.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace ilm {

namespace {

/// The parts of a linker's name, from its beginning to its end.
class AdaParts {
public:
    explicit AdaParts(std::string_view linked) : rest_(linked) {}

    /// Returns nothing if it is no name of Ada's.
    std::optional<std::string> name() {
        skip("_ada_");
        do {
            if (skip_block())
                continue;
            if (!take_word() && !take_operator())
                return std::nullopt;
            skip_kind();
            take_attribute();
            if (rest_.empty())
                return name_;
            name_ += '.';
        } while (skip("__"));
        return std::nullopt;
    }

private:
    using Replacement = std::pair<std::string_view, std::string_view>;

    bool skip(std::string_view part) {
        const bool is_there = rest_.starts_with(part);
        if (is_there)
            rest_.remove_prefix(part.size());
        return is_there;
    }

    /// For example "_E12" behind "_E".
    bool skip_number_behind(std::string_view part) {
        const std::string_view before = rest_;
        if (skip(part) && skip_all_of("0123456789"))
            return true;
        rest_ = before;
        return false;
    }

    /// Returns whether there were any.
    bool skip_all_of(std::string_view characters) {
        const std::size_t end = std::min(rest_.find_first_not_of(characters), rest_.size());
        rest_.remove_prefix(end);
        return end > 0;
    }

    /// "B_1" and "L_1" stand for blocks and loops that have no name.
    bool skip_block() { return skip_number_behind("B_") || skip_number_behind("L_"); }

    /// Small letters and digits, with single underscores between them.
    bool take_word() {
        if (rest_.empty() || rest_.front() < 'a' || rest_.front() > 'z')
            return false;
        const auto is_in_word = [this](std::size_t at) {
            const char c = at < rest_.size() ? rest_[at] : ' ';
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        };
        std::size_t end = 1;
        while (is_in_word(end) || (rest_.substr(end, 1) == "_" && is_in_word(end + 1)))
            ++end;
        name_ += rest_.substr(0, end);
        rest_.remove_prefix(end);
        return true;
    }

    bool take_operator() {
        constexpr std::array<Replacement, 19> operators = {{
            {"Oabs", "abs"},  {"Oand", "and"},    {"Omod", "mod"},    {"Onot", "not"},
            {"Oor", "or"},    {"Orem", "rem"},    {"Oxor", "xor"},    {"Oeq", "="},
            {"One", "/="},    {"Olt", "<"},       {"Ole", "<="},      {"Ogt", ">"},
            {"Oge", ">="},    {"Oadd", "+"},      {"Osubtract", "-"}, {"Oconcat", "&"},
            {"Oexpon", "**"}, {"Omultiply", "*"}, {"Odivide", "/"},
        }};
        const auto* const found = std::ranges::find_if(
            operators, [this](const Replacement& known) { return skip(known.first); });
        if (found == operators.end())
            return false;
        name_ += '"';
        name_ += found->second;
        name_ += '"';
        return true;
    }

    /// Skips the parts that tell several entities of one name apart, or that tell what kind of
    /// entity it is.
    void skip_kind() {
        if (skip("X")) // in the body of a package
            skip_all_of("bn");
        if (!skip("TKB")) // the body of a task; what lies in one
            skip("TK");
        if (rest_ == "P" || rest_ == "N") // of a protected object, with and without its lock
            rest_ = {};
        if ((skip_number_behind("_E") || skip_number_behind("_B")) && rest_ == "s")
            rest_ = {};                    // an entry of a protected object, its barrier
        std::string_view separator = "__"; // which overloaded one: "__2", "__2_1"
        while (skip_number_behind(separator))
            separator = "_";
    }

    void take_attribute() {
        constexpr std::array<Replacement, 10> attributes = {{
            {"___elabb", "'Elab_Body"},
            {"___elabs", "'Elab_Spec"},
            {"___size", "'Size"},
            {"___alignment", "'Alignment"},
            {"SR", "'Read"},
            {"SW", "'Write"},
            {"SI", "'Input"},
            {"SO", "'Output"},
            {"DF", ".Finalize"},
            {"DA", ".Adjust"},
        }};
        for (const auto& [linked, written] : attributes)
            if (rest_ == linked) {
                name_ += written;
                rest_ = {};
            }
    }

    std::string_view rest_;
    std::string name_;
};

} // namespace

bool is_ada_file(std::string_view file) {
    constexpr std::array<std::string_view, 3> endings = {".adb", ".ads", ".ada"};
    return std::ranges::any_of(endings,
                               [file](std::string_view ending) { return file.ends_with(ending); });
}

std::string ada_name(const std::string& linked) {
    std::string_view name = linked;
    // Valgrind 3.27 decodes most names, and puts the others into brackets.
    if (name.starts_with('<') && name.ends_with('>'))
        name = name.substr(1, name.size() - 2);
    // The compiler tells its copies of a subprogram apart behind a dot: "lists__sort.part.0".  A
    // name that is decoded already ends in a word: "lists.sort".
    const std::size_t dot = name.find('.');
    const std::string_view last = name.substr(name.rfind('.') + 1);
    if (dot != std::string_view::npos && last != "cold" &&
        last.find_first_not_of("0123456789") != std::string_view::npos)
        return linked;
    return AdaParts(name.substr(0, dot)).name().value_or(linked);
}

} // namespace ilm
