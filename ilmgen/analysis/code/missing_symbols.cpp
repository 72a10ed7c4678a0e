// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/missing_symbols.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace ilm {

namespace {

/// dpkg has a list of files for each installed package: its lines are paths.
constexpr const char* dpkgs_lists = "/var/lib/dpkg/info";

bool has_line(const std::filesystem::path& list, const std::string& path) {
    // Packages that are older than Debian's merger of /bin and /usr/bin still say /bin.
    constexpr std::string_view usr = "/usr";
    const std::string older = path.starts_with(usr) ? path.substr(usr.size()) : path;
    std::ifstream in(list);
    for (std::string line; std::getline(in, line);)
        if (line == path || line == older)
            return true;
    return false;
}

/// The installed package that the file is from; empty if there is none, or no dpkg.
std::string package_of(const std::string& path) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(dpkgs_lists, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::filesystem::path& list = entry->path();
        if (list.extension() != ".list" || !has_line(list, path))
            continue;
        const std::string name = list.stem();
        return name.substr(0, name.find(':'));
    }
    return {};
}

/// The path of the file that the innermost function of the program's own is from.
std::string file_of(const Run& run, StackNumber stack) {
    const std::string name = run.stacks.own_object(stack);
    for (const CodePlace* const code : run.stacks.calls(stack))
        if (code->object.substr(code->object.rfind('/') + 1) == name)
            return code->object;
    return {};
}

} // namespace

Finding missing_symbols(const Run& run, const Functions& functions, const CriticalPath& path,
                        std::uint64_t span) {
    constexpr std::uint64_t part_of_path = 10;
    for (const auto& [function, work] : path.by_function(functions)) {
        if (part_of_path * work < span)
            return {};
        if (function == no_work_key || !functions.can_name(function) ||
            functions.name(function) !=
                nameless_code(run.stacks.own_object(functions.stack(function))))
            continue;
        const std::string file = file_of(run, functions.stack(function));
        const std::string package = file.empty() ? "" : package_of(file);
        return {"Symbols",
                file.substr(file.rfind('/') + 1) + " has no names for the functions of " +
                    percent(ratio(work, span)) + " of the critical path" +
                    (package.empty() ? "" : "; look for Debian's package " + package + "-dbgsym")};
    }
    return {};
}

} // namespace ilm
