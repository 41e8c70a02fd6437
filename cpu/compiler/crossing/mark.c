// SPDX-License-Identifier: MIT
// Marks: which functions and variables are the host's or the device's alone, so that their uses by
// the other side have to be looked at: the user's by their __qualifiers__, those of the libraries
// and of our own headers by their names.
#include <ctype.h>

#include "uses.h"

// Functions of the C and C++ libraries that device code has, too: those of the mathematics also
// with f and l after their names.
static const char mathematics[] =
    "abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 "
    "exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb isfinite isgreater isinf "
    "isnan isnormal j0 j1 jn labs ldexp lgamma llabs llrint llround log log10 log1p log2 logb "
    "lrint lround modf nan nearbyint nextafter pow remainder remquo rint round scalbln scalbn "
    "signbit sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn isgreaterequal isless "
    "islessequal islessgreater isunordered fpclassify";
static const char on_both_sides[] =
    "printf vprintf malloc free memcpy memset clock alloca __assert_fail move forward declval "
    "initializer_list exception";

// Does the word begin with one of those in the list?
static bool begins_listed(const char *word, const char *list) {
    for (; *list; list += strspn(list, " ")) {
        const size_t n = strcspn(list, " ");
        if (strncmp(word, list, n) == 0)
            return true;
        list += n;
    }
    return false;
}

static bool is_mathematics(size_t i) {
    struct token *const t = &tokens[i];
    const char last = source[t->end - 1];
    bool found = is_listed(i, mathematics);
    if (!found && (last == 'f' || last == 'l')) {
        t->end--;
        found = is_listed(i, mathematics);
        t->end++;
    }
    return found;
}

static bool of_both_sides(const struct declaration *d) {
    if (in_class(d))
        return is_listed(declarations[d->scope].name, on_both_sides);
    if (d->special == OPERATOR)
        return is(d->name + 1, "new") || is(d->name + 1, "delete");
    return is_listed(d->name, on_both_sides) || is_mathematics(d->name) ||
           begins_with(d->name, "__builtin_");
}

// Of our own headers' functions, those that only device code has.
static bool is_device_builtin(const struct declaration *d) {
    static const char headers[] =
        " atomic.h nv_atomic.h integer.h rounding.h convert.h math.h access.h "
        "warp.h simd.h thread.h texture.h surface.h ";
    static const char starts[] =
        "__ atomic tex1D tex2D tex3D texCubemap surf1D surf2D surf3D clock64 fast_";
    static const char groups[] =
        "this_thread this_thread_block this_grid coalesced_threads tiled_partition "
        "this_cluster binary_partition labeled_partition sync thread_rank group_size";
    static const char of_groups[] =
        "reduce inclusive_scan exclusive_scan memcpy_async wait wait_prior";
    static const char whole[] =
        "norm rnorm norm3d rnorm3d norm4d rnorm4d normf rnormf norm3df rnorm3df norm4df "
        "rnorm4df rhypot rhypotf cyl_bessel_i0 cyl_bessel_i0f cyl_bessel_i1 cyl_bessel_i1f "
        "fdividef";
    if (d->special)
        return false;
    const char *const file = file_name(place_of(d->name).file), *const slash = strrchr(file, '/'),
                      *const name = name_of(d->name);
    if (!slash)
        return false;
    if (strcmp(slash, "/cooperative_groups.h") == 0)
        return in_class(d) || is_listed(d->name, groups);
    if (strstr(file, "/cooperative_groups/"))
        return !in_class(d) && is_listed(d->name, of_groups);
    if (in_class(d) || !strstr(headers, text(" %s ", slash + 1)))
        return false;
    return d->scope == NO_SCOPE ? is_listed(d->name, whole) || begins_listed(name, starts)
                                : strncmp(name, "fast_", 5) == 0;
}

// Of our own headers' functions, those of the runtime that device code does not have.
static bool is_host_runtime(const struct declaration *d) {
    static const char of_both[] =
        "cudaDeviceGetAttribute cudaDeviceGetLimit cudaDeviceGetCacheConfig "
        "cudaDeviceGetSharedMemConfig cudaGetLastError cudaPeekAtLastError cudaGetErrorString "
        "cudaGetErrorName cudaGetDeviceCount cudaGetDevice cudaStreamCreateWithFlags "
        "cudaStreamDestroy cudaStreamWaitEvent cudaEventCreateWithFlags cudaEventRecord "
        "cudaEventRecordWithFlags cudaEventDestroy cudaFuncGetAttributes cudaFree cudaMalloc "
        "cudaMemcpyAsync cudaMemcpy2DAsync cudaMemcpy3DAsync cudaMemsetAsync cudaMemset2DAsync "
        "cudaMemset3DAsync cudaRuntimeGetVersion cudaOccupancyMaxActiveBlocksPerMultiprocessor "
        "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags "
        "cudaTriggerProgrammaticLaunchCompletion cudaGridDependencySynchronize";
    const char *const word = source + tokens[d->name].start;
    return !d->special && d->scope == NO_SCOPE && strncmp(word, "cuda", 4) == 0 &&
           isupper((unsigned char)word[4]) && !is_listed(d->name, of_both);
}

bool is_computed(const struct node *n) {
    if (n->kind == SIZE_OF)
        return false;
    const bool calls = n->kind == CALL || n->kind == METHOD;
    const bool known = begins_with(n->name, "__builtin_") || // INFINITY
                       (is(n->name, "strlen") && tokens[n->name + 2].kind == STRING) ||
                       (calls && ANY_NAMED(o, n->name, o->what == FUNCTION && o->is_constexpr));
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    const struct variable *const v = n->kind == LOCAL_NAME ? n->variable : NULL;
    return (calls && !known) || (d && owner_of(d->name) == USER && !d->is_const) ||
           (v && v->type.name && !v->type.constant) ||
           has_kind(n, KIND(BUILT_IN) | KIND(STEP) | KIND(OPAQUE)) ||
           ANY_CHILD(c, n, is_computed(c));
}

// Whether device code may read a variable of the host for its value, which this declaration gives
// it: a constant number whose value the compiler knows, or what is constexpr, and no array. What is
// not understood is not refused.
static bool gives_known_value(const struct declaration *d) {
    const struct variable *const v = d->is_const && d->open ? declared_as(d) : NULL;
    if (!d->is_const || !d->open ||
        (v && (v->reference || v->type.shape == POINTER || v->type.shape == ARRAY)))
        return false;
    return d->is_constexpr || !v || (v->initial && !is_computed(v->initial));
}

// ... or another declaration of it: in its class, or after `extern`.
static bool is_known_value(const struct declaration *d) {
    return ANY_NAMED(o, d->name,
                     o->what == VARIABLE && (o == d || declare_one(o, d)) && gives_known_value(o));
}

const char *mark_of(const struct declaration *d, bool relaxed_constexpr) {
    const enum owner owner = owner_of(d->name);
    if (d->what == FUNCTION) {
        const bool called = d->given == PURE_VIRTUAL && !d->special;
        if ((d->given && !called) || (d->is_friend && !d->body) || d->is_consteval)
            return NULL;
        if (owner == OURS)
            return relaxed_constexpr && d->is_constexpr ? NULL
                   : is_device_builtin(d)               ? "builtin"
                   : is_host_runtime(d)                 ? "library"
                                                        : NULL;
        if (relaxed_constexpr && d->is_constexpr && !(d->spaces & (DEVICE | GLOBAL)))
            return NULL;
        if (owner == SYSTEM && d->spaces & (DEVICE | GLOBAL))
            return NULL; // CUDA's own libraries: curand_init
        if (owner == SYSTEM)
            return of_both_sides(d) || (!in_class(d) && is_guide(d)) ? NULL : "library";
        const unsigned spaces = spaces_of(d);
        return spaces & GLOBAL      ? "kernel"
               : !(spaces & DEVICE) ? "host"
               : !(spaces & HOST)   ? "device"
                                    : NULL;
    }
    if (d->what != VARIABLE || owner == OURS || (in_class(d) && !d->is_static))
        return NULL;
    if (d->spaces & VARIABLE_SPACES)
        return d->spaces & MANAGED || is_known_value(d) ? NULL : "placed";
    if (is(d->start, "texture") || is(d->start, "surface") || is(d->start + 1, "texture"))
        return NULL; // references to textures, of both sides
    if (owner == SYSTEM)
        return d->is_extern && !d->is_const && !in_class(d) ? "library" : NULL;
    return is_known_value(d) ? NULL : "variable";
}
