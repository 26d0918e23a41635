//! Names that Windows reserves.

use std::path::Path;

use pprepl_files::device::is_reserved;

#[test]
fn devices_are_reserved_with_every_extension() {
    for name in ["con", "CON.pp", "dir/con.pp", "aux", "nul.yaml", "com1.pp", "LPT9", "prn.tar.gz", "conout$"] {
        assert!(is_reserved(Path::new(name)), "{name} is a device");
    }
}

#[test]
fn similar_names_are_files() {
    for name in ["", "con_.pp", "icon.pp", "con/init.pp", "com.pp", "com0.pp", "com10.pp", "null.pp", "a.con"] {
        assert!(!is_reserved(Path::new(name)), "{name} is a file");
    }
}
