// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every form of new and delete.
#include <new>

#include "mark.h"

namespace {

template <typename Block>
Block* named(const char* name, Block* block) {
    mark_address(name, block);
    return block;
}

struct Plain {
    char data[31];
};

struct alignas(64) Aligned {
    char data[64];
};

constexpr auto alignment = std::align_val_t(128);
volatile std::size_t huge = std::size_t(1) << 60;

int n_handler_calls = 0;

void help_at_third_call() {
    if (++n_handler_calls == 3)
        std::set_new_handler(nullptr);
}

template <typename Allocate>
bool throws(Allocate allocate) {
    struct Witness {
        bool& is_unwound;
        ~Witness() { is_unwound = true; }
    };
    bool is_unwound = false;
    try {
        const Witness witness{is_unwound};
        return allocate() == nullptr;
    } catch (const std::bad_alloc&) {
        return is_unwound;
    }
}

} // namespace

int main() {
    ::operator delete(named("new", ::operator new(11)));
    ::operator delete[](named("new[]", ::operator new[](12)));
    ::operator delete(named("nothrow", ::operator new(13, std::nothrow)), std::nothrow);
    ::operator delete[](named("nothrow[]", ::operator new[](14, std::nothrow)), std::nothrow);
    ::operator delete(named("sized", ::operator new(15)), 15);
    ::operator delete[](named("sized[]", ::operator new[](16)), 16);
    ::operator delete(named("aligned", ::operator new(17, alignment)), alignment);
    ::operator delete[](named("aligned[]", ::operator new[](18, alignment)), alignment);
    ::operator delete(named("aligned sized", ::operator new(19, alignment)), 19, alignment);
    ::operator delete[](named("aligned sized[]", ::operator new[](20, alignment)), 20, alignment);
    ::operator delete(named("aligned nothrow", ::operator new(21, alignment, std::nothrow)),
                      alignment, std::nothrow);
    ::operator delete[](named("aligned nothrow[]", ::operator new[](22, alignment, std::nothrow)),
                        alignment, std::nothrow);
    ::operator delete(named("new zero", ::operator new(0)));
    delete named("class", new Plain);
    delete[] named("class[]", new Plain[3]);
    delete named("aligned class", new Aligned);
    HPCMP_MARK("failing");
    MUST(::operator new(huge, std::nothrow) == nullptr);
    MUST(::operator new[](huge, std::nothrow) == nullptr);
    MUST(::operator new(huge, alignment, std::nothrow) == nullptr);
    HPCMP_MARK("failed");
    MUST(throws([] { return ::operator new(huge); }));
    MUST(throws([] { return ::operator new[](huge); }));
    MUST(throws([] { return ::operator new(huge, alignment); }));
    MUST(throws([] { return ::operator new[](huge, alignment); }));
    MUST(throws([] { return new Aligned[huge / sizeof(Aligned)]; }));
    std::set_new_handler(help_at_third_call);
    MUST(throws([] { return ::operator new(huge); }) && n_handler_calls == 3);
}
