; SPDX-License-Identifier: MIT
; bins_place and bins_counter_at (impls/counting/bins.h) after the product, line
; by line, in words of 64 bits, and the same in one of 128: for any product, both
; biases and all shifts from 17 to 63.
(set-logic QF_BV)
(declare-const high (_ BitVec 64))
(declare-const low (_ BitVec 64))
(declare-const bias (_ BitVec 64))
(declare-const shift (_ BitVec 64))
(assert (or (= bias (_ bv0 64)) (= bias (_ bv65536 64))))
(assert (and (bvuge shift (_ bv17 64)) (bvule shift (_ bv63 64))))
; a product of two such words is no more
(assert (bvult high #xffffffffffffffff))

(define-fun sum () (_ BitVec 64) (bvadd low bias))
(define-fun carried () (_ BitVec 64)
  (bvadd high (ite (bvult sum bias) (_ bv1 64) (_ bv0 64))))
(define-fun counter () (_ BitVec 64)
  (bvor (bvshl carried (bvsub (_ bv64 64) shift)) (bvlshr sum shift)))
(define-fun fits () Bool (= (bvlshr carried shift) (_ bv0 64)))

(define-fun exact () (_ BitVec 128)
  (bvlshr (bvadd (concat high low) (concat (_ bv0 64) bias))
          (concat (_ bv0 64) shift)))

; it fits where it is a number of 64 bits, and then is that number
(assert (not (and (= fits (= ((_ extract 127 64) exact) (_ bv0 64)))
                  (=> fits (= counter ((_ extract 63 0) exact))))))
(check-sat)
(reset)

; wide_shift (reference/wide.h), by 1 to 63
(set-logic QF_BV)
(declare-const high (_ BitVec 64))
(declare-const low (_ BitVec 64))
(declare-const by (_ BitVec 64))
(assert (and (bvugt by (_ bv0 64)) (bvult by (_ bv64 64))))
(define-fun exact () (_ BitVec 128)
  (bvlshr (concat high low) (concat (_ bv0 64) by)))
(define-fun shifted () (_ BitVec 64)
  (ite (= (bvlshr high by) (_ bv0 64))
       (bvor (bvshl high (bvsub (_ bv64 64) by)) (bvlshr low by))
       #xffffffffffffffff))
(assert (not (= shifted
                (ite (= ((_ extract 127 64) exact) (_ bv0 64))
                     ((_ extract 63 0) exact)
                     #xffffffffffffffff))))
(check-sat)
(reset)

; wide_plus (reference/wide.h), where the sum is no more than 128 bits
(set-logic QF_BV)
(declare-const high (_ BitVec 64))
(declare-const low (_ BitVec 64))
(declare-const b (_ BitVec 64))
(assert (bvult high #xffffffffffffffff))
(define-fun sum () (_ BitVec 64) (bvadd low b))
(define-fun carried () (_ BitVec 64)
  (bvadd high (ite (bvult sum b) (_ bv1 64) (_ bv0 64))))
(define-fun exact () (_ BitVec 129)
  (bvadd (concat (_ bv0 1) high low) (concat (_ bv0 65) b)))
(assert (not (= exact (concat (_ bv0 1) carried sum))))
(check-sat)
