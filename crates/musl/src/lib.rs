//! `memcpy`, `memmove`, `memset`, `memcmp` and `bcmp` of static Linux programs.
//!
//! The functions of musl are short, not fast: a program that builds 100,000 strings spends a fifth of its time in
//! musl's `memcpy`. A program that uses this crate links those of `memory.c` instead. For other C libraries the crate is
//! empty.

#![no_std]
#![forbid(unsafe_code)]
