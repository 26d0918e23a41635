//! Names and lists of files.

mod device;
mod path_list;
mod private;
mod reading;
mod slashed;
