# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_SANITIZERS
# ----------------
# What compiles ilmgen with sanitizers, for its tests: clang if it brings
# libFuzzer, so that the same object files serve the fuzz targets; otherwise
# the compiler of everything else, and there are no fuzz targets.
#   SANITIZER_CXX        the compiler
#   SANITIZER_CXXFLAGS   what clang needs besides -fsanitize=...
#   FUZZER_CXXFLAGS      makes object files fit for fuzz targets
AC_DEFUN([HPCMP_SANITIZERS], [
AC_LANG_PUSH([C++])
AC_CHECK_PROGS([CLANGXX], [clang++ clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14])
have_fuzzer=no
AS_IF([test -n "$CLANGXX"], [HPCMP_LIBFUZZER])
AS_IF([test $have_fuzzer = yes],
      [SANITIZER_CXX="$CLANGXX -std=c++20"
       SANITIZER_CXXFLAGS='-fsanitize-ignorelist=$(top_srcdir)/tests/fuzz/ignore.list'
       FUZZER_CXXFLAGS=-fsanitize=fuzzer-no-link],
      [SANITIZER_CXX=$CXX
       AC_MSG_NOTICE([no fuzz tests: there is no clang++ with libFuzzer (Debian: clang)])])
AC_SUBST([SANITIZER_CXX])
AC_SUBST([SANITIZER_CXXFLAGS])
AC_SUBST([FUZZER_CXXFLAGS])
AM_CONDITIONAL([HAVE_FUZZER], [test $have_fuzzer = yes])
AC_LANG_POP([C++])
])

# HPCMP_LIBFUZZER
# ---------------
# Sets have_fuzzer=yes if $CLANGXX links a fuzz target that uses C++20's library.
AC_DEFUN([HPCMP_LIBFUZZER], [
AC_MSG_CHECKING([whether $CLANGXX makes fuzz targets])
hpcmp_save_CXX=$CXX
hpcmp_save_CXXFLAGS=$CXXFLAGS
CXX="$CLANGXX -std=c++20"
CXXFLAGS="-fsanitize=fuzzer,address,undefined"
AC_LINK_IFELSE([AC_LANG_SOURCE([[#include <cstddef>
#include <cstdint>
#include <span>
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{ return std::span(data, size).empty() ? 0 : 0; }]])],
  [have_fuzzer=yes])
CXX=$hpcmp_save_CXX
CXXFLAGS=$hpcmp_save_CXXFLAGS
AC_MSG_RESULT([$have_fuzzer])
])
