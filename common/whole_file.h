// SPDX-License-Identifier: MIT
// A file that appears whole or not at all, and replaces nothing but a file. Plain C too.
//
//     struct whole_file file;
//     const char *reason = whole_file_open(&file, "room.png");     NULL, or why it can't be written
//     fwrite(..., file.stream);
//     reason = whole_file_close(&file, NULL);                      from here on it is there
//
// Until then it has no name at all where the system can do that, so a run that is killed leaves
// nothing; elsewhere it has a temporary one. A link is followed: the file that it leads to is
// replaced, and the link stays.
#ifndef WHOLE_FILE_H
#define WHOLE_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WHOLE_FILE_NAME = PATH_MAX };

struct whole_file {
    FILE *stream;
    char target[WHOLE_FILE_NAME], temporary[WHOLE_FILE_NAME + 32];
    bool has_name; // the temporary one
};

// The file that a path leads to, which may not be there yet. Returns NULL, or why nothing may take
// its place.
static inline const char *whole_file_target(const char *path, char target[WHOLE_FILE_NAME]) {
    struct stat status;
    if (strlen(path) >= WHOLE_FILE_NAME)
        return strerror(ENAMETOOLONG);
    strcpy(target, path);
    if (lstat(path, &status) != 0)
        return errno == ENOENT ? NULL : strerror(errno);
    if (S_ISLNK(status.st_mode) && (!realpath(path, target) || stat(target, &status) != 0))
        return "it is a link to a file that is not there";
    if (S_ISDIR(status.st_mode))
        return strerror(EISDIR);
    if (!S_ISREG(status.st_mode))
        return "it is a device or a pipe, not a file";
    return access(target, W_OK) != 0 ? strerror(errno) : NULL;
}

// How much of the path is its folder, with the slash at its end.
static inline size_t whole_file_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

// A descriptor without a name, beside the target; -1 where the system has none.
static inline int whole_file_nameless(const char *target) {
#ifdef O_TMPFILE
    char folder[WHOLE_FILE_NAME + 1];
    const size_t length = whole_file_folder(target);
    memcpy(folder, target, length);
    strcpy(folder + length, ".");
    if (access("/proc/self/fd", X_OK) == 0)
        return open(folder, O_TMPFILE | O_WRONLY, 0666);
#endif
    (void)target;
    return -1;
}

static inline const char *whole_file_open(struct whole_file *w, const char *path) {
    const char *reason = whole_file_target(path, w->target);
    w->stream = NULL;
    if (reason)
        return reason;
    snprintf(w->temporary, sizeof w->temporary, "%.*s.tmp.%ld",
             (int)whole_file_folder(w->target) + 200, w->target, (long)getpid());
    int fd = whole_file_nameless(w->target);
    w->has_name = fd < 0;
    if (w->has_name) {
        remove(w->temporary); // left by a killed process of the same number, as in containers
        fd = open(w->temporary, O_CREAT | O_EXCL | O_WRONLY, 0666);
    }
    w->stream = fd < 0 ? NULL : fdopen(fd, "wb");
    return w->stream ? NULL : strerror(errno);
}

// Gives the file its name, or none if something went wrong (`reason`, or NULL): returns what.
static inline const char *whole_file_close(struct whole_file *w, const char *reason) {
    errno = 0;
    if ((fflush(w->stream) != 0 || ferror(w->stream)) && !reason)
        reason = strerror(errno != 0 ? errno : EIO);
    if (!reason && !w->has_name) {
        char own[64];
        snprintf(own, sizeof own, "/proc/self/fd/%d", fileno(w->stream));
        remove(w->temporary);
        w->has_name = linkat(AT_FDCWD, own, AT_FDCWD, w->temporary, AT_SYMLINK_FOLLOW) == 0;
        if (!w->has_name)
            reason = strerror(errno);
    }
    if (fclose(w->stream) != 0 && !reason)
        reason = strerror(errno);
    if (!reason && rename(w->temporary, w->target) != 0)
        reason = strerror(errno);
    if (reason && w->has_name)
        remove(w->temporary);
    return reason;
}

// Why a file of that path could not be written, before the work rather than after it; or NULL.
static inline const char *whole_file_refused(const char *path) {
    struct whole_file file;
    const char *reason = whole_file_open(&file, path);
    if (reason)
        return reason;
    fclose(file.stream);
    if (file.has_name)
        remove(file.temporary);
    return NULL;
}

#endif
