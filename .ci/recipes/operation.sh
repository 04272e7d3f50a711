# SPDX-License-Identifier: MIT
# An operation: a program writes zeros over a buffer.  Six files.
run_one() {
    build/profilcheck run --dialect hpux --case cleared signal
}

after reference/script.h 'OP_EXIT, ' \
    '    OP_CLEAR, /* zeros are written over a buffer */'
build_tests "$operations"
fails 'ops.def has no row of operation' "$operations"

after conformance/language/ops.def '"The memory of buffer $buffer becomes read-only."' \
    'OP(CLEAR, "clear", "clear", ALL, BUFFER, 0, NEED_HERE, NAMED, "Zeros are written over buffer $buffer.")'
build_tests "$operations"
fails 'CASES.md does not say what clear is' "$operations"

after conformance/CASES.md '    protect NAME  ' \
    '    clear NAME           zeros are written over a buffer'
passes "$operations"
build build/vectors.schema.json build/fuzz/case.dict
passes grep -qF '"clear"' build/vectors.schema.json
passes grep -qF '"clear "' build/fuzz/case.dict

cat >>conformance/suites/quick.case <<CASE

# a buffer that the program clears counts anew
case cleared
buffer b 64
profil b 64 0x1000 0x8000
tick 0x1004
clear b
tick 0x1008
CASE
build build/profilcheck
passes build/profilcheck case --dialect hpux cleared
fails 'the operation clear is not implemented' run_one

after conformance/observe/execute.c 'case OP_EXEC: execute_exec(run); break;' \
    'case OP_CLEAR: memset(run->memory.buffers[op->buffer].bytes, 0, run->memory.buffers[op->buffer].size); break;'
build build/profilcheck
fails 'fail: Too few ticks' run_one

after reference/model.c 'case OP_RATE: op_rate(m); break;' \
    'case OP_CLEAR: memset(memory->bytes + SCRIPT_ZONE, 0, memory->size); break;'
build build/profilcheck
passes run_one
