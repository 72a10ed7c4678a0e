# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_CXX_LIBRARIES
# -------------------
# C++20 and the libraries of ilmgen and its tests.  All are header-only but for
#   COMPRESSION_LIBS
AC_DEFUN([HPCMP_CXX_LIBRARIES], [
AC_LANG_PUSH([C++])
HPCMP_CXX20
HPCMP_NEED_HEADER([rapidjson/reader.h], [RapidJSON], [rapidjson-dev])
HPCMP_NEED_HEADER([boost/graph/adjacency_list.hpp], [Boost.Graph], [libboost-dev])
HPCMP_NEED_HEADER([tsl/robin_map.h], [robin-map], [robin-map-dev])
HPCMP_NEED_HEADER([protozero/pbf_writer.hpp], [protozero], [libprotozero-dev])
HPCMP_NEED_HEADER([CLI/CLI.hpp], [CLI11], [libcli11-dev])
HPCMP_NEED_HEADER([doctest/doctest.h], [doctest], [doctest-dev])
COMPRESSION_LIBS=
HPCMP_NEED_LIBRARY([z], [inflate], [zlib.h], [zlib], [zlib1g-dev])
HPCMP_NEED_LIBRARY([zstd], [ZSTD_compressStream2], [zstd.h], [libzstd], [libzstd-dev])
AC_SUBST([COMPRESSION_LIBS])
AC_LANG_POP([C++])
])

AC_DEFUN([HPCMP_CXX20], [
AC_MSG_CHECKING([for the flag that selects C++20])
hpcmp_save_CXX=$CXX
CXX="$CXX -std=c++20"
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <span>
#include <compare>]], [[std::span<const int> none; return int(none.size());]])],
  [AC_MSG_RESULT([-std=c++20])],
  [AC_MSG_RESULT([none])
   AC_MSG_ERROR([$hpcmp_save_CXX does not know C++20 (Debian: g++)])])
])

# HPCMP_NEED_HEADER(HEADER, NAME, DEBIAN-PACKAGE)
AC_DEFUN([HPCMP_NEED_HEADER], [
AC_CHECK_HEADER([$1], [], [AC_MSG_ERROR([$2 is missing (Debian: $3)])])
])

# HPCMP_NEED_LIBRARY(LIBRARY, FUNCTION, HEADER, NAME, DEBIAN-PACKAGE)
# Adds it to COMPRESSION_LIBS.
AC_DEFUN([HPCMP_NEED_LIBRARY], [
HPCMP_NEED_HEADER([$3], [$4], [$5])
AC_CHECK_LIB([$1], [$2], [COMPRESSION_LIBS="-l$1 $COMPRESSION_LIBS"],
             [AC_MSG_ERROR([$4 is missing or too old (Debian: $5)])])
])
