// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/export/pprof_places.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/emit/export/nonzero.h"

#include <algorithm>
#include <numeric>

namespace ilm {

namespace {

/// Fields of a profile.
constexpr protozero::pbf_tag_type mapping_field = 3;
constexpr protozero::pbf_tag_type location_field = 4;
constexpr protozero::pbf_tag_type function_field = 5;
constexpr protozero::pbf_tag_type string_field = 6;

/// The invented address of the first file. Each file begins at a multiple of it.
constexpr std::uint64_t file_alignment = std::uint64_t{1} << 20;

std::string path_of(const SourceLine& source) {
    const bool has_folder = !source.folder.empty() && !source.file.starts_with('/');
    return has_folder ? source.folder + "/" + source.file : source.file;
}

bool is_library(const std::string& file) {
    return file.find(".so") != std::string::npos;
}

} // namespace

PprofPlaces::PprofPlaces(const Run& run) : run_(run) {
    string("");
}

std::uint64_t PprofPlaces::string(const std::string& text) {
    const auto [found, is_new] = string_numbers_.try_emplace(text, strings_.size());
    if (is_new)
        strings_.push_back(text);
    return found->second;
}

std::uint64_t PprofPlaces::function(const std::string& name, const std::string& file) {
    const std::uint64_t next = functions_.size() + 1;
    return functions_.try_emplace({string(name), string(file)}, next).first->second;
}

/// 0: none.
std::uint64_t PprofPlaces::mapping(const std::string& object, std::uint64_t offset) {
    if (object.empty())
        return 0;
    const auto [found, is_new] = mapping_numbers_.try_emplace(object, mappings_.size() + 1);
    if (is_new)
        mappings_.push_back({object});
    Mapping& this_mapping = mappings_[found->second - 1];
    this_mapping.size = std::max(this_mapping.size, offset + 1);
    return found->second;
}

std::uint64_t PprofPlaces::add(Location location) {
    locations_.push_back(std::move(location));
    return locations_.size();
}

std::uint64_t PprofPlaces::location(const std::string& name) {
    std::uint64_t& known = by_name_[name];
    if (known == 0)
        known = add({nullptr, 0, {{function(name, ""), 0}}});
    return known;
}

std::vector<std::uint64_t> PprofPlaces::locations(StackNumber stack) {
    std::vector<std::uint64_t> numbers;
    for (const CodePlace* const code : run_.stacks.calls(stack)) {
        std::uint64_t& known = by_code_[code->number];
        if (known == 0) {
            Location location{code, mapping(code->object, code->offset), {}};
            for (const SourceLine& source : code->source)
                location.lines.emplace_back(function(source.function, path_of(source)),
                                            source.line);
            known = add(std::move(location));
        }
        numbers.push_back(known);
    }
    return numbers;
}

void PprofPlaces::lay_out() {
    std::uint64_t begin = file_alignment;
    for (Mapping& mapping : mappings_) {
        mapping.begin = begin;
        begin += (mapping.size / file_alignment + 1) * file_alignment;
    }
}

/// Says that all names are known, because hpcmp has already looked in the files in which pprof
/// would look.
void PprofPlaces::write_mapping(std::uint64_t number, protozero::pbf_writer mapping) {
    const Mapping& this_mapping = mappings_[number - 1];
    mapping.add_uint64(1, number);
    mapping.add_uint64(2, this_mapping.begin);
    mapping.add_uint64(3, this_mapping.begin + this_mapping.size);
    mapping.add_uint64(5, string(this_mapping.file));
    for (const auto has_names : {7U, 8U, 9U, 10U}) // functions, files, lines, inlined
        mapping.add_bool(has_names, true);
}

void PprofPlaces::write_location(std::uint64_t number, protozero::pbf_writer location) const {
    const Location& this_location = locations_[number - 1];
    location.add_uint64(1, number);
    add_nonzero(location, 2, this_location.mapping);
    if (this_location.code != nullptr) {
        const std::uint64_t begin =
            this_location.mapping == 0 ? 0 : mappings_[this_location.mapping - 1].begin;
        add_nonzero(location, 3, begin + this_location.code->offset);
    }
    for (const auto& [function, number_of_line] : this_location.lines) {
        protozero::pbf_writer line(location, 4);
        line.add_uint64(1, function);
        add_nonzero(line, 2, number_of_line);
    }
}

/// The program's own file comes first, because the format requires it. A function has a name to be
/// shown and a system name. If both were the long name, pprof would shorten it itself, and turn
/// (anonymous namespace)::f(int) into ::f.
void PprofPlaces::write_tables(protozero::pbf_writer& profile) {
    lay_out();
    std::vector<std::uint64_t> order(mappings_.size());
    std::iota(order.begin(), order.end(), 1);
    std::stable_partition(order.begin(), order.end(), [this](std::uint64_t mapping) {
        return !is_library(mappings_[mapping - 1].file);
    });
    for (const std::uint64_t mapping : order)
        write_mapping(mapping, {profile, mapping_field});
    for (std::uint64_t i = 1; i <= locations_.size(); ++i)
        write_location(i, {profile, location_field});
    for (const auto& [texts, number] : functions_) {
        protozero::pbf_writer function(profile, function_field);
        function.add_uint64(1, number);
        add_nonzero(function, 2, string(short_name(strings_[texts.first])));
        add_nonzero(function, 3, texts.first);
        add_nonzero(function, 4, texts.second);
    }
}

void PprofPlaces::write_strings(protozero::pbf_writer profile) const {
    for (const std::string& text : strings_)
        profile.add_string(string_field, text);
}

} // namespace ilm
