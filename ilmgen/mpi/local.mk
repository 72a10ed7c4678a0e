# SPDX-License-Identifier: GPL-2.0-or-later
# ilmgen as several processes of MPI.
ilmgen_mpi_sources = \
	ilmgen/mpi/bytes.h \
	ilmgen/mpi/common_names.cpp \
	ilmgen/mpi/common_names.h \
	ilmgen/mpi/dealing.cpp \
	ilmgen/mpi/dealing.h \
	ilmgen/mpi/job.cpp \
	ilmgen/mpi/job.h \
	ilmgen/mpi/joint_model.cpp \
	ilmgen/mpi/joint_model.h \
	ilmgen/mpi/mail.h \
	ilmgen/mpi/main.cpp \
	ilmgen/mpi/matching.cpp \
	ilmgen/mpi/matching.h \
	ilmgen/mpi/moment.h \
	ilmgen/mpi/near_ranks.cpp \
	ilmgen/mpi/near_ranks.h \
	ilmgen/mpi/options.cpp \
	ilmgen/mpi/options.h \
	ilmgen/mpi/parts.cpp \
	ilmgen/mpi/parts.h \
	ilmgen/mpi/run_numbers.cpp \
	ilmgen/mpi/run_numbers.h \
	ilmgen/mpi/share_builder.cpp \
	ilmgen/mpi/share_builder.h \
	ilmgen/mpi/shares.cpp \
	ilmgen/mpi/shares.h \
	ilmgen/mpi/status.cpp \
	ilmgen/mpi/status.h \
	ilmgen/mpi/step_bytes.cpp \
	ilmgen/mpi/step_bytes.h \
	ilmgen/mpi/turn_exchange.cpp \
	ilmgen/mpi/turn_exchange.h \
	ilmgen/mpi/turn_recorder.cpp \
	ilmgen/mpi/turn_recorder.h \
	ilmgen/mpi/turn_spool.cpp \
	ilmgen/mpi/turn_spool.h

EXTRA_DIST += $(ilmgen_mpi_sources)
unit_mpi = $(filter %.cpp,$(ilmgen_mpi_sources))
nodist_ilmgen_mpi_ilmgen_mpi_SOURCES = ilmgen/units/mpi.cpp
ilmgen_mpi_ilmgen_mpi_SOURCES =

if HAVE_MPI
bin_PROGRAMS += ilmgen/mpi/ilmgen-mpi
endif
ilmgen_mpi_ilmgen_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS) -DNDEBUG
ilmgen_mpi_ilmgen_mpi_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
ilmgen_mpi_ilmgen_mpi_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS) $(MPI_LIBS)
