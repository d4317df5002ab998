/* Preloaded, it makes every sync to disk take a millisecond longer, as a slower disk would. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static int delayed(const char *name, int file) {
    const struct timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, 0);
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    return sync(file);
}

int fsync(int file) { return delayed("fsync", file); }
int fdatasync(int file) { return delayed("fdatasync", file); }
