//! The kernel specification, the connection file, and their errors.

use std::fs;

use pprepl_jupyter::{Connection, Kernelspec, Place};

fn spec(name: &str) -> Kernelspec {
    let program = ["/usr/bin/pprepl", "--facts", "debian-12"].map(str::to_owned).to_vec();
    Kernelspec { name: name.to_owned(), display_name: "Puppet".to_owned(), program }
}

#[test]
fn installing_writes_the_specification_and_its_logos() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Prefix(folder.path().to_owned());
    let kernel = spec("puppet").install(&place).unwrap();
    assert_eq!(kernel, folder.path().join("share/jupyter/kernels/puppet"));
    insta::assert_snapshot!(fs::read_to_string(kernel.join("kernel.json")).unwrap());
    let png = fs::read(kernel.join("logo-64x64.png")).unwrap();
    assert_eq!((&png[1..4], &png[16..24]), (&b"PNG"[..], &[0, 0, 0, 64, 0, 0, 0, 64][..]));
    assert!(fs::read_to_string(kernel.join("logo-svg.svg")).unwrap().starts_with("<svg"));
    // A second time it replaces the first.
    spec("puppet").install(&place).unwrap();
}

#[test]
fn a_name_that_leads_elsewhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Prefix(folder.path().to_owned());
    for name in ["", "..", ".a", "a/b", "ü", "a b", "a\\b"] {
        let error = spec(name).install(&place).unwrap_err();
        assert!(error.to_string().starts_with("expected a name of letters"), "{error}");
    }
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    for name in ["puppet-8.10_x", "A1", "_"] {
        assert!(spec(name).install(&place).unwrap().ends_with(name));
    }
}

#[test]
fn connection_files_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("connection.json");
    let read = |text: &str| {
        fs::write(&path, text).unwrap();
        Connection::read(&path).map_err(|error| error.to_string())
    };
    let good =
        r#"{"ip":"127.0.0.1","shell_port":1,"control_port":2,"iopub_port":3,"stdin_port":4,"hb_port":5,"key":"k"}"#;
    assert_eq!(read(good).unwrap().shell_port, 1);
    let of = |more: &str| read(&good.replace("\"key\"", &format!("{more},\"key\"")));
    assert_eq!(of("\"transport\":\"ipc\"").unwrap_err(), "expected the transport 'tcp', found 'ipc'");
    let scheme = of("\"signature_scheme\":\"hmac-md5\"").unwrap_err();
    assert_eq!(scheme, "expected the signature scheme 'hmac-sha256', found 'hmac-md5'");
    assert!(read("{}").unwrap_err().starts_with("not a connection file of Jupyter: missing field"));
    fs::remove_file(&path).unwrap();
    assert!(Connection::read(&path).is_err());
}
