// SPDX-License-Identifier: GPL-2.0-or-later
//
// The readers of logs alone: their events are only counted.
//
//   log_pass [--map=FILE] FILE...
#include "ilmgen/from/open_log.h"
#include "ilmgen/model/error.h"

#include <cstdio>

namespace {

class Counter : public ilm::EventSink {
public:
    void event(const ilm::Event&) override { ++events_; }
    std::uint64_t events() const { return events_; }

private:
    std::uint64_t events_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    try {
        std::vector<std::string> files(argv + 1, argv + argc);
        ilm::Reading how;
        if (!files.empty() && files.front().starts_with("--map=")) {
            how.map = files.front().substr(6);
            files.erase(files.begin());
        }
        ilm::LogSources sources(files);
        Counter counter;
        const auto log = ilm::open_log(sources, how);
        const bool whole = !log->read(counter);
        std::printf("%llu events\n", static_cast<unsigned long long>(counter.events()));
        return whole ? 0 : 1;
    } catch (const ilm::Error& error) {
        std::fprintf(stderr, "log_pass: %s\n", error.what());
        return 1;
    }
}
