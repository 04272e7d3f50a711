# Our own libraries on other machines: see conformance/machine/README.md.
# MACHINES='arm s390x' chooses.

check-arch: program $(BUILD)/contained ## no fail of a right library on aarch64, riscv64, i386, arm, ppc64le, s390x
	$(scripted)sh .ci/arch.sh "$(MAKE_COMMAND)" $(abspath $(BUILD)) $(MACHINES)

.PHONY: check-arch
