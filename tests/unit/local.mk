# SPDX-License-Identifier: GPL-2.0-or-later
check_PROGRAMS += unit-tests
TESTS += unit-tests

unit_test_sources = \
	tests/unit/cross_block.cpp \
	tests/unit/files.cpp \
	tests/unit/intervals.cpp \
	tests/unit/main.cpp \
	tests/unit/order.cpp \
	tests/unit/prune.cpp \
	tests/unit/reduce.cpp \
	tests/unit/stats.cpp \
	tests/unit/support.cpp \
	tests/unit/support.h \
	tests/unit/threads.cpp \
	tests/unit/trace_reader.cpp

unit_tests_SOURCES = $(unit_test_sources)
unit_tests_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
unit_tests_LDADD = ilmgen/libilmgen.a

# All of ilmgen once more, with sanitizers.
sanitize_flags = -fsanitize=address,undefined -fno-sanitize-recover=all
sanitized_cxxflags = $(WARN_CXXFLAGS) $(AM_CXXFLAGS) $(sanitize_flags)

check_LIBRARIES = libilmgen-sanitized.a
libilmgen_sanitized_a_SOURCES = $(ilmgen_libilmgen_a_SOURCES)
libilmgen_sanitized_a_CXXFLAGS = $(sanitized_cxxflags)

check_PROGRAMS += unit-tests-sanitized ilmgen-sanitized
unit_tests_sanitized_SOURCES = $(unit_test_sources)
unit_tests_sanitized_CXXFLAGS = $(sanitized_cxxflags)
unit_tests_sanitized_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags)
unit_tests_sanitized_LDADD = libilmgen-sanitized.a

ilmgen_sanitized_SOURCES = $(ilmgen_ilmgen_SOURCES)
ilmgen_sanitized_CXXFLAGS = $(sanitized_cxxflags)
ilmgen_sanitized_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags)
ilmgen_sanitized_LDADD = libilmgen-sanitized.a

# Compiled in half the time; the last -O counts.
ilmgen/libilmgen_sanitized_a-%.o: CXXFLAGS += -O1
tests/unit/unit_tests_sanitized-%.o: CXXFLAGS += -O1

TESTS += unit-tests-sanitized tests/sanitized.test tests/format.test
EXTRA_DIST += .clang-format tests/format.test tests/sanitized.test
