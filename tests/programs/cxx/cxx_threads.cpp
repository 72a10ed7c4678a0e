// SPDX-License-Identifier: GPL-2.0-or-later
//
// C++'s threads and primitives, as they arrive in the C library.
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>

#include "mark.h"

namespace {

std::mutex mutex;
std::recursive_mutex recursive;
std::shared_mutex shared;
std::condition_variable condition;
bool ready = false;

void body() {
    {
        const std::lock_guard lock(mutex);
        ready = true;
    }
    condition.notify_all();
    const std::shared_lock reader(shared);
}

// An exception unwinds a frame that holds locks.
void throws() {
    const std::scoped_lock lock(mutex, recursive);
    throw std::runtime_error("on purpose");
}

} // namespace

int main() {
    mark_address("mutex", &mutex);
    mark_address("recursive", &recursive);
    mark_address("shared", &shared);
    mark_address("condition", &condition);
    std::thread thread(body);
    {
        std::unique_lock lock(mutex);
        condition.wait_for(lock, std::chrono::hours(1), [] { return ready; });
    }
    thread.join();
    { const std::unique_lock writer(shared); }
    try {
        throws();
    } catch (const std::runtime_error& error) {
        std::puts(error.what());
    }
    HPCMP_MARK("caught");
}
