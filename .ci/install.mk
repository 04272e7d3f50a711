# Where things go: DESTDIR is put before all of it.

libdir ?= $(PREFIX)/lib
mandir ?= $(PREFIX)/share/man
docdir ?= $(PREFIX)/share/doc/profilcheck
completiondir ?= $(PREFIX)/share/bash-completion/completions
includedir = $(PREFIX)/include/profilcheck

MANUAL = $(wildcard conformance/man/*.1)
COMPLETION = conformance/command/profilcheck.bash
# With what they point to, so that they can be read there.
PAGES = README.md CONTRIBUTING.md LICENSE reports/sample.png \
    conformance/crosscheck/live.h conformance/language/observed.h \
    conformance/library/profilcheck.h reference/tests/README.md \
    $(wildcard reports/*.json reports/*.xsd conformance/library/example/* \
    conformance/export/*.json.in conformance/export/*.awk \
    conformance/export/console/* conformance/language/examples/* \
    conformance/ci/* conformance/ci/*.sh impls/libc/errata/*.c fuzz/probes.h \
    fuzz/rows.c fuzz/oss-fuzz/* impls/foreign/*.[ch] impls/foreign/*/*.[ch] \
    impls/foreign/try.sh impls/signal/pc.h) \
    $(foreach r,impls conformance fuzz reports,$(wildcard $(r)/*.md $(r)/*/*.md))
VERSION := $(shell sed -n 's/^.define PROFILCHECK_VERSION "\(.*\)"/\1/p' \
    conformance/results/results.h)

# What a dialect is of, for its .pc file.
OF_aix = AIX 4.3
OF_irix = IRIX
OF_hpux = HP-UX
OF_freebsd = FreeBSD
OF_glibc = glibc
OF_aix-monitor = AIX of 1990
put = install -D -m 644

install: all ## into DESTDIR and PREFIX: program, libraries, manual, pages; libdir=, mandir=
	install -D $(BUILD)/profilcheck $(DESTDIR)$(PREFIX)/bin/profilcheck
	install -d $(DESTDIR)$(libdir)/pkgconfig $(DESTDIR)$(mandir)/man1
	install -m 644 $(LIBRARIES) $(LIBCHECK) $(DESTDIR)$(libdir)
	$(foreach d,$(DIALECTS),sed -e 's|@PREFIX@|$(PREFIX)|' \
	    -e 's|@LIBDIR@|$(libdir)|' -e 's|@VERSION@|$(VERSION)|' \
	    -e 's|@DIALECT@|$(d)|' -e 's|@MANUAL@|$(OF_$(d))|' \
	    impls/signal/libprofil.pc.in \
	    >$(DESTDIR)$(libdir)/pkgconfig/libprofil-$(d).pc &&) :
	sed -e "s|@PREFIX@|$(PREFIX)|" -e "s|@LIBDIR@|$(libdir)|" \
	    -e "s|@VERSION@|$(VERSION)|" -e "s|@ATOMIC@|$(ATOMIC:%= %)|" \
	    conformance/library/libprofilcheck.pc.in \
	    >$(DESTDIR)$(libdir)/pkgconfig/libprofilcheck.pc
	$(put) conformance/library/profilcheck.h \
	    $(DESTDIR)$(includedir)/profilcheck.h
	cd impls/include && for f in $$(find . -name '*.h'); do \
	    $(put) $$f $(DESTDIR)$(includedir)/$$f || exit; \
	done
	install -m 644 $(MANUAL) $(DESTDIR)$(mandir)/man1
	$(put) $(COMPLETION) $(DESTDIR)$(completiondir)/profilcheck
	for f in $(PAGES); do $(put) $$f $(DESTDIR)$(docdir)/$$f || exit; done

uninstall: ## and out again
	rm -f $(DESTDIR)$(PREFIX)/bin/profilcheck \
	    $(addprefix $(DESTDIR)$(mandir)/man1/,$(notdir $(MANUAL))) \
	    $(addprefix $(DESTDIR)$(libdir)/,$(notdir $(LIBRARIES) $(LIBCHECK))) \
	    $(DIALECTS:%=$(DESTDIR)$(libdir)/pkgconfig/libprofil-%.pc) \
	    $(DESTDIR)$(libdir)/pkgconfig/libprofilcheck.pc \
	    $(DESTDIR)$(completiondir)/profilcheck
	rm -rf $(DESTDIR)$(includedir) $(DESTDIR)$(docdir)

deb: ## Debian packages, in build/deb; lintian says nothing against them
	@sh .ci/deb.sh $(abspath $(BUILD))/deb $(VERSION)

.PHONY: install uninstall deb
