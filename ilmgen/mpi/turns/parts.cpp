// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/turns/parts.h"

#include "ilmgen/model/error.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace ilm {

namespace {

using Json = rapidjson::Writer<rapidjson::StringBuffer>;

constexpr const char* manifest_begin = R"({"ilm":"parts",)";

std::string base_name(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

/// The text of a manifest; empty if the file is none.
std::string text_of_manifest(const std::string& path) {
    std::ifstream file(path);
    std::string begin(std::string_view(manifest_begin).size(), '\0');
    file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    if (!file || begin != manifest_begin)
        return {};
    return begin + std::string(std::istreambuf_iterator<char>(file), {});
}

void text(Json& json, const char* key, const std::string& value) {
    json.Key(key);
    json.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
}

void number(Json& json, const char* key, std::uint64_t value) {
    json.Key(key);
    json.Uint64(value);
}

} // namespace

Parts::Parts(const std::string& output, bool force, Job& job) : force_(force) {
    std::filesystem::path stem(output);
    if (const std::string last = stem.extension().string(); last == ".gz" || last == ".zst") {
        extension_ = last;
        stem.replace_extension();
    }
    extension_ = stem.extension().string() + extension_;
    stem_ = stem.replace_extension().string();
    if (output == "-" || base_name(stem_).empty())
        throw Error(output + ": each process writes a file of its own, so a file's name is needed");
    listed_ = job.tell_all(job.number() == 0 ? text_of_manifest(manifest()) : "").front();
    check(part(job.number()));
    if (job.number() == 0)
        check(manifest());
}

std::string Parts::part(std::size_t number) const {
    return stem_ + "." + std::to_string(number) + extension_;
}

void Parts::check(const std::string& path) const {
    std::error_code error;
    const bool is_nothing = !std::filesystem::is_regular_file(path, error) ||
                            std::filesystem::file_size(path, error) == 0;
    const bool is_ours =
        path == manifest()
            ? !text_of_manifest(path).empty()
            : listed_.find("\"file\":\"" + base_name(path) + "\"") != std::string::npos;
    if (!force_ && !is_nothing && !is_ours)
        throw Error(path + ": would be the output, but exists and is no part of an ILM; choose "
                           "another name, or --force replaces it");
}

OutputFile::Guard Parts::guard() const {
    if (force_)
        return nullptr;
    return [this](const std::string& path) { check(path); };
}

void Parts::write_manifest(const Shares& shares, std::uint64_t events, Job& job) const {
    const Letters machines = job.tell_all(Job::machine());
    if (job.number() == 0) {
        rapidjson::StringBuffer manifest_text;
        Json json(manifest_text);
        json.StartObject();
        text(json, "ilm", "parts");
        number(json, "blocks", shares.blocks);
        number(json, "events", events);
        json.Key("files");
        json.StartArray();
        for (std::size_t i = 0; i < machines.size(); ++i) {
            const Share& share = shares.by_process[i];
            json.StartObject();
            text(json, "file", base_name(part(i)));
            number(json, "blocks", share.end - share.begin);
            text(json, "machine", machines[i]);
            json.EndObject();
        }
        json.EndArray();
        json.EndObject();
        OutputFile file(manifest(), guard());
        file.write({manifest_text.GetString(), manifest_text.GetSize()});
        file.Put('\n');
        file.commit();
    }
    job.tell_all("");
}

} // namespace ilm
