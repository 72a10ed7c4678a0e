# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes functions.h of functions.def. A row becomes a use of WRAP_MPI (wrapper.h), in those files
# that define the row's kind. For example, these are the lines of `Barrier COLLECTIVE(ALL,0) comm`:
#
#     #ifdef COLLECTIVE
#     WRAP_MPI(Barrier, (Word comm), COLLECTIVE(CALL_FN_W_W(result, original, comm), ALL,0),
#              MPI_NAME(PMPIZuBarrier), MPI_NAME(PMPIZuBarrierZuc))
#     #endif

function name(fn) { gsub(/_/, "Zu", fn); return ", MPI_NAME(" fn ")" }

# Valgrind's macros pass on twelve words at most, and are called W, WW, WWW, WWWW, 5W, 6W, ...
function call(n, arguments) {
    if (n > 12)
        return "result = (int)hw_call_with_words(original.nraddr, " n ", (const Word[]){" substr(arguments, 3) "})"
    return "CALL_FN_W_" (n == 0 ? "v" : n <= 4 ? substr("WWWW", 1, n) : n "W") "(result, original" arguments ")"
}

function wrap(fn, count_type, names,    i, parameters, arguments) {
    for (i = 3; i <= NF; i++) {
        arguments = arguments ", " $i
        parameters = parameters (i == 3 ? "" : ", ") ($i in counts ? count_type : $i in types ? types[$i] : "Word") " " $i
    }
    print "WRAP_MPI(" fn ", (" (NF > 2 ? parameters : "void") "), " kind "(" call(NF - 2, arguments) more ")" names ")"
}

/^#/ || NF == 0 { next }
$1 == "count:" { for (i = 2; i <= NF; i++) counts[$i]; next }
$1 ~ /:$/ { for (i = 2; i <= NF; i++) types[$i] = substr($1, 1, length($1) - 1); next }
{
    is_extension = sub(/\+$/, "", $1)
    kind = more = $2
    sub(/\(.*/, "", kind)
    sub(/^[A-Z_]*/, "", more)
    more = more == "" ? "" : ", " substr(more, 2, length(more) - 2)
    print "#ifdef " kind
    has_count = 0
    for (i = 3; i <= NF; i++)
        has_count = has_count || $i in counts
    if (has_count) {
        wrap($1, "int", name("PMPI_" $1))
        wrap($1 "_c", "Word", name("PMPI_" $1 "_c"))
    } else
        wrap($1, "", name("PMPI_" $1) name("PMPI_" $1 "_c") (is_extension ? name("PMPIX_" $1) : ""))
    print "#endif"
}
