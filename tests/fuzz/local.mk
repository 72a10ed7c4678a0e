# SPDX-License-Identifier: GPL-2.0-or-later
# Fuzz targets for libFuzzer.  `make check` runs each a fixed number of times;
# `make fuzz` goes on for FUZZ_SECONDS from where the one before ended, and leaves
# what it finds in fuzz/ of the build tree.

FUZZ_SECONDS = 600

fuzz_targets = tests/fuzz/reader tests/fuzz/compressed tests/fuzz/pipeline tests/fuzz/logs tests/fuzz/writers
EXTRA_PROGRAMS += $(fuzz_targets)

tests_fuzz_reader_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/reader.cpp
tests_fuzz_reader_CXXFLAGS = $(sanitized_cxxflags)
tests_fuzz_reader_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags) -fsanitize=fuzzer
tests_fuzz_reader_LDADD = libilmgen-sanitized.a $(COMPRESSION_LIBS)

tests_fuzz_compressed_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/compressed.cpp
tests_fuzz_compressed_CXXFLAGS = $(sanitized_cxxflags)
tests_fuzz_compressed_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags) -fsanitize=fuzzer
tests_fuzz_compressed_LDADD = libilmgen-sanitized.a $(COMPRESSION_LIBS)

tests_fuzz_pipeline_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/ilm.cpp \
	tests/fuzz/ilm.h \
	tests/fuzz/mutate.cpp \
	tests/fuzz/pipeline.cpp
tests_fuzz_pipeline_CXXFLAGS = $(sanitized_cxxflags)
tests_fuzz_pipeline_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags) -fsanitize=fuzzer
tests_fuzz_pipeline_LDADD = libilmgen-sanitized.a $(COMPRESSION_LIBS)

tests_fuzz_logs_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/logs.cpp
tests_fuzz_logs_CXXFLAGS = $(sanitized_cxxflags)
tests_fuzz_logs_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags) -fsanitize=fuzzer
tests_fuzz_logs_LDADD = libilmgen-sanitized.a $(COMPRESSION_LIBS)

tests_fuzz_writers_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/mutate.cpp \
	tests/fuzz/writers.cpp
tests_fuzz_writers_CXXFLAGS = $(sanitized_cxxflags)
tests_fuzz_writers_LDFLAGS = $(AM_LDFLAGS) $(sanitize_flags) -fsanitize=fuzzer
tests_fuzz_writers_LDADD = libilmgen-sanitized.a $(COMPRESSION_LIBS)

if HAVE_FUZZER
check_PROGRAMS += $(fuzz_targets)
endif

fuzz: $(fuzz_targets)
	$(srcdir)/tests/fuzz/run tests/fuzz/reader fuzz/reader -max_total_time=`expr $(FUZZ_SECONDS) / 4`
	$(srcdir)/tests/fuzz/run tests/fuzz/compressed fuzz/compressed -max_total_time=`expr $(FUZZ_SECONDS) / 8`
	$(srcdir)/tests/fuzz/run tests/fuzz/pipeline fuzz/pipeline -max_total_time=`expr $(FUZZ_SECONDS) / 4`
	$(srcdir)/tests/fuzz/run tests/fuzz/logs fuzz/logs -max_total_time=`expr $(FUZZ_SECONDS) / 4`
	$(srcdir)/tests/fuzz/run tests/fuzz/writers fuzz/writers -max_total_time=`expr $(FUZZ_SECONDS) / 8`
clean-local: clean-fuzz
clean-fuzz:
	rm -rf fuzz
.PHONY: fuzz clean-fuzz

TESTS += tests/fuzz.test
EXTRA_DIST += \
	tests/fuzz.test \
	tests/fuzz/.clang-format \
	tests/fuzz/ignore.list \
	tests/fuzz/run \
	tests/fuzz/words.dict
