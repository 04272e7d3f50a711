; SPDX-License-Identifier: MIT
; The portable bins_multiply (impls/counting/bins.h) and wide_product
; (reference/wide.h), which have the same steps, on exact integers.  a1, a0
; and b1, b0 are the halves of the factors; pij stands for ai * bj, of which
; only this is used: it is at most (2^32 - 1)^2.
(set-logic QF_LIA)
(define-fun half () Int 4294967296)
(define-fun most () Int 18446744065119617025)
(declare-const p00 Int)
(declare-const p01 Int)
(declare-const p10 Int)
(declare-const p11 Int)
(assert (and (<= 0 p00 most) (<= 0 p01 most) (<= 0 p10 most) (<= 0 p11 most)))
; quotients and remainders by 2^32
(declare-const q0 Int)
(declare-const r0 Int)
(assert (and (= p00 (+ (* half q0) r0)) (<= 0 r0) (< r0 half)))
(define-fun middle () Int (+ p10 q0))
(declare-const q1 Int)
(declare-const r1 Int)
(assert (and (= middle (+ (* half q1) r1)) (<= 0 r1) (< r1 half)))
(define-fun cross () Int (+ p01 r1))
(declare-const q2 Int)
(declare-const r2 Int)
(assert (and (= cross (+ (* half q2) r2)) (<= 0 r2) (< r2 half)))
(define-fun high () Int (+ p11 q1 q2))
(define-fun low () Int (+ (* half r2) r0))

; no sum outgrows 64 bits, and the whole is
; (a1 * 2^32 + a0) * (b1 * 2^32 + b0), multiplied out
(assert (not (and (< middle (* half half)) (< cross (* half half))
                  (< high (* half half))
                  (= (+ (* half half high) low)
                     (+ (* half half p11) (* half p10) (* half p01) p00)))))
(check-sat)
