// SPDX-License-Identifier: GPL-2.0-or-later
//
// RapidJSON parses standard input and nobody listens: the floor under every program
// that reads a trace.
#include <rapidjson/error/en.h>
#include <rapidjson/filereadstream.h>
#include <rapidjson/reader.h>

#include <cstdio>

int main() {
    char buffer[65536];
    rapidjson::FileReadStream stream(stdin, buffer, sizeof buffer);
    rapidjson::BaseReaderHandler<> nobody;
    rapidjson::Reader reader;
    const rapidjson::ParseResult result = reader.Parse(stream, nobody);
    if (result.IsError()) {
        std::fprintf(stderr, "byte %zu: %s\n", result.Offset(),
                     rapidjson::GetParseError_En(result.Code()));
        return 1;
    }
}
