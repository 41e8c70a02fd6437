// SPDX-License-Identifier: MIT
// The file cut into pieces, its declarations, down into namespaces and classes; what each declares
// is names.c's to note.
#include <string.h>

#include "names.h"

struct piece *pieces;
size_t piece_count;
static size_t piece_room;
size_t *piece_names;
static size_t name_count, name_room;

void add_name(struct piece *d, size_t i) {
    piece_names = (size_t *)grow(piece_names, &name_room, name_count + 1, sizeof *piece_names);
    piece_names[name_count++] = i;
    d->name_count++;
}

static struct piece *add_piece(size_t first, size_t last) {
    pieces = (struct piece *)grow(pieces, &piece_room, piece_count + 1, sizeof *pieces);
    pieces[piece_count] = (struct piece){first, last, name_count, 0, false, false, false, 0};
    return &pieces[piece_count++];
}

// The body of the function whose parameters end at token i: its {, or the ; = that ends it.
static size_t find_body(size_t i, size_t last) {
    bool begins = false; // the members that a constructor begins
    for (i++; i < last; i++) {
        if (is(i, ":"))
            begins = true;
        if (is(i, "{") && !(begins && (tokens[i - 1].kind == WORD || is(i - 1, ">"))))
            return i;
        if (is(i, ";") || (is(i, "=") && !begins))
            return i;
        if (nesting(i) > 0 && (i = closing(i)) >= last)
            break;
    }
    return last;
}

static size_t end_of_plain(size_t i, size_t last) {
    while (i < last && !is(i, ";"))
        i = nesting(i) > 0 ? closing(i) + 1 : i + 1;
    return i < last ? i : last - 1;
}

// A class, its head from token i on, its body at token `open`.
static size_t cut_class(size_t first, size_t i, size_t open, size_t last, bool in_class) {
    size_t name = i + 1;
    while (is_any(name, annotations) || (is(name, "[") && is(name + 1, "[")))
        name = is(name, "[") ? closing(name) + 1 : closing(name + 1) + 1;
    if (name < token_count && tokens[name].kind == WORD)
        note_class(name, open, is(name + 1, "{") && !is(first, "template"));
    cut(open + 1, closing(open), true);
    const size_t end = end_of_plain(closing(open) + 1, last);
    if (end > closing(open) + 1 && !is(first, "typedef"))
        note_declarators(add_piece(closing(open) + 1, end), closing(open), end, in_class);
    if (is(first, "typedef"))
        note_alias(first, end);
    return end + 1;
}

// The declaration at token i: the token behind it.
static size_t cut_one(size_t first, size_t last, bool in_class) {
    size_t i = first;
    while (is(i, "template") && is(i + 1, "<")) {
        const size_t end = angle_partner(i + 1);
        if (end >= last)
            return first + 1;
        for (size_t k = i + 2; k < end && places[i].owner == USER; k++)
            if ((is(k - 1, "class") || is(k - 1, "typename")) && tokens[k].kind == WORD)
                note_type(k, OTHER_NAME);
        i = end + 1;
    }
    if (is(i, "namespace") || (is(i, "inline") && is(i + 1, "namespace")) ||
        (is(i, "extern") && tokens[i + 1].kind == STRING)) {
        size_t open = i + 1;
        while (open < last && !is(open, "{") && !is(open, ";"))
            open = nesting(open) > 0 ? closing(open) + 1 : open + 1;
        if (is(open, "{") && (is(i, "namespace") || is(i + 1, "namespace") || open == i + 2)) {
            cut(open + 1, closing(open), false);
            return closing(open) + 1;
        }
    }
    if (tokens[i].kind == WORD && is(i + 1, ":") && in_class)
        return i + 2; // public:
    if (is(i, "using") || is(i, "typedef")) {
        size_t open = i;
        while (open < last && !is(open, "{") && !is(open, ";"))
            open = is(open, "(") || is(open, "[") ? closing(open) + 1 : open + 1;
        if (is(i, "typedef") && is(open, "{") && is_any(i + 1, classes))
            return cut_class(i, i + 1, open, last, in_class);
        const size_t end = end_of_plain(i, last);
        if (is(i + 1, "enum"))
            note_enum(i + 1, end);
        note_alias(i, end);
        struct piece *d = add_piece(first, end);
        if (is(i, "using") && is(i + 2, "="))
            add_name(d, i + 1);
        return end + 1;
    }
    size_t head = i, angle = 0, name = 0, open = 0;
    for (; i < last; i++) {
        if (is_any(i, classes) && !name && angle == 0) {
            size_t brace = i + 1;
            while (brace < last && !is(brace, "{") && !is(brace, ";") && !is(brace, "(") &&
                   !is(brace, "=") && !is(brace, "*") && !is(brace, "&"))
                brace = is_any(brace, annotations) && is(brace + 1, "(") ? closing(brace + 1) + 1
                                                                         : brace + 1;
            if (is(brace, "{"))
                return cut_class(first, i, brace, last, in_class);
            if (is(brace, ";") && brace == i + 2)
                note_type(i + 1, CLASS_NAME);
        }
        if (is(i, "enum") && !name) {
            const size_t end = end_of_plain(i, last);
            size_t brace = i;
            while (brace < end && !is(brace, "{") && !is(brace, "("))
                brace++;
            if (is(brace, "{") || is(i + 2, ";")) {
                note_enum(i, end);
                if (is(brace, "{") && closing(brace) + 1 < end)
                    note_declarators(add_piece(first, end), closing(brace), end, in_class);
                return end + 1;
            }
        }
        if (is(i, "operator")) {
            struct piece *d = add_piece(first, i);
            d->unnamed = true;
            if (places[i].owner == USER)
                note_operator(head, i);
            open = i + 1;
            if (is(open, "(") && is(open + 1, ")"))
                open += 2;
            while (open < last && !is(open, "("))
                open++;
            name = i;
            break;
        }
        if (is_any(i, annotations) && is(i + 1, "(")) {
            i = closing(i + 1);
        } else if (is(i, "<")) {
            const size_t end = angle_partner(i);
            if (end < last)
                i = end;
        } else if (is(i, "(") && is_value(i + 1)) {
            break; // a variable's
        } else if (is(i, "(")) {
            size_t before = is(i - 1, ">") ? opening_angle(i - 1) - 1 : i - 1;
            if (before >= token_count || before < head || tokens[before].kind != WORD ||
                is(i + 1, "*") || is(i + 1, "&") || is_any(before, arithmetic) ||
                is(before, "void") || is_any(before, number_types))
                break; // a declarator in parentheses
            name = before;
            open = i;
            note_function(add_piece(first, i), name, open);
            break;
        } else if (is(i, ";") || is(i, "=") || is(i, "{") || is(i, ",")) {
            break;
        } else if (nesting(i) > 0) {
            i = closing(i);
        }
    }
    if (!name || !is(open, "(")) { // variables
        const size_t end = end_of_plain(head, last);
        struct piece *d = add_piece(first, end);
        note_declarators(d, head, end, in_class);
        d->unnamed = in_class;
        return end + 1;
    }
    size_t body = find_body(closing(open), last);
    size_t end = is(body, "{") ? closing(body) : end_of_plain(body, last);
    if (is(body, "{") || is(body, "="))
        flag(name, HAS_BODY);
    pieces[piece_count - 1].last = end;
    pieces[piece_count - 1].member = in_class;
    if (is(end + 1, ";") && is(end, "}"))
        end++;
    return end + 1;
}

void cut(size_t i, size_t last, bool in_class) {
    while (i < last && last <= token_count) {
        if (is(i, ";") || tokens[i].kind == PRAGMA || nesting(i) < 0)
            i++;
        else if (is(i, "{"))
            i = closing(i) + 1;
        else {
            const size_t next = cut_one(i, last, in_class);
            i = next > i ? next : i + 1;
        }
    }
}
