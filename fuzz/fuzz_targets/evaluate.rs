//! The evaluator under budgets.
#![no_main]

pprepl_fuzz::target!("evaluate");
