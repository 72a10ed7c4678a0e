# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_WARNINGS
# --------------
# Warnings are errors for who asks (--enable-werror), as the tests' build does;
# never for a user with a compiler newer than ours.
AC_DEFUN([HPCMP_WARNINGS], [
AC_ARG_ENABLE([werror], [AS_HELP_STRING([--enable-werror], [treat warnings as errors])])
WARN_CFLAGS="-Wall -Wextra -Wno-unused-parameter -Wstrict-prototypes"
# GCC 12 takes an empty boost::optional inside Boost.Graph's iterators for an
# uninitialised one.
WARN_CXXFLAGS="-Wall -Wextra -Wconversion -Wno-maybe-uninitialized"
AS_IF([test "x$enable_werror" = xyes],
      [WARN_CFLAGS="$WARN_CFLAGS -Werror"
       WARN_CXXFLAGS="$WARN_CXXFLAGS -Werror"])
AC_SUBST([WARN_CFLAGS])
AC_SUBST([WARN_CXXFLAGS])
])
