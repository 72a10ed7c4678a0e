# SPDX-License-Identifier: GPL-2.0-or-later
# All of ilmgen and its unit tests once more, with sanitizers.  The fuzz targets
# use the same object files.

sanitize_flags = -fsanitize=address,undefined -fno-sanitize-recover=all
sanitized_cxxflags = $(AM_CXXFLAGS) $(sanitize_flags) $(SANITIZER_CXXFLAGS) $(FUZZER_CXXFLAGS)

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

sanitized_objects = \
	ilmgen/libilmgen_sanitized_a-%.o \
	ilmgen/sanitized-%.o \
	tests/unit/unit_tests_sanitized-%.o \
	tests/fuzz/%.o
sanitized_programs = \
	unit-tests-sanitized$(EXEEXT) \
	ilmgen-sanitized$(EXEEXT) \
	$(fuzz_targets)
$(sanitized_objects) $(sanitized_programs): CXX = $(SANITIZER_CXX)
# Compiled in half the time.
$(sanitized_objects): CXXFLAGS = -g -O1

TESTS += unit-tests-sanitized tests/sanitized.test
EXTRA_DIST += tests/sanitized.test
