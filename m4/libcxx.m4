# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_LIBCXX
# ------------
# Whether the tests' programs for LLVM's C++ library can be built, with CLANG.
#   HAVE_LIBCXX  (conditional)
AC_DEFUN([HPCMP_LIBCXX], [
AC_REQUIRE([HPCMP_OPENMP])
AC_MSG_CHECKING([for LLVM's C++ library])
hpcmp_have_libcxx=no
AC_LANG_PUSH([C++])
hpcmp_CXX=$CXX
hpcmp_LIBS=$LIBS
AS_IF([test -n "$CLANG"],
      [CXX="$CLANG -std=c++20 -stdlib=libc++"
       LIBS="-lc++ -lc++abi -lm"
       AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <latch>]], [[std::latch(0).wait();]])],
                      [hpcmp_have_libcxx=yes])
       CXX=$hpcmp_CXX])
LIBS=$hpcmp_LIBS
AC_LANG_POP([C++])
AC_MSG_RESULT([$hpcmp_have_libcxx])
AS_IF([test $hpcmp_have_libcxx = no],
      [AC_MSG_NOTICE([no tests with LLVM's C++ library (Debian: clang, libc++-dev, libc++abi-dev)])])
AM_CONDITIONAL([HAVE_LIBCXX], [test $hpcmp_have_libcxx = yes])
])
