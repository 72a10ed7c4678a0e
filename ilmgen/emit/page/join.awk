# SPDX-License-Identifier: GPL-2.0-or-later
#
# Joins the page's files to one: index.html with the places in it filled.
#
#   awk -f join.awk -v style="A.css ..." -v library=d3.js -v license=TEXT -v script="A.js ..." \
#       index.html
#
# The modules become one: their imports and the word `export` go, so their names must differ, and
# a module comes behind those that it needs when it is read.

function copy(path,    line) {
    while ((getline line < path) > 0)
        print line
    close(path)
}

function copy_text(path,    line) {
    while ((getline line < path) > 0) {
        gsub(/&/, "\\&amp;", line)
        gsub(/</, "\\&lt;", line)
        print line
    }
    close(path)
}

function copy_module(path,    line, in_import) {
    while ((getline line < path) > 0) {
        if (line ~ /^import /)
            in_import = 1
        if (!in_import) {
            sub(/^export /, "", line)
            print line
        }
        if (line ~ /;$/)
            in_import = 0
    }
    close(path)
}

function copy_all(paths, as_modules,    list, n, i) {
    n = split(paths, list, " ")
    for (i = 1; i <= n; i++)
        if (as_modules)
            copy_module(list[i])
        else
            copy(list[i])
}

/^@STYLE@$/ { copy_all(style, 0); next }
/^@LICENSE@$/ { copy_text(license); next }
/^@LIBRARY@$/ { copy(library); next }
/^@SCRIPT@$/ { copy_all(script, 1); next }
{ print }
