/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "symbols.h"

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif

/* An object's own calls must reach its own symbols before libc's.
 * AddressSanitizer aborts the process at RTLD_DEEPBIND. */
#if defined(RTLD_DEEPBIND) && !defined(UNDER_ASAN)
enum { OWN_SYMBOLS_FIRST = RTLD_DEEPBIND };
#else
enum { OWN_SYMBOLS_FIRST = 0 };
#endif

static const char ticks_name[] = "profilcheck_tick";

/* The object's own definition of name.  One that dlsym found in a library
 * that it depends on, libc say, is not: then null. */
static symbol own_symbol(void *handle, const char *name)
{
    void *address = dlsym(handle, name);
    struct link_map *map;
    Dl_info info;
    symbol own;

    if (!address || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 ||
        !dladdr(address, &info) || strcmp(info.dli_fname, map->l_name) != 0)
        return NULL;
    memcpy(&own, &address, sizeof own);
    return own;
}

/* Ticks by the library's own means: what it exports for that. */
static int so_deliver(struct impl *impl, const struct impl_tick *ticks,
                      size_t count)
{
    const struct symbols *s = (const struct symbols *)impl;
    int (*tick)(uint64_t, uint32_t, const char **) =
        (int (*)(uint64_t, uint32_t, const char **))s->tick;
    int error = count ? 0 : tick(0, 0, &impl->refused);

    for (size_t k = 0; k < count && error == 0; k++)
        error = tick(ticks[k].pc, ticks[k].count, &impl->refused);
    return error;
}

bool impl_so_names_ticks(const char *path)
{
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    struct stat status;
    char *bytes = NULL;
    ssize_t size = 0, n;
    bool found;

    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        bytes = malloc((size_t)status.st_size + 1);
    while (bytes &&
           (n = read(file, bytes + size, (size_t)(status.st_size - size))) > 0)
        size += n;
    found = bytes && memmem(bytes, (size_t)size, ticks_name, sizeof ticks_name);
    free(bytes);
    if (file >= 0)
        close(file);
    return found;
}

/* What a file that can't be loaded is, where more can be said than the loader
 * does: of an object of another machine it says that there is no such file. */
enum { UNKNOWN_FILE, OBJECT_FILE, ARCHIVE, OTHER_MACHINE };

/* Of ELF's header: its class, its byte order and its machine distinguish the
 * machines, its type the kinds of objects. */
enum { CLASS = 4, ORDER = 5, TYPE = 16, MACHINE = 18, HEAD = 20 };

/* Whether it is an ELF file; its first bytes, as far as there are some. */
static bool read_head(const char *path, unsigned char *head)
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(head, 1, HEAD, file) : 0;

    if (file)
        fclose(file);
    return size == HEAD && memcmp(head, "\177ELF", 4) == 0;
}

static int kind_of_file(const char *path)
{
    unsigned char head[HEAD] = {0}, own[HEAD];
    bool elf = read_head(path, head);

    if (elf && head[TYPE] + head[TYPE + 1] == 1)
        return OBJECT_FILE;
    if (elf && head[MACHINE] + head[MACHINE + 1] != 0 &&
        read_head("/proc/self/exe", own) &&
        (head[CLASS] != own[CLASS] || head[ORDER] != own[ORDER] ||
         memcmp(head + MACHINE, own + MACHINE, 2) != 0))
        return OTHER_MACHINE;
    return memcmp(head, "!<arch>\n", 8) == 0 ? ARCHIVE : UNKNOWN_FILE;
}

static void say_why_not(const char *path, char *why, size_t why_size)
{
    int kind = kind_of_file(path);
    const char *said = dlerror();

    /* So it is named in what musl-gcc links; glibc's is libc.so.6. */
    if (kind == UNKNOWN_FILE && strstr(said, "libc.so: "))
        snprintf(why, why_size,
                 "cannot load it: it needs musl; build profilcheck with musl, "
                 "too: make CC=musl-gcc BUILD=build/there");
    else if (kind == UNKNOWN_FILE)
        snprintf(why, why_size, "cannot load it: %s", said);
    else if (kind == OTHER_MACHINE)
        snprintf(
            why, why_size,
            "cannot load it: it is for another machine; build profilcheck "
            "for that machine, too: make CC=TRIPLET-gcc BUILD=build/there");
    else
        snprintf(why, why_size,
                 "cannot load it: it is not linked; make a shared object of "
                 "it: cc -shared -o mine.so %s%s",
                 kind == ARCHIVE ? "-Wl,--whole-archive " : "", path);
}

static void *load_object(const char *path, char *why, size_t why_size)
{
    char here[4096];
    const char *name = path;
    void *handle;

    /* Without a slash dlopen would search the system's directories. */
    if (!strchr(path, '/')) {
        if (snprintf(here, sizeof here, "./%s", path) >= (int)sizeof here) {
            snprintf(why, why_size, "%.60s...: the name is too long", path);
            return NULL;
        }
        name = here;
    }
    handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | OWN_SYMBOLS_FIRST);
    if (!handle)
        say_why_not(path, why, why_size);
    return handle;
}

/* Where it has no function of the dialect. */
static void say_what_it_has(const struct symbols *s,
                            const struct impl_options *options, char *why,
                            size_t why_size)
{
    char others[100];

    symbols_dialects(s, others, sizeof others);
    if (*others)
        snprintf(why, why_size,
                 "it has no function of dialect %s, but of %s: profilcheck run "
                 "%s finds the one that fits best",
                 options->dialect, others, options->path);
    else
        snprintf(why, why_size,
                 "it does not itself define profil, sprofil, monitor or "
                 "monstartup; export one of them by its dialect's prototype");
}

static const struct impl_class so_with_ticks;

static struct impl *so_open(const struct impl_options *options, char *why,
                            size_t why_size)
{
    struct symbols *s = symbols_new(&impl_so, options, why, why_size);

    if (!s)
        return NULL;
    s->handle = load_object(options->path, why, why_size);
    if (!s->handle) {
        symbols_close(&s->impl);
        return NULL;
    }
    s->profil = own_symbol(s->handle, "profil");
    s->sprofil = own_symbol(s->handle, "sprofil");
    s->monitor = own_symbol(s->handle, "monitor");
    s->monstartup = own_symbol(s->handle, "monstartup");
    s->moncontrol = own_symbol(s->handle, "moncontrol");
    s->stop = own_symbol(s->handle, "_mcleanup");
    s->impl.mcount = own_symbol(s->handle, "mcount");
    if (!s->impl.mcount)
        s->impl.mcount = own_symbol(s->handle, "_mcount");
    s->tick = own_symbol(s->handle, ticks_name);
    if (s->tick)
        s->impl.class = &so_with_ticks;
    if (!symbols_capabilities(&s->impl)) {
        say_what_it_has(s, options, why, why_size);
        dlclose(s->handle);
        symbols_close(&s->impl);
        return NULL;
    }
    return &s->impl;
}

const struct impl_class impl_so = {
    .name = "so",
    .summary =
        "a shared object that exports profil, sprofil, monitor or monstartup",
    .open = so_open,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .close = symbols_close,
};

/* The same, where the library brings its ticks itself. */
static const struct impl_class so_with_ticks = {
    .name = "so",
    .open = so_open,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .deliver = so_deliver,
    .close = symbols_close,
};
