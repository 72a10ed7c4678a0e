// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/parallel_reader.h"

#include "ilmgen/from/trace/batch_queue.h"
#include "ilmgen/model/held_signals.h"

#include <exception>
#include <thread>

namespace ilm {

namespace {

/// Thrown through the reader when nobody wants more events.
struct Stopped {};

/// Collects events and sends them off by the batch.
class Batcher : public EventSink {
public:
    explicit Batcher(BatchQueue& queue) : queue_(queue) {}

    void event(const Event& event) override {
        if (batch_ != nullptr && batch_->add(event))
            return;
        flush();
        batch_ = queue_.begin_fill();
        if (batch_ == nullptr)
            throw Stopped();
        batch_->add(event);
    }

    void flush() {
        if (batch_ != nullptr)
            queue_.end_fill();
        batch_ = nullptr;
    }

private:
    BatchQueue& queue_;
    EventBatch* batch_ = nullptr;
};

/// The source of the batcher's events. Before a read that may take long, the events so far are
/// handed over.
class Source : public ByteSource {
public:
    Source(ByteSource& source, BatchQueue& queue, Batcher& batcher)
        : source_(source), queue_(queue), batcher_(batcher) {}

    std::size_t read(char* to, std::size_t most) override {
        batcher_.flush();
        queue_.hand_over();
        return source_.read(to, most);
    }
    void cancel() override { source_.cancel(); }

private:
    ByteSource& source_;
    BatchQueue& queue_;
    Batcher& batcher_;
};

/// How the reading ended.
struct End {
    std::optional<Damage> damage;
    std::exception_ptr failure;
};

End read_into(BatchQueue& queue, ByteSource& source, Declaration* declared) {
    End end;
    Batcher batcher(queue);
    try {
        Source handing_over(source, queue, batcher);
        end.damage = read_trace(handing_over, batcher, declared);
    } catch (const Stopped&) {
    } catch (...) {
        end.failure = std::current_exception();
    }
    batcher.flush();
    queue.end();
    return end;
}

/// Gives the batch to the sink. Returns what is wrong with one of its events, if anything is.
std::optional<Damage> give(const EventBatch& batch, EventSink& sink) {
    std::uint64_t byte = 0;
    try {
        batch.for_each([&](const Event& event) {
            byte = event.byte;
            sink.event(event);
        });
    } catch (const Error& error) {
        if (!error.place())
            throw;
        return Damage{error, byte};
    }
    return std::nullopt;
}

/// Ends the other thread, too, whatever happens in this one. Signals are left to this one.
class ReaderThread {
public:
    ReaderThread(BatchQueue& queue, ByteSource& source, Declaration* declared)
        : queue_(queue), source_(source) {
        const HeldSignals held;
        thread_ = std::thread([this, declared] { end_ = read_into(queue_, source_, declared); });
    }
    ~ReaderThread() {
        if (thread_.joinable())
            stop();
    }
    ReaderThread(const ReaderThread&) = delete;
    ReaderThread& operator=(const ReaderThread&) = delete;

    void stop() {
        queue_.stop();
        source_.cancel();
        thread_.join();
    }
    /// Waits for the end of the trace.
    End end() {
        thread_.join();
        return end_;
    }

private:
    BatchQueue& queue_;
    ByteSource& source_;
    End end_;
    std::thread thread_;
};

} // namespace

std::optional<Damage> read_trace_in_parallel(ByteSource& source, EventSink& sink,
                                             Declaration* declared) {
    BatchQueue queue;
    ReaderThread reading(queue, source, declared);
    while (const EventBatch* batch = queue.begin_empty()) {
        if (std::optional<Damage> damage = give(*batch, sink))
            return damage;
        queue.end_empty();
    }
    const End end = reading.end();
    if (end.failure)
        std::rethrow_exception(end.failure);
    return end.damage;
}

} // namespace ilm
