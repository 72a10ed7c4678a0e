# SPDX-License-Identifier: GPL-2.0-or-later
check_PROGRAMS += unit-tests unit-tests-sanitized
TESTS += unit-tests unit-tests-sanitized

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

sanitize_flags = -fsanitize=address,undefined -fno-sanitize-recover=all
unit_tests_sanitized_SOURCES = $(unit_test_sources) $(ilmgen_libilmgen_a_SOURCES)
unit_tests_sanitized_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS) $(sanitize_flags)
unit_tests_sanitized_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags)
