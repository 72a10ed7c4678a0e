// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/dot_text.h"

#include <doctest/doctest.h>

namespace {

using namespace ilm;

} // namespace

TEST_CASE("text of a picture: what quotes, labels and XML do not take") {
    CHECK(dot_quoted(R"(a"b\n)") == R"(a\"b\\n)");
    CHECK(dot_quoted("a\nb\x01\x7f") == "a b  ");
    CHECK(dot_quoted("a<b>&lt;&#10;") == "a<b>&amp;lt;&amp;#10;");
    CHECK(dot_quoted("gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80") ==
          "gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80");
    CHECK(dot_quoted("\xff|\xc3|\xc3") == "?|?|?");
    CHECK(dot_quoted("\xc0\xaf") == "??");           // longer than need be
    CHECK(dot_quoted("\xed\xa0\x80") == "???");      // half a surrogate pair
    CHECK(dot_quoted("\xef\xbf\xbf") == "???");      // no character
    CHECK(dot_quoted("\xf4\x90\x80\x80") == "????"); // behind the last
}

TEST_CASE("text of a picture: a long one has its beginning and its end") {
    CHECK(shortened("0123456789", 10) == "0123456789");
    CHECK(shortened("0123456789a", 10) == "012...789a");
    CHECK(shortened("\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc", 5) ==
          "\xc3\xbc...\xc3\xbc");
    CHECK(shortened("01234", 2) == "...");
}

TEST_CASE("text of a picture: lines") {
    DotText text("\\l");
    CHECK(text.empty());
    text.add("a\"");
    text.add("\xc3\xbc\xc3\xbc\xc3\xbc");
    CHECK(text.quoted() == "a\\\"\\l\xc3\xbc\xc3\xbc\xc3\xbc\\l");
    CHECK(text.lines() == 2);
    CHECK(text.widest() == 3);
}
