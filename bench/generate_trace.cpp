// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes a valid trace of any length to standard output, fast enough to feed ilmgen
// through a pipe.  Addresses, sizes and counts look like a real program's, since
// their digits are most of a trace's bytes.
//
//    generate_trace KIND EVENTS [THREADS [RELEASES]]
//
// KIND
//   pairs        one thread allocates and frees, hardly a sync event
//   allocations  THREADS allocate and free and now and then take a mutex
//   barrier      THREADS arrive at a barrier and leave it
//   chain        a mutex goes round THREADS; every event comes after all before
//   posts        objects with RELEASES posts of a semaphore each, then as many waits
//   fan          as many threads as EVENTS allow, forked and joined by one
//
// EVENTS is rounded up to whole rounds and a few that begin and end the trace.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using Number = std::uint64_t;

constexpr Number first_heap_address = 77852736;
constexpr Number sync_address = 67320360;
constexpr Number slot_bytes = 1024;
constexpr Number slots_per_thread = 256;

/// xorshift64: the same trace every time.
class Random {
public:
    Number below(Number limit) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return (state_ >> 11) % limit;
    }

private:
    Number state_ = 88172645463325252;
};

/// A heap block, in a place of its own.
struct Block {
    Number addr;
    Number size;
};

/// Events to text.  Gives them their ids.
class Writer {
public:
    Writer() : text_(std::size_t{1} << 18), end_(text_.data()) {
        put(R"([
{"thid":1,"icnt":0,"id":1,"info":"generate_trace")");
    }
    ~Writer() {
        put("}\n]\n");
        flush();
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    Number events() const { return id_; }

    void alloc(Number thread, Block block) {
        begin(thread);
        put(R"(,"life":{"alloc":{"addr":)", block.addr, R"(,"size":)", block.size, "}}");
    }
    void free(Number thread, Block block) {
        begin(thread);
        put(R"(,"life":{"free":)");
        usage_entry(block);
        put("}");
    }
    void new_sync(Number thread, std::string_view prim, Number object) {
        life("newsync", thread, prim, object);
    }
    void del_sync(Number thread, std::string_view prim, Number object) {
        life("delsync", thread, prim, object);
    }
    void fork(Number thread, Number child) { meet("fork", thread, child); }
    void join(Number thread, Number child) { meet("join", thread, child); }
    void exit(Number thread) {
        begin(thread);
        put(R"(,"sync":{"exit":null,"usage":[]})");
    }
    void release(Number thread, std::string_view prim, Number object, Number seq,
                 const std::vector<Block>& touched = {}) {
        sync("rel", thread, prim, object, seq, touched);
    }
    void acquire(Number thread, std::string_view prim, Number object, Number seq,
                 const std::vector<Block>& touched = {}) {
        sync("acq", thread, prim, object, seq, touched);
    }

private:
    /// Closes the event before and leaves this one open.
    void begin(Number thread) {
        if (text_.data() + text_.size() - end_ < longest_event)
            flush();
        put("},\n{\"thid\":", thread, R"(,"icnt":)", 30 + random_.below(900), R"(,"id":)", ++id_);
    }
    void life(std::string_view kind, Number thread, std::string_view prim, Number object) {
        begin(thread);
        put(R"(,"life":{")", kind, R"(":{"prim":")", prim, R"(","addr":)", object, "}}");
    }
    void meet(std::string_view kind, Number thread, Number other) {
        begin(thread);
        put(R"(,"sync":{")", kind, R"(":)", other, R"(,"usage":[]})");
    }
    void sync(std::string_view kind, Number thread, std::string_view prim, Number object,
              Number seq, const std::vector<Block>& touched) {
        begin(thread);
        put(R"(,"sync":{")", kind, R"(":)", object, R"(,"prim":")", prim, R"(","seq":)", seq,
            R"(,"usage":[)");
        for (std::size_t i = 0; i < touched.size(); ++i) {
            put(i == 0 ? "" : ",");
            usage_entry(touched[i]);
        }
        put("]}");
    }
    void usage_entry(Block block) {
        put(R"({"addr":)", block.addr, R"(,"size":)", block.size, R"(,"r":)",
            random_.below(block.size), R"(,"w":)", random_.below(block.size), "}");
    }

    template <typename... Parts>
    void put(const Parts&... parts) {
        (put_one(parts), ...);
    }
    void put_one(std::string_view text) { end_ += text.copy(end_, text.size()); }
    void put_one(Number number) {
        end_ = std::to_chars(end_, text_.data() + text_.size(), number).ptr;
    }

    void flush() {
        const auto length = static_cast<std::size_t>(end_ - text_.data());
        if (std::fwrite(text_.data(), 1, length, stdout) != length)
            std::exit(1); // the reader has had enough
        end_ = text_.data();
    }

    static constexpr std::ptrdiff_t longest_event = 4096;
    std::vector<char> text_;
    char* end_;
    Number id_ = 1;
    Random random_;
};

/// The size of a trace of some kind.
struct Plan {
    Number events;
    Number threads;
    Number releases;
};

/// One thread's heap: places that hold a block or none.
class Heap {
public:
    explicit Heap(Number thread)
        : thread_(thread), first_(first_heap_address + thread * slots_per_thread * slot_bytes),
          sizes_(slots_per_thread) {}

    /// Allocates in a random place, or frees what is there.
    void change(Writer& out, Random& random) {
        const Number slot = random.below(slots_per_thread);
        if (sizes_[slot] == 0) {
            sizes_[slot] = 1 + random.below(512);
            out.alloc(thread_, block(slot));
        } else {
            out.free(thread_, block(slot));
            sizes_[slot] = 0;
        }
        last_ = slot;
    }

    /// Blocks that were touched of late.
    std::vector<Block> touched() const {
        if (sizes_[last_] == 0)
            return {};
        return {block(last_)};
    }

    void free_all(Writer& out) {
        for (Number slot = 0; slot < slots_per_thread; ++slot)
            if (sizes_[slot] != 0)
                out.free(thread_, block(slot));
    }

private:
    Block block(Number slot) const { return {first_ + slot * slot_bytes, sizes_[slot]}; }

    Number thread_;
    Number first_;
    std::vector<Number> sizes_; ///< 0: no block there
    Number last_ = 0;
};

void begin_threads(Writer& out, Number threads) {
    for (Number thread = 2; thread <= threads; ++thread)
        out.fork(1, thread);
}

void end_threads(Writer& out, Number threads) {
    for (Number thread = 2; thread <= threads; ++thread) {
        out.exit(thread);
        out.join(1, thread);
    }
    out.exit(1);
}

void pairs(Writer& out, const Plan& plan) {
    Random random;
    Heap heap(1);
    while (out.events() < plan.events)
        heap.change(out, random);
    heap.free_all(out);
    out.exit(1);
}

void allocations(Writer& out, const Plan& plan) {
    constexpr Number changes_in_a_turn = 40;
    Random random;
    std::vector<Heap> heaps;
    for (Number thread = 1; thread <= plan.threads; ++thread)
        heaps.emplace_back(thread);
    out.new_sync(1, "mutex", sync_address);
    begin_threads(out, plan.threads);
    for (Number turn = 0; out.events() < plan.events; ++turn) {
        const Number thread = 1 + turn % plan.threads;
        Heap& heap = heaps[thread - 1];
        out.acquire(thread, "mutex", sync_address, turn, heap.touched());
        out.release(thread, "mutex", sync_address, turn + 1);
        for (Number i = 0; i < changes_in_a_turn; ++i)
            heap.change(out, random);
    }
    for (Heap& heap : heaps)
        heap.free_all(out);
    end_threads(out, plan.threads);
}

void barrier(Writer& out, const Plan& plan) {
    const std::vector<Block> row = {{first_heap_address, 112000}};
    out.alloc(1, row[0]);
    out.new_sync(1, "barrier", sync_address);
    begin_threads(out, plan.threads);
    for (Number round = 1; out.events() < plan.events; ++round) {
        for (Number thread = 1; thread <= plan.threads; ++thread)
            out.release(thread, "barrier", sync_address, round, row);
        for (Number thread = 1; thread <= plan.threads; ++thread)
            out.acquire(thread, "barrier", sync_address, round);
    }
    end_threads(out, plan.threads);
}

void chain(Writer& out, const Plan& plan) {
    out.new_sync(1, "mutex", sync_address);
    begin_threads(out, plan.threads);
    for (Number turn = 0; out.events() < plan.events; ++turn) {
        const Number thread = 1 + turn % plan.threads;
        out.acquire(thread, "mutex", sync_address, turn);
        out.release(thread, "mutex", sync_address, turn + 1);
    }
    end_threads(out, plan.threads);
}

void posts(Writer& out, const Plan& plan) {
    constexpr Number threads = 2;
    begin_threads(out, threads);
    for (Number object = sync_address; out.events() < plan.events; object += 32) {
        out.new_sync(1, "sem", object);
        for (Number post = 1; post <= plan.releases; ++post)
            out.release(1, "sem", object, post);
        for (Number wait = 1; wait <= plan.releases; ++wait)
            out.acquire(2, "sem", object, wait);
        out.del_sync(2, "sem", object);
    }
    end_threads(out, threads);
}

void fan(Writer& out, const Plan& plan) {
    constexpr Number events_per_thread = 3;
    const Number threads = 1 + plan.events / events_per_thread;
    begin_threads(out, threads);
    end_threads(out, threads);
}

using Kind = void (*)(Writer&, const Plan&);

Kind kind_named(std::string_view name) {
    struct {
        std::string_view name;
        Kind kind;
    } constexpr kinds[] = {{"pairs", pairs},     {"allocations", allocations},
                           {"barrier", barrier}, {"chain", chain},
                           {"posts", posts},     {"fan", fan}};
    for (const auto& candidate : kinds)
        if (candidate.name == name)
            return candidate.kind;
    return nullptr;
}

Number argument(int argc, char** argv, int index, Number otherwise) {
    return index < argc ? std::strtoull(argv[index], nullptr, 10) : otherwise;
}

} // namespace

int main(int argc, char** argv) {
    const Kind kind = argc < 3 ? nullptr : kind_named(argv[1]);
    const Plan plan{argument(argc, argv, 2, 0), argument(argc, argv, 3, 4),
                    argument(argc, argv, 4, 1)};
    if (kind == nullptr || plan.threads == 0 || plan.releases == 0) {
        std::fputs("usage: generate_trace KIND EVENTS [THREADS [RELEASES]]\n", stderr);
        return 2;
    }
    Writer out;
    kind(out, plan);
}
