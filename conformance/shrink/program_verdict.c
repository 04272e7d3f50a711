/* SPDX-License-Identifier: MIT */
/* How a program tells what it got, and what is required. */
#include <inttypes.h>

#include "program.h"

static const struct {
    int number;
    const char *name;
} errors[] = {{ERROR_E2BIG, "E2BIG"},
              {ERROR_EACCES, "EACCES"},
              {ERROR_EFAULT, "EFAULT"},
              {ERROR_EINVAL, "EINVAL"},
              {ERROR_ENOSYS, "ENOSYS"}};

static const char *error_name(int error)
{
    for (size_t k = 0; k < sizeof errors / sizeof *errors; k++)
        if (errors[k].number == error)
            return errors[k].name;
    return NULL;
}

/* Permitted values in words: "0 or 1", "-1 E2BIG". */
static void put_permitted(const struct program *p, FILE *out)
{
    for (unsigned k = 0; k < p->point.count; k++) {
        const struct point_value *v = &p->point.permitted[k];
        const char *error = error_name(v->error);

        if (k)
            fputs(" or ", out);
        if (v->value == VALUE_UNSEEN || v->value == VALUE_NONE)
            fputs("any", out);
        else if (v->value == VALUE_NOT_ZERO)
            fputs("not 0", out);
        else
            fprintf(out, "%" PRId64, v->value);
        if (p->point.kind == EVENT_CALL && error)
            fprintf(out, " %s", error);
    }
}

/* C that is true where none of them was got; got is an expression. */
static void put_condition(const struct program *p, const char *got, FILE *out)
{
    fputs("    return ", out);
    for (unsigned k = 0; k < p->point.count; k++) {
        const struct point_value *v = &p->point.permitted[k];
        const char *error =
            p->point.kind == EVENT_CALL ? error_name(v->error) : NULL;

        if (k)
            fputs(" && ", out);
        if (error)
            putc('(', out);
        if (v->value == VALUE_UNSEEN || v->value == VALUE_NONE)
            fputs("0", out);
        else if (v->value == VALUE_NOT_ZERO)
            fprintf(out, "%s == 0", got);
        else
            fprintf(out, "%s != %" PRId64, got, v->value);
        if (error)
            fprintf(out, " || error != %s)", error);
    }
    fputs(";\n", out);
}

static void tell_end(const struct program *p, FILE *out)
{
    fprintf(out,
            "    printf(\"%s: %%s, but %s that it lives\\n\",\n"
            "           WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "
            "\"lived\");\n"
            "    return WIFSIGNALED(status);\n",
            p->execs ? "the new program" : "the process", p->clause);
}

static void tell_time(const struct program *p, FILE *out)
{
    fprintf(out,
            "    getitimer(ITIMER_PROF, &timer);\n"
            "    printf(\"tvp: got %%ld us, %s the timer's, %%ld us\\n\",\n"
            "           (long)tv.tv_usec, (long)timer.it_interval.tv_usec);\n"
            "    return timer.it_interval.tv_usec &&\n"
            "           tv.tv_usec != timer.it_interval.tv_usec;\n",
            p->clause);
}

void program_verdict(const struct program *p, FILE *out)
{
    const struct point *point = &p->point;
    char got[64], format[16] = "%d";

    if (p->traps || p->execs) {
        tell_end(p, out);
        return;
    }
    if (p->asks_time) {
        tell_time(p, out);
        return;
    }
    if (point->kind == EVENT_CALL) {
        snprintf(got, sizeof got, "value");
        fprintf(out, "    printf(\"returned %%d, errno %%d; %s ", p->clause);
        put_permitted(p, out);
        fputs("\\n\",\n           value, error);\n", out);
        put_condition(p, got, out);
        return;
    }
    if (p->forks) {
        fprintf(
            out,
            "    printf(\"in the child %s[%zu]: %%s, %s that it counts\\n\",\n"
            "           WEXITSTATUS(status) ? \"counts\" : \"got 0\");\n"
            "    return !WEXITSTATUS(status);\n",
            p->c->names[point->buffer], point->counter, p->clause);
        return;
    }
    snprintf(got, sizeof got, "%s[%zu]", p->c->names[point->buffer],
             point->counter);
    if (point->width == 4)
        snprintf(format, sizeof format, "%%u");
    fprintf(out, "    printf(\"%s[%zu]: got %s, %s ",
            p->c->names[point->buffer], point->counter, format, p->clause);
    put_permitted(p, out);
    fprintf(out, "\\n\", %s);\n", got);
    put_condition(p, got, out);
}
