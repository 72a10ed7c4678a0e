// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tables of a profile for pprof: strings, functions, places in the code, and the files that
// contain the code.
#ifndef ILMGEN_EMIT_EXPORT_PPROF_PLACES_H
#define ILMGEN_EMIT_EXPORT_PPROF_PLACES_H

#include "ilmgen/run/run.h"

#include <cstdint>
#include <map>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

/// Functions return numbers as the format counts them: strings from 0 on, the rest from 1 on.
class PprofPlaces {
public:
    explicit PprofPlaces(const Run& run);

    std::uint64_t string(const std::string& text);
    /// The places of a stack's calls, the innermost first.
    std::vector<std::uint64_t> locations(StackNumber stack);
    /// A location with a function of this name, for values that have no place in the code.
    std::uint64_t location(const std::string& name);

    /// Adds the tables as fields of a profile.  Strings must be written last, because the other
    /// tables add some.
    void write_tables(protozero::pbf_writer& profile);
    void write_strings(protozero::pbf_writer profile) const;

private:
    struct Location {
        const CodePlace* code = nullptr; ///< null: the location has no code
        std::uint64_t mapping = 0;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> lines; ///< function and line
    };
    /// A file with code. Its addresses are invented: the files are laid out one behind the other,
    /// because the trace contains no addresses, only offsets in files.
    struct Mapping {
        std::string file;
        std::uint64_t begin = 0;
        std::uint64_t size = 0;
    };

    std::uint64_t function(const std::string& name, const std::string& file);
    std::uint64_t mapping(const std::string& object, std::uint64_t offset);
    std::uint64_t add(Location location);
    void lay_out();
    void write_mapping(std::uint64_t number, protozero::pbf_writer mapping);
    void write_location(std::uint64_t number, protozero::pbf_writer location) const;

    const Run& run_;
    std::unordered_map<std::string, std::uint64_t> string_numbers_;
    std::vector<std::string> strings_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> functions_; ///< name and file
    std::unordered_map<std::uint32_t, std::uint64_t> by_code_; ///< locations by CodePlace::number
    std::unordered_map<std::string, std::uint64_t> by_name_;   ///< locations without code
    std::vector<Location> locations_;
    std::map<std::string, std::uint64_t> mapping_numbers_;
    std::vector<Mapping> mappings_;
};

} // namespace ilm

#endif
