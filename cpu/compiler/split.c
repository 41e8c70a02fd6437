// SPDX-License-Identifier: MIT
// Splits kernels at their barriers. Where it can be read off the source that all threads of a block
// come to the same barriers, nobody has to be made to wait: what lies between two barriers becomes
// a loop over the threads of the block, which the compiler may vectorise.
//
//   __global__ void k(float *a, int n) {     void split_k(float *a, int n) {
//       __shared__ float s[256];                 __shared__ float s[256];
//       int t = threadIdx.x;                     float kept_sum[1024];
//       float sum = 0;                           each_thread([&] { sum = 0; });
//       for (int i = 0; i < n; i++) {            for (int i = 0; i < n; i++) {
//           s[t] = a[i];                             each_thread([&] { s[t] = a[i]; });
//           __syncthreads();
//           sum += s[255 - t];                       each_thread([&] { sum += ...; });
//           __syncthreads();
//       }                                        }
//       a[t] = sum;                              each_thread([&] { a[t] = sum; });
//   }                                        }
//
// (each_thread is in launch.h.) A variable of the kernel that is seen on both sides of a barrier is
// one of three:
//   UNIFORM   the same for all threads, whatever they do: it stays one variable of the whole block
//   AGAIN     worked out from threadIdx and from what never changes: so it is, in each loop (t)
//   KEPT      anything else: an array, one element a thread (sum)
//
// A kernel is left alone, and its threads run on stacks of their own (fiber.c), where a barrier
// lies under a condition or in a loop that is not UNIFORM, in a function that the kernel calls,
// where lanes of a warp meet, or where this file does not understand a declaration. A kernel with
// no barrier is one loop. The order of the threads is the same either way: up to a barrier they run
// one after the other.
#include <limits.h>
#include <string.h>

#include "split.h"

// ---- a kernel taken apart ----------------------------------------------------------------------

struct variable *variables;
size_t variable_count;
static size_t variable_room;
struct step *steps;
size_t step_count;
static size_t step_room;
static size_t *uniform; // pairs of tokens: ranges that must be the same for all threads
static size_t uniform_count, uniform_room;
bool leaves, flat;
static bool striding; // loops may become STRIDED
static bool possible;
static size_t beginning; // of the kernel's body

static size_t give_up(void) {
    possible = false;
    return token_count;
}

static struct step *add_step(enum what what, size_t first, size_t last, unsigned depth) {
    steps = (struct step *)grow(steps, &step_room, step_count + 1, sizeof *steps);
    steps[step_count] = (struct step){what, first, last, 0, 0, 0, depth};
    return &steps[step_count++];
}

static struct variable *add_variable(size_t name, size_t end, enum role role) {
    variables =
        (struct variable *)grow(variables, &variable_room, variable_count + 1, sizeof *variables);
    variables[variable_count] =
        (struct variable){name, end, 0, 0, 0, 0, 0, false, false, false, false, role, 0};
    return &variables[variable_count++];
}

static bool joins(size_t i) { // no space between tokens i and i + 1
    return tokens[i].end == tokens[i + 1].start;
}

static bool twice(size_t i, const char *sign) { // ++ or -- at token i
    return is(i, sign) && is(i + 1, sign) && joins(i);
}

static bool is_member(size_t i) {
    return is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::");
}

// The variable of the kernel that token i names, or NULL.
struct variable *find(size_t i) {
    if (tokens[i].kind != WORD || is_member(i))
        return NULL;
    for (size_t v = variable_count; v-- > 0;)
        if (variables[v].name <= i && i <= variables[v].end && same(variables[v].name, i))
            return &variables[v];
    return NULL;
}

// ---- statements --------------------------------------------------------------------------------

size_t end_of_statement(size_t i) {
    if (i >= token_count || nesting(i) < 0)
        return give_up();
    if (is(i, ";"))
        return i;
    if (tokens[i].kind == PRAGMA)
        return end_of_statement(i + 1);
    if (is(i, "{"))
        return closing(i);
    if (is(i, "for") || is(i, "while") || is(i, "switch") || is(i, "if")) {
        size_t open = is(i + 1, "constexpr") ? i + 2 : i + 1;
        if (!is(open, "("))
            return give_up();
        size_t last = end_of_statement(closing(open) + 1);
        return is(i, "if") && is(last + 1, "else") ? end_of_statement(last + 2) : last;
    }
    if (is(i, "do")) {
        size_t last = end_of_statement(i + 1);
        return is(last + 1, "while") ? end_of_statement(closing(last + 2) + 1) : give_up();
    }
    for (; i < token_count; i++) {
        if (nesting(i) > 0)
            i = closing(i);
        else if (nesting(i) < 0)
            return give_up();
        else if (is(i, ";"))
            return i;
    }
    return give_up();
}

// The bracket that is open around token i.
static size_t around(size_t i) {
    while (i-- > 0 && nesting(i) <= 0)
        if (nesting(i) < 0)
            i = opening(i);
    return i;
}

// Declared at token i: has the kernel used that name before, for something else? A declaration may
// move to the front of its loop.
static bool hides(size_t i) {
    if (find(i))
        return true;
    if (flags(i) & (VARIABLE | CONSTANT | FUNCTION))
        for (size_t k = beginning; k < i; k++)
            if (same(k, i) && !is_member(k) && !find(k)) {
                size_t open = around(k);
                if (tokens[k - 1].kind != WORD || is_any(k - 1, control) || open < beginning)
                    return true;
                k = is(open - 1, "for") ? end_of_statement(open - 1) : closing(open);
            }
    return false;
}

static bool is_barrier(size_t i) {
    return is(i, "__syncthreads") || is(i, "__syncwarp");
}

static bool has_barrier(size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        if (is_barrier(i))
            return true;
    return false;
}

// Does a break or continue in the statement leave a loop around it?
static bool escapes(size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        if (is(i, "break") || is(i, "continue"))
            return true;
        if (is(i, "for") || is(i, "while") || is(i, "do")) {
            i = end_of_statement(i);
        } else if (is(i, "switch")) {
            size_t end = end_of_statement(i);
            for (; i < end; i++)
                if (is(i, "continue"))
                    return true;
        }
    }
    return false;
}

// The > that closes template arguments opened at token i; token_count where they are none.
static size_t closing_angle(size_t i) {
    for (int depth = 0; i < token_count && !is(i, ";") && !is(i, "{"); i++) {
        depth += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
        if (depth == 0)
            return i;
        if (is(i, "("))
            i = closing(i);
    }
    return token_count;
}

// The token behind the type's name at token i: ns::name<arguments>.
static size_t behind_name(size_t i) {
    if (is(i, "::"))
        i++;
    for (;;) {
        i++;
        if (is(i, "<")) {
            size_t close = closing_angle(i);
            if (close == token_count)
                return i;
            i = close + 1;
        }
        if (!is(i, "::"))
            return i;
        i++;
    }
}

static bool starts_declaration(size_t i) {
    static const char *const first[] = {"const",    "constexpr", "struct",        "class",
                                        "union",    "enum",      "typename",      "auto",
                                        "volatile", "register",  "static",        "thread_local",
                                        "decltype", "alignas",   "__attribute__", NULL};
    if (is_any(i, first) || (is(i, "[") && is(i + 1, "[")))
        return true;
    if (is_any(i, arithmetic)) // float(x) is none, float (*x)[2] is
        return !is(i + 1, "(") || is(i + 2, "*") || is(i + 2, "&");
    if ((tokens[i].kind != WORD && !is(i, "::")) || is_any(i, control))
        return false;
    size_t next = behind_name(i);
    if (is(next, "*") || is(next, "&")) // of `a * b;` nobody sees a result
        return tokens[next + 1].kind == WORD || is(next + 1, "*") || is(next + 1, "&");
    return next < token_count && tokens[next].kind == WORD && !is(next, "operator");
}

// A declaration that is not understood: whatever it may declare, or take a reference to, must not
// be seen behind a barrier.
static void odd_declaration(size_t first, size_t last, size_t scope) {
    static const char *const behind[] = {"=", ";", ",", "[", "(", "{", "]", ")", "}", NULL};
    size_t nested = 0; // in an initial value
    for (size_t i = first; i < last; i++) {
        struct variable *known = find(i);
        nested += is(i, "=") || (i > first && (is(i, "(") || is(i, "{")));
        if (is(i, "decltype") || is(i, "alignas") || is(i, "__attribute__"))
            nested = 0;
        if (known && known->role == LOCAL)
            known->simple = known->scalar = false;
        else if (known && (nested == 0 || is(i + 1, "=") || is(i - 1, ",")))
            possible = false; // it is hidden, perhaps
        else if (!known && tokens[i].kind == WORD && !is_member(i) && is_any(i + 1, behind))
            add_variable(i, scope, LOCAL);
    }
}

// Declarations from token `first` to the ; or : at `last`; false: not understood.
static bool parse_declaration(size_t first, size_t last, size_t scope) {
    size_t i = first, named = 0;
    bool constant = false, number = false, unknown = false;
    while (i < last) {
        if (is_any(i, qualifiers)) {
            constant = true;
            i++;
        } else if (is_any(i, arithmetic)) {
            number = true;
            i++;
        } else if (!number && !named && (tokens[i].kind == WORD || is(i, "::"))) {
            if (is(i, "volatile") || is(i, "static") || is(i, "enum"))
                return false;
            if (is(i, "struct") || is(i, "typename") || is(i, "class") || is(i, "union"))
                i++;
            named = i;
            i = behind_name(i);
        } else {
            break;
        }
    }
    if (!number && !named)
        return false;
    size_t type_end = i, count = variable_count;
    bool single = named && type_end == named + 1;
    struct variable *type = single ? find(named) : NULL;
    bool vector = single && is_any(named, vector_types);
    bool known = number || vector || (single && is_any(named, number_types)) ||
                 (single && is(named, "auto")) || (type && type->role == TYPE);
    for (;;) {
        size_t declarator = i;
        bool pointer = false, reference = false, fixed = constant;
        for (;; i++) {
            if (is(i, "*")) {
                pointer = true;
                fixed = false;
            } else if (is(i, "&")) {
                reference = true;
            } else if (pointer && is(i, "const")) {
                fixed = true;
            } else if (!(pointer && (is(i, "__restrict__") || is(i, "__restrict")))) {
                break;
            }
        }
        if (i >= last || tokens[i].kind != WORD)
            break;
        struct variable v = {i,     scope, first,   declarator, type_end, 0, 0,
                             false, false, pointer, fixed,      LOCAL,    0};
        if (hides(i)) {
            possible = false;
            return false;
        }
        v.simple = (known || pointer) && !reference;
        v.scalar = v.simple && (pointer || !vector);
        i++;
        for (; is(i, "["); i = closing(i) + 1)
            v.simple = v.scalar = v.pointer = false;
        if (is(i, "=")) {
            v.initial = ++i;
            for (; i < last && !is(i, ","); i++) {
                unknown = unknown || is(i, "<");
                if (nesting(i) > 0)
                    i = closing(i);
            }
            v.initial_end = i;
        }
        *add_variable(v.name, scope, LOCAL) = v;
        if (i == last && !(unknown && variable_count > count + 1))
            return true;
        if (!is(i, ","))
            break;
        i++;
    }
    variable_count = count;
    return false;
}

static size_t walk(size_t i, size_t scope, unsigned depth);

// A loop in which each thread takes every so-manieth element (split_stride.c)?
static bool is_strided(size_t first, size_t last) {
    struct stride s;
    bool unrolled = step_count > 0 && tokens[steps[step_count - 1].first].kind == PRAGMA;
    return !unrolled && find_stride(first, last, &s) && !escapes(s.body, s.body_end) &&
           !has_return(s.body, s.body_end);
}

static void must_be_uniform(size_t first, size_t last) {
    uniform = (size_t *)grow(uniform, &uniform_room, uniform_count + 2, sizeof *uniform);
    uniform[uniform_count++] = first;
    uniform[uniform_count++] = last;
}

// The body of a loop or condition that holds a barrier.
static size_t walk_body(size_t i, unsigned depth) {
    add_step(OPEN, i, i, depth);
    size_t last = end_of_statement(i);
    if (is(i, "{"))
        for (size_t k = i + 1; possible && k < last;)
            k = walk(k, last, depth) + 1;
    else
        walk(i, last, depth);
    add_step(CLOSE, last, last, depth);
    return last;
}

// A statement that holds a barrier; its last token.
static size_t walk_around_barrier(size_t i, size_t last, unsigned depth) {
    if (is_barrier(i)) {
        if (!is(i + 1, "(") || closing(i + 1) + 1 != last)
            return give_up();
        for (size_t k = i + 2; k + 1 < last; k++)
            if (nesting(k) != 0 || is(k, "=") || twice(k, "+") || twice(k, "-"))
                return give_up(); // what the mask does would not be done
        add_step(BARRIER, i, last, depth);
    } else if (is(i, "{")) {
        walk_body(i, depth);
    } else if (is(i, "do")) {
        add_step(HEAD, i, i, depth);
        size_t tail = walk_body(i + 1, depth + 1) + 1;
        if (!possible)
            return token_count;
        must_be_uniform(tail + 2, closing(tail + 1));
        add_step(HEAD, tail, last, depth);
    } else if (is(i, "while") || is(i, "if")) {
        size_t open = is(i + 1, "constexpr") ? i + 2 : i + 1, close = closing(open);
        if (starts_declaration(open + 1))
            return give_up();
        must_be_uniform(open + 1, close);
        add_step(HEAD, i, close, depth);
        size_t end = walk_body(close + 1, depth + 1);
        if (possible && end != last) { // else
            add_step(HEAD, end + 1, end + 1, depth);
            walk_body(end + 2, depth + 1);
        }
    } else if (is(i, "for")) {
        size_t close = closing(i + 1), first = end_of_statement(i + 2);
        size_t second = possible ? end_of_statement(first + 1) : close;
        if (!possible || second >= close)
            return give_up();
        size_t count = variable_count;
        if (starts_declaration(i + 2)) {
            if (!parse_declaration(i + 2, first, last))
                return give_up();
        } else {
            must_be_uniform(i + 2, first);
        }
        struct step *head = add_step(HEAD, i, close, depth);
        head->variable = count;
        head->variable_end = variable_count;
        must_be_uniform(first + 1, second);
        must_be_uniform(second + 1, close);
        walk_body(close + 1, depth + 1);
    } else {
        return give_up();
    }
    return last;
}

static size_t walk(size_t i, size_t scope, unsigned depth) {
    size_t last = end_of_statement(i);
    if (!possible || last >= token_count)
        return give_up();
    if (tokens[i].kind == PRAGMA) {
        if (!has_barrier(i + 1, last)) // else it says nothing of a loop that is not over threads
            add_step(PLAIN, i, i, depth);
        return walk(i + 1, scope, depth);
    }
    bool shared = false;
    for (size_t k = i; k <= last; k = nesting(k) > 0 ? closing(k) + 1 : k + 1)
        shared = shared || is(k, "__shared__");
    if (shared) {
        int angle = 0;
        for (size_t k = i; k < last; k++) {
            angle += is(k, "<") ? 1 : is(k, ">") ? -1 : 0;
            if (angle == 0 && tokens[k].kind == WORD &&
                (is(k + 1, "[") || is(k + 1, ",") || is(k + 1, ";"))) {
                if (hides(k))
                    return give_up();
                struct variable *v = add_variable(k, scope, SHARED);
                v->scalar = !is(k + 1, "[");
            }
            if (nesting(k) > 0)
                k = closing(k);
        }
        add_step(HOISTED, i, last, depth);
    } else if (is(i, "using") || is(i, "typedef")) {
        for (size_t k = i + 1; k < last; k++)
            if (is(k, "&") || (tokens[k].kind == WORD && (is(k + 1, ";") || is(k + 1, "=")) &&
                               !is_member(k) && hides(k)))
                return give_up();
        add_step(HOISTED, i, last, depth);
    } else if (has_barrier(i, last)) {
        return walk_around_barrier(i, last, depth);
    } else if (starts_declaration(i)) {
        size_t count = variable_count;
        if (!parse_declaration(i, last, scope)) {
            odd_declaration(i, last, scope);
            count = variable_count;
            add_step(PLAIN, i, last, depth);
        } else {
            struct step *s = add_step(DECLARATION, i, last, depth);
            s->variable = count;
            s->variable_end = variable_count;
        }
    } else {
        if ((depth > 0 && escapes(i, last)) || (tokens[i].kind == WORD && is(i + 1, ":")))
            return give_up();
        bool strided = striding && depth == 0 && is_strided(i, last);
        if (strided && is(i, "for") && !parse_declaration(i + 2, end_of_statement(i + 2), last))
            return give_up();
        add_step(strided ? STRIDED : PLAIN, i, last, depth);
    }
    return last;
}

// ---- who changes what --------------------------------------------------------------------------

// An assignment's operator begins at token i: how many tokens it has, else 0.
static size_t assignment(size_t i) {
    static const char arithmetic_operators[] = "+-*/%&|^";
    if (is(i, "="))
        return is(i + 1, "=") && joins(i) ? 0 : 1;
    if (tokens[i].kind == PUNCTUATION && length(i) == 1 &&
        strchr(arithmetic_operators, source[tokens[i].start]))
        return is(i + 1, "=") && joins(i) ? 2 : 0;
    bool shift = (is(i, "<") && is(i + 1, "<")) || (is(i, ">") && is(i + 1, ">"));
    return shift && joins(i) && is(i + 2, "=") && joins(i + 1) ? 3 : 0;
}

static bool is_known(size_t type) {
    return is_any(type, arithmetic) || is_any(type, number_types) || is_any(type, vector_types);
}

// May the parentheses hold a type? Not if they name a variable of the kernel or calculate.
static bool is_cast(size_t open, size_t close) {
    for (size_t i = open + 1; i < close; i++)
        if (find(i) ? find(i)->role != TYPE : tokens[i].kind == NUMBER || is(i, "."))
            return false;
    return true;
}

// Are the parentheses at token `open` there for precedence, and not those of a call?
static bool groups(size_t open) {
    static const char *const before[] = {"return", "else", "do", NULL};
    static const char *const heads[] = {"if", "for", "while", "switch", NULL};
    if (!is(open, "(") || is(open - 1, ">") || is(open - 1, "]"))
        return false;
    if (is(open - 1, ")"))
        return is_any(opening(open - 1) - 1, heads);
    return tokens[open - 1].kind != WORD || is_any(open - 1, before);
}

// Tokens [*first, *behind) are an operand: what has its value and may stand for it, one step on.
static bool widen(size_t *first, size_t *behind) {
    size_t open = around(*first);
    if (is(*behind, ")") && (is(*first - 1, "(") || is(*first - 1, ",")) && groups(open)) {
        *first = open; // (x), (other, x)
        (*behind)++;
        return true;
    }
    if (!is(*first - 1, "?") && !is(*first - 1, ":"))
        return false;
    while (!is(*behind, ",") && !is(*behind, ";") && nesting(*behind) >= 0) // a ? x : y
        *behind = nesting(*behind) > 0 ? closing(*behind) + 1 : *behind + 1;
    while (*first - 1 > open && !is(*first - 1, ",") && !is(*first - 1, ";") &&
           !is(*first - 1, "}") && !is(*first - 1, "return")) {
        size_t i = *first - 1;
        bool compares = (joins(i) && is(i + 1, "=")) ||
                        (joins(i - 1) &&
                         (is(i - 1, "=") || is(i - 1, "<") || is(i - 1, ">") || is(i - 1, "!")));
        if (is(i, "=") && !compares)
            break;
        *first = nesting(i) < 0 ? opening(i) : i;
    }
    return true;
}

// The operand [first, behind) begins what is declared at its left, by = in front of it: a
// reference, or something that may hold one?
static bool begins_reference(const struct variable *v, size_t first) {
    size_t declared = first - 2, start = declared;
    if (is(declared, "]"))
        declared = opening(declared);
    if (is(declared - 1, "&") ||
        (is(declared - 1, ")") && is(opening(declared - 1) + 1, "&"))) // (&name)[2]
        return true;
    size_t star = declared - 1;
    while (is(star, "const") || is(star, "__restrict__") || is(star, "__restrict"))
        star--;
    if (is(star, "*"))
        return false;
    while (start > 0 && !is(start - 1, ";") && !is(start - 1, "{") && !is(start - 1, "(") &&
           !is(start - 1, "}"))
        start = nesting(start - 1) < 0 ? opening(start - 1) : start - 1;
    for (; start < declared; start++) {
        const struct variable *named = find(start);
        bool copy = !v->scalar && v->type && same(v->type, start);
        if (is(start, "decltype") || ((flags(start) & HOLDER) && !named && !copy))
            return true;
    }
    return false;
}

// The same of an argument, or of what stands in braces.
static bool is_referred_to(size_t first, size_t behind) {
    size_t open = around(first), callee = open - 1;
    if (is(open, "{")) {
        while (is(open - 1, "{") || is(open - 1, ","))
            open = around(open);
        callee = open - 1;
        size_t type = callee;
        if (is(callee, "=")) {
            type = is(callee - 1, "]") ? opening(callee - 1) - 1 : callee - 1;
            const struct variable *declared = find(type);
            if (declared && declared->name != type)
                return !declared->simple;
        }
        if (tokens[type].kind == WORD && (tokens[type - 1].kind == WORD || is(type - 1, "*")))
            type--;
        return is(open, "(") || !(is(type, "*") || is_known(type));
    }
    if (!is(open, "(") || nesting(behind) > 0)
        return false;
    if (is(callee, ">"))
        callee = opening_angle(callee) - 1;
    if (callee >= token_count || tokens[callee].kind != WORD || is_any(callee, control))
        return (is(callee, ")") && !is_known(callee - 1)) || is(callee, "]") || is(callee, "}");
    bool declared =
        tokens[callee - 1].kind == WORD && !is_any(callee - 1, control) && !is_known(callee - 1);
    bool both = is(callee - 1, "&") && is(callee - 2, "&");
    return declared || (is(callee - 1, "&") && !both) || (both && is(callee - 3, "auto")) ||
           (flags(callee) & HOLDER && !find(callee)) ||
           (flags(callee) & (VARIABLE | BY_REFERENCE) && !(flags(callee) & PURE));
}

// Does the structure that the variable is have an array of the name at token `member`? Yes, if
// nothing says what it has.
static bool has_array(const struct variable *v, size_t i, size_t member) {
    size_t type = is(v->type, ">") ? opening_angle(v->type) - 1 : v->type;
    if (member != i + 2 || type >= token_count)
        return true;
    for (size_t k = 0; k < i; k++)
        if ((is(k, "struct") || is(k, "class")) && same(k + 1, type) && is(k + 2, "{")) {
            for (size_t m = k + 3; m<closing(k + 2); m = nesting(m)> 0 ? closing(m) + 1 : m + 1)
                if (same(m, member) && is(m + 1, "["))
                    return true;
            return false;
        }
    return true;
}

enum use { READ, ASSIGNED, REFERRED };

// What becomes of the variable where token i names it; REFERRED: it has another name from there on.
static enum use use_of(const struct variable *v, size_t i) {
    size_t first = i, behind = i + 1;
    do {
        if (v->pointer && (is(behind, "[") || is(behind, "->")))
            return READ; // what a pointer points to is another thing
        size_t member = token_count, indices = 0;
        while (is(behind, ".") || is(behind, "[") || is(behind, "->")) {
            if (is(behind, "->"))
                return READ;
            indices = is(behind, "[") ? indices + 1 : 0;
            member = is(behind, "[") ? member : behind + 1;
            behind = is(behind, "[") ? closing(behind) + 1 : behind + 2;
            if (is(behind, "("))
                return REFERRED; // a call of a member
        }
        if (member < token_count && (flags(member) & ARRAY) &&
            indices < (flags(member) & ARRAYS ? 2 : 1) && has_array(v, i, member))
            return REFERRED; // the address of its first element
        if (first > 1 && (twice(first - 2, "+") || twice(first - 2, "-")))
            return ASSIGNED;
        if (is(first - 1, "&")) {
            size_t k = first - 1;
            while (is(k - 1, "&") && joins(k - 1))
                k--;
            bool operand = tokens[k - 1].kind == NUMBER || is(k - 1, "]") ||
                           (is(k - 1, ")") && !is_cast(opening(k - 1), k - 1)) ||
                           (tokens[k - 1].kind == WORD && !is_any(k - 1, control));
            if ((first - k) % 2 && (!operand || first - k > 2))
                return REFERRED;
        }
        if ((assignment(behind) && !is(first - 1, "*")) || twice(behind, "+") || twice(behind, "-"))
            return ASSIGNED;
        if (is(first - 1, "=") && begins_reference(v, first))
            return REFERRED;
        if (is(first - 1, ":") && is(around(first) - 1, "for"))
            for (size_t k = around(first); k < first; k++)
                if (is(k, "&"))
                    return REFERRED;
        if ((is(first - 1, "(") || is(first - 1, ",") || is(first - 1, "{")) &&
            (is(behind, ")") || is(behind, ",") || is(behind, "}")) &&
            is_referred_to(first, behind))
            return REFERRED;
    } while (widen(&first, &behind));
    return READ;
}

// May the kernel change the variable where token i names it? (Or its address be taken.)
bool may_change(const struct variable *v, size_t i) {
    return !v->constant && i != v->name && use_of(v, i) != READ;
}

bool changes(const struct variable *v, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        if (find(i) == v && may_change(v, i))
            return true;
    return false;
}

static bool is_referred(const struct variable *v) {
    for (size_t i = v->name + 1; i < v->end; i++)
        if (find(i) == v && use_of(v, i) == REFERRED)
            return true;
    return false;
}

// Whether tokens [first, last) say the same each time they are asked: for all threads, or, if
// `thread`, for one.
static bool lasting(size_t first, size_t last, bool thread) {
    static const char *const places_of[] = {"blockIdx", "blockDim", "gridDim", NULL};
    static const char *const casts[] = {"static_cast", "sizeof", "true", "false", "warpSize", NULL};
    if (first >= last)
        return false;
    for (size_t i = first; i < last; i++) {
        if (tokens[i].kind == STRING || tokens[i].kind == PRAGMA)
            return false;
        if (tokens[i].kind == PUNCTUATION) {
            if (is(i, "[") || is(i, "{") || is(i, "->") || twice(i, "+") || twice(i, "-"))
                return false;
            if (is(i, "=") &&
                !((is(i + 1, "=") && joins(i)) ||
                  (tokens[i - 1].end == tokens[i].start &&
                   (is(i - 1, "=") || is(i - 1, "<") || is(i - 1, ">") || is(i - 1, "!")))))
                return false;
            bool operand = i > first && (tokens[i - 1].kind == NUMBER || is(i - 1, ")") ||
                                         tokens[i - 1].kind == WORD);
            if (is(i, "*") && (!operand || (is(i - 1, ")") && is_cast(opening(i - 1), i - 1))))
                return false; // memory
            if (is(i, "&") && !operand && !is(i - 1, "&"))
                return false;
            // a division takes longer than a load, unless it is a shift
            if (thread && (is(i, "/") || is(i, "%")) && tokens[i + 1].kind != NUMBER &&
                !(flags(i + 1) & CONSTANT))
                return false;
            continue;
        }
        if (tokens[i].kind != WORD)
            continue;
        const struct variable *v = find(i);
        if (is(i - 1, ".") && i > first) {
            if (is(i + 1, "("))
                return false;
            continue; // judged by what it is a member of
        }
        if (v && (v->role == PARAMETER || v->role == UNIFORM || (v->role == AGAIN && thread))) {
            if (thread && changes(v, v->name, v->end))
                return false;
            if (!v->scalar &&
                (v->role != PARAMETER || (flags(v->type) & HOLDER && !is(i + 1, "."))))
                return false; // an object, whose operators may do anything
        } else if (v && v->role == SHARED && !v->scalar) {
            continue; // an address
        } else if (v && v->role == TYPE) {
            continue;
        } else if (v) {
            return false;
        } else if (is_any(i, places_of) || (thread && is(i, "threadIdx"))) {
            if (!is(i + 1, "."))
                return false;
        } else if ((flags(i) & (CONSTANT | VARIABLE)) != CONSTANT && !is_any(i, arithmetic) &&
                   !is_any(i, number_types) && !is_any(i, casts) &&
                   !((flags(i) & PURE) && is(i + 1, "(")) && !is(i, "const")) {
            return false;
        }
    }
    return true;
}

bool is_lasting(size_t first, size_t last) {
    return lasting(first, last, false);
}

// A list of changes to UNIFORM variables by lasting values, or a lasting value, in [first, last)?
static bool lasting_changes(size_t first, size_t last) {
    for (size_t i = first; i < last;) {
        size_t end = i;
        while (end < last && !is(end, ","))
            end = nesting(end) > 0 ? closing(end) + 1 : end + 1;
        bool before = twice(i, "+") || twice(i, "-");
        size_t name = before ? i + 2 : i, behind = name + 1;
        bool after = twice(behind, "+") || twice(behind, "-");
        const struct variable *v = find(name);
        size_t operation = assignment(behind);
        bool good = v && (v->role == UNIFORM || v->role == PARAMETER) && v->scalar &&
                    ((before && behind == end) || (after && behind + 2 == end) ||
                     (operation && lasting(behind + operation, end, false)));
        if (!good && !lasting(i, end, false))
            return false;
        i = end + 1;
    }
    return true;
}

// The statement does nothing but change a UNIFORM variable, for all threads the same way.
bool is_uniform_statement(const struct step *s) {
    if (s->what != PLAIN || tokens[s->first].kind == PRAGMA)
        return false;
    size_t name = s->first + (twice(s->first, "+") || twice(s->first, "-") ? 2 : 0);
    const struct variable *v = find(name);
    return v && (v->role == UNIFORM || v->role == PARAMETER) && may_change(v, name) &&
           lasting_changes(s->first, s->last);
}

// Every change to the variable is made in a loop's head or in a statement for all threads?
static bool changes_for_all(const struct variable *v) {
    for (size_t s = 0; s < step_count; s++)
        if (changes(v, steps[s].first, steps[s].last)) {
            if (steps[s].what == OPEN || steps[s].what == CLOSE)
                continue; // a brace
            if (steps[s].what == HEAD ? false : !is_uniform_statement(&steps[s]))
                return false;
        }
    return true;
}

bool has_return(size_t first, size_t last) {
    while (first < last && !is(first, "return"))
        first++;
    return first < last;
}

// Threads may have returned because its initial value would be a division by 0.
static bool may_fail(const struct variable *v) {
    bool divides = false;
    for (size_t s = 0; s < step_count; s++)
        if (steps[s].what == HEAD && steps[s].first <= v->name && v->name <= steps[s].last)
            return false; // it is asked whether anybody is left, in front of a loop
    for (size_t i = v->initial; i < v->initial_end; i++)
        divides = divides || ((is(i, "/") || is(i, "%")) && tokens[i + 1].kind != NUMBER);
    return divides && has_return(beginning, v->name);
}

static bool decide_uniform(void) {
    for (size_t v = 0; v < variable_count; v++)
        if (variables[v].role == LOCAL && variables[v].simple && variables[v].scalar)
            variables[v].role = UNIFORM;
    for (bool more = true; more;) { // whoever depends on one that is not is not either
        more = false;
        for (size_t k = 0; k < variable_count; k++) {
            struct variable *v = &variables[k];
            if (v->role != UNIFORM)
                continue;
            if ((v->initial && !lasting(v->initial, v->initial_end, false)) || may_fail(v) ||
                !changes_for_all(v)) {
                v->role = LOCAL;
                more = true;
            }
        }
    }
    for (size_t v = 0; v < variable_count; v++) // a parameter that threads change is one of each
        if (variables[v].role == PARAMETER && !changes_for_all(&variables[v]))
            return false;
    for (size_t s = 0; s < step_count; s++)
        for (size_t v = steps[s].variable; steps[s].what == HEAD && v < steps[s].variable_end; v++)
            if (variables[v].role != UNIFORM)
                return false;
    for (size_t u = 0; u < uniform_count; u += 2)
        if (!lasting_changes(uniform[u], uniform[u + 1]))
            return false;
    return true;
}

static void decide_again(void) {
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < variable_count; k++) {
            struct variable *v = &variables[k];
            if (v->role == LOCAL && v->simple && v->scalar && v->initial &&
                lasting(v->initial, v->initial_end, true) && !changes(v, v->name, v->end) &&
                !is_referred(v)) {
                v->role = AGAIN;
                more = true;
            }
        }
    }
}

// Which loop over threads each step belongs to. Uniform statements end one too: what stands before
// them must see the old value.
static void number_loops(void) {
    unsigned loop = 1;
    bool used = false;
    for (size_t s = 0; s < step_count; s++) {
        bool inside = steps[s].what == DECLARATION ||
                      (steps[s].what == PLAIN && !is_uniform_statement(&steps[s]));
        if (!inside && steps[s].what != HOISTED && used) {
            loop++;
            used = false;
        }
        used = used || inside;
        steps[s].loop = loop;
        loop += steps[s].what == STRIDED; // has a loop of its own
        if (steps[s].what <= STRIDED)
            for (size_t v = 0; v < variable_count; v++)
                if (steps[s].first <= variables[v].name && variables[v].name <= steps[s].last)
                    variables[v].loop = steps[s].loop;
    }
}

static bool is_auto(const struct variable *v) {
    size_t type = v->type;
    while (is_any(type, qualifiers))
        type++;
    return is(type, "auto");
}

// Nothing but elements and members of it are named, and those but for their values.
static bool stays(const struct variable *v) {
    bool reference = v->type && is(v->name - 1, "&"); // to what is referred to
    bool array = !v->type || is(v->name + 1, "[") || (flags(v->type_end - 1) & ARRAY);
    for (size_t i = v->name + 1; i < v->end; i++)
        if (find(i) == v && !reference &&
            (use_of(v, i) == REFERRED ||
             (array && (!is(i + 1, "[") || is(closing(v->name + 1) + 1, "[")))))
            return false;
    return true;
}

bool is_strided_by(const struct step *s, const struct variable *v) {
    struct stride stride;
    return s->what == STRIDED && find_stride(s->first, s->last, &stride) && find(stride.name) == v;
}

// What lives on behind a barrier is kept; false where it can't be.
static bool decide_kept(void) {
    for (size_t s = 0; s < step_count; s++)
        for (size_t i = steps[s].first; i <= steps[s].last; i++) {
            if (steps[s].what == BARRIER || steps[s].what == OPEN || steps[s].what == CLOSE)
                break;
            struct variable *v = find(i);
            if (v && steps[s].what == HOISTED && (v->role == LOCAL || v->role == AGAIN))
                return false;
            if (!v || v->role != LOCAL || v->loop == steps[s].loop || is_strided_by(&steps[s], v))
                continue;
            if (!v->simple || is_auto(v))
                return false;
            v->role = KEPT;
        }
    // A pointer that is kept may be to anything that has an address.
    for (size_t p = 0; p < variable_count; p++)
        for (size_t k = 0; k < variable_count; k++) {
            struct variable *v = &variables[k];
            const struct variable *type = find(variables[p].type);
            bool pointer = variables[p].pointer || (type && type->role == TYPE);
            if (variables[p].role == SHARED ? !is(variables[p].name - 1, "*")
                                            : variables[p].role != KEPT || !pointer)
                continue;
            if (v->role != LOCAL)
                continue;
            bool open = v->simple ? is_referred(v) : !stays(v);
            if (open && (!v->simple || is_auto(v)))
                return false;
            if (open)
                v->role = KEPT;
        }
    return true;
}

static bool has_function(size_t first, size_t last) {
    while (first < last && !is(first, "("))
        first++;
    return first < last;
}

static bool is_allowed(size_t first, size_t last) {
    static const char *const never[] = {"goto",     "asm",      "__asm__",  "__asm",
                                        "static",   "try",      "__func__", "__FUNCTION__",
                                        "co_await", "volatile", "alloca",   "__PRETTY_FUNCTION__",
                                        "this",     NULL};
    for (size_t i = first; i <= last; i++) {
        if (is_any(i, never) || (is(i, "<") && is(i + 1, "<") && is(i + 2, "<")))
            return false;
        if (is(i, "(") && is(i - 1, ")") &&
            (is(opening(i - 1) + 1, "*") || opening(i - 1) + 1 == i - 1))
            return false; // a call through a pointer, or of an object
        if (is(i, "(") && (is(i - 1, "]") || is(i - 1, "}")) && !is(i - 2, ";"))
            return false;
        if (is(i, "(") && is(i - 1, ")") && tokens[opening(i - 1) - 1].kind == WORD &&
            !is_any(opening(i - 1) - 1, control))
            return false; // of what a call gave
        if (is(i, "{") && tokens[i - 1].kind == WORD &&
            (is(i - 2, "struct") || is(i - 2, "class") || is(i - 2, "union")) &&
            has_function(i, closing(i)))
            return false; // in a structure
        if (is(i, "[") && is(i + 1, "["))
            i += 2; // [[fallthrough]] and its kin
        bool indexed = tokens[i - 1].kind == WORD ? !is_any(i - 1, control) || is(i - 1, "delete")
                                                  : is(i - 1, ")") || is(i - 1, "]");
        if (is(i, "[") && !indexed)
            return false; // a lambda
        if (is(i, "&") && (is(i + 1, ")") || is(i + 1, ">")))
            return false; // a type, of a cast
        bool binary =
            tokens[i - 2].kind != PUNCTUATION || is(i - 2, ")") || is(i - 2, "]") || is(i - 2, "&");
        if (is(i, "threadIdx") && ((is(i - 1, "&") && !binary) || is(i - 1, "::")))
            return false; // each loop has its own
        if (is(i, "decltype"))
            for (size_t k = i + 2; k < closing(i + 1); k++)
                if (tokens[k].kind != WORD || is(k, "auto") || (find(k) && find(k)->role == KEPT))
                    return false; // a reference, perhaps only here
        if (tokens[i].kind != WORD || is_barrier(i))
            continue;
        const struct variable *v = find(i);
        bool call = is(i + 1, "(") && !is_any(i, control);
        if (((flags(i) & WAITS) && (!v || call)) || (call && (flags(i) & VARIABLE)))
            return false;
        if (v && call && v->role != TYPE && v->name != i)
            return false;
        if (!v && call && !(flags(i) & FUNCTION) &&
            strncmp(source + tokens[i].start, "__builtin_", 10) != 0 && !is(i, "assert"))
            return false;
    }
    return true;
}

// Threads may return in the last loop, which they leave; and in front of the first barrier, as
// those do that have no element: then each loop steps over them (leaves). Behind a barrier they
// return to their fault, which fiber.c sees.
static bool decide_returns(void) {
    unsigned first = UINT_MAX, last = 0; // the loops behind the first barrier and behind the last
    for (size_t s = 0; s < step_count; s++) {
        const bool inside = steps[s].what <= STRIDED;
        if (!inside && steps[s].what != HOISTED && first == UINT_MAX)
            first = steps[s].loop;
        if (inside || steps[s].what == BARRIER)
            last = steps[s].loop + (steps[s].what == BARRIER);
    }
    leaves = false;
    for (size_t s = 0; s < step_count; s++)
        for (size_t i = steps[s].first; i <= steps[s].last; i++)
            if (is(i, "return") && steps[s].loop != last) {
                if (steps[s].loop >= first || !is(i + 1, ";"))
                    return false;
                leaves = true;
            } else if (is(i, "return") && steps[s].depth > 0) {
                return false;
            }
    return true;
}

// ---- kernels -----------------------------------------------------------------------------------

struct split *splits;
size_t split_count;
static size_t split_room;

static void add_parameters(const struct split *k) {
    for (size_t i = k->from; i < k->from_end; i++)
        if (tokens[i].kind == WORD && (is(i + 1, ",") || is(i + 1, ">") || is(i + 1, "="))) {
            bool type = is(i - 1, "typename") || is(i - 1, "class");
            struct variable *v = add_variable(i, k->close, type ? TYPE : PARAMETER);
            v->constant = v->scalar = true;
        }
    size_t close = closing(k->name + 1);
    bool pointer = false, constant = false;
    for (size_t i = k->name + 2; i <= close; i++) {
        if (is(i, "&") || (is(i, "(") && is(i + 1, "*"))) // a reference, a pointer to a function
            possible = false;
        pointer = pointer || is(i, "*");
        constant = constant || is(i, "const");
        bool last = is(i + 1, ",") || is(i + 1, ")") || is(i + 1, "=") || is(i + 1, "[");
        if (tokens[i].kind == WORD && last) {
            struct variable *v = add_variable(i, k->close, PARAMETER);
            v->pointer = pointer || is(i + 1, "[");
            v->scalar = v->pointer || is_any(i - 1, arithmetic) || is_any(i - 1, number_types);
            v->constant = constant && !v->pointer;
            v->type = i - 1;
            while (i < close && !is(i, ",")) // a default value
                i = nesting(i + 1) > 0 ? closing(i + 1) : i + 1;
        }
        if (is(i, "<") && closing_angle(i) < close)
            i = closing_angle(i);
        if (nesting(i) > 0)
            i = closing(i);
        if (is(i, ","))
            pointer = constant = false;
    }
}

static bool try_to_take_apart(const struct split *k) {
    variable_count = step_count = uniform_count = 0;
    possible = true;
    beginning = k->open + 1;
    add_parameters(k);
    for (size_t i = k->open + 1; possible && i < k->close;)
        i = walk(i, k->close, 0) + 1;
    if (!possible || !decide_uniform())
        return false;
    bool held = false; // what a thread does in front of a loop may be to lock it: the others wait
    for (size_t s = 0; s < step_count; s++) {
        if (steps[s].what == STRIDED && (held || !keeps_stride(steps[s].first, steps[s].last)))
            steps[s].what = PLAIN;
        held = steps[s].what != BARRIER && (held || ordered(steps[s].first, steps[s].last));
    }
    decide_again();
    number_loops();
    if (!decide_kept() || !is_allowed(k->open + 1, k->close - 1) || !decide_returns())
        return false;
    flat = is_flat(k->open + 1, k->close - 1);
    return true;
}

bool take_apart(const struct split *k) {
    striding = true;
    if (try_to_take_apart(k))
        return true;
    striding = false; // what a thread keeps from turn to turn is not understood, perhaps
    return try_to_take_apart(k);
}

void find_splits(void) {
    if (odd_operators)
        return;
    for (size_t i = 0; i < token_count; i++) {
        size_t name = is(i, "__global__") ? kernel_name(i) : token_count;
        if (name == token_count || !is(name + 1, "("))
            continue;
        struct split k = {name, closing(name + 1) + 1, 0, 0, 0, false};
        for (size_t again = 0; again < token_count; again++) // a second of that name is too many
            if (again != i && is(again, "__global__") && kernel_name(again) < token_count &&
                same(kernel_name(again), name))
                k.open = token_count;
        if (k.open >= token_count || !is(k.open, "{"))
            continue;
        k.close = closing(k.open);
        size_t start = i;
        while (start > 0 && (tokens[start - 1].kind == WORD || tokens[start - 1].kind == STRING))
            start--;
        if (start > 0 && is(start - 1, ">")) {
            k.from = opening_angle(start - 1);
            k.from_end = start;
            if (k.from == token_count || k.from == 0 || !is(--k.from, "template") ||
                is(k.from + 2, ">"))
                continue;
        }
        if (k.close == token_count || !take_apart(&k))
            continue;
        k.flat = flat;
        splits = (struct split *)grow(splits, &split_room, split_count + 1, sizeof *splits);
        splits[split_count++] = k;
    }
}

static const struct split *find_split(const char *kernel) {
    for (size_t k = 0; k < split_count; k++)
        if (is(splits[k].name, kernel))
            return &splits[k];
    return NULL;
}

bool is_split(const char *kernel) {
    return find_split(kernel);
}

bool is_flat_split(const char *kernel) {
    return is_split(kernel) && find_split(kernel)->flat;
}
