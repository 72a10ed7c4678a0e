# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_OPENMP
# ------------
# What compiles the tests' OpenMP programs for LLVM's runtime.
#   CLANG        a clang that links with -fopenmp
#   HAVE_LIBOMP  (conditional) there is one
AC_DEFUN([HPCMP_OPENMP], [
AC_CHECK_PROGS([CLANG], [clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14])
AC_MSG_CHECKING([for LLVM's OpenMP runtime])
hpcmp_have_libomp=no
hpcmp_CC=$CC
AS_IF([test -n "$CLANG"],
      [CC="$CLANG -fopenmp"
       AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <omp.h>]],
                                       [[return omp_get_num_threads();]])],
                      [hpcmp_have_libomp=yes])
       CC=$hpcmp_CC])
AC_MSG_RESULT([$hpcmp_have_libomp])
AS_IF([test $hpcmp_have_libomp = no],
      [AC_MSG_NOTICE([no tests with LLVM's OpenMP (Debian: clang, libomp-dev)])])
AM_CONDITIONAL([HAVE_LIBOMP], [test $hpcmp_have_libomp = yes])
])
