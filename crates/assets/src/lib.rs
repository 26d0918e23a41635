//! The course and the themes that ship with pprepl, as data. The front ends and the module for browsers embed it here
//! and pass it down, so that the other crates know no course and no theme.

mod course;
mod themes;

pub use course::{COURSE, after, after_in};
pub use themes::THEMES;
