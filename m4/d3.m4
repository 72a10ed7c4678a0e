# SPDX-License-Identifier: GPL-2.0-or-later
#
# HPCMP_D3
#
# D3 5, which is part of each page that ilmgen writes (--report=FILE.html).
# Sets D3 to its file, and D3_LICENSE to that of its licence, which the page tells.
AC_DEFUN([HPCMP_D3], [
AC_ARG_WITH([d3],
            [AS_HELP_STRING([--with-d3=FILE], [d3.min.js of D3 5 @<:@Debian's node-d3@:>@])],
            [D3=$withval], [D3=/usr/share/nodejs/d3/dist/d3.min.js])
AC_MSG_CHECKING([for D3])
AS_IF([head -c 100 "$D3" 2>/dev/null | grep -q 'v5\.'],
      [AC_MSG_RESULT([$D3])],
      [AC_MSG_RESULT([no])
       AC_MSG_ERROR([$D3 is not D3 5 (Debian: node-d3; elsewhere: --with-d3=FILE)])])
AC_SUBST([D3])
AC_ARG_WITH([d3-license],
            [AS_HELP_STRING([--with-d3-license=FILE],
                            [D3's licence @<:@Debian's, or LICENSE of its package@:>@])],
            [D3_LICENSE=$withval],
            [D3_LICENSE=/usr/share/doc/node-d3/copyright
             hpcmp_d3_package=$(dirname "$(dirname "$D3")")
             AS_IF([test -r "$hpcmp_d3_package/LICENSE"],
                   [D3_LICENSE=$hpcmp_d3_package/LICENSE])])
AS_IF([test -r "$D3_LICENSE"], [],
      [AC_MSG_ERROR([$D3_LICENSE: D3's licence is not there (--with-d3-license=FILE)])])
AC_SUBST([D3_LICENSE])
])
