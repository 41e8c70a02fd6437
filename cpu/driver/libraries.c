// SPDX-License-Identifier: MIT
// The libraries that course code calls: which there are, what they stand on, and what is said where
// one is missing, or one of its functions.
#define _GNU_SOURCE
#include <regex.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"

static const struct library {
    const char *title;
    const char *headers; // a pattern for their names
    const char *names;   // a pattern for what follows -l
    const char *entries; // what its functions begin with, or NULL
    const char *folder;  // its own, below libraries/; NULL: it is not there
    // What it stands on: the title, what follows -l, or a header, and Debian's package; NULL:
    // nothing.
    const char *base, *base_name, *package;
} libraries[] = {
    {"cuBLAS", "cublas(_v2|_api|Lt|Xt)?\\.h", "cublas(Lt)?(_static)?", "cublas", "cublas",
     "OpenBLAS", "openblas", "libopenblas-dev"},
    {"cuRAND", "curand(_kernel)?\\.h", "curand(_static)?", "curand", "curand", NULL, NULL, NULL},
    {"cuRAND's MTGP32", "curand_mtgp32_(host|kernel)\\.h", "curand_mtgp32", NULL, NULL, NULL, NULL,
     NULL},
    {"cuFFT", "cufft(Xt)?\\.h", "cufft(_static.*)?", "cufft", "cufft", "FFTW", "fftw3f",
     "libfftw3-dev"},
    {"cuFFT's interface of FFTW", "cufftw\\.h", "cufftw", NULL, NULL, NULL, NULL, NULL},
    {"cuSPARSE", "cusparse(_v2)?\\.h", "cusparse(_static)?", "cusparse", "cusparse", NULL, NULL,
     NULL},
    {"cuSPARSELt", "cusparseLt\\.h", "cusparseLt(_static)?", "cusparseLt", NULL, NULL, NULL, NULL},
    {"cuSOLVER", "cusolver(Dn|_common)\\.h", "cusolver(_static)?", "cusolver", "cusolver",
     "LAPACKE", "lapacke", "liblapacke-dev"},
    {"the rest of cuSOLVER", "cusolver(Sp|Rf|Mg).*\\.h", "cusolverMg(_static)?", NULL, NULL, NULL,
     NULL, NULL},
    {"Thrust", "thrust/[a-z_/]*\\.h", "thrust", NULL, "thrust", "its own source",
     "thrust/version.h", "libthrust-dev"},
    {"This part of CUB", "cub/.*\\.cuh", "cub", NULL, NULL, NULL, NULL, NULL},
    {"libcu++", "(cuda/std/.*|cuda/[a-z_]+|nv/target)", "cudacxx", NULL, "libcudacxx",
     "its own source", "cuda/std/version", "libcu++-dev"},
    {"cuDNN", "cudnn\\.h", "cudnn(_static)?", "cudnn", "cudnn", "OpenBLAS", "openblas",
     "libopenblas-dev"},
    {"the rest of cuDNN", "cudnn_.*\\.h", "cudnn_.*", NULL, NULL, NULL, NULL, NULL},
    {"NPP", "nppi?[a-z_]*\\.h", "npp[a-z]*(_static)?", "npp", NULL, NULL, NULL, NULL},
    {"NVML", "nvml\\.h", "nvidia-ml", "nvml", NULL, NULL, NULL, NULL},
    {"NVRTC", "nvrtc\\.h", "nvrtc(_static)?", "nvrtc", NULL, NULL, NULL, NULL},
    {"nvJPEG", "nvjpeg\\.h", "nvjpeg(_static)?", "nvjpeg", NULL, NULL, NULL, NULL},
    {"cuTENSOR", "cutensor.*\\.h", "cutensor(Mg)?(_static)?", "cutensor", NULL, NULL, NULL, NULL},
    {"CUTLASS", "(cutlass|cute)/.*", "cutlass", NULL, NULL, NULL, NULL, NULL},
};
enum { LIBRARIES = sizeof libraries / sizeof *libraries };

static bool matches(const char *pattern, const char *whole) {
    regex_t compiled;
    if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB | REG_NEWLINE) != 0)
        fatal("Pattern '%s' in the driver", pattern);
    const bool found = regexec(&compiled, whole, 0, NULL, 0) == 0;
    regfree(&compiled);
    return found;
}

// ---- Thrust and libcu++: NVIDIA's own headers ---------------------------------------------------

// A toolkit's copy, which lies in a folder of its own since CUDA 13; NULL: there is none. Debian's
// is where the compiler looks anyway.
static const char *toolkits_copy(void) {
    static const char *const folders[] = {"/usr/local/cuda/include/cccl", "/opt/cuda/include/cccl"};
    for (size_t i = 0; i < 2; i++)
        if (access(text("%s/thrust/version.h", folders[i]), R_OK) == 0)
            return folders[i];
    return NULL;
}

void add_library_headers(struct words *command) {
    if (toolkits_copy()) // whose cuda::std looks into the toolkit's half, and not into this one's
        add_each(command, "-isystem", toolkits_copy(), "-DCCCL_DISABLE_FP16_SUPPORT", NULL);
}

const char *library_folder(const struct words *files) {
    static const char first[] = "/thrust/detail/config.h";
    const char *const copy = toolkits_copy();
    for (size_t i = 0; i < files->count; i++) {
        const char *const file = files->item[i];
        if (copy && starts_with(file, copy))
            return text("%s/", copy);
        if (ends_with(file, first))
            return text("%.*s", (int)(strlen(file) - strlen("detail/config.h")), file);
    }
    return NULL;
}

// ---- what is said -------------------------------------------------------------------------------

void say_not_here(const struct job *job, const char *source, const char *title) {
    char here[4096] = "";
    char *const project = text("%.*s", (int)(strrchr(job->home, '/') - job->home), job->home);
    const bool own = getcwd(here, sizeof here) && starts_with(here, project);
    fprintf(stderr, "%s: %s is not on the CPU backend: it needs a GPU and %s\n", source, title,
            own ? "make BACKEND=cuda" : "NVIDIA's nvcc");
}

static void say_missing(const struct job *job, const char *source, const struct library *l) {
    if (l->folder)
        fprintf(stderr, "%s: %s needs %s, which is not installed: apt-get install %s%s\n", source,
                l->title, l->base, l->package,
                access("/usr/bin/apt-get", X_OK) ? ", by your system's name for it" : "");
    else
        say_not_here(job, source, l->title);
}

static void say_without(const struct job *job, const char *source, const struct library *l,
                        const char *what) {
    fprintf(stderr, "%s: %s is here without %s; what there is: %s/libraries/%s/README.md\n", source,
            l->title, what, job->home, l->folder);
}

// Whether the C++ compiler finds what the library stands on.
static bool base_is_there(const struct job *job, const struct library *l) {
    static const char *const endings[] = {"so", "a", "dylib"};
    if (l->base_name && strchr(l->base_name, '/')) {
        struct words asking = {NULL, 0};
        add_all(&asking, &job->cxx);
        add_library_headers(&asking);
        add_each(&asking, "-M", "-x", "c++", "-include", l->base_name, "/dev/null", NULL);
        return output_of(&asking, "/dev/null");
    }
    for (size_t i = 0; l->base_name && i < 3; i++) {
        struct words asking = {NULL, 0};
        add_all(&asking, &job->cxx);
        add(&asking, text("-print-file-name=lib%s.%s", l->base_name, endings[i]));
        const char *const path = output_of(&asking, "/dev/null");
        if (path && strchr(path, '/'))
            return true;
    }
    return !l->base_name;
}

// A library's archive is built when a program first asks for it, by a header or by its name. One
// whose base is missing is not; the linker's stage says so.
static void prepare_archive(const struct job *job, const struct library *l) {
    if (l->entries && base_is_there(job, l))
        prepare_library(job, l->folder, l->title);
}

// ---- before something fails ---------------------------------------------------------------------

bool libraries_are_there(const struct job *job) {
    for (size_t i = 0; !job->dryrun && i < job->inputs.count; i++) {
        const char *const input = job->inputs.item[i], *const file = base_name(input);
        const bool is_file = ends_with(file, ".so") || ends_with(file, ".a");
        char *const name = starts_with(input, "-l") ? text("%s", input + 2)
                           : is_file && starts_with(file, "lib")
                               ? text("%.*s", (int)(strrchr(file, '.') - file - 3), file + 3)
                               : NULL;
        for (size_t l = 0; name && l < LIBRARIES; l++)
            if (matches(text("^(%s)$", libraries[l].names), name)) {
                if (!libraries[l].folder || !base_is_there(job, &libraries[l])) {
                    say_missing(job, job->output, &libraries[l]);
                    return false;
                }
                prepare_archive(job, &libraries[l]);
            }
    }
    return true;
}

bool headers_are_ours(const struct job *job, const char *source, const char *preprocessed) {
    const struct words files = files_of(job, preprocessed, true);
    const char *const lines = as_lines(&files); // of Thrust, there are hundreds
    for (size_t l = 0; l < LIBRARIES; l++)
        if (matches(text("/(%s)$", libraries[l].headers), lines)) {
            if (!libraries[l].folder) {
                say_missing(job, source, &libraries[l]);
                return false;
            }
            prepare_archive(job, &libraries[l]);
        }
    return true;
}

// ---- after something has failed -----------------------------------------------------------------

bool tell_of_header(const struct job *job, const char *source, const char *said) {
    static const char before[] = "fatal error: ";
    const char *const at = strstr(said, before);
    const char *const name = at ? at + strlen(before) + (at[strlen(before)] == '\'') : "";
    for (size_t l = 0; l < LIBRARIES; l++)
        if (matches(text("fatal error: .?(%s)\\b", libraries[l].headers), said)) {
            if (libraries[l].folder && base_is_there(job, &libraries[l]))
                say_without(job, source, &libraries[l],
                            text("%.*s", (int)strcspn(name, "':"), name));
            else
                say_missing(job, source, &libraries[l]);
            return true;
        }
    return false;
}

bool tell_of_entry(const struct job *job, const char *source, const char *said) {
    for (size_t l = 0; l < LIBRARIES; l++) {
        const struct library *const it = &libraries[l];
        if (!it->entries ||
            !matches(text("[^A-Za-z0-9_](%s[A-Za-z0-9_]*.{0,12} (was not declared|does not name)|"
                          "%s[A-Z_]+.{0,12} was not declared)|"
                          "undefined reference to .(%s)[A-Z]",
                          it->entries, it->entries, it->entries),
                     said))
            continue;
        bool linked = false;
        for (size_t i = 0; i < job->inputs.count; i++)
            linked = linked || strstr(job->inputs.item[i], it->entries);
        if (!it->folder)
            say_not_here(job, source, it->title);
        else if (strstr(said, "undefined reference") && !linked)
            fprintf(stderr, "%s: %s is a library of its own: link with -l%s\n", source, it->title,
                    it->folder);
        else
            say_without(job, source, it, "it");
        return true;
    }
    return false;
}
