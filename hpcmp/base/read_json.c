/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/read_json.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "pub_tool_libcfile.h"

/* Deeper nesting than this is no file of ours. */
enum { MOST_DEPTH = 64 };

#define NO_MORE (-1)

void hp_read_set_fault(JsonFile* file, const HChar* text, ...) {
    if (file->fault[0] != '\0')
        return;
    UInt n =
        VG_(snprintf)(file->fault, sizeof file->fault, "byte %llu: ", file->offset + file->at + 1);
    va_list values;
    va_start(values, text);
    VG_(vsnprintf)(file->fault + n, sizeof file->fault - n, text, values);
    va_end(values);
}

Bool hp_read_open(JsonFile* file, const HChar* name) {
    file->n = file->at = file->offset = 0;
    file->fault[0] = '\0';
    file->fd = -1;
    SysRes res = VG_(open)(name, VKI_O_RDONLY, 0);
    if (sr_isError(res)) {
        VG_(snprintf)(file->fault, sizeof file->fault, "cannot be opened: %s",
                      sr_Err(res) == VKI_ENOENT ? "no such file" : "it cannot be read");
        return False;
    }
    file->fd = VG_(safe_fd)(sr_Res(res));
    return True;
}

void hp_read_close(JsonFile* file) {
    if (file->fd >= 0)
        VG_(close)(file->fd);
    file->fd = -1;
}

/*------------------------------------------------------------*/
/*--- Characters                                            ---*/
/*------------------------------------------------------------*/

static Bool is_broken(const JsonFile* file) {
    return file->fault[0] != '\0';
}

/* The next character, which stays there; NO_MORE: the file has ended. */
static Int peek(JsonFile* file) {
    if (file->at < file->n)
        return (UChar)file->buffer[file->at];
    file->offset += file->n;
    file->at = file->n = 0;
    Int n = VG_(read)(file->fd, file->buffer, sizeof file->buffer);
    if (n < 0)
        hp_read_set_fault(file, "the file cannot be read");
    if (n <= 0)
        return NO_MORE;
    file->n = n;
    return (UChar)file->buffer[0];
}

static Int next(JsonFile* file) {
    Int c = peek(file);
    if (c != NO_MORE)
        file->at++;
    return c;
}

static Int peek_past_space(JsonFile* file) {
    Int c = peek(file);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        file->at++;
        c = peek(file);
    }
    return c;
}

/* Reads this character, behind space, if it is there. */
static Bool take(JsonFile* file, HChar wanted) {
    if (is_broken(file) || peek_past_space(file) != wanted)
        return False;
    file->at++;
    return True;
}

static Bool expect(JsonFile* file, HChar wanted) {
    if (is_broken(file))
        return False;
    if (take(file, wanted))
        return True;
    if (peek(file) == NO_MORE)
        hp_read_set_fault(file, "the file ends where '%c' is expected", wanted);
    else
        hp_read_set_fault(file, "'%c' is expected", wanted);
    return False;
}

/*------------------------------------------------------------*/
/*--- Objects and arrays                                    ---*/
/*------------------------------------------------------------*/

static Bool read_bracket(JsonFile* file, HChar bracket) {
    file->is_first = True;
    return expect(file, bracket);
}

/* Is there another member before this closing bracket? */
static Bool has_member(JsonFile* file, HChar bracket) {
    Bool is_first = file->is_first;
    file->is_first = False;
    if (is_broken(file) || take(file, bracket))
        return False;
    return is_first || expect(file, ',');
}

Bool hp_read_begin_object(JsonFile* file) {
    return read_bracket(file, '{');
}

Bool hp_read_key(JsonFile* file, HChar* key, SizeT room) {
    if (!has_member(file, '}'))
        return False;
    hp_read_text(file, key, room);
    return expect(file, ':');
}

Bool hp_read_begin_array(JsonFile* file) {
    return read_bracket(file, '[');
}

Bool hp_read_item(JsonFile* file) {
    return has_member(file, ']');
}

/*------------------------------------------------------------*/
/*--- Values                                                ---*/
/*------------------------------------------------------------*/

static Bool is_digit(Int c) {
    return c >= '0' && c <= '9';
}

static Long add_digit(JsonFile* file, Long number, Int digit) {
    const Long most = 0x7fffffffffffffffL;
    if (number > (most - digit) / 10)
        hp_read_set_fault(file, "the number is too large");
    return is_broken(file) ? 0 : 10 * number + digit;
}

Long hp_read_integer(JsonFile* file) {
    file->is_first = False;
    Bool is_negative = take(file, '-');
    if (is_broken(file))
        return 0;
    Int first = is_negative ? peek(file) : peek_past_space(file);
    if (!is_digit(first))
        hp_read_set_fault(file, "a whole number is expected");
    Long number = 0;
    UInt n_digits = 0;
    for (; !is_broken(file) && is_digit(peek(file)); n_digits++)
        number = add_digit(file, number, next(file) - '0');
    Int behind = peek(file);
    if (behind == '.' || behind == 'e' || behind == 'E' || (first == '0' && n_digits > 1))
        hp_read_set_fault(file, "a whole number is expected");
    return is_broken(file) ? 0 : is_negative ? -number : number;
}

/* The four digits behind \u. */
static HChar read_unicode(JsonFile* file) {
    UInt code = 0;
    for (UInt i = 0; i < 4; i++) {
        Int c = next(file);
        Int letter = c | 0x20;
        if (!is_digit(c) && !(letter >= 'a' && letter <= 'f'))
            hp_read_set_fault(file, "four hexadecimal digits are expected behind \\u");
        code = 16 * code + (is_digit(c) ? c - '0' : letter - 'a' + 10);
    }
    return code < 0x80 ? (HChar)code : '?';
}

static HChar read_escaped(JsonFile* file) {
    Int c = next(file);
    switch (c) {
    case '"':
    case '\\':
    case '/': return c;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'u': return read_unicode(file);
    default: hp_read_set_fault(file, "an unknown character stands behind a backslash"); return '?';
    }
}

void hp_read_text(JsonFile* file, HChar* text, SizeT room) {
    SizeT n = 0;
    file->is_first = False;
    text[0] = '\0';
    if (!expect(file, '"'))
        return;
    for (Int c = next(file); c != '"' && !is_broken(file); c = next(file)) {
        if (c == NO_MORE)
            hp_read_set_fault(file, "the file ends in a text");
        else if (c < ' ')
            hp_read_set_fault(file, "a text contains a control character");
        HChar plain = c == '\\' ? read_escaped(file) : c;
        if (n + 1 < room)
            text[n++] = plain;
    }
    text[n] = '\0';
}

static void read_word(JsonFile* file, const HChar* word) {
    for (; *word != '\0' && !is_broken(file); word++)
        if (next(file) != *word)
            hp_read_set_fault(file, "a value is expected");
}

Bool hp_read_null(JsonFile* file) {
    if (is_broken(file) || peek_past_space(file) != 'n')
        return False;
    file->is_first = False;
    read_word(file, "null");
    return True;
}

/* A number whose value is not wanted; its parts are not checked. */
static void skip_number(JsonFile* file) {
    Int c = peek(file);
    if (c != '-' && !is_digit(c))
        hp_read_set_fault(file, "a value is expected");
    while (is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E') {
        file->at++;
        c = peek(file);
    }
}

static void skip_value(JsonFile* file, UInt depth) {
    HChar unused[2];
    if (is_broken(file))
        return;
    if (depth > MOST_DEPTH)
        hp_read_set_fault(file, "objects and arrays are nested too deeply");
    switch (peek_past_space(file)) {
    case '{':
        hp_read_begin_object(file);
        while (hp_read_key(file, unused, sizeof unused))
            skip_value(file, depth + 1);
        break;
    case '[':
        hp_read_begin_array(file);
        while (hp_read_item(file))
            skip_value(file, depth + 1);
        break;
    case '"': hp_read_text(file, unused, sizeof unused); break;
    case 't': read_word(file, "true"); break;
    case 'f': read_word(file, "false"); break;
    case 'n': read_word(file, "null"); break;
    default: skip_number(file);
    }
    file->is_first = False;
}

void hp_read_skip(JsonFile* file) {
    skip_value(file, 1);
}

void hp_read_end(JsonFile* file) {
    if (!is_broken(file) && peek_past_space(file) != NO_MORE)
        hp_read_set_fault(file, "something stands behind the end");
}
