//! Tests that kill their process or take its room to write.

mod notebook_file;
