// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every form of new and delete.
#include <new>

#include "mark.h"

namespace {

template <typename Block>
Block* named(const char* name, Block* block)
{
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

}  // namespace

int main()
{
   ::operator delete(named("new", ::operator new(11)));
   ::operator delete[](named("new[]", ::operator new[](12)));
   ::operator delete(named("nothrow", ::operator new(13, std::nothrow)), std::nothrow);
   ::operator delete[](named("nothrow[]", ::operator new[](14, std::nothrow)), std::nothrow);
   ::operator delete(named("sized", ::operator new(15)), 15);
   ::operator delete[](named("sized[]", ::operator new[](16)), 16);
   ::operator delete(named("aligned", ::operator new(17, alignment)), alignment);
   ::operator delete[](named("aligned[]", ::operator new[](18, alignment)), alignment);
   ::operator delete(named("aligned sized", ::operator new(19, alignment)), 19, alignment);
   ::operator delete[](named("aligned sized[]", ::operator new[](20, alignment)), 20,
                       alignment);
   ::operator delete(named("aligned nothrow", ::operator new(21, alignment, std::nothrow)),
                     alignment, std::nothrow);
   ::operator delete[](
      named("aligned nothrow[]", ::operator new[](22, alignment, std::nothrow)), alignment,
      std::nothrow);
   ::operator delete(named("new zero", ::operator new(0)));
   delete named("class", new Plain);
   delete[] named("class[]", new Plain[3]);
   delete named("aligned class", new Aligned);
   HPCMP_MARK("failing");
   MUST(::operator new(huge, std::nothrow) == nullptr);
   MUST(::operator new[](huge, std::nothrow) == nullptr);
   MUST(::operator new(huge, alignment, std::nothrow) == nullptr);
   HPCMP_MARK("failed");
}
