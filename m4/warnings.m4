# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_WARNINGS
# --------------
# Warnings are errors for who asks (--enable-werror), as ./bootstrap does where the
# environment says CI; never for a user with a compiler newer than ours.
#   WARN_CFLAGS, WARN_CXXFLAGS  of the tool and its library, and of ilmgen
#   WERROR                      -Werror if they are, for those with warnings of their own
AC_DEFUN([HPCMP_WARNINGS], [
AC_ARG_ENABLE([werror], [AS_HELP_STRING([--enable-werror], [treat warnings as errors])])
WERROR=
AS_IF([test "x$enable_werror" = xyes], [WERROR=-Werror])
WARN_CFLAGS="-Wall -Wextra -Wno-unused-parameter -Wstrict-prototypes $WERROR"
WARN_CXXFLAGS="-Wall -Wextra -Wconversion"
# GCC 12 takes an empty boost::optional inside Boost.Graph's iterators for an
# uninitialised one, and says of a class whose members have types of its own file that
# others could see it, because that file is in a unit with others.  clang does not know
# these warnings.
AC_LANG_PUSH([C++])
hpcmp_save_CXXFLAGS=$CXXFLAGS
hpcmp_wrong_warnings="-Wno-maybe-uninitialized -Wno-subobject-linkage"
CXXFLAGS="$CXXFLAGS -Werror $hpcmp_wrong_warnings"
AC_MSG_CHECKING([whether $CXX takes $hpcmp_wrong_warnings])
AC_COMPILE_IFELSE([AC_LANG_PROGRAM()],
  [AC_MSG_RESULT([yes])
   WARN_CXXFLAGS="$WARN_CXXFLAGS $hpcmp_wrong_warnings"],
  [AC_MSG_RESULT([no])])
CXXFLAGS=$hpcmp_save_CXXFLAGS
AC_LANG_POP([C++])
WARN_CXXFLAGS="$WARN_CXXFLAGS $WERROR"
AC_SUBST([WERROR])
AC_SUBST([WARN_CFLAGS])
AC_SUBST([WARN_CXXFLAGS])
])
