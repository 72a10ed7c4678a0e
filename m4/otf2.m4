# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_OTF2
# ----------
# --with-otf2: whether ilmgen writes OTF2 archives, with the library that OTF2_CONFIG tells of.
#   HAVE_OTF2  (conditional)
#   OTF2_CPPFLAGS, OTF2_LIBS
AC_DEFUN([HPCMP_OTF2], [
AC_ARG_WITH([otf2],
  [AS_HELP_STRING([--with-otf2@<:@=yes|no|check@:>@],
                  [ilmgen --emit=otf2 writes traces for Vampir and Scalasca @<:@check@:>@])],
  [], [with_otf2=check])
AC_ARG_VAR([OTF2_CONFIG], [the otf2-config that comes with the OTF2 library])
hpcmp_have_otf2=no
OTF2_CPPFLAGS=
OTF2_LIBS=
AS_IF([test "$with_otf2" != no],
      [AC_PATH_PROG([OTF2_CONFIG], [otf2-config])
       AS_IF([test -n "$OTF2_CONFIG"], [HPCMP_OTF2_LINKS])
       AS_IF([test $hpcmp_have_otf2 = no],
             [AS_IF([test "$with_otf2" = yes],
                    [AC_MSG_ERROR([OTF2 3.0 or newer is missing (Debian: libotf2-trace-dev)])],
                    [AC_MSG_NOTICE([no ilmgen --emit=otf2 (Debian: libotf2-trace-dev)])])])])
AC_SUBST([OTF2_CPPFLAGS])
AC_SUBST([OTF2_LIBS])
AM_CONDITIONAL([HAVE_OTF2], [test $hpcmp_have_otf2 = yes])
])

# HPCMP_OTF2_LINKS
# ----------------
# Records that are as since OTF2 3.0.
AC_DEFUN([HPCMP_OTF2_LINKS], [
OTF2_CPPFLAGS=$("$OTF2_CONFIG" --cflags)
OTF2_LIBS="$("$OTF2_CONFIG" --ldflags) $("$OTF2_CONFIG" --libs)"
AC_MSG_CHECKING([whether OTF2 can be used])
hpcmp_CPPFLAGS=$CPPFLAGS
hpcmp_LIBS=$LIBS
CPPFLAGS="$OTF2_CPPFLAGS $CPPFLAGS"
LIBS="$OTF2_LIBS $LIBS"
AC_LANG_PUSH([C++])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <otf2/otf2.h>]],
    [[OTF2_GlobalDefWriter_WriteClockProperties(nullptr, 1, 0, 0, OTF2_UNDEFINED_TIMESTAMP);]])],
  [hpcmp_have_otf2=yes])
AC_LANG_POP([C++])
CPPFLAGS=$hpcmp_CPPFLAGS
LIBS=$hpcmp_LIBS
AC_MSG_RESULT([$hpcmp_have_otf2])
AS_IF([test $hpcmp_have_otf2 = no], [OTF2_CPPFLAGS= OTF2_LIBS=])
])
