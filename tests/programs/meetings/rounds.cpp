// SPDX-License-Identifier: GPL-2.0-or-later
//
// Four threads do equal work in rounds.  Each begins a round when all have ended
// the one before; the argument says by what they know.
#include <barrier>
#include <condition_variable>
#include <cstring>
#include <linux/futex.h>
#include <mutex>
#include <semaphore.h>
#include <string>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <threads.h>

#include "mark.h"

namespace {

constexpr int n_threads = 4, n_rounds = 10;
constexpr unsigned long n_steps = 600000;

class Meeting {
public:
    virtual ~Meeting() = default;
    virtual void meet(int thread) = 0;
};

// They don't.
class Nothing : public Meeting {
    void meet(int) override {}
};

class PosixBarrier : public Meeting {
public:
    PosixBarrier() { MUST(pthread_barrier_init(&barrier_, nullptr, n_threads) == 0); }

private:
    void meet(int) override { pthread_barrier_wait(&barrier_); }
    pthread_barrier_t barrier_;
};

class StdBarrier : public Meeting {
public:
    StdBarrier() { HPCMP_BARRIER_BEGIN(&barrier_, n_threads); }

private:
    void meet(int) override {
        HPCMP_BARRIER_ARRIVE(&barrier_);
        barrier_.arrive_and_wait();
        HPCMP_BARRIER_DEPART(&barrier_);
    }
    std::barrier<> barrier_{n_threads};
};

// The last one to come wakes the others.
class C11Condition : public Meeting {
public:
    C11Condition() { MUST(mtx_init(&mutex_, mtx_plain) == 0 && cnd_init(&all_here_) == 0); }

private:
    void meet(int) override {
        mtx_lock(&mutex_);
        const int round = n_here_ / n_threads;
        if (++n_here_ == (round + 1) * n_threads)
            cnd_broadcast(&all_here_);
        while (n_here_ < (round + 1) * n_threads)
            cnd_wait(&all_here_, &mutex_);
        mtx_unlock(&mutex_);
    }
    mtx_t mutex_;
    cnd_t all_here_;
    int n_here_ = 0;
};

class StdCondition : public Meeting {
    void meet(int) override {
        std::unique_lock lock(mutex_);
        const int round = n_here_ / n_threads;
        if (++n_here_ == (round + 1) * n_threads)
            all_here_.notify_all();
        all_here_.wait(lock, [&] { return n_here_ >= (round + 1) * n_threads; });
    }
    std::mutex mutex_;
    std::condition_variable_any all_here_;
    int n_here_ = 0;
};

// Each tells each other one, by what only these two use.
class Messages : public Meeting {
    void meet(int thread) override {
        for (int other = 0; other < n_threads; ++other)
            if (other != thread)
                tell(thread, other);
        for (int other = 0; other < n_threads; ++other)
            if (other != thread)
                hear(other, thread);
    }
    virtual void tell(int from, int to) = 0;
    virtual void hear(int from, int to) = 0;
};

class Semaphores : public Messages {
public:
    Semaphores() {
        for (sem_t& semaphore : semaphores_)
            MUST(sem_init(&semaphore, 0, 0) == 0);
    }

private:
    sem_t& between(int from, int to) { return semaphores_[from * n_threads + to]; }
    void tell(int from, int to) override { MUST(sem_post(&between(from, to)) == 0); }
    void hear(int from, int to) override { MUST(sem_wait(&between(from, to)) == 0); }
    sem_t semaphores_[n_threads * n_threads];
};

// Through descriptors: [0] is read from, [1] written into.
class Descriptors : public Messages {
public:
    explicit Descriptors(const std::string& kind) {
        for (int* fds : fds_)
            if (kind == "pipe")
                MUST(pipe(fds) == 0);
            else if (kind == "eventfd")
                MUST((fds[0] = fds[1] = eventfd(0, EFD_SEMAPHORE)) >= 0);
            else
                MUST(socketpair(AF_UNIX, kind == "stream" ? SOCK_STREAM : SOCK_DGRAM, 0, fds) == 0);
    }

private:
    void tell(int from, int to) override {
        const eventfd_t one = 1;
        MUST(write(fds_[from * n_threads + to][1], &one, sizeof one) == sizeof one);
    }
    void hear(int from, int to) override {
        eventfd_t one = 0;
        MUST(read(fds_[from * n_threads + to][0], &one, sizeof one) == sizeof one && one == 1);
    }
    int fds_[n_threads * n_threads][2];
};

// All threads tell the first one, which then tells all.  A thread that is told is asleep.
class Futexes : public Meeting {
    void meet(int thread) override {
        for (int other = 1; other < n_threads; ++other)
            if (thread == 0)
                hear(other);
            else if (thread == other)
                tell(other);
        for (int other = 1; other < n_threads; ++other)
            if (thread == 0)
                tell(n_threads + other);
            else if (thread == other)
                hear(n_threads + other);
    }
    long futex(int word, int operation) {
        return syscall(SYS_futex, &words_[word], operation, operation == FUTEX_WAKE, nullptr);
    }
    void tell(int word) {
        while (futex(word, FUTEX_WAKE) == 0)
            usleep(1000);
    }
    void hear(int word) {
        while (futex(word, FUTEX_WAIT) != 0) {
        }
    }
    int words_[2 * n_threads] = {};
};

Meeting* by_name(const std::string& name) {
    if (name == "nothing")
        return new Nothing;
    if (name == "barrier")
        return new PosixBarrier;
    if (name == "std-barrier")
        return new StdBarrier;
    if (name == "c11")
        return new C11Condition;
    if (name == "cxx")
        return new StdCondition;
    if (name == "semaphore")
        return new Semaphores;
    if (name == "futex")
        return new Futexes;
    return new Descriptors(name);
}

Meeting* meeting;

void* do_rounds(void* number) {
    for (int round = 1; round <= n_rounds; ++round) {
        HPCMP_MARK(("begin " + std::to_string(round)).c_str());
        work(n_steps);
        HPCMP_MARK(("end " + std::to_string(round)).c_str());
        meeting->meet(static_cast<int>(reinterpret_cast<intptr_t>(number)));
    }
    return nullptr;
}

} // namespace

int main(int, char** argv) {
    meeting = by_name(argv[1]);
    HPCMP_MARK("starts");
    pthread_t threads[n_threads];
    for (intptr_t i = 0; i < n_threads; ++i)
        threads[i] = start(do_rounds, reinterpret_cast<void*>(i));
    for (pthread_t thread : threads)
        join(thread);
}
