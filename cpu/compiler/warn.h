// SPDX-License-Identifier: MIT
// What nvcc's front end warns of in any C++, device code or not, by its numbers.
#ifndef WARN_H
#define WARN_H

#include <stdio.h>

#include "declare.h"

struct node;
struct reading;
struct type;

enum warning {
    DIVISION_BY_ZERO = 39,
    OUT_OF_RANGE = 61,
    NEGATIVE_SHIFT = 62,
    LARGE_SHIFT = 63,
    SIGN_CHANGE = 68,
    TRUNCATION = 69,
    REPEATED_QUALIFIER = 83,
    RETURN_OF_NOTHING = 117,
    NO_STATEMENT = 127,
    UNREACHABLE_LOOP = 128,
    NO_INTEGER = 173,
    NO_EFFECT = 174,
    UNUSED = 177,
    REMAINDER_BY_ZERO = 179,
    WRONG_ARGUMENT = 181,
    POINTLESS_COMPARISON = 186,
    ASSIGNED_CONDITION = 187,
    CAST_QUALIFIER = 191,
    NO_FLOAT = 221,
    TOO_FEW_ARGUMENTS = 224,
    TOO_MANY_ARGUMENTS = 225,
    WRONG_FORMAT = 226,
    TEMPORARY_REFERRED = 430,
    NEGATIVE_COMPARISON = 514,
    BYPASSED = 546,
    UNSET = 549,
    ONLY_SET = 550,
    PARTLY_OVERRIDDEN = 611,
    STEPPED_BOOL = 708,
    LOST_ADDRESS = 767,
    QUALIFIED_RESULT = 815,
    LOCAL_REFERRED = 836,
    INCOMPLETE_OBJECT = 852,
    NO_RETURN = 940,
    HIDDEN_VIRTUAL = 997,
    LOCAL_POINTED = 1056,
    DEPRECATED = 1444,
    MISPLACED_ATTRIBUTE = 1835,
    USELESS_ATTRIBUTE = 1866,
    NARROWING = 2361,
    STRING_CONVERSION = 2464,
    VALUE_DROPPED = 2809,
    HOST_CALL = 20011,
    IGNORED_ANNOTATION = 20012,
    CONSTEXPR_CALL = 20013,
    METHOD_CALL = 20014,
    DEVICE_AS_HOST = 20035,
    DEVICE_AS_BOTH = 20036,
    DEVICE_AS_NOTHING = 20037,
    HOST_AS_DEVICE = 20039,
    HOST_AS_BOTH = 20040,
    EXTERN_DEFINITION = 20044,
    INLINE_KERNEL = 20050,
    SHARED_OBJECT = 20054,
    UNROLLED_NOTHING = 20058,
    DEVICE_READ = 20091,
    DEVICE_WRITTEN = 20092,
    ADDRESS_TAKEN = 20093,
    HOST_READ = 20094,
    UNROLLED_NEVER = 20168,
    UNKNOWN_PRAGMA = 20199,
    NO_LONG_DOUBLE = 20208
};

// warn.c: tells that of token i, unless options or pragmas keep it from being told.
__attribute__((format(printf, 3, 4))) void warn(size_t i, unsigned number, const char *format, ...);
// The word for it there, of complain() and its kin: a warning by its number, or an error; NULL:
// they do.
const char *kind_of_warning(size_t i, unsigned number);
extern bool no_warnings;         // nvcc's -w
extern bool warnings_are_errors; // -Werror all-warnings
extern bool merged_passes;       // the program is made of nvcc's two passes (passes.c)
// Is it an option of cuda2cpp's that says what is warned of? Then it is noted.
bool read_diagnostic_option(const char *option);
// The options that say what is warned of, and the program's pragmas, in the C++ compiler's words:
// to be printed in front of all; put beside those.
void print_settings(FILE *out);
void rewrite_settings(void);
// Is it a template that calls make functions of, or in one?
bool is_in_template(const struct declaration *d);
// In the head of the user's function: const or volatile in front of a number that it returns.
void warn_of_head(const struct declaration *d);
// In the body of the user's function, all of the below.
void warn_of_body(const struct declaration *d);
// unused.c: is the token a word of an attribute by which what is declared may stay unused?
bool lets_off(size_t i);
// Does #pragma unroll ask for what has the name at token i?
bool is_in_pragma(size_t i);
// Its variables and labels; of a template that nobody makes code of, only those without a value.
void warn_of_unused(const struct declaration *d, bool made);
// effectless.c: its expressions.
void warn_of_expressions(const struct declaration *d, bool made);
// May working the expression out do anything but give a value? Where nobody knows it may. In code
// of the host's arithmetic of floating point may.
bool may_act(const struct node *n, bool on_device);
// ... where it gives the variable its first value?
struct variable;
bool acts_as_initial(const struct node *n, const struct variable *v, bool on_device);
// valued.c: the type of what an expression gives, where its tree leaves it open; UNKNOWN: nobody
// knows.
const struct type *value_type(const struct node *n);
// unused.c: is it a type whose objects begin and end without a function's being called?
struct type;
bool is_simple(const struct type *type);
// format.c: a call of printf, or of what formats as it does.
void warn_of_format(const struct node *call, bool on_device);
// converted.c: what a node converts, and constants that it works out; `returned`: what the function
// around it returns, or NULL. The value of a variable outside functions.
void warn_of_conversion(const struct node *n, const struct type *returned);
void warn_of_value(const struct variable *v);
// ... what parameters get that are not given.
void warn_of_defaults(const struct declaration *d);
// ... one value, which becomes one of that type. Is it a number that is known?
void warn_of_converted(const struct type *type, const struct node *value);
bool is_worked_out(const struct node *n);
// handed.c: what a node hands over.
void warn_of_arguments(const struct node *n);
// converted.c: a division by zero, or a shift by too much.
void warn_of_operator(const struct node *n);
// effectless.c: is it one of two numbers: <, == and their kin?
bool is_comparison(const struct node *n);
// ends.c: whether it ends without a value; loops that nothing leads to.
void warn_of_ends(const struct declaration *d);
// returned.c: a RETURN of function `in`, and of no lambda in it.
void warn_of_result(const struct node *n, const struct declaration *in);
// override.c: a class that overrides some virtual methods of one name, and not others.
void warn_of_partial_override(const struct declaration *d);
// misplaced.c: __host__ and its kin that say nothing of what is declared: by d, outside bodies, and
// in what it is given; in a body.
void warn_of_attributes(const struct declaration *d);
void warn_of_local_attributes(const struct node *body);
// ... `const` that has been said before.
void warn_of_repeated(void);
// ... `long double` in the body of a function of the device.
void warn_of_long_double(void);
// pointer_casts.c: of a CAST, perhaps; of a DELETE.
void warn_of_cast(const struct node *n);
void warn_of_delete(const struct node *n);
// idle.c: functions and variables of this file alone that nothing names.
void warn_of_idle(void);

#endif
