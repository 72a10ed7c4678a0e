# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_TBB
# ---------
# Whether the tests' programs for oneTBB can be built.
#   HAVE_TBB  (conditional)
AC_DEFUN([HPCMP_TBB], [
AC_LANG_PUSH([C++])
hpcmp_LIBS=$LIBS
LIBS="-ltbb $LIBS"
AC_MSG_CHECKING([for oneTBB])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <oneapi/tbb/task_group.h>]],
                                [[tbb::task_group().wait();]])],
               [hpcmp_have_tbb=yes], [hpcmp_have_tbb=no])
AC_MSG_RESULT([$hpcmp_have_tbb])
LIBS=$hpcmp_LIBS
AC_LANG_POP([C++])
AS_IF([test $hpcmp_have_tbb = no],
      [AC_MSG_NOTICE([no tests with oneTBB (Debian: libtbb-dev)])])
AM_CONDITIONAL([HAVE_TBB], [test $hpcmp_have_tbb = yes])
])
