#!/bin/sh
# SPDX-License-Identifier: MIT
# A program that does all that is asked of it, and reports that it saw nothing;
# with an argument it saw each call return 0.
buffers= returned=${1:-unseen}
while read -r word name rest; do
    case $word in
    hello) printf 'hello x\ncan profil fork unmap protect sleep sweep\n' ;;
    case) buffers= ;;
    buffer) buffers="$buffers $name" ;;
    call) echo "= $returned" && continue ;;
    sweep) echo seen sweep unseen ;;
    sleep) echo seen sleep unseen ;;
    end | done)
        for buffer in $buffers; do echo "counters $buffer unseen"; done
        ;;
    bye) exit ;;
    esac
    echo ok
done
