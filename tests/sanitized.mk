# SPDX-License-Identifier: GPL-2.0-or-later
# All of ilmgen and its unit tests with sanitizers: once with those for memory
# and undefined behaviour, whose object files the fuzz targets use too, and once
# with the one for data races.

sanitize_flags = -fsanitize=address,undefined -fno-sanitize-recover=all
sanitized_cxxflags = $(AM_CXXFLAGS) $(sanitize_flags) $(SANITIZER_CXXFLAGS) $(FUZZER_CXXFLAGS)
tsan_cxxflags = $(AM_CXXFLAGS) -fsanitize=thread

check_LIBRARIES = libilmgen-sanitized.a libilmgen-tsan.a
libilmgen_sanitized_a_SOURCES = $(ilmgen_libilmgen_a_SOURCES)
libilmgen_sanitized_a_CXXFLAGS = $(sanitized_cxxflags)
libilmgen_tsan_a_SOURCES = $(ilmgen_libilmgen_a_SOURCES)
libilmgen_tsan_a_CXXFLAGS = $(tsan_cxxflags)

check_PROGRAMS += unit-tests-sanitized ilmgen-sanitized unit-tests-tsan ilmgen-tsan
unit_tests_sanitized_SOURCES = $(unit_test_sources)
unit_tests_sanitized_CXXFLAGS = $(sanitized_cxxflags)
unit_tests_sanitized_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags)
unit_tests_sanitized_LDADD = libilmgen-sanitized.a $(COMPRESSION_LIBS)
unit_tests_tsan_SOURCES = $(unit_test_sources)
unit_tests_tsan_CXXFLAGS = $(tsan_cxxflags)
unit_tests_tsan_LDFLAGS = $(AM_LDFLAGS) -fsanitize=thread
unit_tests_tsan_LDADD = libilmgen-tsan.a $(COMPRESSION_LIBS)

ilmgen_sanitized_SOURCES = $(ilmgen_ilmgen_SOURCES)
ilmgen_sanitized_CXXFLAGS = $(sanitized_cxxflags)
ilmgen_sanitized_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags)
ilmgen_sanitized_LDADD = libilmgen-sanitized.a $(COMPRESSION_LIBS)
ilmgen_tsan_SOURCES = $(ilmgen_ilmgen_SOURCES)
ilmgen_tsan_CXXFLAGS = $(tsan_cxxflags)
ilmgen_tsan_LDFLAGS = $(AM_LDFLAGS) -fsanitize=thread
ilmgen_tsan_LDADD = libilmgen-tsan.a $(COMPRESSION_LIBS)

sanitized_objects = \
	$(libilmgen_sanitized_a_OBJECTS) \
	$(libilmgen_tsan_a_OBJECTS) \
	ilmgen/sanitized-%.o \
	ilmgen/tsan-%.o \
	tests/unit/unit_tests_sanitized-%.o \
	tests/unit/unit_tests_tsan-%.o \
	tests/fuzz/%.o
sanitized_programs = \
	unit-tests-sanitized$(EXEEXT) \
	unit-tests-tsan$(EXEEXT) \
	ilmgen-sanitized$(EXEEXT) \
	ilmgen-tsan$(EXEEXT) \
	$(fuzz_targets)
$(sanitized_objects) $(sanitized_programs): CXX = $(SANITIZER_CXX)
# Compiled in half the time.
$(sanitized_objects): CXXFLAGS = -g -O1

TESTS += \
	unit-tests-sanitized \
	unit-tests-tsan \
	tests/sanitized.test \
	tests/tsan.test
EXTRA_DIST += \
	tests/sanitized.test \
	tests/tsan.test
