# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_SANITIZERS
# ----------------
# --enable-sanitizers compiles ilmgen, its unit tests and, if the compiler brings
# libFuzzer, the fuzz targets with sanitizers.  The tool and what runs under it have none.
#   SANITIZED      (conditional) this is such a build
#   HAVE_FUZZER    (conditional) it has fuzz targets
#   AM_CXXFLAGS, AM_LDFLAGS
#   SANITIZER_CXX  what compiles the sanitized builds that the tests make (tests/sanitized.mk):
#                  clang if it has libFuzzer, otherwise the compiler of everything else
AC_DEFUN([HPCMP_SANITIZERS], [
AC_ARG_ENABLE([sanitizers],
  [AS_HELP_STRING([--enable-sanitizers@<:@=LIST@:>@],
                  [compile ilmgen and its unit tests with these sanitizers @<:@address,undefined@:>@; `make check-sanitized` runs their tests])])
AS_CASE([$enable_sanitizers],
  [yes], [hpcmp_sanitizers=address,undefined],
  [no], [hpcmp_sanitizers=],
  [hpcmp_sanitizers=$enable_sanitizers])
hpcmp_have_fuzzer=no
AC_LANG_PUSH([C++])
AS_IF([test -n "$hpcmp_sanitizers"], [HPCMP_SANITIZED_BUILD], [HPCMP_SANITIZER_COMPILER])
AC_LANG_POP([C++])
AC_SUBST([SANITIZER_CXX])
AC_SUBST([AM_CXXFLAGS])
AC_SUBST([AM_LDFLAGS])
AM_CONDITIONAL([SANITIZED], [test -n "$hpcmp_sanitizers"])
AM_CONDITIONAL([HAVE_FUZZER], [test $hpcmp_have_fuzzer = yes])
])

# HPCMP_SANITIZED_BUILD
# ---------------------
# With assertions, too, wherever they are left out otherwise.  Without checks of sizes of objects:
# the address sanitizer sees the same accesses, and compiling takes a tenth less time.
AC_DEFUN([HPCMP_SANITIZED_BUILD], [
AM_LDFLAGS="-fsanitize=$hpcmp_sanitizers -fno-sanitize=object-size -fno-sanitize-recover=all"
AM_CXXFLAGS="$AM_LDFLAGS -UNDEBUG"
HPCMP_LINKS_WITH([$CXX], [$AM_LDFLAGS], [],
  [AC_MSG_ERROR([$CXX does not know the sanitizers $hpcmp_sanitizers])])
AS_CASE([$hpcmp_sanitizers], [*address*],
  [HPCMP_LINKS_WITH([$CXX], [-fsanitize=fuzzer,$hpcmp_sanitizers],
     [hpcmp_have_fuzzer=yes
      AM_CXXFLAGS="$AM_CXXFLAGS -fsanitize=fuzzer-no-link"' -fsanitize-ignorelist=$(top_srcdir)/tests/fuzz/ignore.list'])])
])

# HPCMP_SANITIZER_COMPILER
# ------------------------
# One for the builds below this one.
AC_DEFUN([HPCMP_SANITIZER_COMPILER], [
AC_CHECK_PROGS([CLANGXX], [clang++ clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14])
SANITIZER_CXX=$CXX
AS_IF([test -n "$CLANGXX"],
      [HPCMP_LINKS_WITH([$CLANGXX -std=c++20], [-fsanitize=fuzzer,address,undefined],
                        [SANITIZER_CXX="$CLANGXX -std=c++20"])])
AS_IF([test "$SANITIZER_CXX" = "$CXX"],
      [AC_MSG_NOTICE([no fuzz tests: there is no clang++ with libFuzzer (Debian: clang)])])
])

# HPCMP_LINKS_WITH(COMPILER, FLAGS, IF-SO, IF-NOT)
# ------------------------------------------------
# Whether it makes a program, or a fuzz target, that uses C++20's library.
AC_DEFUN([HPCMP_LINKS_WITH], [
AC_MSG_CHECKING([whether $1 links with $2])
hpcmp_save_CXX=$CXX
hpcmp_save_CXXFLAGS=$CXXFLAGS
CXX="$1"
CXXFLAGS="$2"
AC_LINK_IFELSE([AC_LANG_SOURCE([[#include <cstddef>
#include <cstdint>
#include <span>
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{ return std::span(data, size).empty() ? 0 : 0; }
]m4_bmatch([$2], [fuzzer], [], [[int main() { return LLVMFuzzerTestOneInput(nullptr, 0); }]])])],
  [hpcmp_links=yes], [hpcmp_links=no])
CXX=$hpcmp_save_CXX
CXXFLAGS=$hpcmp_save_CXXFLAGS
AC_MSG_RESULT([$hpcmp_links])
AS_IF([test $hpcmp_links = yes], [$3], [$4])
])
