/* SPDX-License-Identifier: MIT */
#include "artifact.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/base/whole_file.h"
#include "conformance/machine/sandbox.h"

struct elf {
    struct whole_file file;
    Elf64_Ehdr header;
};

/* A copy of size bytes of the file, which may lie anywhere. */
static bool artifact_take(const struct elf *elf, uint64_t offset, void *to,
                          size_t size)
{
    if (offset > elf->file.length || size > elf->file.length - offset)
        return false;
    memcpy(to, elf->file.text + offset, size);
    return true;
}

static bool take_header(struct elf *elf)
{
    Elf64_Ehdr *header = &elf->header;

    return artifact_take(elf, 0, header, sizeof *header) &&
           memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
           header->e_ident[EI_CLASS] == ELFCLASS64 &&
           header->e_ident[EI_DATA] == ELFDATA2LSB &&
           header->e_phentsize == sizeof(Elf64_Phdr);
}

static bool segment(const struct elf *elf, unsigned index, Elf64_Phdr *to)
{
    return index < elf->header.e_phnum &&
           artifact_take(elf, elf->header.e_phoff + index * sizeof *to, to,
                         sizeof *to);
}

static void find_build_id(const struct elf *elf, const Elf64_Phdr *notes,
                          char *text, size_t size)
{
    uint64_t at = notes->p_offset, end = at + notes->p_filesz;
    Elf64_Nhdr note;

    while (end >= at && end - at >= sizeof note &&
           artifact_take(elf, at, &note, sizeof note)) {
        uint64_t name = at + sizeof note;
        uint64_t id = name + ((uint64_t)note.n_namesz + 3) / 4 * 4;
        unsigned char bytes[64];
        char owner[4];

        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof owner &&
            note.n_descsz <= sizeof bytes && 2 * note.n_descsz < size &&
            artifact_take(elf, name, owner, sizeof owner) &&
            memcmp(owner, "GNU", sizeof owner) == 0 &&
            artifact_take(elf, id, bytes, note.n_descsz)) {
            for (unsigned k = 0; k < note.n_descsz; k++)
                snprintf(text + 2 * k, size - 2 * k, "%02x", bytes[k]);
            return;
        }
        at = id + ((uint64_t)note.n_descsz + 3) / 4 * 4;
    }
}

/* Where in the file an address of the program is; UINT64_MAX: nowhere. */
static uint64_t offset_of(const struct elf *elf, uint64_t address)
{
    Elf64_Phdr part;

    for (unsigned k = 0; segment(elf, k, &part); k++)
        if (part.p_type == PT_LOAD && address >= part.p_vaddr &&
            address - part.p_vaddr < part.p_filesz)
            return part.p_offset + (address - part.p_vaddr);
    return UINT64_MAX;
}

static void find_soname(const struct elf *elf, const Elf64_Phdr *dynamic,
                        char *text, size_t size)
{
    uint64_t strings = UINT64_MAX, name = UINT64_MAX, from;
    Elf64_Dyn entry;

    for (uint64_t k = 0;
         k < dynamic->p_filesz / sizeof entry &&
         artifact_take(elf, dynamic->p_offset + k * sizeof entry, &entry,
                       sizeof entry) &&
         entry.d_tag != DT_NULL;
         k++) {
        if (entry.d_tag == DT_STRTAB)
            strings = offset_of(elf, entry.d_un.d_ptr);
        if (entry.d_tag == DT_SONAME)
            name = entry.d_un.d_val;
    }
    from = strings + name;
    if (strings == UINT64_MAX || name > UINT32_MAX || from >= elf->file.length)
        return;
    for (size_t k = 0; k + 1 < size && from + k < elf->file.length; k++) {
        text[k] = elf->file.text[from + k];
        text[k + 1] = '\0';
        if (!text[k])
            return;
    }
}

static bool section_of(const struct elf *elf, unsigned index, Elf64_Shdr *to)
{
    return elf->header.e_shentsize == sizeof *to &&
           index < elf->header.e_shnum &&
           artifact_take(elf, elf->header.e_shoff + index * sizeof *to, to,
                         sizeof *to);
}

/* Is it the section .comment, in which compilers name themselves? */
static bool is_comment(const struct elf *elf, const Elf64_Shdr *section)
{
    static const char comment[] = ".comment";
    Elf64_Shdr names;
    char name[sizeof comment];

    return section_of(elf, elf->header.e_shstrndx, &names) &&
           section->sh_name < names.sh_size &&
           artifact_take(elf, names.sh_offset + section->sh_name, name,
                         sizeof name) &&
           memcmp(name, comment, sizeof comment) == 0;
}

/* Each compiler once, as far as there is room. */
static void find_compiler(const struct elf *elf, const Elf64_Shdr *section,
                          char *text, size_t size)
{
    const struct whole_file *file = &elf->file;
    uint64_t at = section->sh_offset, left = section->sh_size;
    char word[128];

    if (at > file->length || left > file->length - at)
        return;
    for (; left; at++, left--) {
        size_t used = strlen(text);

        if (!file->text[at])
            continue;
        snprintf(word, sizeof word, "%.*s", (int)(left < 127 ? left : 127),
                 file->text + at);
        at += strnlen(file->text + at, left) - 1;
        left = section->sh_offset + section->sh_size - at;
        if (!strstr(text, word) && used + strlen(word) + 3 < size)
            snprintf(text + used, size - used, "%s%s", used ? "; " : "", word);
    }
}

static void artifact_read_elf(struct artifact *artifact, struct elf *elf)
{
    Elf64_Shdr section;
    Elf64_Phdr part;

    if (!take_header(elf))
        return;
    for (unsigned k = 0; section_of(elf, k, &section); k++)
        if (section.sh_type == SHT_PROGBITS && is_comment(elf, &section))
            find_compiler(elf, &section, artifact->compiler,
                          sizeof artifact->compiler);
    for (unsigned k = 0; segment(elf, k, &part); k++) {
        if (part.p_type == PT_NOTE && !*artifact->build_id)
            find_build_id(elf, &part, artifact->build_id,
                          sizeof artifact->build_id);
        if (part.p_type == PT_DYNAMIC)
            find_soname(elf, &part, artifact->soname, sizeof artifact->soname);
    }
}

void artifact_read(struct artifact *artifact, const char *path)
{
    struct sha256 sum;
    struct elf elf;

    *artifact = (struct artifact){0};
    snprintf(artifact->path, sizeof artifact->path, "%s", path);
    if (whole_file_read(&elf.file, path)) {
        sha256_begin(&sum);
        sha256_add(&sum, elf.file.text, elf.file.length);
        sha256_end_hex(&sum, artifact->sha256);
        artifact_read_elf(artifact, &elf);
    }
    free(elf.file.text);

    const struct named rows[ARTIFACT_ROWS] = {{"path", artifact->path},
                                              {"soname", artifact->soname},
                                              {"build-id", artifact->build_id},
                                              {"sha256", artifact->sha256},
                                              {"compiler", artifact->compiler}};
    for (size_t k = 0; k < ARTIFACT_ROWS; k++)
        if (*rows[k].value)
            artifact->rows[artifact->count++] = rows[k];
}

void artifact_of(struct artifact *artifact, const struct impl_class *impl,
                 const char *name)
{
    char path[ARTIFACT_PATH] = "";
    ssize_t length;
    Dl_info info;

    if (impl == &impl_so) {
        artifact_read(artifact, name);
    } else if (impl == &impl_exec) { /* a command is no file: its words */
        artifact_read(artifact, strchr(name, ':') + 1);
    } else if (impl == &impl_libc && dladdr((void *)&getpid, &info) &&
               info.dli_fname) {
        artifact_read(artifact, info.dli_fname);
    } else {
        length = readlink("/proc/self/exe", path, sizeof path - 1);
        path[length > 0 ? length : 0] = '\0';
        artifact_read(artifact, path);
    }
}

/* Of a name in a table of symbols. */
static bool symbol_in(const struct elf *elf, const Elf64_Shdr *table,
                      const char *name, uint64_t *address)
{
    size_t size = strlen(name) + 1;
    char found[64];
    Elf64_Shdr names;
    Elf64_Sym symbol;

    if (size > sizeof found || !section_of(elf, table->sh_link, &names))
        return false;
    for (uint64_t k = 0;
         k < table->sh_size / sizeof symbol &&
         artifact_take(elf, table->sh_offset + k * sizeof symbol, &symbol,
                       sizeof symbol);
         k++)
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
            symbol.st_shndx != SHN_UNDEF && symbol.st_name < names.sh_size &&
            artifact_take(elf, names.sh_offset + symbol.st_name, found, size) &&
            memcmp(found, name, size) == 0) {
            *address = symbol.st_value;
            return true;
        }
    return false;
}

/* The address that the file gives a function of that name. */
static bool artifact_symbol(const char *path, const char *name,
                            uint64_t *address)
{
    struct elf elf;
    Elf64_Shdr section;
    bool found = false;

    if (whole_file_read(&elf.file, path) && take_header(&elf))
        for (unsigned k = 0; !found && section_of(&elf, k, &section); k++)
            found = section.sh_type == SHT_DYNSYM &&
                    symbol_in(&elf, &section, name, address);
    free(elf.file.text);
    return found;
}

enum { ADDR2LINE_MS = 10000, LINE_MOST = 4096 };

struct addr2line {
    const char *path;
    uint64_t address;
    char *output; /* of LINE_MOST bytes, a string */
};

static void addr2line_body(void *context)
{
    const struct addr2line *a = context;
    char address[24];
    size_t used = 0;
    ssize_t n;
    int ends[2];
    pid_t pid;

    snprintf(address, sizeof address, "%#" PRIx64, a->address);
    if (pipe2(ends, O_CLOEXEC) != 0 || (pid = fork()) < 0)
        _exit(127);
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execlp("addr2line", "addr2line", "-e", a->path, address, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    while ((n = read(ends[0], a->output + used, LINE_MOST - 1 - used)) > 0)
        used += (size_t)n;
}

/* "FILE:LINE" of what addr2line prints: that, and perhaps more words; or marks
 * of interrogation. */
static bool take_line(char *line, char *text, size_t size)
{
    char here[ARTIFACT_PATH] = "";
    size_t length;
    const char *colon;

    line[strcspn(line, " \n")] = '\0';
    colon = strrchr(line, ':');
    if (!colon || *line == '?' || colon[1] < '1' || colon[1] > '9' ||
        colon[1 + strspn(colon + 1, "0123456789")])
        return false;
    length = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (length > 1 && strncmp(line, here, length) == 0 && line[length] == '/')
        line += length + 1;
    return (size_t)snprintf(text, size, "%s", line) < size;
}

bool artifact_source(const char *path, const char *name, char *text,
                     size_t size)
{
    struct addr2line a = {.path = path};
    const struct sandbox_task task = {.context = &a,
                                      .shared = (void **)&a.output,
                                      .shared_size = LINE_MOST,
                                      .body = addr2line_body,
                                      .most = sandbox_limit(ADDR2LINE_MS)};
    struct sandbox_end end;
    bool found;

    if (!artifact_symbol(path, name, &a.address) || !sandbox_run(&task, &end))
        return false;
    found = end.how == SANDBOX_ENDED && end.answer &&
            take_line(end.answer, text, size);
    free(end.answer);
    return found;
}
