// SPDX-License-Identifier: MIT
// Calls across the line between host and device: what the C++ compiler has named of them
// (question.c) is told in nvcc's words.
#include <ctype.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// ---- verdicts -----------------------------------------------------------------------------------

const char *name_of_function(const struct declaration *d) {
    const char *name = name_of(d->name);
    if (owner_of(d->name) == OURS && strncmp(name, FAST, strlen(FAST)) == 0)
        name = text("__%s", name + strlen(FAST));
    if (d->special == DESTRUCTOR)
        name = text("~%s", name);
    if (d->special == OPERATOR || d->special == CONVERSION) {
        name = text("operator");
        for (size_t t = d->name + 1; t < d->open; t++)
            name = text("%s%s%s", name, tokens[t].kind == WORD ? " " : "", name_of(t));
    }
    return in_class(d) ? text("%s::%s", name_of(declarations[d->scope].name), name) : name;
}

// The name in what the compiler quotes: 'void std::vector<T>::push_back(const T&) [with T = int]'.
static char *name_in(const char *quoted) {
    size_t n = strcspn(quoted, "'");
    const char *const with = strstr(quoted, " [with");
    if (with && (size_t)(with - quoted) < n)
        n = (size_t)(with - quoted);
    int depth = 0;
    size_t end = n, i = 0;
    for (i = 0; i < n; i++) { // the first ( outside <>
        depth += quoted[i] == '<' ? 1 : quoted[i] == '>' && i > 0 && quoted[i - 1] != '-' ? -1 : 0;
        if (quoted[i] == '(' && depth == 0 &&
            !(i + 1 < n && quoted[i + 1] == ')' && i > 7 &&
              strncmp(quoted + i - 8, "operator", 8) == 0)) {
            end = i;
            break;
        }
    }
    const char *const op = strstr(quoted, "operator");
    if (op && op < quoted + n)
        return text("%.*s", (int)(end > (size_t)(op - quoted) ? end - (size_t)(op - quoted) : 8),
                    op);
    size_t start = end;
    depth = 0;
    while (start > 0 && (depth > 0 || isalnum((unsigned char)quoted[start - 1]) ||
                         strchr("_~<>", quoted[start - 1]))) {
        depth += quoted[start - 1] == '>' ? 1 : quoted[start - 1] == '<' ? -1 : 0;
        start--;
    }
    char *const name = text("%.*s", (int)(end - start), quoted + start);
    name[strcspn(name, "<")] = '\0';
    return name;
}

const char *kind_of_call(unsigned from) {
    return from & (HOST | OF_BOTH) ? "warning" : "error";
}

void call_across(size_t i, const char *kind, const char *whose, const char *callee, unsigned from,
                 const char *caller) {
    const bool is_constant = strncmp(whose, "constexpr", 9) == 0;
    if (strcmp(kind, "warning") == 0 &&
        !(kind = kind_of_warning(i, is_constant ? CONSTEXPR_CALL : HOST_CALL)))
        return;
    const bool host = strcmp(whose, "__device__") != 0,
               late = strcmp(whose, "__host__") == 0 || is_bound(i) || is(i, "for");
    (!(from & (DEVICE | GLOBAL)) || !host ? complain
     : late                               ? complain_late
                                          : complain_behind)(
        i, kind, "calling a %s function(\"%s\") from a %s function(\"%s\") is not allowed%s", whose,
        callee,
        from & GLOBAL             ? "__global__"
        : !(from & DEVICE)        ? "__host__"
        : from & (HOST | OF_BOTH) ? "__host__ __device__"
                                  : "__device__",
        caller,
        is_constant
            ? ". The experimental flag '--expt-relaxed-constexpr' can be used to allow this."
            : "");
}

// The same; a destructor of device code is called where the object of token i's statement ends, and
// in the host's named where that begins. A method is called where its object's expression begins.
static void tell_call(bool ends, size_t i, const char *kind, const char *whose, const char *callee,
                      unsigned from, const char *caller) {
    size_t places[MOST_ENDS] = {i};
    const bool device = from & (DEVICE | GLOBAL), refused = strcmp(kind, "error") == 0;
    if (ends && !device)
        places[0] = object_at(i);
    else if (!ends && device && strcmp(whose, "__device__") != 0)
        places[0] = call_begins(i);
    const size_t count = ends && device ? ends_of_life(i, places) : 1;
    for (size_t k = 0; k < count; k++)
        call_across(places[k], kind, whose, callee, from, caller);
    if (refused && !ends && tokens[i].kind == WORD && place_of(places[0]).line < place_of(i).line)
        complain_late(i, "error", "identifier \"%s\" is undefined in device code", callee);
}

// Does the constructor's list, at token i, make what class d's constructor does, as a base?
static bool makes_base(size_t i, const struct declaration *d, const struct declaration *around) {
    return d->special == CONSTRUCTOR && around->special == CONSTRUCTOR && in_class(around) &&
           i > closing(around->open) && i < around->body && same_word(i, d->name);
}

// Where nvcc names that; a constructor that makes the same class is called where it stands.
static size_t made_at(size_t i, const struct declaration *d, const struct declaration *around) {
    return !in_class(d) || d->scope == around->scope ? i
                                                     : end_of_functions(&declarations[d->scope], i);
}

// Whether the headers that nvcc shows the host's compiler declare it, too: the user's functions,
// and of the toolkit's methods, and what is no built-in function.
static bool is_known_to_host(const struct declaration *d) {
    static const char *const first[] = {"atomic",    "__shfl",   "__ballot", "__any", "__all",
                                        "__reduce_", "__match_", "__ld",     NULL};
    const char *const name = name_of(d->name);
    bool known = owner_of(d->name) == USER || in_class(d);
    for (size_t k = 0; first[k]; k++)
        known = known || strncmp(name, first[k], strlen(first[k])) == 0;
    return known;
}

// Is the function a template, or a method of one?
static bool is_made_of_types(const struct declaration *d) {
    return d->is_template || (in_class(d) && declarations[d->scope].is_template);
}

// A mark stands in front of all that one declaration declares, d among it: that which token i
// names, or what stands in front of it.
static const struct declaration *declared_with(const struct declaration *d, size_t i) {
    const struct declaration *found = d;
    size_t nearest = 0;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const o = &declarations[k];
        const size_t at = o->what == VARIABLE && o->start == d->start
                              ? back_to_word(i, name_of(o->name))
                              : token_count;
        if (at < token_count && same_word(at, o->name) && at > nearest) {
            nearest = at;
            found = o;
        }
    }
    return found;
}

// Where the variable d gets its value, in front of token i, if it is declared before that:
// extern const float n; const float n = 2;  struct S { static const int m; }; const int S::m = 3;
static const struct declaration *defined_before(const struct declaration *d, size_t i) {
    for (size_t k = d->open ? NO_SCOPE : first_named(d->name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const o = &declarations[k];
        if (o->what == VARIABLE && o->open && o->open < i && declare_one(o, d) && !in_function(o))
            return o;
    }
    return d;
}

// A use in the value of a variable outside functions, at token i: that of one of the device's may
// hold no function of the host's.
static void judge_value(size_t i, const struct declaration *d, const char *function) {
    const struct declaration *const of = variable_at(i);
    const char *const name = function ? function : held_at(i, d, 0);
    if (of && name && of->spaces & (DEVICE | CONSTANT | MANAGED) && !is_unevaluated(i))
        complain_late(of->name, "error", "identifier \"%s\" is undefined in device code", name);
}

// The host's function that the function returns, which a value calls; NULL: none, or nobody knows.
static const char *returned_by(const struct declaration *d, int depth) {
    for (size_t k = 0; k < use_count; k++) {
        const struct declaration *const of = &declarations[uses[k].declaration];
        const struct node *path[DEEPEST];
        bool returned = false;
        if (of->what != FUNCTION || of->special || strcmp(uses[k].word, "host") != 0 ||
            function_around(uses[k].i) != d)
            continue;
        for (size_t n = path_to(uses[k].i, path); n > 0 && !returned; n--)
            returned = path[n - 1]->kind == RETURN;
        if (returned && !is_called(back_to_word(uses[k].i, name_of(of->name))))
            return name_of_function(of);
        if (returned && of != d && depth < 8)
            return returned_by(of, depth + 1);
    }
    return NULL;
}

// Hands on a use in such a value: of a function of the host's by its name, or of a variable.
static void look_at_value(const struct use *use,
                          void look(size_t i, const struct declaration *d, const char *function)) {
    const struct declaration *const d = &declarations[use->declaration];
    const char *name = NULL;
    if (!variable_at(use->i) || strcmp(use->word, "closure") == 0)
        return;
    if (strcmp(use->word, "library") == 0 && strchr(use->quoted, '('))
        name = name_in(use->quoted);
    else if (strcmp(use->word, "host") == 0 && d->what == FUNCTION && !d->special)
        name = name_of_function(d);
    if (!name && d->what != VARIABLE)
        return;
    const size_t i = back_to_word(use->i, d->name < token_count ? name_of(d->name) : name);
    if (name && is_called(i) && !(name = d->what == FUNCTION ? returned_by(d, 0) : NULL))
        return;
    look(i, d, name);
}

// Is it the pointer to a member of s.*p or s->*p, operators that trees do not have?
static bool is_pointer_to_member(size_t i) {
    return is(i - 1, "*") && joins(i - 2) && (is(i - 2, ".") || is(i - 2, "->"));
}

// A use of the host's constant d at token i, in code of the device: what it holds of the host's
// functions is not there.
static void judge_held(size_t i, const struct declaration *d, unsigned from, const char *caller) {
    const bool used = is_pointer_to_member(i) || !(is_only_compared(i) || is_needed_early(i));
    const char *const name = used ? held_at(i, d, 0) : NULL;
    if (name && is_called(i))
        call_across(i, "error", "__host__", name, from, caller);
    else if (name) // of what s.*p calls nvcc names the function's {
        complain_late(is_pointer_to_member(i) ? function_around(i)->body : i, "error",
                      "identifier \"%s\" is undefined in device code", name);
}

// Does it make or end an object with a virtual base, and is no inline function that is no
// template's? nvcc does not look at such calls.
static bool makes_virtual_base(const struct declaration *d) {
    return d->what == FUNCTION && (d->special == CONSTRUCTOR || d->special == DESTRUCTOR) &&
           in_class(d) && (!d->body || is_in_template(d)) &&
           has_virtual_base(&declarations[d->scope], 0);
}

// A call of a method of the host's, by a function of both sides that is not compiled for the
// device: nvcc sees it where it reads the text, but in templates that nobody asks for.
static void judge_method(size_t i, const char *word, const struct declaration *d,
                         const struct declaration *around, unsigned from) {
    const bool calls = d->what == FUNCTION && in_class(d) && owner_of(d->name) == USER &&
                       d->special != CONSTRUCTOR && d->special != DESTRUCTOR;
    if (strcmp(word, "host") != 0 || !calls || !(from & HOST) || around->is_let_off ||
        i < around->body || is_in_template(around) || is_unevaluated(i))
        return;
    i = d->special ? i : back_to_word(i, name_of(d->name));
    if (d->is_constexpr)
        call_across(i, "warning", "constexpr __host__", name_of_function(d), from,
                    name_of_function(around));
    else if (d->special || is_called(i))
        warn(i, METHOD_CALL,
             "calling a __host__ function(\"%s\") from a __host__ __device__ function(\"%s\") is "
             "not allowed",
             name_of_function(d), name_of_function(around));
}

// Does nvcc not look at what stands at token i, code of the device in function `around`? It looks
// at lambdas of the device where it reads the host's functions, whoever calls these.
static bool is_passed_over(size_t i, const struct declaration *around) {
    if (!(spaces_of(around) & (DEVICE | GLOBAL)))
        return is_lambda_in_vain(i) || (is_made_of_types(around) && is_skipped(around));
    return is_skipped(around);
}

static void judge(const struct use *use) {
    const char *const word = use->word, *const quoted = use->quoted;
    const struct declaration *d = &declarations[use->declaration];
    size_t i = use->i;
    const struct declaration *const around = function_around(i);
    if (strcmp(word, "closure") == 0) {
        judge_closure(i, d);
        return;
    }
    if (d->what == VARIABLE &&
        (!mark_of(d = in_its_class(declared_with(d, i))) || !mark_of(defined_before(d, i))))
        return;
    if (calls_unwritten(word, i, d))
        judge_unwritten(i, d);
    if (strcmp(word, "variable") == 0 && !is_reference(d))
        judge_members_value(i, d);
    if (!around || i < around->open)
        return; // values of variables: judge_value()
    const unsigned from = code_at(i);
    const char *const caller = name_of_function(around);
    const bool device = from & (DEVICE | GLOBAL);
    if (device && makes_virtual_base(d))
        return;
    if (strcmp(word, "placed") == 0 && from & HOST && !is_made_of_types(around) &&
        i > closing(around->open) && !is_unevaluated(i))
        warn_of_placed(back_to_word(i, name_of(d->name)), d);
    if (device && is_passed_over(i, around) &&
        (is_made_of_types(around) || d->what != FUNCTION || !d->is_constexpr)) {
        judge_method(i, word, d, around, from);
        return;
    }
    if (device && from & (HOST | OF_BOTH) &&
        (strcmp(word, "host") == 0 || strcmp(word, "library") == 0) && around->is_let_off)
        return;
    if (strcmp(word, "library") != 0 && judge_subobject(i, word, d, around, from))
        return;
    if (i < closing(around->open) && from & (HOST | GLOBAL)) {
        if (strcmp(word, "builtin") == 0 && !(from & GLOBAL) && !device && !is_known_to_host(d))
            complain(back_to_word(i, name_of(d->name)), "error",
                     "\"%s\" was not declared in this scope: a function of the host has it as a "
                     "default",
                     name_of_function(d));
        return; // else nvcc does not look
    }
    if (i < closing(around->open) && d->what == FUNCTION && d->is_constexpr && !asks_for_index(i))
        return; // a default, which nvcc works out
    if (strcmp(word, "library") == 0 && d->given == DEFAULTED) {
        if (device && !is_unevaluated(i))
            judge_defaulted(i, d, from);
        return;
    }
    if (strcmp(word, "library") == 0) {
        char *const name = name_in(quoted);
        const bool constant =
            strstr(quoted, "constexpr ") == quoted || strstr(quoted, "static constexpr ") == quoted;
        const bool ends = *name == '~' && strcmp(name, "~allocator") != 0;
        const size_t loop = range_at(i, name);
        i = ends ? i : loop ? loop : back_to_word(i, name);
        if (is_length_of_literal(i) || is_asked(i))
            return;
        if (device && strchr(quoted, '(')) {
            tell_call(ends, i, kind_of_call(from), constant ? "constexpr __host__" : "__host__",
                      name, from, caller);
            judge_adaptor(i, d, from);
        } else if (is_refused(i, from, around)) {
            complain_late(i, "error", "identifier \"%s\" is undefined in device code", name);
        }
        return;
    }
    if (is_unevaluated(i))
        return;
    const char *const plain = d->name < token_count ? name_of(d->name) : "";
    const bool ends = d->what == FUNCTION && d->special == DESTRUCTOR,
               makes = d->what == FUNCTION && d->special == CONSTRUCTOR,
               in_array = makes && is_of_array(i, d), device_word = strcmp(word, "device") == 0;
    if (device_word && (in_array || (makes && !device && is_in_list(i, around)) ||
                        (ends && !device && !ends_by_name(i, class_of_method(d)))))
        return; // nvcc does not look
    const size_t loop = range_at(i, plain);
    if (device_word && (loop || is_bound(i)))
        return; // nor there
    if (loop)
        i = loop;
    else if (!device && d->special == OPERATOR)
        i = sign_at(i);
    else if (makes && !device)
        i = object_at(i);
    else if (!d->special || d->special == CONSTRUCTOR || d->what == VARIABLE)
        i = back_to_word(i, plain);
    const char *const name = d->what == FUNCTION ? name_of_function(d) : plain;
    const bool address = strcmp(word, "host") == 0 && device && !d->special && !in_class(d) &&
                         same_word(i, d->name) && !is_called(i);
    if (address && !(from & (HOST | OF_BOTH)))
        complain_late(i, "error", "identifier \"%s\" is undefined in device code", name);
    else if (address)
        return; // nvcc does not look
    else if (strcmp(word, "host") == 0 && device)
        tell_call(ends, makes_base(i, d, around) && !(from & HOST) ? made_at(i, d, around) : i,
                  kind_of_call(from), d->is_constexpr ? "constexpr __host__" : "__host__", name,
                  from, caller);
    else if ((strcmp(word, "device") == 0 || strcmp(word, "builtin") == 0) && from & HOST &&
             !(!d->special && same_word(i, d->name) && !is_called(i)) && // its address may be taken
             !(device && around->is_template) && // of a template, only one side may be asked for
             !((!device || in_class(d)) && is_known_to_host(d) &&
               is_dependent_call(use, i, around)))
        tell_call(ends, i, "error", "__device__", name, from, caller);
    else if (strcmp(word, "kernel") == 0 && is_called(i))
        complain(i, "error",
                 device ? "a __global__ function(\"%s\") is called without <<< >>>, and from "
                          "device code"
                        : "a __global__ function(\"%s\") call must be configured: %s<<<grid, "
                          "block>>>(...)",
                 name, name);
    else if (strcmp(word, "variable") == 0 && is_reference(d))
        judge_reference(i, d, from, around);
    else if (strcmp(word, "variable") == 0 && is_refused(i, from, around)) {
        const bool put_in = (d->is_constexpr && (is_needed_early(i) || is_put_in(i, d))) ||
                            is_address_put_in(i, d) || is_function_put_in(d);
        if (put_in)
            judge_held(i, d, from, caller);
        else
            complain_late(i, "error", "identifier \"%s\" is undefined in device code", name);
    }
}

void judge_uses(void) {
    for (size_t k = 0; k < use_count; k++)
        look_at_value(&uses[k], note_held);
    for (size_t k = 0; k < use_count; k++)
        look_at_value(&uses[k], judge_value);
    for (size_t k = 0; k < use_count; k++)
        judge(&uses[k]);
}
